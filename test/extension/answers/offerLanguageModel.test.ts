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
  const used: unknown[] = [];
  const { changed } = offerLanguageModel(fake.api, {
    memento: fakeMemento(),
    settings: () => ({ languageModel }) as Settings,
    use: async (model) => void used.push(model),
  });
  async function end(
    answer: Partial<Answer> = { sources: [SOURCE] },
    { service = 'library', state = 'done' } = {},
  ): Promise<string[]> {
    const turn = { ...turnOf('a', null, answer), service };
    const change = { turnId: 'a', epoch: 1, state: state as AnswerState, finishReason: null, error: null, at: 0 };
    changed(1, [{ type: 'ended', ...change }], conversationOf(turn));
    await new Promise((resolve) => setImmediate(resolve));
    return fake.messages.splice(0);
  }
  return { fake, end, run, used };
}

it('the first answer that quotes offers a model of VS Code once, and uses it after the dialog that asks for consent', async () => {
  const { fake, end, run, used } = offers(['gpt']);
  fake.answers.push('Use Model…', 'Use Model');
  const [offer, consent, done] = await end();
  expect([offer, consent]).toEqual(Array(2).fill('Let gpt write answers from your documents?'));
  expect([done, run]).toEqual(['gpt writes the answers from the next question on.', []]);
  expect(used).toEqual([{ id: 'copilot/gpt', name: 'gpt' }]);
  expect(await end()).toEqual([]);
});

it('the message after the offered model is used leads back to quotations with one click', async () => {
  const { fake, end, used } = offers(['gpt']);
  fake.answers.push('Use Model…', 'Use Model', 'Quote Only');
  await end();
  expect(used).toEqual([{ id: 'copilot/gpt', name: 'gpt' }, null]);
});

it('an offered model is not used if the dialog is answered with Quote Only, or closed', async () => {
  for (const answer of ['Quote Only', undefined]) {
    const { fake, end, used } = offers(['gpt']);
    fake.answers.push('Use Model…', answer);
    await end();
    expect(used).toEqual([]);
  }
});

it('another model than the offered one is chosen from the list, and no model is used without an answer', async () => {
  const { fake, end, run, used } = offers(['gpt', 'other']);
  fake.answers.push('Other Models…');
  await end();
  expect([run, used]).toEqual([['fiscal.chooseLanguageModel'], []]);
  const closed = offers(['gpt']);
  await closed.end();
  expect([closed.run, closed.used]).toEqual([[], []]);
});

it('the name of an offered model is shown without links and icons', async () => {
  const [offer] = await offers(['[x](command:y) $(check)']).end();
  expect(offer).not.toMatch(/\]\(|(?<!\\)\$\(/);
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

it('an answer that quotes nothing, of a hosted service or that failed offers no language model', async () => {
  const { end } = offers(['gpt']);
  expect(await end({ sources: [] })).toEqual([]);
  expect(await end(undefined, { service: 'research.example' })).toEqual([]);
  expect(await end(undefined, { state: 'failed' })).toEqual([]);
  expect(await end()).toHaveLength(1);
});
