/** Searches the turns of the active branch, including turns that are not rendered and parts that are collapsed. */
import type { Turn } from '../../conversation/conversation.ts';
import { escapeHidden } from '../../conversation/display.ts';
import { shownPassage } from '../../conversation/plainPassage.ts';
import { escapePattern } from '../../text/escapePattern.ts';
import { createMarkdownView } from '../markdown/markdownView.ts';
import { renderedText } from './renderedText.ts';

/** A match in a part of a turn. `part` is the value of `data-find` on its element. */
export interface Match {
  readonly turnId: string;
  readonly part: string;
  readonly start: number;
  readonly end: number;
}

const MAX_MATCHES = 5000;
/** Milliseconds of work after which the search lets the page handle events. */
const MAX_TASK_TIME = 8;

/** Returns a pattern that ignores case and matches any white space for a blank. Null if the query is empty. */
export function pattern(query: string): RegExp | null {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  return new RegExp(words.map(escapePattern).join('\\s+'), 'giu');
}

export interface Searcher {
  /** Returns null if the search was aborted. */
  search(query: string, turns: readonly Turn[], signal: AbortSignal): Promise<Match[] | null>;
}

/** `findRendered` returns the element of a rendered answer, whose text does not have to be rendered again. */
export function createSearcher(findRendered: (turnId: string) => Element | null): Searcher {
  const texts = new Map<string, { source: string; text: string }>();
  const passages = new Map<string, string>();

  const answerText = (turn: Turn): string => {
    const element = findRendered(turn.id);
    if (element) return renderedText(element).text;
    const known = texts.get(turn.id);
    if (known?.source === turn.answer.text) return known.text;
    const text = render(turn.answer.text, turn.answer.sources.length);
    texts.set(turn.id, { source: turn.answer.text, text });
    return text;
  };

  /** Passages are only rendered if they contain the first word of the query, because an answer can have hundreds of them. */
  const passageText = (query: string) => (snippet: string) => {
    const [firstWord = ''] = query.trim().toLowerCase().split(/\s+/);
    if (!snippet.toLowerCase().includes(firstWord)) return '';
    const known = passages.get(snippet) ?? render(snippet, 0);
    passages.set(snippet, known);
    return known;
  };

  return {
    async search(query, turns, signal) {
      const expression = pattern(query);
      const found: Match[] = [];
      if (!expression) return found;
      let startedAt = performance.now();
      for (const turn of turns) {
        if (performance.now() - startedAt > MAX_TASK_TIME) {
          await new Promise((resolve) => setTimeout(resolve));
          startedAt = performance.now();
        }
        if (signal.aborted) return null;
        for (const [part, text] of partsOf(turn, answerText, passageText(query))) {
          for (const match of text.matchAll(expression)) {
            found.push({ turnId: turn.id, part, start: match.index, end: match.index + match[0].length });
            if (found.length === MAX_MATCHES) return found;
          }
        }
      }
      return found;
    },
  };
}

/** Returns the text as it is rendered. */
function render(markdown: string, sourceCount: number): string {
  const root = document.createElement('div');
  const view = createMarkdownView(root, { immediate: true, onLink() {}, onCitation() {} });
  view.setSources(sourceCount);
  view.append(markdown);
  view.finish();
  const { text } = renderedText(root);
  view.dispose();
  return text;
}

/** Yields the parts in the order of the page. */
function* partsOf(
  turn: Turn,
  answerText: (turn: Turn) => string,
  passageText: (snippet: string) => string,
): Generator<[part: string, text: string]> {
  const { question, answer } = turn;
  yield ['question', escapeHidden(question.text)];
  if (question.quote !== undefined) yield ['quote', escapeHidden(question.quote)];
  for (const selection of question.selections) yield [`selection:${selection.id}`, escapeHidden(selection.text)];
  for (const [index, step] of answer.steps.entries()) yield [`step:${index}`, escapeHidden(step.title)];
  if (answer.text !== '') yield ['answer', answerText(turn)];
  for (const [index, source] of answer.sources.entries()) {
    yield [`source:${index}:title`, escapeHidden(source.title)];
    if (source.snippet) yield [`source:${index}:snippet`, passageText(shownPassage(source))];
  }
}
