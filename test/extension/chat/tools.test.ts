import fc from 'fast-check';
import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import { guardTexts } from '../../../src/compliance/guard/guardTexts.ts';
import type { GuardMode } from '../../../src/conversation/conversation.ts';
import { NO_MATTER } from '../../../src/conversation/matter.ts';
import { mayBeStored } from '../../../src/conversation/stored.ts';
import { MAX_TOOL_RESULT, readLibraryInput, readResearchInput } from '../../../src/extension/chat/toolInput.ts';
import { createTools } from '../../../src/extension/chat/tools.ts';
import { checkMessages } from '../../../src/extension/compliance/guard.ts';
import { eventually } from '../../support/eventually.ts';
import { chatDesk, type DeskOptions, fakeToken } from './chatDesk.ts';

function open(options: DeskOptions & { mode?: GuardMode } = {}) {
  const { mode = 'off' } = options;
  const guard: DeskOptions['guard'] = async (messages) =>
    checkMessages(messages, { mode, names: [], alreadySent: 0, blockedText: 'Identifiers are blocked.' });
  const desk = chatDesk({ ...options, guard });
  Object.assign(desk.vscode, {
    MarkdownString: class {
      readonly value: string;
      constructor(value: string) {
        this.value = value;
      }
    },
    LanguageModelToolResult: class {
      readonly content: unknown;
      constructor(content: unknown) {
        this.content = content;
      }
    },
    LanguageModelTextPart: class {
      readonly value: string;
      constructor(value: string) {
        this.value = value;
      }
    },
    CancellationError: class extends Error {
      override readonly name = 'Canceled';
    },
  });
  const tools = createTools({
    ...desk.deps,
    services: { ...desk.deps.services, model: null },
    guardTexts: async (texts) => guardTexts(texts, { guard: mode, clientNames: [] }),
  });
  const { token, cancel } = fakeToken();
  const call = async (name: 'research' | 'library', input: unknown, tokenBudget?: number) => {
    const tokenizationOptions = tokenBudget === undefined ? undefined : { tokenBudget, countTokens: async () => 0 };
    const options = { input, toolInvocationToken: undefined, tokenizationOptions } as never;
    const result = (await tools[name].invoke(options, token)) as unknown as { content: { value: string }[] };
    return result.content[0]?.value ?? '';
  };
  const confirmation = async (name: 'research' | 'library', input: unknown) => {
    const prepared = await tools[name].prepareInvocation({ input }, token);
    return prepared?.confirmationMessages;
  };
  const sent = (count = 1) =>
    eventually(() => {
      const request = desk.target.requests[count - 1];
      if (!request) throw new Error(`Request ${count} was not sent.`);
      return request;
    });
  return { ...desk, call, confirmation, sent, cancel };
}

const markdown = (message: string | Vscode.MarkdownString | undefined) =>
  typeof message === 'string' ? message : (message?.value ?? '');

const firm = {
  isFirmServer: true,
  matter: { own: { ...NO_MATTER, name: 'Harbor `audit`' }, folders: [], required: false, ignored: false },
};

it('the confirmation of a research question names the matter that the server of the firm is given, which then gets it', async () => {
  const { confirmation, call, sent } = open({ settings: firm });
  const shown = await confirmation('research', { question: 'Why?' });
  expect(markdown(shown?.message)).toContain(`- Matter: Harbor ${'\\`'}audit${'\\`'}`);
  expect(markdown((await confirmation('library', { question: 'Why?' }))?.message)).not.toContain('Matter:');
  const running = call('research', { question: 'Why?' });
  const request = await sent();
  expect(request.request.matter).toBe('Harbor `audit`');
  await request.send({ type: 'text', text: 'So.' });
  await request.done();
  await running;
});

it('the confirmation of a research question shows its text, mode, service, cost and retention', async () => {
  const { confirmation } = open();
  const shown = await confirmation('research', { question: 'Is ```it``` $5?', mode: 'deep' });
  expect(shown?.title).toBe('Ask Fiscal this question?');
  const text = markdown(shown?.message);
  expect(text).toMatch(/^````text\nIs ```it``` \$5\?\n````\n\n- /);
  expect(text).toContain('- Research mode: Deep research');
  expect(text).toContain('- Sent to: service.example');
  expect(text).toContain('- Cost: Billed by service.example as one question.');
  expect(text).toContain('- Data retention: the conversation is saved in Fiscal');
});

it('the confirmation of a library search says that it is free and who receives the passages', async () => {
  const text = markdown((await open().confirmation('library', { query: 'limit' }))?.message);
  expect(text).toContain('- Sent to: the built-in library');
  expect(text).toContain('- Cost: Free. The question is answered on this machine.');
  expect(text).toContain('The language model of the agent receives the result');
});

it('the result of a research question has the text and the sources with file and lines, and the conversation is saved', async () => {
  const { call, sent, store } = open();
  const result = call('research', { question: 'What is the limit?' });
  const request = await sent();
  await request.send({ type: 'text', text: 'It is $5 [1].' });
  await request.send({
    type: 'sources',
    sources: [{ title: '§ 179', url: null, date: '2025', location: { path: 'a.md', line: 2, endLine: 3 } }],
  });
  await request.done();
  expect(await result).toMatch(
    /not instructions\..*\n\nIt is \$5 \[1\]\.\n\nSources:\n\[1\] § 179 · a\.md:2-3 · 2025$/s,
  );
  expect(await store.list()).toEqual([expect.objectContaining({ title: 'Agent: What is the limit?', byAgent: true })]);
});

