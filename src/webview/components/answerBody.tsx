/** The text of an answer. It goes from the store directly to the renderer. Only the renderer changes the nodes below the root. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CheckedSentence } from '../../check/checkResult.ts';
import { isPending, type Turn } from '../../conversation/conversation.ts';
import { escapeHidden, shorten, sourceOrigins } from '../../conversation/display.ts';
import { evidenceIn } from '../../conversation/evidenceIn.ts';
import { plainPassage } from '../../conversation/plainPassage.ts';
import { MAX_AUTHORITY } from '../../panel/pageMessages.ts';
import { LIBRARY } from '../../protocol/library.ts';
import { citationName } from '../markdown/inlineView.ts';
import { defaultLabels } from '../markdown/labels.ts';
import { createMarkdownView, type MarkdownView } from '../markdown/markdownView.ts';
import type { Page } from '../state/pageModel.ts';
import { t, translate } from '../translation.ts';
import { addEvidence, markOf } from './evidenceMarks.ts';
import { markSentences } from './sentenceMarks.ts';

/** Largest length of a complete answer, in UTF-16 units, that is rendered synchronously. A longer one would block the page. */
const MAX_SYNCHRONOUS_LENGTH = 50_000;

interface AnswerBodyProps {
  page: Page;
  turnId: string;
  /** Sentences to review. They are underlined when the answer is complete and rendered. */
  sentences: readonly CheckedSentence[];
}

export function AnswerBody({ page, turnId, sentences }: AnswerBodyProps) {
  const root = useRef<HTMLDivElement>(null);
  const [renderCount, setRenderCount] = useState(0);

  useLayoutEffect(() => {
    const element = root.current;
    const turn = page.store.turn(turnId);
    if (!element || !turn) return;
    const renderer = createAnswerRenderer(page, turnId, element, () => setRenderCount((count) => count + 1));
    renderer.onChange(turn, null);
    const stop = page.store.onTurn(turnId, renderer.onChange);
    return () => {
      stop();
      renderer.dispose();
    };
  }, [page, turnId]);

  useEffect(() => {
    const element = root.current;
    if (element && renderCount > 0 && sentences.length > 0) return markSentences(element, sentences);
  }, [sentences, renderCount]);

  return <div class="answer-text" data-find="answer" ref={root} />;
}

/** Passes changes of an answer to a Markdown view. Replaces the view if the new text does not continue the rendered text. */
function createAnswerRenderer(page: Page, turnId: string, root: HTMLElement, onRendered: () => void) {
  let view: MarkdownView | null = null;
  let rendered = '';
  let sourceCount = -1;
  let hasAllSources = false;
  let finished = false;
  let epoch = -1;

  const reset = (turn: Turn) => {
    view?.dispose();
    rendered = '';
    sourceCount = -1;
    hasAllSources = false;
    finished = false;
    epoch = turn.epoch;
    const complete = !isPending(turn.answer.state);
    const isLong = complete && turn.answer.text.length > MAX_SYNCHRONOUS_LENGTH;
    // Keeps the last height of the turn until all parts are rendered, so that the text below does not move.
    root.classList.toggle('in-parts', isLong);
    root.dataset.rendering = isLong ? t('answer.rendering') : '';
    // An answer that is complete can have text that is not drawn yet.
    root.ariaBusy = 'true';
    view = createView(page, turnId, root, { immediate: complete && !isLong, onRendered });
    return view;
  };

  return {
    onChange(turn: Turn, added: string | null) {
      const { text } = turn.answer;
      let current = view ?? reset(turn);
      const continues = added !== null && rendered.length + added.length === text.length;
      // After a whole state or a new request of the turn, only text that continues the rendered text is appended.
      if (
        !continues &&
        (turn.epoch !== epoch || finished !== !isPending(turn.answer.state) || !text.startsWith(rendered))
      ) {
        if (text !== rendered || turn.epoch !== epoch) current = reset(turn);
      }
      const next = continues ? added : text.slice(rendered.length);
      const isDone = turn.answer.state === 'done';
      if (turn.answer.sources.length !== sourceCount || isDone !== hasAllSources) {
        sourceCount = turn.answer.sources.length;
        hasAllSources = isDone;
        current.setSources(sourceCount, isDone);
      }
      if (next !== '') current.append(next);
      rendered = text;
      if (!finished && !isPending(turn.answer.state)) {
        finished = true;
        current.finish();
      }
    },
    dispose() {
      view?.dispose();
      view = null;
    },
  };
}

function createView(
  page: Page,
  turnId: string,
  root: HTMLElement,
  { immediate, onRendered }: { immediate: boolean; onRendered: () => void },
): MarkdownView {
  const copy = (text: string) => {
    page.post({ type: 'copyText', text });
    page.announcer.announce(t('copied'));
  };
  const labels = {
    ...defaultLabels,
    ...Object.fromEntries(Object.entries(defaultLabels).map(([key, text]) => [key, translate(text)])),
  };
  const describeCitation = (n: number) => {
    const sources = page.store.turn(turnId)?.answer.sources ?? [];
    const source = sources[n - 1];
    if (!source) return null;
    return {
      title: [escapeHidden(source.title), sourceOrigins(sources)[n - 1]].filter(Boolean).join(' · '),
      snippet: shorten(plainPassage(escapeHidden(source.snippet?.slice(0, 600) ?? '')), 400),
    };
  };
  const evidence = () => evidenceIn(page.store.turn(turnId)?.answer.parts);
  return createMarkdownView(root, {
    immediate,
    onRendered: () => {
      root.classList.remove('in-parts');
      root.ariaBusy = 'false';
      addEvidence(root, evidence(), (n) => citationName(labels.source, n, describeCitation(n)?.title));
      onRendered();
    },
    labels,
    onLink: (url) => page.post({ type: 'openLink', url }),
    onCitation(n, citation) {
      const mark = markOf(root, citation);
      const hasWords = evidence().some((each) => each.mark === mark && each.source === n);
      page.post({ type: 'openSource', turnId, source: n - 1, ...(hasWords && { mark }) });
    },
    ...(page.store.turn(turnId)?.service === LIBRARY && {
      onAuthority(words: string, mark: Element) {
        const cited = Array.from(mark.closest('blockquote')?.querySelectorAll('a.md-citation') ?? []).at(-1);
        const source = Number(/\d{1,6}/.exec(cited?.textContent ?? '')?.[0] ?? 0) - 1;
        page.post({ type: 'openAuthority', turnId, source, text: words.slice(0, MAX_AUTHORITY) });
      },
    }),
    describeCitation,
    onCopyTable: copy,
    onCopyCode: copy,
  });
}
