/** The pinned answers as read-only comment threads in the files that they were asked about. */
import type * as Vscode from 'vscode';
import type { Clock } from '../../client/clock.ts';
import type { Conversation, Selection, Turn } from '../../conversation/conversation.ts';
import { lineRange, oneLine, shorten } from '../../conversation/display.ts';
import type { ConversationStore } from '../../conversation/store.ts';
import { type CommandId, PINNED_ANSWERS, WORKBOOK } from '../common/contributions.ts';
import { disposeAll } from '../common/disposables.ts';
import { textUriOf } from '../common/textUri.ts';
import { placeOf, type SelectionPlace } from '../selection/selectionPlace.ts';
import type { Chats } from '../session/chats.ts';
import { shifted } from './pinPlace.ts';
import { idOf, MAX_PINS, type Pin, type PinRecords } from './pinRecords.ts';
import { pinText } from './pinText.ts';

export interface PinDeps {
  readonly vscode: typeof Vscode;
  readonly records: PinRecords;
  readonly store: Pick<ConversationStore, 'list' | 'read' | 'warning' | 'onDidChange'>;
  readonly chats: Pick<Chats, 'all' | 'onDidForget'>;
  readonly clock: Clock;
}

/** Milliseconds without a change of a file before its pins are placed again. */
const SETTLE = 300;
const MAX_LABEL = 100;

interface Shown {
  readonly pin: Pin;
  readonly turn: Turn;
  /** With the lines where it was found last. */
  selection: Selection;
  readonly thread: Vscode.CommentThread;
  outdated: boolean;
}

