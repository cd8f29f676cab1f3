/** Announcements for screen readers: the steps and how an answer ended, but never the text of an answer while it arrives. */

import { type HoldReason, isPending } from '../../conversation/conversation.ts';
import { escapeHidden } from '../../conversation/display.ts';
import { errorMessage } from '../../protocol/errorMessages.ts';
import { counted, t, translate } from '../translation.ts';
import { type Signal, signal } from './signal.ts';
import type { ShownTurn, Store } from './store.ts';

interface Announced {
  readonly state: string;
  readonly steps: number;
  readonly attempt: number;
  readonly held: HoldReason | undefined;
}

export interface Announcer {
  /** The current content of the live region. */
  readonly message: Signal<string>;
  announce(text: string): void;
}

export function createAnnouncer(store: Store): Announcer {
  const message = signal('');
  const announced = new Map<string, Announced>();
  let conversation = '';

  /** Refusals and steps quote text from outside. */
  const announce = (text: string) => message.set(escapeHidden(text));

  store.shown.watch(() => {
    const shown = store.shown.get();
    if (!shown) return;
    const isRestored = shown.conversation.id !== conversation;
    conversation = shown.conversation.id;
    if (isRestored) announced.clear();
    for (const turn of shown.conversation.turns) {
      const before = announced.get(turn.id);
      const { state, steps, retry, held } = turn.answer;
      const now = { state, steps: steps.length, attempt: retry?.attempt ?? 0, held };
      announced.set(turn.id, now);
      if (isRestored) continue;
      if (before && isSame(before, now)) continue;
      const text = describe(turn, before);
      if (text) announce(text);
    }
  });

  return { message, announce };
}

function isSame(a: Announced, b: Announced): boolean {
  return a.state === b.state && a.steps === b.steps && a.attempt === b.attempt && a.held === b.held;
}

function describe(turn: ShownTurn, before: Announced | undefined): string | null {
  const { answer } = turn;
  const step = answer.steps.at(-1);
  if (isPending(answer.state)) {
    if (step && answer.steps.length > (before?.steps ?? 0)) return t('announce.step', escapeHidden(step.title));
    if (answer.retry && answer.retry.attempt !== before?.attempt) {
      return escapeHidden(errorMessage(answer.retry.error, translate).title);
    }
    if (answer.held && answer.held !== before?.held) {
      return t(answer.held === 'changed' ? 'turn.heldChanged' : 'turn.heldUnanswered');
    }
    if (before) return null;
    return t(answer.state === 'queued' ? 'announce.queued' : 'announce.sent');
  }
  if (!before || before.state === answer.state) return null;
  if (answer.state === 'done') {
    const count = answer.sources.length;
    return count === 0 ? t('announce.doneNoSources') : t('announce.done', counted('sources', count));
  }
  if (answer.state === 'stopped') return t('announce.stopped');
  if (answer.state === 'truncated') return t('announce.truncated');
  return answer.error
    ? t('announce.failed', escapeHidden(errorMessage(answer.error, translate).title))
    : t('state.failed');
}
