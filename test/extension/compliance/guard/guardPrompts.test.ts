import { expect, it } from 'vitest';
import type { GuardMode } from '../../../../src/conversation/conversation.ts';
import { guardPrompts } from '../../../../src/extension/compliance/guard/guardPrompts.ts';
import type { LanguageModel, ModelMessage } from '../../../../src/model/languageModel.ts';

const SSN = '123-45-6789';

/** Repeats the passage that it was given, in chunks of three characters. */
function echo() {
  const prompts: string[] = [];
  const model: LanguageModel = {
    id: 'echo',
    name: 'Echo',
    inputTokens: 1000,
    async *send(messages: readonly ModelMessage[]) {
      const text = messages.map(({ content }) => content).join('\n');
      prompts.push(text);
      for (let at = 0; at < text.length; at += 3) yield text.slice(at, at + 3);
      return 'stop';
    },
  };
  return { model, prompts };
}

async function read(model: LanguageModel): Promise<string> {
  let text = '';
  const messages: ModelMessage[] = [{ role: 'user', content: `Passage: the SSN of Harbor Ltd is ${SSN}.` }];
  for await (const chunk of model.send(messages, new AbortController().signal)) text += chunk;
  return text;
}

const privacy = (guard: GuardMode) => () => ({ guard, clientNames: ['Harbor Ltd'] });

for (const mode of ['warn', 'replace'] as const) {
  it(`With ${mode}, a model receives placeholders for identifiers in passages, and its reply is restored.`, async () => {
    const { model, prompts } = echo();
    expect(await read(guardPrompts(model, privacy(mode)))).toBe(`Passage: the SSN of Harbor Ltd is ${SSN}.`);
    expect(prompts[0]).not.toContain(SSN);
    expect(prompts[0]).not.toContain('Harbor');
  });
}

it('With block, a prompt whose passages contain identifiers is not sent.', async () => {
  const { model, prompts } = echo();
  await expect(read(guardPrompts(model, privacy('block')))).rejects.toMatchObject({ kind: 'identifiers' });
  expect(prompts).toEqual([]);
});

it('With off, a prompt is sent as it is.', async () => {
  const { model, prompts } = echo();
  await read(guardPrompts(model, privacy('off')));
  expect(prompts[0]).toContain(SSN);
});
