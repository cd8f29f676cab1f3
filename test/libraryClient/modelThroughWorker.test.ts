import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LibraryQuestion } from '../../src/libraryClient/askLibrary.ts';
import { createLibraryConnection, type LibraryConnection } from '../../src/libraryClient/libraryConnection.ts';
import type { LanguageModel } from '../../src/model/languageModel.ts';
import { ModelError } from '../../src/model/modelError.ts';
import type { ModelUse } from '../../src/protocol/modelUse.ts';
import { plainQuestion } from '../../src/protocol/question.ts';
import type { ResearchEvent } from '../../src/protocol/researchEvent.ts';
import type { SecondReading } from '../../src/protocol/secondReading.ts';
import { MAX_MODEL_TEXT } from '../../src/protocol/worker.ts';
import { eventually } from '../support/eventually.ts';
import { createScriptedModel } from '../support/scriptedModel.ts';

const WORKER = fileURLToPath(new URL('../../src/service/worker/main.ts', import.meta.url));
const ANSWER = '## RULE\nA laptop that costs less than $2,500 may be expensed. {S1}\nEND\n';

let folder: string;
let connection: LibraryConnection;
let worker: Worker;
let uses: ModelUse[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-model-'));
  writeFileSync(join(folder, 'laptop.md'), '# Laptops\n\nA laptop that costs less than $2,500 may be expensed.\n');
  uses = [];
  connection = createLibraryConnection({
    spawn: () => {
      worker = new Worker(WORKER);
      return worker;
    },
  });
  connection.configure({ folders: [folder], indexDir: null, exclude: [] });
});

afterEach(async () => {
  const ended = worker.threadId === -1 ? null : new Promise((resolve) => worker.once('exit', resolve));
  connection.dispose();
  await ended;
  rmSync(folder, { recursive: true });
});

const QUESTION: LibraryQuestion = {
  question: plainQuestion('Can a laptop that costs less than $2,500 be expensed?'),
  context: [],
  mode: 'tax_research_fast_research',
  allowed: null,
  zeroRetention: false,
};

async function events(
  model: LanguageModel | null,
  fields: Partial<LibraryQuestion> = {},
  signal = new AbortController().signal,
  secondReading?: SecondReading,
): Promise<ResearchEvent[]> {
  const options = { model: model && { model, zeroRetention: false, secondReading }, idleTimeout: 60_000 };
  const all: ResearchEvent[] = [];
  for await (const event of connection.ask({ ...QUESTION, ...fields }, signal, options)) {
    all.push(event);
    if (event.type === 'modelUse') uses.push(event.use);
  }
  return all;
}

async function ask(...options: Parameters<typeof events>): Promise<string> {
  return textOf(await events(...options));
}

const textOf = (all: readonly ResearchEvent[]) =>
  all.reduce((text, event) => {
    if (event.type === 'parts') return event.text ?? text;
    return event.type === 'text' ? text + event.text : text;
  }, '');

/** A model that replies only after the test ends the call. */
function stalledModel() {
  const signals: AbortSignal[] = [];
  const model: LanguageModel = {
    id: 'stalled',
    name: 'Stalled Model',
    inputTokens: 10_000,
    async *send(_messages, signal) {
      signals.push(signal);
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return 'stop';
    },
  };
  return { model, signals };
}

it('the model in the host writes the answer of the worker, and its use is reported without text', async () => {
  const model = createScriptedModel({ replies: { rewrite: 'SEARCH: laptop expensed', write: ANSWER }, chunk: 3 });
  const text = await ask(model);
  expect(text).toContain('may be expensed. [1]');
  expect(text).toContain('by Scripted Model');
  expect(uses).toEqual([
    {
      calls: 2,
      outcomes: ['confirmed'],
      sentences: { confirmed: 1, corrected: 0, flagged: 0, omitted: 0 },
      passages: [expect.stringMatching(/^[0-9a-f]{64}$/)],
    },
  ]);
});

it('the model reads its sentences again in the modes of the setting, and the words behind a sentence reach the host', async () => {
  const write = ANSWER.replace('{S1}', '{S1 "costs less than $2,500"}');
  const model = createScriptedModel({ replies: { rewrite: 'SEARCH: laptop', write, reading: '1: SAYS MORE' } });
  const mode = 'tax_research_normal';
  const all = await events(model, { mode }, undefined, 'exceptFast');
  expect(textOf(all)).toContain('second reading: the source may not say all of this');
  const parts = all.findLast((event) => event.type === 'parts')?.parts ?? [];
  expect(parts.flatMap(({ evidence = [] }) => evidence)).toEqual([
    { mark: 0, source: 1, words: 'costs less than $2,500' },
  ]);
  expect(textOf(await events(model, { mode }, undefined, 'deep'))).not.toContain('second reading');
  const first = all.find((event) => event.type === 'step' && event.title.startsWith('Asking Scripted Model'));
  expect(first).toMatchObject({ title: 'Asking Scripted Model, with at most 5 requests' });
});

it('the tokens of all calls reach the host, also of a reply that goes on after its end', async () => {
  const write = `${ANSWER}\nMore that nobody reads.\n`;
  const replies = { rewrite: 'SEARCH: laptop\nSEARCH: expensed\nSEARCH: cost\nSEARCH: again', write };
  const all = await events(createScriptedModel({ replies, chunk: 5, reportsUsage: true }));
  expect(all.find(({ type }) => type === 'usage')).toEqual({
    type: 'usage',
    usage: { promptTokens: 20, completionTokens: 2, totalTokens: 22 },
  });
  const silent = await events(createScriptedModel({ replies, chunk: 5 }));
  expect(silent.some(({ type }) => type === 'usage')).toBe(false);
});

