/**
 * How well the library finds and quotes: recall, MRR and the right passage by kind of question, the quotations of whole answers
 * in fast and deep research, and how the answers begin.
 * `node bench/eval.ts [--library DIR] [--questions FILE]`; without them, the sections of the Code in the tests' fixtures. With a language model, also what it writes from the passages:
 * `--model-url URL --model NAME [--input-tokens N] [--mode MODE] [--record FILE]`, or `--replay FILE` without the model.
 */

import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { createOpenAiModel } from '../src/client/model/openAiModel.ts';
import { createNodeTransport } from '../src/client/transport/nodeTransport.ts';
import type { LanguageModel } from '../src/model/languageModel.ts';
import { RESEARCH_MODES } from '../src/protocol/chatCompletions.ts';
import { plainQuestion } from '../src/protocol/question.ts';
import { createLibraryIndex } from '../src/service/index/libraryIndex.ts';
import { createLibraryResearcher } from '../src/service/research/libraryResearcher.ts';
import { passagesInOrder, search } from '../src/service/search/search.ts';
import { evalAnswers, openingsOf } from './library/evalAnswers.ts';
import { evalModel, flat } from './library/evalModel.ts';
import { recordCalls, replayCalls } from './library/modelTraffic.ts';

const questionSchema = z.object({
  id: z.string(),
  kind: z.string(),
  question: z.string(),
  gold: z.array(z.string()),
  primary: z.optional(z.string()),
  must_contain: z.optional(z.array(z.string())),
});
type Question = z.infer<typeof questionSchema>;

const { values } = parseArgs({
  options: {
    library: { type: 'string' },
    questions: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    'model-url': { type: 'string' },
    model: { type: 'string' },
    'input-tokens': { type: 'string' },
    mode: { type: 'string', default: 'tax_research_fast_research' },
    record: { type: 'string' },
    replay: { type: 'string' },
  },
});
const folder = resolve(values.library ?? join(import.meta.dirname, '../test/fixtures/irc'));
const file = resolve(values.questions ?? join(import.meta.dirname, 'library/questions.json'));

interface Score {
  readonly at1: number;
  readonly at5: number;
  readonly at10: number;
  readonly mrr: number;
  readonly passage: number;
}

const questions = z.array(questionSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
const library = createLibraryIndex({ folders: [folder], indexDir: join(tmpdir(), 'fiscal-eval') });
const status = await library.ready();
console.log(`${status.documents} documents, ${status.passages} passages, ${questions.length} questions`);

const model = modelOf();
if (model) {
  await evalModel(library, model, questions, z.enum(RESEARCH_MODES).parse(values.mode), values.verbose);
  await library.close();
  process.exit(0);
}

const rows = new Map<string, Score[]>();
for (const question of questions) {
  const score = await measure(question);
  rows.set(question.kind, [...(rows.get(question.kind) ?? []), score]);
  rows.set('all', [...(rows.get('all') ?? []), score]);
}
console.log('kind          n   recall@1  recall@5 recall@10   MRR@10 passage@5');
for (const [kind, scores] of [...rows].sort(([one], [other]) => Number(one === 'all') - Number(other === 'all'))) {
  const mean = (pick: (score: Score) => number) =>
    (scores.reduce((sum, score) => sum + pick(score), 0) / scores.length).toFixed(2).padStart(9);
  const columns = [
    mean((s) => s.at1),
    mean((s) => s.at5),
    mean((s) => s.at10),
    mean((s) => s.mrr),
    mean((s) => s.passage),
  ];
  console.log(kind.padEnd(11) + String(scores.length).padStart(4) + columns.join(' '));
}

const asked = createLibraryResearcher({ folders: [folder], indexDir: join(tmpdir(), 'fiscal-eval') });
console.log('\nanswers');
await evalAnswers(asked, 'questions', questions, values.verbose);
const ordinary = z
  .array(z.extend(questionSchema, { held: z.boolean() }))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'library/ordinary.json'), 'utf8')));
for (const held of [false, true]) {
  await evalAnswers(
    asked,
    held ? 'ordinary, held out' : 'ordinary, tuned on',
    ordinary.filter((question) => question.held === held),
    values.verbose && !held,
  );
}

// How the answer begins: sure (good), not sure (partly), or a refusal (none).
console.log('\nopenings                  n   good partly   none');
// Questions that the library cannot answer.
const outside = z
  .array(z.object({ held: z.boolean(), question: z.string() }))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'library/outside.json'), 'utf8')));
for (const held of [false, true]) {
  await reportOpenings(
    held ? 'outside, held out' : 'outside, measured on',
    outside.filter((question) => question.held === held).map(({ question }) => question),
  );
}
await reportOpenings(
  'inside',
  questions.map(({ question }) => question),
);
const inside = z
  .array(z.string())
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'library/inside.json'), 'utf8')));
await reportOpenings('everyday questions', inside);
await asked.close();
await library.close();

async function reportOpenings(name: string, list: readonly string[]): Promise<void> {
  const counts = await openingsOf(asked, list);
  const columns = [list.length, counts.good, counts.partly, counts.none].map((count) => String(count).padStart(6));
  console.log(name.padEnd(21) + columns.join(' '));
}

async function measure(question: Question): Promise<Score> {
  const { documents } = await search(
    await library.reader(new AbortController().signal),
    plainQuestion(question.question),
    { limit: 10 },
  );
  const wanted = question.gold.map((key) => key.toLowerCase());
  const ranked = documents.map((document) => document.authority);
  // Several gold sections are alternatives, but for `multi`, where all are needed.
  const recall = (k: number) => {
    const hits = wanted.filter((key) => ranked.slice(0, k).includes(key)).length;
    return question.kind === 'multi' ? hits / wanted.length : Math.min(1, hits);
  };
  const first = ranked.findIndex((key) => wanted.includes(key));
  const phrases = (question.must_contain ?? []).map(flat);
  const passages = passagesInOrder({ documents, others: [] }).slice(0, 5);
  const passage = passages.some(({ passage: found }) => phrases.some((phrase) => flat(found.text).includes(phrase)))
    ? 1
    : 0;
  if (values.verbose && recall(5) < 1) {
    console.log(`${question.id} [${question.gold.join(' ')}] ${question.question}\n    ${ranked.join(' ')}`);
  }
  return { at1: recall(1), at5: recall(5), at10: recall(10), mrr: first === -1 ? 0 : 1 / (first + 1), passage };
}

/** The key of the endpoint comes from the environment variable FISCAL_MODEL_KEY. */
function modelOf(): LanguageModel | null {
  if (values.replay !== undefined) return replayCalls(values.replay);
  const url = values['model-url'];
  if (url === undefined || values.model === undefined) return null;
  const endpoint = createOpenAiModel({
    address: url,
    model: values.model,
    getKey: () => process.env.FISCAL_MODEL_KEY,
    inputTokens: values['input-tokens'] === undefined ? undefined : Number(values['input-tokens']),
    transport: createNodeTransport(),
  });
  return values.record === undefined ? endpoint : recordCalls(endpoint, values.record);
}
