import type { AnswerState } from './conversation.ts';

/** Says that an answer is not complete; empty if it is. */
export function stateNote(state: AnswerState): string {
  switch (state) {
    case 'done':
      return '';
    case 'stopped':
      return 'This answer was stopped before it was complete.';
    case 'failed':
      return 'This answer failed before it was complete.';
    case 'interrupted':
      return 'This answer was interrupted before it was complete.';
    case 'truncated':
      return 'This answer is incomplete.';
    default:
      return 'This answer was still in progress.';
  }
}
