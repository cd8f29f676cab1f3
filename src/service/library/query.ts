/** What a question asks for, as search sees it. */
import { type Citation, findCitations, possibleSections } from './authority.ts';
import { stem } from './stem.ts';
import { STOP_WORDS } from './stopWords.ts';
import { wordsOf } from './words.ts';

export interface Term {
  readonly word: string;
  readonly stem: string;
  readonly weight: number;
}

export interface Query {
  /** The question without the selections that came along. */
  readonly question: string;
  /** Words of the question, each stem once. */
  readonly terms: readonly Term[];
  /** Words that the vocabulary adds. */
  readonly added: readonly Term[];
  readonly citations: readonly Citation[];
  /** Numbers that are sections if the library has them. */
  readonly possible: readonly string[];
}

/** Words of a selection that are taken into account, at most. */
const MAX_SELECTION_WORDS = 40;
const MAX_TERMS = 48;

export function analyse(content: string, context: readonly string[]): Query {
  const { question, selection } = splitContent(content);
  const terms = new Map<string, Term>();
  const add = (text: string, weight: number, limit: number) => {
    let left = limit;
    for (const word of wordsOf(text)) {
      if (left <= 0 || terms.size >= MAX_TERMS) return;
      if (STOP_WORDS.has(word) || (word.length < 2 && !/\d/.test(word)) || word.length > 60) continue;
      const key = stem(word);
      if (terms.has(key)) continue;
      terms.set(key, { word, stem: key, weight });
      left -= 1;
    }
  };
  add(question, 1, MAX_TERMS);
  add(selection, 0.4, MAX_SELECTION_WORDS);
  for (const earlier of context.slice(-2).toReversed()) add(splitContent(earlier).question, 0.3, 12);
  return {
    question,
    terms: [...terms.values()],
    added: [],
    citations: findCitations(`${question}\n${selection}`),
    possible: possibleSections(question),
  };
}

/** The question and the fenced selections that the panel puts below it. */
export function splitContent(content: string): { question: string; selection: string } {
  const selection: string[] = [];
  const question = content.replace(/^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^\1\s*$/gm, (_whole, _fence, body: string) => {
    selection.push(body);
    return '';
  });
  const plain = question
    .replace(/^From .{1,300}, lines? \d+(?:-\d+)?:\s*$/gm, '')
    .replace(/^Quoted from the earlier answer:\s*$/gm, '');
  return { question: plain.trim(), selection: selection.join('\n') };
}
