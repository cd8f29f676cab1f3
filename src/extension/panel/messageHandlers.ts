/** What each message of the page does. Every id in a message is looked up. An unknown id does nothing. */
import type * as Vscode from 'vscode';
import type { Question, Turn } from '../../conversation/conversation.ts';
import { evidenceIn } from '../../conversation/evidenceIn.ts';
import type { Action } from '../../panel/pageMessages.ts';
import type { AnswerActions } from '../answers/answerActions.ts';
import type { SourceActions } from '../answers/sourceActions.ts';
import { setContext } from '../common/contextKeys.ts';
import type { DocumentOpener } from '../common/documentOpener.ts';
import type { AttachDeps } from '../selection/attachFiles.ts';
import { type Chat, setZeroRetention } from '../session/chat.ts';
import type { SubmitDeps } from '../session/submitQuestion.ts';
import type { PageConnection, PageHandlers } from './panelBridge.ts';

export interface HandlerDeps {
  readonly vscode: typeof Vscode;
  readonly submit: SubmitDeps;
  readonly attach: AttachDeps;
  readonly showWorkbook: DocumentOpener['showWorkbook'];
  readonly sources: SourceActions;
  readonly answerActions: () => Promise<AnswerActions>;
  /** Shows the answer next to the lines that its question was asked about. */
  readonly pinAnswer: (chat: Chat, turn: Turn) => Promise<void>;
  /** Opens what the library has of the authority that `words` begin with. `from`: the path of the document that cites it. */
  readonly openAuthority: (words: string, from: string | undefined, toSide: boolean) => Promise<void>;
  readonly runAction: (action: Action, page: PageConnection) => Promise<void> | void;
  /** Documents open to the side, because the page is an editor tab. */
  readonly toSide: boolean;
}

/** Loaded with the first question. */
const submitting = () => import('../session/submitQuestion.ts');

