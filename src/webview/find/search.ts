/** Searches the whole shown conversation: also turns that are not drawn and parts that are folded. */
import type { Turn } from '../../conversation/conversation.ts';
import { visible } from '../format.ts';
import { createMarkdownView } from '../markdown/markdownView.ts';
import { renderedText } from './renderedText.ts';

/** A part of a turn by the name that its element carries in `data-find`. */
export interface Match {
  readonly turnId: string;
  readonly part: string;
  readonly start: number;
  readonly end: number;
}

export const MAX_MATCHES = 5000;
/** Milliseconds of work after which the page gets its turn. */
const SLICE = 8;

/** Case is ignored, and a blank stands for any white space. */
export function pattern(query: string): RegExp | null {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('\\s+'), 'giu');
}

export interface Searcher {
  /** Null when it was aborted. */
  search(query: string, turns: readonly Turn[], signal: AbortSignal): Promise<Match[] | null>;
}

/** `drawn` gives the element of an answer that is on the page: its text need not be made again. */
export function createSearcher(drawn: (turnId: string) => Element | null): Searcher {
  const texts = new Map<string, { source: string; text: string }>();

  const answerText = (turn: Turn): string => {
    const element = drawn(turn.id);
    if (element) return renderedText(element).text;
    const known = texts.get(turn.id);
    if (known?.source === turn.answer.text) return known.text;
    const root = document.createElement('div');
    const view = createMarkdownView(root, { immediate: true, onLink() {}, onCitation() {} });
    view.setSources(turn.answer.sources.length);
    view.append(turn.answer.text);
    view.finish();
    const { text } = renderedText(root);
    view.dispose();
    texts.set(turn.id, { source: turn.answer.text, text });
    return text;
  };

  return {
    async search(query, turns, signal) {
      const wanted = pattern(query);
      const found: Match[] = [];
      if (!wanted) return found;
      let begun = performance.now();
      for (const turn of turns) {
        if (performance.now() - begun > SLICE) {
          await new Promise((resolve) => setTimeout(resolve));
          begun = performance.now();
        }
        if (signal.aborted) return null;
        for (const [part, text] of partsOf(turn, answerText)) {
          for (const match of text.matchAll(wanted)) {
            found.push({ turnId: turn.id, part, start: match.index, end: match.index + match[0].length });
            if (found.length === MAX_MATCHES) return found;
          }
        }
      }
      return found;
    },
  };
}

/** In the order in which they stand on the page. */
function* partsOf(turn: Turn, answerText: (turn: Turn) => string): Generator<[part: string, text: string]> {
  const { question, answer } = turn;
  yield ['question', visible(question.text)];
  if (question.quote !== undefined) yield ['quote', visible(question.quote)];
  for (const selection of question.selections) yield [`selection:${selection.id}`, visible(selection.text)];
  for (const [index, step] of answer.steps.entries()) yield [`step:${index}`, visible(step.title)];
  if (answer.text !== '') yield ['answer', answerText(turn)];
  for (const [index, source] of answer.sources.entries()) {
    yield [`source:${index}:title`, visible(source.title)];
    if (source.snippet) yield [`source:${index}:snippet`, visible(source.snippet)];
  }
}
