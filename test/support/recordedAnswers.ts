/** Recorded replies of a language model, and the passages that its searches found: the writer runs over them without model and library. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { LanguageModel, ModelMessage } from '../../src/model/languageModel.ts';
import { RESEARCH_MODES } from '../../src/protocol/chatCompletions.ts';
import { readsAgain } from '../../src/protocol/modelRequests.ts';
import { plainQuestion } from '../../src/protocol/question.ts';
import type { PassageFinder, WriterPassage } from '../../src/service/writer/passage.ts';
import { composeWritten } from '../../src/service/writer/result.ts';
import { type WriterResult, writeAnswer } from '../../src/service/writer/writeAnswer.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/writtenAnswers');
const QUESTIONS_FILE = join(FOLDER, 'questions.json');
export const RECORD_FILE = join(FOLDER, 'record.json');
export const ANSWERS_FILE = join(FOLDER, 'answers.md');

export interface RecordedQuestion {
  readonly id: string;
  readonly mode: (typeof RESEARCH_MODES)[number];
  readonly question: string;
}

export const readQuestions = (): RecordedQuestion[] =>
  z
    .array(z.object({ id: z.string(), mode: z.enum(RESEARCH_MODES), question: z.string() }))
    .parse(JSON.parse(readFileSync(QUESTIONS_FILE, 'utf8')));

const passageSchema = z.object({
  ...{ id: z.number(), text: z.string(), heading: z.string(), authority: z.boolean() },
  source: z.object({
    ...{ title: z.string(), url: z.nullable(z.string()), snippet: z.string() },
    location: z.object({ path: z.string(), line: z.number(), endLine: z.number() }),
    ...{ section: z.optional(z.string()), kind: z.optional(z.string()), date: z.optional(z.string()) },
  }),
});

const recordSchema = z.object({
  passages: z.array(passageSchema),
  /** Ids of what a search found, by its words, and of what is related to passages, by their ids. */
  searches: z.record(z.string(), z.array(z.number())),
  related: z.record(z.string(), z.array(z.number())),
  /** Replies by the digest of their prompt. */
  replies: z.record(z.string(), z.string()),
});
export type AnswerRecord = z.infer<typeof recordSchema>;

export const readRecord = (): AnswerRecord => recordSchema.parse(JSON.parse(readFileSync(RECORD_FILE, 'utf8')));

export const digestOf = (messages: readonly ModelMessage[]): string =>
  createHash('sha256').update(JSON.stringify(messages)).digest('hex').slice(0, 16);

/** Throws for a search that was not recorded. */
export function recordedFinder({ passages, searches, related }: AnswerRecord): PassageFinder {
  const byId = new Map(passages.map((passage): [number, WriterPassage] => [passage.id, passage]));
  const listed = (ids: readonly number[] | undefined, of: string): WriterPassage[] => {
    if (ids === undefined) throw new Error(`This search was not recorded: ${of}`);
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
  return {
    search: async ({ text }, limit) => listed(searches[`${limit} ${text}`], text),
    related: async (from, limit) => {
      const key = `${limit} ${from.map(({ id }) => id).join(' ')}`;
      return listed(related[key], key);
    },
  };
}

/** `replyTo` throws for a prompt without a reply. */
export const recordedModel = (replyTo: (messages: readonly ModelMessage[]) => string): LanguageModel => ({
  ...{ id: 'recorded', name: 'Recorded Model', inputTokens: 60_000 },
  async *send(messages) {
    yield replyTo(messages);
    return 'stop';
  },
});

export interface RecordedRun {
  readonly result: WriterResult;
  readonly steps: readonly string[];
}

export async function runQuestion(
  { id, mode, question }: RecordedQuestion,
  model: LanguageModel,
  finder: PassageFinder,
): Promise<RecordedRun> {
  let number = 0;
  const answer = writeAnswer({
    ...{ model, finder, mode, readsAgain: readsAgain('deep', mode) },
    context: { asked: plainQuestion(question), question, previous: null },
    signal: new AbortController().signal,
    // A prompt has the same digest only with the same border lines.
    random: () => `${id}x${number++}`,
  });
  const steps: string[] = [];
  for (;;) {
    const next = await answer.next();
    if (next.done) return { result: next.value, steps };
    if (next.value.type === 'step') steps.push(next.value.title);
  }
}

/** The answer as it is shown, with its sources and the words behind each mark. */
export function rendered({ id, mode, question }: RecordedQuestion, { result, steps }: RecordedRun): string {
  const head = `# ${id} (${mode})\n\n**${question}**\n\n${steps.map((step) => `- ${step}`).join('\n')}`;
  if (result.type === 'fallback') return `${head}\n\nQuoted instead: ${result.reason}\n`;
  const { parts, sources } = composeWritten(result);
  const text = parts.map((part) => part.text.replaceAll('### ', '## ')).join('\n\n');
  const words = parts.flatMap(({ evidence = [] }) => evidence.map((one) => `- [${one.source}] “${one.words}”`));
  const list = sources.map(({ title, section }, at) => `${at + 1}. ${[title, section].filter(Boolean).join(', ')}`);
  return `${head}\n\n${text}\n\nSources:\n\n${list.join('\n')}\n\nWords behind the marks:\n\n${[...new Set(words)].join('\n')}\n`;
}
