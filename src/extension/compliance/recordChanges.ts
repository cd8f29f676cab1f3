/** The research log and the usage counter, as a subscriber of every conversation of this window. */
import type { ChangeSubscriber } from '../session/session.ts';
import type { Compliance } from './registerCompliance.ts';

export function recordChanges(compliance: Pick<Compliance, 'sending' | 'ended' | 'reviewed'>): ChangeSubscriber {
  return {
    beforeSend: (turn, messages, conversation) => compliance.sending(conversation, turn, messages),
    changed(_first, changes, conversation, origin) {
      if (origin === 'elsewhere') return;
      for (const change of changes) {
        if (change.type !== 'ended' && change.type !== 'reviewed') continue;
        const turn = conversation.turns.find(({ id }) => id === change.turnId);
        // A question that was never sent has no answer.
        if (!turn || turn.epoch === 0) continue;
        if (change.type === 'ended') compliance.ended(conversation, turn);
        else compliance.reviewed(conversation, turn, change.source);
      }
    },
  };
}
