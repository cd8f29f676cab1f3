/** Open conversations show what other windows make of them, as long as no answer is under way here. */
import type { ConversationStore } from '../../conversation/store.ts';
import type { Session } from '../session/session.ts';

export interface FollowPorts {
  readonly store: Pick<ConversationStore, 'list' | 'peek' | 'onDidChange'>;
  readonly sessions: () => readonly Pick<Session, 'conversation' | 'running' | 'follow'>[];
}

export function followWindows({ store, sessions }: FollowPorts): { dispose(): void } {
  let isLooking = false;
  let again = false;

  async function look(): Promise<void> {
    const open = sessions().filter(({ running }) => running === null);
    if (open.length === 0) return;
    const revisions = new Map((await store.list()).map(({ id, revision }) => [id, revision]));
    for (const session of open) {
      const { id, revision } = session.conversation;
      if ((revisions.get(id) ?? 0) <= revision) continue;
      const found = await store.peek(id);
      if (found.type !== 'ok' || found.conversation.revision <= session.conversation.revision) continue;
      session.follow(found.conversation);
    }
  }

  async function run(): Promise<void> {
    isLooking = true;
    try {
      while (again) {
        again = false;
        await look();
      }
    } finally {
      isLooking = false;
    }
  }

  return store.onDidChange((change) => {
    // A change with an id is one of this window, whose sessions know it already.
    if (change.type !== 'list' || change.id !== null) return;
    again = true;
    if (!isLooking) void run();
  });
}
