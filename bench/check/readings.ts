/** The second reading of the answers of the cases: the prompt that a model receives, and recorded replies in place of a model. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { sentencesOf } from '../../src/check/sentences.ts';
import { readKeys } from '../../src/service/writer/keys.ts';
import { type KeyedPassage, withKeys } from '../../src/service/writer/passage.ts';
import { readingPrompt } from '../../src/service/writer/prompts.ts';
import { sentencesToRead, withReadings } from '../../src/service/writer/secondReading.ts';
import type { VerifiedLine } from '../../src/service/writer/verifyLines.ts';
import type { Check, CheckCase } from './cases.ts';

/** Replies by the identifier of their prompt. */
export type Replies = ReadonlyMap<string, string>;

interface Reading {
  /** The prompt has no identifier of the case, so that a reply cannot rest on what the case expects. */
  readonly id: string;
  readonly prompt: string;
  /** The sentences as the answer has them, and without their marks. */
  readonly written: readonly string[];
  readonly lines: readonly VerifiedLine[];
  readonly passages: readonly KeyedPassage[];
}

export function readingOf({ question, answer, sources }: CheckCase): Reading {
  const passages = withKeys(
    sources.map(({ title, text }, id) => ({
      ...{ id, text, heading: '', authority: true },
      source: { title, url: null, snippet: text, location: { path: '', line: 1, endLine: 1 } },
    })),
  );
  const known = new Set(passages.map(({ key }) => key));
  const written = sentencesOf(answer).map(({ text }) => text);
  const lines = written.map((sentence): VerifiedLine => {
    const { text, keys } = readKeys(sentence, known);
    return {
      ...{ section: 'RULE', text, keys, copied: [], calculation: false, number: null, outcome: 'confirmed' },
      ...{ evidence: [], missing: [], flag: null, fromQuestion: false, reading: null, last: false },
    };
  });
  const sentences = sentencesToRead(lines);
  const prompt = readingPrompt(question, sentences, passages, '=====')
    .map(({ content }) => content)
    .join('\n');
  return { id: createHash('sha256').update(prompt).digest('hex').slice(0, 12), prompt, written, lines, passages };
}

/** The recorded replies, one a line: the identifier of the prompt, a tab, and the lines of the reply parted by ` / `. */
export function readReplies(file: string): Replies {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const pairs = rows.map((row) => z.tuple([z.string(), z.string()]).parse(row.split('\t')));
  return new Map(pairs.map(([id, reply]) => [id, reply.replaceAll(' / ', '\n')]));
}

/** Notices what a recorded reply marks and, of the findings of `check`, those that the panel shows with a second reading. */
export function checkByReplies(replies: Replies, check: Check = () => []): Check {
  return (one) => {
    const { id, written, lines, passages } = readingOf(one);
    const readings = withReadings(lines, replies.get(id) ?? '', passages).flatMap(({ reading }, at) =>
      reading ? [{ ...reading, sentence: written[at] ?? '' }] : [],
    );
    const isRead = new Set(readings.map(({ sentence }) => sentence));
    const marked = readings.filter(({ verdict }) => verdict !== 'supported');
    return [
      ...check(one).filter(({ kind, sentence }) => kind !== 'opposite' || !isRead.has(sentence)),
      ...marked.map(({ sentence, verdict, words }) => ({ sentence, kind: verdict, words })),
    ];
  };
}
