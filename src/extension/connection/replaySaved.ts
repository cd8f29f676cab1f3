/**
 * Shows a saved stream as an answer: the same events, changes and reducer as for one that arrives. Nothing is sent, nothing
 * is saved, and neither the log nor the counts hear of it.
 */
import type * as Vscode from 'vscode';
import { systemClock } from '../../client/clock.ts';
import { type Replay, replay } from '../../client/recorder.ts';
import { type Change, reduce } from '../../conversation/changes.ts';
import { type Conversation, emptyAnswer, newConversation } from '../../conversation/conversation.ts';
import type { ErrorKind } from '../../protocol/errors.ts';
import { EVENTS_SCHEME } from '../contributions.ts';
import type { ChatView } from '../panel/sidebarView.ts';
import type { Chats } from '../session/chats.ts';
import { runTurn } from '../session/runTurn.ts';

/** UTF-16 units, or bytes of a file: several times what *Show Stream Events* keeps of an answer. */
const MAX_SIZE = 16 * 1024 * 1024;

/** What stands where a service is named. */
const SERVICE = 'replay';

/** How a text ends that is no stream. An error that the service sent instead of an answer is worth showing. */
const NOTHING: readonly (ErrorKind | undefined)[] = [undefined, 'truncated', 'protocol', 'notTheService'];

interface Saved {
  readonly name: string;
  readonly text: string;
}

export interface ReplayPorts {
  readonly vscode: typeof Vscode;
  readonly chats: Pick<Chats, 'adopt'>;
  readonly view: Pick<ChatView, 'show' | 'reveal'>;
  readonly newId: () => string;
  readonly redact: (text: string) => string;
}

/** The active document if it is an event stream, else a file that the user picks. */
export async function replaySaved(ports: ReplayPorts): Promise<void> {
  const { window, l10n } = ports.vscode;
  const saved = activeStream(ports.vscode) ?? (await pickedStream(ports.vscode));
  if (!saved) return;
  if (saved === 'tooLarge' || saved.text.length > MAX_SIZE) {
    const limit = MAX_SIZE / 1024 / 1024;
    void window.showErrorMessage(l10n.t('This file is too large to be replayed: the limit is {0} MB.', limit));
    return;
  }
  const replayed = replay(ports.redact(saved.text));
  if (replayed.events.length === 0 && NOTHING.includes(replayed.error?.kind)) {
    void window.showErrorMessage(
      l10n.t('There is nothing to replay in {0}: it holds no events of an answer.', saved.name),
    );
    return;
  }
  const question = l10n.t('Replay of {0}', saved.name);
  const conversation = await toConversation(replayed, question, ports.newId);
  const chat = ports.chats.adopt(
    conversation,
    l10n.t('This is the replay of a saved stream. It is not saved, and nothing can be asked in it.'),
  );
  ports.view.show(chat);
  await ports.view.reveal();
}

/** A temporary conversation with the replayed answer as its one turn. */
export async function toConversation(
  { events, error }: Replay,
  question: string,
  newId: () => string,
): Promise<Conversation> {
  const turnId = newId();
  const at = systemClock.now();
  let conversation = newConversation({ id: newId(), now: at, temporary: true });
  const apply = (change: Change) => {
    const offset = conversation.turns[0]?.answer.text.length ?? 0;
    conversation = reduce(conversation, change.type === 'text' ? { ...change, offset } : change);
  };
  apply({
    type: 'turnAdded',
    turn: {
      id: turnId,
      parent: null,
      epoch: 0,
      askedAt: at,
      question: { text: question, selections: [] },
      askMode: 'auto',
      zeroRetention: false,
      service: SERVICE,
      answer: emptyAnswer('queued'),
    },
  });
  apply({ type: 'titled', title: question, hasCustomTitle: true });
  apply({ type: 'sent', turnId, epoch: 1, at });
  await runTurn({
    target: {
      service: SERVICE,
      async *ask() {
        yield* events;
        if (error) throw new Error(error.kind);
      },
      describeError: () => error ?? { kind: 'protocol' },
    },
    request: { messages: [], stream: true },
    turnId,
    epoch: 1,
    signal: new AbortController().signal,
    clock: systemClock,
    emit: apply,
  });
  return conversation;
}

function activeStream({ window }: typeof Vscode): Saved | null {
  const document = window.activeTextEditor?.document;
  if (!document) return null;
  const text = document.getText();
  const isStream = document.uri.scheme === EVENTS_SCHEME || /^(?:data|event):/m.test(text.slice(0, 64 * 1024));
  return isStream ? { name: nameOf(document.uri), text } : null;
}

async function pickedStream({ window, workspace, l10n }: typeof Vscode): Promise<Saved | 'tooLarge' | null> {
  const [file] = (await window.showOpenDialog({ title: l10n.t('Replay a Saved Stream') })) ?? [];
  if (!file) return null;
  if ((await workspace.fs.stat(file)).size > MAX_SIZE) return 'tooLarge';
  return { name: nameOf(file), text: new TextDecoder().decode(await workspace.fs.readFile(file)) };
}

function nameOf(uri: Vscode.Uri): string {
  return uri.path.split('/').at(-1) ?? '';
}
