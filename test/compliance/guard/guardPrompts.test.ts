import { expect, it } from 'vitest';
import { guardPrompts } from '../../../src/compliance/guard/guardPrompts.ts';
import type { GuardMode } from '../../../src/conversation/conversation.ts';
import type { LanguageModel, ModelMessage } from '../../../src/model/languageModel.ts';

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

/** The guard of the first question of a conversation, which counts what it replaces. */
function first(strictest: GuardMode = 'off', names: readonly string[] = []) {
  const guard = {
    replaced: 0,
    strictest: () => strictest,
    names: () => names,
    onReplaced: () => void guard.replaced++,
  };
  return guard;
}

for (const mode of ['warn', 'replace'] as const) {
  it(`with ${mode}, a model receives placeholders for identifiers in passages, and its reply is restored`, async () => {
    const { model, prompts } = echo();
    expect(await read(guardPrompts(model, privacy(mode), first()))).toBe(`Passage: the SSN of Harbor Ltd is ${SSN}.`);
    expect(prompts[0]).not.toContain(SSN);
    expect(prompts[0]).not.toContain('Harbor');
  });
}

it('with block, a prompt whose passages contain identifiers is not sent', async () => {
  const { model, prompts } = echo();
  await expect(read(guardPrompts(model, privacy('block'), first()))).rejects.toMatchObject({ kind: 'identifiers' });
  expect(prompts).toEqual([]);
});

it('with off, a prompt is sent as it is', async () => {
  const { model, prompts } = echo();
  await read(guardPrompts(model, privacy('off'), first()));
  expect(prompts[0]).toContain(SSN);
});

it('a guard that earlier turns of the conversation had stays in effect when the setting is less strict', async () => {
  const { model, prompts } = echo();
  await read(guardPrompts(model, privacy('off'), first('replace')));
  expect(prompts[0]).not.toContain(SSN);
  await expect(read(guardPrompts(model, privacy('warn'), first('block')))).rejects.toMatchObject({
    kind: 'identifiers',
  });
  expect(prompts).toHaveLength(1);
});

it('a prompt with placeholders is reported, and one without identifiers is not', async () => {
  const { model } = echo();
  const guard = first();
  const guarded = guardPrompts(model, privacy('warn'), guard);
  for await (const _ of guarded.send([{ role: 'user', content: 'No names.' }], new AbortController().signal)) void _;
  expect(guard.replaced).toBe(0);
  await read(guarded);
  expect(guard.replaced).toBe(1);
});

it('a name that an earlier question replaced is replaced in a prompt when the settings do not have it', async () => {
  const { model, prompts } = echo();
  const settings = () => ({ guard: 'off' as const, clientNames: [] });
  await read(guardPrompts(model, settings, first('replace', ['Harbor Ltd'])));
  expect(prompts[0]).toBe('Passage: the SSN of [NAME-1] is [SSN-1].');
});
