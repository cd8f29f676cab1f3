/** What a screen reader hears: steps and how an answer ended, never the text of the answer as it arrives. */
import { isRunning, type Turn } from '../../conversation/conversation.ts';
import { errorMessage } from '../../protocol/errorMessages.ts';
import { visible } from '../format.ts';
import { counted, t, translate } from '../strings.ts';
import { type Cell, cell } from './signal.ts';
import type { Store } from './store.ts';

interface Seen {
  readonly state: string;
  readonly steps: number;
  readonly attempt: number;
}

export interface Announcer {
  readonly said: Cell<string>;
  say(text: string): void;
}

export function createAnnouncer(store: Store): Announcer {
  const said = cell('');
  const seen = new Map<string, Seen>();
  let conversation = '';

  const say = (text: string) => said.set(text);

  store.shown.watch(() => {
    const shown = store.shown.get();
    if (!shown) return;
    const first = shown.conversation.id !== conversation;
    conversation = shown.conversation.id;
    if (first) seen.clear();
    for (const turn of shown.conversation.turns) {
      const before = seen.get(turn.id);
      const { state, steps, retry } = turn.answer;
      const now = { state, steps: steps.length, attempt: retry?.attempt ?? 0 };
      seen.set(turn.id, now);
      if (first || (before?.state === state && before.steps === now.steps && before.attempt === now.attempt)) continue;
      const sentence = describe(turn, before);
      if (sentence) say(sentence);
    }
  });

  return { said, say };
}

function describe(turn: Turn, before: Seen | undefined): string | null {
  const { answer } = turn;
  const step = answer.steps.at(-1);
  if (isRunning(answer.state)) {
    if (step && answer.steps.length > (before?.steps ?? 0)) return t('say.step', visible(step.title));
    if (answer.retry && answer.retry.attempt !== before?.attempt)
      return visible(errorMessage(answer.retry.error, translate).title);
    if (before) return null;
    return t(answer.state === 'queued' ? 'say.queued' : 'say.sent');
  }
  if (!before || before.state === answer.state) return null;
  if (answer.state === 'done') {
    const count = answer.sources.length;
    return count === 0 ? t('say.doneNoSources') : t('say.done', counted('sources', count));
  }
  if (answer.state === 'stopped') return t('say.stopped');
  if (answer.state === 'truncated') return t('say.truncated');
  return t('say.failed', answer.error ? visible(errorMessage(answer.error, translate).title) : t('state.failed'));
}