it('the worker replaces identifiers before it puts a prompt together, and shows them in the steps and the answer', async () => {
  const answer = ANSWER.replace('laptop', '[NAME-1]');
  const scripted = createScriptedModel({ replies: { rewrite: 'SEARCH: [NAME-1] expensed', write: answer } });
  const prompts: string[] = [];
  const model: LanguageModel = {
    ...scripted,
    hidden: { block: false, names: ['Laptop', 'Laptops'] },
    send(messages, signal) {
      prompts.push(...messages.map(({ content }) => content));
      return scripted.send(messages, signal);
    },
  };
  const all = await events(model);
  expect(textOf(all)).toContain('A laptop that costs less than');
  const steps = all.flatMap((event) => (event.type === 'step' ? [event.title] : []));
  expect(steps).toContainEqual(expect.stringMatching(/^Searching for laptop expensed/i));
  expect(steps.join('\n')).not.toContain('[NAME');
  expect(prompts).toHaveLength(2);
  for (const prompt of prompts) {
    expect(prompt).toContain('[NAME-1]');
    expect(prompt).not.toMatch(/laptop/i);
  }
  const blocked = { ...model, hidden: { block: true, names: ['Laptop'] } };
  expect(await ask(blocked)).toContain('laptop');
  expect(prompts).toHaveLength(2);
});

it('a failure of the model in the host becomes a quoting answer that states the reason', async () => {
  const text = await ask(createScriptedModel({ replies: { rewrite: new ModelError('quota') } }));
  expect(text).toContain('The quota of the language model is used up.');
  expect(text).toContain('laptop');
  expect(uses).toEqual([{ calls: 1, sentences: null, passages: [] }]);
});

it('a question with zero data retention does not reach a model that was not approved for it', async () => {
  const model = createScriptedModel({ replies: { write: ANSWER } });
  expect(await ask(model, { zeroRetention: true })).toContain('zero data retention');
  expect(model.calls).toEqual([]);
});

it('an abort of the question aborts the call of the model at once', async () => {
  const { model, signals } = stalledModel();
  const stop = new AbortController();
  const asked = ask(model, {}, stop.signal);
  asked.catch(() => {});
  await eventually(() => expect(signals).toHaveLength(1));
  stop.abort(new Error('stopped'));
  expect(signals[0]?.aborted).toBe(true);
  expect(await asked).toEqual(expect.not.arrayContaining([expect.objectContaining({ type: 'done' })]));
});

it('a reply of the model in one chunk that is too long for the worker becomes a quoting answer at once', async () => {
  const model = createScriptedModel({ replies: { rewrite: 'x'.repeat(MAX_MODEL_TEXT + 1) } });
  expect(await ask(model)).toMatch(
    /^\*The reply of the language model could not be read\. The library quotes instead\./,
  );
});

it('an answer of the model suggests what to ask next, as quotations do', async () => {
  writeFileSync(
    join(folder, '179.md'),
    '# § 179. Election to expense\n\n## (a) Treatment as expenses\n\nA taxpayer may elect to treat the cost of any section 179 property as an expense, except that the cost of the property is limited as described in section 168.\n\n## (b) Exceptions\n\nNone.\n',
  );
  writeFileSync(
    join(folder, '168.md'),
    '# § 168. Accelerated cost recovery system\n\nThe deduction is determined by the method.\n',
  );
  const model = createScriptedModel({
    replies: {
      rewrite: 'SEARCH: elect cost of section 179 property as an expense',
      write: (prompt) => {
        const key = /.*(S\d+) \|/s.exec(prompt.slice(0, prompt.indexOf('A taxpayer may elect')))?.[1];
        return `A taxpayer may elect to treat the cost of any section 179 property as an expense. {${key}}\nEND`;
      },
    },
  });
  const all = await events(model, { question: plainQuestion('May the cost of section 179 property be an expense?') });
  expect(textOf(all)).toContain('by Scripted Model');
  const suggestions = all.flatMap((event) => (event.type === 'suggestions' ? event.suggestions : []));
  expect(suggestions.join('\n')).toContain('What does § 168');
});

it('the loss of the worker aborts the call of the model', async () => {
  const { model, signals } = stalledModel();
  const asked = ask(model);
  asked.catch(() => {});
  await eventually(() => expect(signals).toHaveLength(1));
  await worker.terminate();
  await expect(asked).rejects.toThrow();
  expect(signals[0]?.aborted).toBe(true);
});

it('a question without a model is answered by quotations after one with a model', async () => {
  const model = createScriptedModel({ replies: { rewrite: 'SEARCH: laptop', write: ANSWER } });
  await ask(model);
  const before = model.calls.length;
  expect(await ask(null)).toContain('laptop');
  expect(model.calls).toHaveLength(before);
});

it('the preview of a question lists the passages that its model then receives', async () => {
  await connection.ready();
  const model = createScriptedModel({ replies: { rewrite: 'SEARCH: laptop expensed', write: ANSWER } });
  const likely = await connection.likelyPassages({
    ...QUESTION,
    inputTokens: model.inputTokens,
  });
  expect(likely).toEqual([
    { title: 'Laptops', path: join(folder, 'laptop.md'), line: 3, endLine: 3, length: expect.any(Number) },
  ]);
  await ask(model);
  const prompt = model.calls.find(({ kind }) => kind === 'write')?.prompt ?? '';
  expect(prompt.match(/^=====\S+ S\d+ \|.*$/gm)).toHaveLength(likely.length);
  expect(prompt).toContain(' | Laptops |');
});

it('a library without documents lists no passage', async () => {
  connection.configure({ folders: [], indexDir: null, exclude: [] });
  expect(await connection.likelyPassages({ ...QUESTION, mode: 'auto', inputTokens: 8000 })).toEqual([]);
});