export function createPageHandlers(deps: HandlerDeps): PageHandlers {
  const { vscode } = deps;
  const find = (chat: Chat, id: string) => chat.session.conversation.turns.find((turn) => turn.id === id);

  return {
    async ask(message, chat) {
      const edited = message.editedTurnId === undefined ? undefined : find(chat, message.editedTurnId);
      const selections = edited ? edited.question.selections : [...chat.composer.chips];
      const { submitQuestion } = await submitting();
      const outcome = await submitQuestion(
        chat,
        {
          question: { text: message.text, selections, ...(message.quote !== undefined && { quote: message.quote }) },
          parent: message.parent,
          askMode: message.askMode,
          zeroRetention: message.zeroRetention,
          previewOnly: message.previewOnly ?? false,
          identifiers: message.identifiers,
          approvedToken: message.approvedToken,
        },
        deps.submit,
      );
      if (outcome.type === 'done' && !edited) {
        // Text may have been attached while the question was prepared.
        chat.composer.set({ draft: '', chips: chat.composer.chips.filter((chip) => !selections.includes(chip)) });
      }
      return outcome;
    },
    async retry(message, chat) {
      const turn = find(chat, message.turnId);
      if (!turn) return { type: 'done' };
      const { submitQuestion } = await submitting();
      return submitQuestion(
        chat,
        {
          question: isMatterUsable(turn, deps.submit.services.service) ? turn.question : withoutMatter(turn.question),
          repeated: true,
          parent: turn.parent,
          askMode: message.askMode ?? turn.askMode,
          zeroRetention: turn.zeroRetention,
          identifiers: message.identifiers,
          approvedToken: message.approvedToken,
        },
        deps.submit,
      );
    },
    sendHeld: async (message, chat) => (await submitting()).sendHeld(chat, message.turnId, message.approvedToken),
    focused({ on }) {
      // VS Code has a context key for a focused tab, and none for a focused page in a view.
      if (!deps.toSide) setContext(vscode, 'chatViewFocused', on);
    },
    stop: (message, chat) => chat.session.stop(message.turnId),
    cancelQueued: (message, chat) => chat.session.cancelQueued(message.turnId),
    selectBranch: (message, chat) => chat.session.apply({ type: 'branchSelected', turnId: message.turnId }),
    includeInContext: (message, chat) =>
      chat.session.apply({
        type: 'includeInContext',
        turnId: message.turnId,
        includeInContext: message.includeInContext,
      }),
    async openSource(message, chat) {
      const turn = find(chat, message.turnId);
      if (!turn) return;
      const words = evidenceIn(turn.answer.parts).find(
        ({ mark, source }) => mark === message.mark && source === message.source + 1,
      )?.words;
      await deps.sources.open(chat, turn, message.source, deps.toSide, words);
    },
    async openAuthority(message, chat) {
      const source = find(chat, message.turnId)?.answer.sources[message.source];
      await deps.openAuthority(message.text, source?.location?.path, deps.toSide);
    },
    async review(message, chat) {
      const turn = find(chat, message.turnId);
      if (turn) await deps.sources.review(chat, turn, message.source, message.review);
    },
    async openLink(message) {
      const { openAddress } = await import('../answers/openSource.ts');
      await openAddress(vscode, message.url);
    },
    async openSelection(message, chat) {
      const selections =
        message.turnId === null ? chat.composer.chips : (find(chat, message.turnId)?.question.selections ?? []);
      const selection = selections.find((each) => each.id === message.selectionId);
      if (!selection) return;
      const { showSelection } = await import('../selection/showSelection.ts');
      await showSelection(deps, selection, deps.toSide);
    },
    async attachFiles(message, chat) {
      const { attachFiles, droppedUris, mayAttachDropped } = await import('../selection/attachFiles.ts');
      const uris = droppedUris(vscode, message.uris);
      if (await mayAttachDropped(vscode, uris)) await attachFiles(deps.attach, chat, uris);
    },
    async pickAttachment(_message, chat, page) {
      const { pickAttachments } = await import('../selection/pickAttachments.ts');
      const { uris, typed } = await pickAttachments(vscode);
      if (uris.length === 0) return page.post({ type: 'typed', text: typed });
      // VS Code gives the focus to the active editor, in which the next keys would change the file.
      page.post({ type: 'focus' });
      const { attachFiles, mayAttach } = await import('../selection/attachFiles.ts');
      if (await mayAttach(vscode, uris)) await attachFiles(deps.attach, chat, uris);
    },
    removeChip(message, { composer }) {
      composer.set({ chips: composer.chips.filter((chip) => chip.id !== message.selectionId) });
    },
    async copyText(message) {
      await vscode.env.clipboard.writeText(message.text);
    },
    async answerAction(message, chat) {
      const turn = find(chat, message.turnId);
      if (turn) await (await deps.answerActions()).run(chat, turn, message.action);
    },
    async createMemo(message, chat) {
      const turn = find(chat, message.turnId);
      if (turn) await (await deps.answerActions()).createMemo(chat, turn);
    },
    async pinAnswer(message, chat) {
      const turn = find(chat, message.turnId);
      if (turn) await deps.pinAnswer(chat, turn);
    },
    async insert(message, chat) {
      const turn = find(chat, message.turnId);
      if (turn) await (await deps.answerActions()).insert(chat, turn, message.part);
    },
    async copyCitation(message, chat) {
      const source = find(chat, message.turnId)?.answer.sources[message.source];
      if (source) await (await deps.answerActions()).copyCitation(source);
    },
    async copyDetails(message, chat) {
      const turn = find(chat, message.turnId);
      if (turn) await (await deps.answerActions()).copyDetails(turn);
    },
    async draft(message, chat, page) {
      chat.composer.set({ draft: message.text });
      // The conversation may be opened again before the delayed save.
      if (chat !== page.chat) await chat.composer.save();
    },
    setAskMode: (message, chat) => chat.composer.set({ askMode: message.askMode }),
    async setZeroRetention(message, chat) {
      if (message.on || (await confirmRetention(vscode))) await setZeroRetention(chat, message.on);
    },
    runAction: (message, _chat, page) => deps.runAction(message.action, page),
  };
}

/** The page cannot turn zero data retention off alone: a dialog of VS Code asks the user. */
async function confirmRetention({ window, l10n }: typeof Vscode): Promise<boolean> {
  const turnOff = l10n.t('Turn Off');
  const chosen = await window.showWarningMessage(
    l10n.t('Turn off zero data retention for the next questions?'),
    { modal: true, detail: l10n.t('The service may then retain them, and they are saved on this machine.') },
    turnOff,
  );
  return chosen === turnOff;
}

/** The name of a matter is given again to the server that it was given to, if that did not refuse it. */
function isMatterUsable({ service, answer }: Turn, current: string): boolean {
  return service === current && answer.error?.reason !== 'noMatter';
}

/** The question is asked in the matter that the folder has now. */
function withoutMatter({ matterName: _, ...question }: Question): Question {
  return question;
}
