import { onTestFinished } from 'vitest';
import type { AskMode, ResearchMode } from '../../../src/protocol/chatCompletions.ts';
import { plainQuestion, type ResearchQuestion } from '../../../src/protocol/question.ts';
import type { LibraryIndexOptions } from '../../../src/service/index/libraryIndex.ts';
import { createLibraryResearcher, type LibraryResearcher } from '../../../src/service/research/libraryResearcher.ts';
import type { LibrarySource } from '../../../src/service/researcher.ts';

/** What the first line says of the closest passage if the answer is sure. */
export const SURE =
  /It contains the words of the question|The question cites it\.|Sie enthält die Wörter der Frage|In der Frage wird sie genannt\./;

/** A source with its place beside its words. */
type PlacedSource = Omit<LibrarySource, 'location'> & LibrarySource['location'];

export interface Answered {
  readonly text: string;
  readonly pieces: readonly string[];
  readonly steps: readonly string[];
  readonly sources: readonly PlacedSource[];
  readonly suggestions: readonly string[];
}

export function researcher(options: Partial<LibraryIndexOptions> & { folders: readonly string[] }): LibraryResearcher {
  const made = createLibraryResearcher({ indexDir: null, ...options });
  onTestFinished(() => made.close());
  return made;
}

/** A question about lines of a file. */
export function about(question: string, path: string, line: number, text: string, general?: boolean): ResearchQuestion {
  const endLine = line + text.split('\n').length - 1;
  return { ...plainQuestion(question), selections: [{ path, line, endLine, text }], ...(general && { general }) };
}

/**
 * Asks when all documents are read, for which a question does not wait on a slow machine. Several questions are a conversation of which
 * the last one is answered.
 */
export async function ask(...asked: Parameters<typeof askWhileReading>): Promise<Answered> {
  await asked[0].ready();
  return askWhileReading(...asked);
}

/** Asks at once. */
export async function askWhileReading(
  made: LibraryResearcher,
  questions: string | ResearchQuestion | readonly (string | ResearchQuestion)[],
  askMode: AskMode | ResearchMode = 'tax_research_normal',
  allowedAskModes: readonly ResearchMode[] | null = null,
  signal: AbortSignal = new AbortController().signal,
): Promise<Answered> {
  const list = [questions].flat().map((each) => (typeof each === 'string' ? plainQuestion(each) : each));
  const context = list.slice(0, -1).map((earlier) => ({ question: earlier, answer: 'An earlier answer.' }));
  const question = list.at(-1) ?? plainQuestion('');
  const pieces: string[] = [];
  const steps: string[] = [];
  const sources: PlacedSource[] = [];
  const suggestions: string[] = [];
  for await (const output of made.research(
    { question, context, askMode, allowedAskModes, zeroDataRetention: false },
    signal,
  )) {
    if (output.type === 'text') pieces.push(output.text);
    else if (output.type === 'step') steps.push(output.title);
    else if (output.type === 'sources')
      sources.push(...output.sources.map(({ location, ...source }) => ({ ...source, ...location })));
    else if (output.type === 'suggestions') suggestions.push(...output.suggestions);
  }
  return { text: pieces.join(''), pieces, steps, sources, suggestions };
}

/** The quotations of an answer with the number of the source that each names. */
export function quotationsOf(text: string): { quoted: string; source: number }[] {
  const blocks = text.split('\n\n').filter((block) => block.startsWith('>'));
  return blocks.map((block) => {
    const lines = block.split('\n').map((line) => line.replace(/^> ?/, ''));
    const source = /\[(\d+)\]$/.exec(lines.at(-1) ?? '');
    const body = lines.join('\n').replace(/\s*\[\d+\]$/, '');
    return { quoted: body.replace(/^`{3,}\n([\s\S]*?)\n`{3,}\s*$/, '$1'), source: Number(source?.[1]) };
  });
}