it('a library search returns passages and asks the built-in library also while a service is set', async () => {
  const { call, sent, kinds } = open({ readiness: 'noKey' });
  const result = call('library', { query: 'limit' });
  const request = await sent();
  await request.send({
    type: 'sources',
    sources: [{ title: '§ 179', url: null, snippet: 'The limit is $5.' }],
  });
  await request.done();
  expect(await result).toContain('[1] § 179\nThe limit is $5.');
  expect(kinds).toEqual([expect.objectContaining({ quoteOnly: true })]);
});

it.each(['replace', 'block'] as const)(
  'with %s, no identifier with hidden characters or at the cut of a result reaches the agent',
  async (mode) => {
    const forms = ['123\u200b-45-6789', '123\u3164-45-\u{e0041}6789', '123\ufe0f-45-6789'];
    for (const form of [...forms, `${'x '.repeat(29_890)}${forms[0]}`]) {
      const { call, sent } = open({ mode });
      const result = call('research', { question: 'What is it?' });
      // A failure is expected below.
      result.catch(() => {});
      const request = await sent();
      await request.send({ type: 'text', text: `SSN ${form}` });
      await request.done();
      if (mode === 'block') await expect(result).rejects.toThrow('The answer contains client identifiers');
      else expect((await result).replace(/\[U\+[0-9A-F]+\]/g, '')).not.toContain('123-4');
    }
  },
);

it('the confirmation shows the whole text of the longest question', async () => {
  const question = `${'word '.repeat(3_999)}end`;
  const { confirmation } = open();
  expect(markdown((await confirmation('research', { question }))?.message)).toContain(question);
});

it('the confirmation shows hidden characters of a question by their code points', async () => {
  const shown = await open().confirmation('research', { question: 'Is it\u{e0049}\u3164 $5\u202e?' });
  expect(markdown(shown?.message)).toContain('Is it[U+E0049][U+3164] $5[U+202E]?');
});

it('a call with 2 MB of input is refused with a sentence, and nothing is sent', async () => {
  const { call, confirmation, target } = open();
  const question = 'x'.repeat(2 * 1024 * 1024);
  expect(await confirmation('research', { question })).toBeUndefined();
  await expect(call('research', { question })).rejects.toThrow('Enter a question of at most 20,000 characters.');
  await expect(call('library', { query: question })).rejects.toThrow('Enter a question of at most 20,000 characters.');
  expect(target.requests).toHaveLength(0);
});

it('calls at the same time neither wait for each other nor share their context', async () => {
  const { call, sent, target } = open();
  const results = [call('research', { question: 'One?' }), call('research', { question: 'Two?' })];
  await sent(2);
  for (const request of target.requests) {
    expect(request.request.messages).toHaveLength(1);
    await request.send({ type: 'text', text: 'Yes.' });
    await request.done();
  }
  expect(await Promise.all(results)).toHaveLength(2);
});

it('a cancelled call stops its request and reports the cancellation', async () => {
  const { call, sent, cancel } = open();
  const result = call('research', { question: 'One?' });
  const request = await sent();
  cancel();
  await expect(result).rejects.toMatchObject({ name: 'Canceled' });
  expect(request.signal.aborted).toBe(true);
});

it('a result is shortened to its limit and to the budget of the caller, and says so', async () => {
  const { call, sent } = open();
  const results = [call('research', { question: 'One?' }), call('research', { question: 'Two?' }, 100)];
  for (const number of [1, 2]) {
    const request = await sent(number);
    await request.send({ type: 'text', text: 'x'.repeat(MAX_TOOL_RESULT * 2) });
    await request.done();
  }
  const [long, short] = await Promise.all(results);
  expect(long?.length).toBeLessThanOrEqual(MAX_TOOL_RESULT);
  expect(long).toContain('(The result was shortened.)');
  expect(short?.length).toBeLessThanOrEqual(300);
});

it('client identifiers in a result become placeholders, or the result is withheld if the guard blocks them', async () => {
  for (const mode of ['warn', 'block'] as const) {
    const { call, sent } = open({ mode });
    const result = call('research', { question: 'Whose return?' });
    const settled = result.catch((error: Error) => error.message);
    const request = await sent();
    await request.send({ type: 'text', text: 'That of 123-45-6789.' });
    await request.done();
    expect(await settled).toContain(mode === 'warn' ? 'That of [SSN-1].' : 'contains client identifiers');
  }
});

it('identifiers in the question of an agent need the dialog, and are refused if the guard blocks them', async () => {
  const blocked = open({ mode: 'block' });
  await expect(blocked.call('research', { question: '123-45-6789?' })).rejects.toThrow('Identifiers are blocked.');
  const closed = open({ mode: 'warn' });
  await expect(closed.call('research', { question: '123-45-6789?' })).rejects.toMatchObject({ name: 'Canceled' });
  expect(closed.fake.messages).toEqual(['Send this question to service.example?']);
  expect(closed.target.requests).toHaveLength(0);
});

it('nothing of a question with zero data retention is saved, not even its title', async () => {
  const { call, sent, store } = open({ settings: { zeroRetention: { on: true, byFolder: false } } });
  const result = call('research', { question: 'Secret?' });
  const request = await sent();
  expect(request.request.ZeroDataRetention).toBe(true);
  await request.send({ type: 'text', text: 'Yes.' });
  await request.done();
  await result;
  expect(store.recorded.length).toBeGreaterThan(0);
  expect(store.recorded.filter(({ conversation }) => mayBeStored(conversation))).toEqual([]);
});

it('any input of a tool is read as a question within the limit, or refused', () => {
  fc.assert(
    fc.property(fc.anything(), (input) => {
      for (const read of [readResearchInput, readLibraryInput]) {
        const question = read(input, 'auto');
        if (question) expect(question.text.trim()).not.toBe('');
      }
    }),
  );
});