export function createPinnedAnswers(deps: PinDeps) {
  const { vscode, records, store, chats } = deps;
  const { l10n, window, workspace } = vscode;
  const controller = vscode.comments.createCommentController(PINNED_ANSWERS, l10n.t('Fiscal: Pinned Answers'));
  const shown = new Map<string, Shown>();
  const waiting = new Map<string, () => void>();

  async function conversationOf(id: string): Promise<Conversation | null> {
    const opened = chats.all().find(({ session }) => session.conversation.id === id);
    return opened ? opened.session.conversation : store.read(id);
  }

  function hide(pin: Pin): void {
    shown.get(idOf(pin))?.thread.dispose();
    shown.delete(idOf(pin));
  }

  function remove(pin: Pin): void {
    hide(pin);
    records.remove(pin);
  }

  /** Shows the pins of one file, and removes those whose conversation was deleted. */
  async function showIn(document: Vscode.TextDocument): Promise<void> {
    const uri = document.uri.toString();
    for (const pin of records.all().filter((each) => each.uri === uri && !shown.has(idOf(each)))) {
      const conversation = await conversationOf(pin.conversation);
      if (conversation === null) {
        await removeDeleted();
        continue;
      }
      const turn = conversation.turns.find(({ id }) => id === pin.turn);
      const selection = turn?.question.selections.find(({ id }) => id === pin.selection);
      if (!turn || !selection) remove(pin);
      else if (!shown.has(idOf(pin)) && !document.isClosed) show(pin, turn, selection, document);
    }
  }

  function show(pin: Pin, turn: Turn, selection: Selection, document: Vscode.TextDocument): void {
    const place = placeOf(selection, document);
    const thread = controller.createCommentThread(document.uri, rangeOf(place), []);
    thread.canReply = false;
    thread.contextValue = 'pinnedAnswer';
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    shown.set(idOf(pin), {
      pin,
      turn,
      thread,
      outdated: place.outdated,
      selection: atLine(selection, place.line),
    });
    fill(thread, turn, place);
  }

  function fill(thread: Vscode.CommentThread, turn: Turn, place: SelectionPlace): void {
    const question = shorten(oneLine(turn.question.text), MAX_LABEL);
    const { text, isWhole } = pinText(turn);
    const parts = [
      ...(place.outdated
        ? [`**${l10n.t('The text of these lines has changed since this question was asked.')}**`]
        : []),
      text,
      ...(isWhole ? [] : [`*${l10n.t('The answer is longer. The conversation has all of it.')}*`]),
    ];
    thread.label = place.outdated ? l10n.t('Outdated: {0}', question) : question;
    thread.comments = [
      {
        author: { name: 'Fiscal' },
        // Not trusted: no command runs from it, and no HTML is read.
        body: new vscode.MarkdownString(parts.join('\n\n')),
        mode: vscode.CommentMode.Preview,
        timestamp: new Date(turn.askedAt),
      },
    ];
  }

  function rangeOf({ line, endLine }: SelectionPlace): Vscode.Range {
    return new vscode.Range(line - 1, 0, endLine - 1, 0);
  }

  function place(document: Vscode.TextDocument): void {
    const uri = document.uri.toString();
    for (const each of shown.values()) {
      if (each.pin.uri !== uri) continue;
      const now = placeOf(each.selection, document);
      each.thread.range = rangeOf(now);
      each.selection = atLine(each.selection, now.line);
      if (now.outdated !== each.outdated) fill(each.thread, each.turn, now);
      each.outdated = now.outdated;
    }
  }

  /** The pins of conversations that were deleted, in this window or in another one. */
  async function removeDeleted(): Promise<void> {
    const pins = records.all();
    if (pins.length === 0) return;
    const known = new Set((await store.list()).map(({ id }) => id));
    // The list is not whole while the folder cannot be read.
    if (store.warning !== null) return;
    for (const { session } of chats.all()) known.add(session.conversation.id);
    for (const pin of pins) if (!known.has(pin.conversation)) remove(pin);
  }

  const showAll = () => {
    for (const document of workspace.textDocuments) void showIn(document).catch(() => {});
  };
  const subscriptions = [
    controller,
    workspace.onDidOpenTextDocument((document) => void showIn(document).catch(() => {})),
    workspace.onDidCloseTextDocument(({ uri }) => {
      for (const { pin } of [...shown.values()]) if (pin.uri === uri.toString()) hide(pin);
    }),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const uri = document.uri.toString();
      const own = [...shown.values()].filter(({ pin }) => pin.uri === uri);
      if (contentChanges.length === 0 || own.length === 0) return;
      for (const each of own)
        each.selection = atLine(each.selection, shifted(each.selection.startLine, contentChanges));
      waiting.get(uri)?.();
      waiting.set(
        uri,
        deps.clock.after(SETTLE, () => {
          waiting.delete(uri);
          if (!document.isClosed) place(document);
        }),
      );
    }),
    workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) {
        for (const pin of records.all()) {
          const uri = renamed(pin.uri, [oldUri, newUri], [textUriOf(vscode, oldUri), textUriOf(vscode, newUri)]);
          if (uri === null) continue;
          hide(pin);
          records.move(pin, uri);
        }
      }
      showAll();
    }),
    store.onDidChange(({ type }) => {
      if (type === 'list') void removeDeleted().catch(() => {});
    }),
    chats.onDidForget(({ session }) => {
      for (const pin of records.all()) if (pin.conversation === session.conversation.id) remove(pin);
    }),
  ];
  showAll();

  /** Comment threads need an editor for text. That of a workbook is the view of its text, which has the lines of the selection. */
  function shownUri({ uri }: Selection): string {
    const file = vscode.Uri.parse(uri);
    return file.scheme === 'file' && WORKBOOK.test(file.path) ? textUriOf(vscode, file).toString() : uri;
  }

  /** The pin of a thread, else the one at the cursor. */
  function chosen(thread: unknown): Pin | null {
    const byThread = [...shown.values()].find((each) => each.thread === thread);
    if (byThread) return byThread.pin;
    const editor = window.activeTextEditor;
    const here = [...shown.values()].find(
      ({ pin, thread: { range } }) =>
        editor?.document.uri.toString() === pin.uri &&
        range !== undefined &&
        range.start.line <= editor.selection.active.line &&
        editor.selection.active.line <= range.end.line,
    );
    if (!here) {
      void window.showInformationMessage(l10n.t('Place the cursor on a line with a pinned answer first.'));
    }
    return here?.pin ?? null;
  }

  return {
    /** Pins an answer to each selection of its question. `isEarlier`: the user asked for the last answer, which cannot be pinned. */
    async pin(conversation: Conversation, turn: Turn, isKept: boolean, isEarlier = false): Promise<void> {
      const { selections } = turn.question;
      if (records.all().length + selections.length > MAX_PINS) {
        void window.showWarningMessage(l10n.t('There are too many pinned answers. Remove one first.'));
        return;
      }
      const added = selections.filter((selection) => {
        const place = { uri: shownUri(selection), selection: selection.id };
        return records.add({ ...place, conversation: conversation.id, turn: turn.id }, isKept);
      });
      const labels = (added.length > 0 ? added : selections)
        .map(({ label, startLine, endLine }) => lineRange(label, startLine, endLine))
        .join(', ');
      const text =
        added.length === 0
          ? l10n.t('The answer is already pinned to {0}.', labels)
          : isKept
            ? l10n.t('The answer is pinned to {0}.', labels)
            : l10n.t(
                'The answer is pinned to {0} until the window closes. Temporary and zero-retention conversations are not stored.',
                labels,
              );
      const question = shorten(oneLine(turn.question.text), MAX_LABEL);
      const which = l10n.t(
        'The last answer cannot be pinned, because its question is about no selected text or it has not ended. The answer to “{0}” was taken instead.',
        question,
      );
      void window.showInformationMessage(isEarlier ? `${which} ${text}` : text);
      showAll();
    },
    all: () => records.all(),
    unpin(thread: unknown): void {
      const pin = chosen(thread);
      if (pin) remove(pin);
    },
    async open(thread: unknown): Promise<void> {
      const pin = chosen(thread);
      if (!pin) return;
      const command: CommandId = 'fiscal.openConversation';
      await vscode.commands.executeCommand(command, pin.conversation);
    },
    dispose(): void {
      for (const cancel of waiting.values()) cancel();
      disposeAll(subscriptions);
    },
  };
}

/** The new URI of a file that was renamed or is in a folder that was. Null for another file. */
function renamed(uri: string, ...renames: readonly (readonly [Vscode.Uri, Vscode.Uri])[]): string | null {
  for (const [from, to] of renames) {
    const old = from.toString();
    if (uri === old || uri.startsWith(`${old}/`)) return to.toString() + uri.slice(old.length);
  }
  return null;
}

function atLine(selection: Selection, line: number): Selection {
  return { ...selection, startLine: line, endLine: line + selection.endLine - selection.startLine };
}
