/** The text of an answer. Pieces go from the store to the renderer; the nodes below the root belong to the renderer alone. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isRunning, type Turn } from '../../conversation/conversation.ts';
import { origin, visible } from '../format.ts';
import { defaultLabels } from '../markdown/labels.ts';
import { createMarkdownView, type MarkdownView } from '../markdown/markdownView.ts';
import type { Page } from '../state/pageModel.ts';
import { t, translate } from '../strings.ts';

/** A finished answer up to this length, in UTF-16 units, is drawn in one go; a longer one would hold up the page. */
const MAX_AT_ONCE = 50_000;

export function AnswerBody({ page, turnId }: { page: Page; turnId: string }) {
  const root = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = root.current;
    const turn = page.store.turn(turnId);
    if (!element || !turn) return;
    const feeder = feed(page, turnId, element);
    feeder.take(turn, null);
    const stop = page.store.onTurn(turnId, feeder.take);
    return () => {
      stop();
      feeder.dispose();
    };
  }, [page, turnId]);

  return <div class="answer-text" data-find="answer" ref={root} />;
}

function feed(page: Page, turnId: string, root: HTMLElement) {
  let view: MarkdownView | null = null;
  let fed = '';
  let sources = -1;
  let finished = false;
  let epoch = -1;

  const begin = (turn: Turn) => {
    view?.dispose();
    fed = '';
    sources = -1;
    finished = false;
    epoch = turn.epoch;
    const whole = !isRunning(turn.answer.state);
    const long = whole && turn.answer.text.length > MAX_AT_ONCE;
    // Keeps the height that the turn had until it has it again: what is below must not move meanwhile.
    root.classList.toggle('in-parts', long);
    view = createView(page, turnId, root, whole && !long);
    return view;
  };

  return {
    take(turn: Turn, piece: string | null) {
      const { text } = turn.answer;
      let current = view ?? begin(turn);
      const follows = piece !== null && fed.length + piece.length === text.length;
      // A whole state, or a new request of the turn: only what really continues the shown text may be appended to it.
      if (!follows && (turn.epoch !== epoch || finished !== !isRunning(turn.answer.state) || !text.startsWith(fed))) {
        if (text !== fed || turn.epoch !== epoch) current = begin(turn);
      }
      const next = follows ? piece : text.slice(fed.length);
      if (turn.answer.sources.length !== sources) {
        sources = turn.answer.sources.length;
        current.setSources(sources);
      }
      if (next !== '') current.append(next);
      fed = text;
      if (!finished && !isRunning(turn.answer.state)) {
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

function createView(page: Page, turnId: string, root: HTMLElement, immediate: boolean): MarkdownView {
  const copy = (text: string) => {
    page.post({ type: 'copyText', text });
    page.announcer.say(t('copied'));
  };
  return createMarkdownView(root, {
    immediate,
    onDrawn: () => root.classList.remove('in-parts'),
    labels: Object.fromEntries(Object.entries(defaultLabels).map(([key, text]) => [key, translate(text)])),
    onLink: (url) => page.post({ type: 'openLink', url }),
    onCitation: (n) => page.post({ type: 'openSource', turnId, source: n - 1 }),
    describeCitation(n) {
      const source = page.store.turn(turnId)?.answer.sources[n - 1];
      if (!source) return null;
      const head = [visible(source.title), origin(source)].filter(Boolean).join(' · ');
      return source.snippet ? `${head}\n\n${visible(source.snippet).slice(0, 400)}` : head;
    },
    onCopyTable: copy,
    onCopyCode: copy,
  });
}
