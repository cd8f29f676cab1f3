import { expect, it } from 'vitest';
import type { Question } from '../../../src/conversation/conversation.ts';
import { NO_MATTER } from '../../../src/conversation/matter.ts';
import { readSettings } from '../../../src/extension/common/settings.ts';
import type { AskRequest } from '../../../src/extension/session/askRequest.ts';
import type { Chat } from '../../../src/extension/session/chat.ts';
import { type SubmitRequest, submitQuestion } from '../../../src/extension/session/submitQuestion.ts';
import { conversationOf } from '../../conversation/conversations.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';
import { fakeTarget } from './fakeTarget.ts';

const GENERAL = { label: 'Check', text: 'Check it for ${matter.taxYear}.', general: true };
const defaults = {
  ...readSettings({ get: () => ({ inspect: () => ({ key: '' }) }) as never, folders: [] }, true),
  questions: [{ label: 'Cap', text: 'What is the cap?' }, GENERAL],
};

/** What is asked in a folder of the matter Harbor. */
async function asked(part: Partial<SubmitRequest> & { isFirmServer?: boolean; matterName?: string } = {}) {
  const { isFirmServer = true, matterName, ...wanted } = part;
  let request: AskRequest | undefined;
  const chat = {
    readOnly: null,
    composer: { zeroRetention: false, save: async () => {} },
    session: { conversation: conversationOf(), owns: () => false, apply() {}, ask: async () => 'id' },
  } as unknown as Chat;
  const question: Question = { text: 'May it?', selections: [], ...(matterName !== undefined && { matterName }) };
  await submitQuestion(
    chat,
    { question, parent: null, askMode: 'tax_research_fast_research', zeroRetention: false, ...wanted },
    {
      l10n: fakeVscode().api.l10n,
      settings: () => ({
        ...defaults,
        isFirmServer,
        matter: {
          ...defaults.matter,
          own: { ...NO_MATTER, name: 'Harbor', facts: [{ name: 'taxYear', value: '2025' }] },
        },
      }),
      services: {
        readiness: 'ready',
        addressProblem: null,
        service: 'firm.example',
        keyState: 'stored',
        target: async () => fakeTarget('firm.example'),
      },
      async preflight(given) {
        request = given;
        return { type: 'ready', outgoing: { messages: [], context: [] } };
      },
    },
  );
  return request;
}

it('a question to the server of the firm is asked in the matter of the folder', async () => {
  expect(await asked()).toMatchObject({ isFirmServer: true, question: { matterName: 'Harbor' } });
});

it('a question to another service, or to the built-in library, names no matter, also if it did when it was first asked', async () => {
  for (const part of [
    { isFirmServer: false },
    { quoteOnly: true },
    { isFirmServer: false, repeated: true, matterName: 'A' },
  ]) {
    const request = await asked(part);
    expect(request?.isFirmServer).toBe(false);
    expect(request?.question).not.toHaveProperty('matterName');
  }
});

it('a question that is asked again is asked in the matter of its first time, and an edited one in that of the folder', async () => {
  expect((await asked({ repeated: true, matterName: 'Alpha' }))?.question.matterName).toBe('Alpha');
  expect((await asked({ repeated: true }))?.question.matterName).toBe('Harbor');
  expect((await asked({ matterName: 'Alpha' }))?.question.matterName).toBe('Harbor');
});

it('a question is general if the setting says so of its template, and only as long as its text is that of the template', async () => {
  const generalOf = async (text: string) =>
    (await asked({ question: { text, selections: [], general: true } }))?.question.general;
  expect(await generalOf('Check it for 2025.')).toBe(true);
  expect(await generalOf('Check it for 2024.')).toBeUndefined();
  expect(await generalOf('What is the cap?')).toBeUndefined();
});
