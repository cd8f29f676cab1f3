/** Answers that stay next to the lines that they were asked about. */
import type * as Vscode from 'vscode';
import { activeBranch } from '../../conversation/branches.ts';
import { isPending, type Turn } from '../../conversation/conversation.ts';
import { mayBeStored } from '../../conversation/stored.ts';
import { type Feature, PINNED_ANSWERS } from '../common/contributions.ts';
import { once } from '../common/once.ts';
import type { Chat } from '../session/chat.ts';
import type { PinDeps } from './pinnedAnswers.ts';
import type { Pin } from './pinRecords.ts';

export function registerPins(
  deps: Omit<PinDeps, 'records'> & {
    readonly memento: Vscode.Memento;
    /** The chat that the user looks at. */
    readonly currentChat: () => Promise<Chat>;
  },
): Feature<'fiscal.pinAnswer' | 'fiscal.openPinnedAnswer' | 'fiscal.unpinAnswer'> & {
  /** Nothing happens if the question is about no text, or the answer is empty or running. */
  pin(chat: Chat, turn: Turn): Promise<void>;
  /** The pins of this workspace. */
  all(): Promise<readonly Pin[]>;
} {
  const { vscode, memento } = deps;
  let loaded: Vscode.Disposable | undefined;
  const pins = once(async () => {
    const [{ createPinnedAnswers }, { createPinRecords }] = await Promise.all([
      import('./pinnedAnswers.ts'),
      import('./pinRecords.ts'),
    ]);
    const created = createPinnedAnswers({ ...deps, records: createPinRecords(memento) });
    loaded = created;
    return created;
  });
  if (memento.get<unknown>(PINNED_ANSWERS) !== undefined) void pins();

  async function pin({ session: { conversation } }: Chat, turn: Turn, isEarlier = false): Promise<void> {
    if (!canBePinned(turn)) return;
    const isKept = mayBeStored(conversation) && !turn.zeroRetention;
    await (await pins()).pin(conversation, turn, isKept, isEarlier);
  }

  return {
    pin,
    all: async () => (loaded || memento.get<unknown>(PINNED_ANSWERS) !== undefined ? (await pins()).all() : []),
    commands: {
      async 'fiscal.pinAnswer'() {
        const chat = await deps.currentChat();
        const branch = activeBranch(chat.session.conversation);
        const turn = branch.findLast(canBePinned);
        if (turn) await pin(chat, turn, turn !== branch.at(-1));
        else {
          void vscode.window.showInformationMessage(
            vscode.l10n.t(
              'There is no answer to pin yet. Select text in a file, ask about it, and wait for the answer.',
            ),
          );
        }
      },
      'fiscal.openPinnedAnswer': async (thread) => (await pins()).open(thread),
      'fiscal.unpinAnswer': async (thread) => (await pins()).unpin(thread),
    },
    dispose: () => loaded?.dispose(),
  };
}

function canBePinned({ answer, question }: Turn): boolean {
  return question.selections.length > 0 && answer.text.trim() !== '' && !isPending(answer.state);
}
