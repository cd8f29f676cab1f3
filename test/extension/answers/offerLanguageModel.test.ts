import { expect, it } from 'vitest';
import type { Answer, AnswerState } from '../../../src/conversation/conversation.ts';
import { offerLanguageModel } from '../../../src/extension/answers/offerLanguageModel.ts';
import type { Settings } from '../../../src/extension/common/settings.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';
import { fakeMemento, fakeVscode } from '../../support/fakeVscode.ts';

const SOURCE = { title: '§ 179', url: null, review: 'unread' } as const;

function offers(families: readonly string[], languageModel: Settings['languageModel'] = null) {
  const fake = fakeVscode();
  const models = families.map((family) => ({ vendor: 'copilot', id: family, family, name: family }));
  Object.assign(fake.api, { lm: { selectChatModels: async () => models } });
  const run: string[] = [];
  Object.assign(fake.api.commands, { executeCommand: async (id: string) => void run.push(id) });
  const { changed } = offerLanguageModel(fake.api, fakeMemento(), () => ({ languageModel }) as Settings);
  async function end(
    answer: Partial<Answer> = { sources: [SOURCE] },
    { service = 'library', state = 'done', origin = 'here' as 'here' | 'elsewhere' } = {},
  ): Promise<string[]> {
    const turn = { ...turnOf('a', null, answer), service };
    const change = { turnId: 'a', epoch: 1, state: state as AnswerState, finishReason: null, error: null, at: 0 };
    changed(1, [{ type: 'ended', ...change }], conversationOf(turn), origin);
    await new Promise((resolve) => setImmediate(resolve));
    return fake.messages.splice(0);
  }
  return { fake, end, run };
}

it('the first answer that quotes offers the models of VS Code once, and says what one would receive', async () => {
  const { fake, end, run } = offers(['gpt']);
  fake.answers.push('Choose Language Model…');
  expect(await end()).toEqual([expect.stringContaining('Before it is used, Fiscal shows what it receives.')]);
  expect(run).toEqual(['fiscal.chooseLanguageModel']);
  expect(await end()).toEqual([]);
});

it('two answers that end at once lead to one offer', async () => {
  const { end } = offers(['gpt']);
  expect((await Promise.all([end(), end()])).flat()).toHaveLength(1);
});

it('no language model is offered without one in VS Code, or if one was chosen', async () => {
  expect(await offers([]).end()).toEqual([]);
  expect(await offers(['copilot-utility-small', 'auto']).end()).toEqual([]);
  const chosen = { provider: 'vscode', model: 'copilot/gpt', address: '', inputTokens: 0 } as const;
  expect(await offers(['gpt'], chosen).end()).toEqual([]);
});

it('an answer that quotes nothing, of a hosted service, that failed or of another window offers no language model', async () => {
  const { end } = offers(['gpt']);
  expect(await end({ sources: [] })).toEqual([]);
  expect(await end(undefined, { service: 'research.example' })).toEqual([]);
  expect(await end(undefined, { state: 'failed' })).toEqual([]);
  expect(await end(undefined, { origin: 'elsewhere' })).toEqual([]);
  expect(await end()).toHaveLength(1);
});
