/** `@fiscal` in VS Code's Chat. A question goes the same way as one from the page, and its conversation is saved like any other. */
import type * as Vscode from 'vscode';
import { countsAsHistory, toContent } from '../../conversation/context.ts';
import type { Turn } from '../../conversation/conversation.ts';
import { historyForbidsRetention, retentionOf } from '../../conversation/retention.ts';
import { mayBeStored } from '../../conversation/stored.ts';
import { errorLine } from '../../protocol/errorMessages.ts';
import type { OpenDeps } from '../answers/openSource.ts';
import type { CommandId } from '../common/contributions.ts';
import { retentionSettings } from '../common/settings.ts';
import { blockingReason } from '../connection/blockingReason.ts';
import type { Services } from '../connection/researchServices.ts';
import type { Chat } from '../session/chat.ts';
import type { Chats } from '../session/chats.ts';
import type { SubmitDeps } from '../session/submitQuestion.ts';
import { createAnswerStream } from './answerStream.ts';
import { type Asked, askQuestion } from './askQuestion.ts';
import { commandOf } from './chatCommands.ts';
import { contains, MAX_CARRIED, ownResponses, type ResponseMetadata, readMetadata, turnsOf } from './chatHistory.ts';
import { chatText } from './chatText.ts';
import { confirmPreview } from './confirmPreview.ts';
import { promptText, readReferences } from './references.ts';
import type { PlaceDeps } from './sourcePlace.ts';

export interface ChatDeps {
  readonly vscode: typeof Vscode;
  readonly submit: SubmitDeps;
  readonly services: Pick<Services, 'readiness' | 'addressProblem' | 'service' | 'keyState'>;
  readonly chats: Pick<Chats, 'open' | 'create' | 'release' | 'onDidForget'>;
  readonly newId: () => string;
  readonly now: () => number;
  /** Absolute paths of the folders whose documents can be opened. */
  readonly roots: OpenDeps['roots'];
  readonly textUri: PlaceDeps['textUri'];
  /** Whether a page shows the conversation. */
  readonly isShown: (chat: Chat) => boolean;
  /** Puts a question into the question box of the side bar. */
  readonly compose: (text: string) => Promise<void>;
  /** Resolves when the key and the folders of the library are known. */
  readonly ready: Promise<unknown>;
  /** Logs a failure and returns the message for the user. */
  readonly onError: (error: unknown) => string;
}

export interface Participant {
  answer: Vscode.ChatRequestHandler;
  followUps(result: Vscode.ChatResult): Vscode.ChatFollowup[];
}

export function createParticipant(deps: ChatDeps): Participant {
  const { vscode, chats, submit } = deps;
  const { l10n } = vscode;

  async function answer(
    request: Vscode.ChatRequest,
    { history }: Vscode.ChatContext,
    stream: Vscode.ChatResponseStream,
    token: Vscode.CancellationToken,
  ): Promise<Vscode.ChatResult> {
    await deps.ready;
    const attached = await readReferences(request.references, deps);
    if (attached.tooLong) return refuse(l10n.t('The attached text is too long. Attach shorter files or selections.'));
    if (attached.left.length > 0) {
      stream.progress(l10n.t('Not attached, because it is not text: {0}', chatText(attached.left.join(', '))));
    }
    for (const location of attached.locations) stream.reference(location);

    const { chat, parent } = await continued(history);
    const before = chat.session.conversation.turns.find(({ id }) => id === parent);
    if (before && !countsAsHistory(before)) {
      stream.progress(
        l10n.t('The question before is not included, because its answer is not complete. Ask it again as a whole.'),
      );
    }
    const { askMode, quoteOnly } = commandOf(request.command, submit.settings().askMode);
    const question = {
      text: promptText(request.prompt, request.references, vscode),
      selections: [...attached.selections],
    };
    try {
      if (!(await allowsCopy(chat, parent, question.text, stream))) return {};
      const shown = createAnswerStream(stream, deps);
      const asked = await askQuestion(
        chat,
        { question, parent, askMode, quoteOnly, zeroRetention: false },
        {
          ...deps,
          onDidForget: chats.onDidForget,
          token,
          confirm: (preview) => confirmPreview(vscode, preview),
          onChange: shown.change,
        },
      );
      if (asked.type === 'ended') await shown.end(asked.turn);
      return result(chat, asked, stream);
    } finally {
      chats.release(chat, deps.isShown);
    }
  }

  /** The conversation of the chat, and the turn before the question. */
  async function continued(history: Vscode.ChatContext['history']): Promise<{ chat: Chat; parent: string | null }> {
    const responses = ownResponses(history);
    const last = responses.at(-1);
    if (!last) return { chat: chats.create(), parent: null };
    const open = await chats.open(last.conversation);
    if (contains(open.session.conversation, last)) return { chat: open, parent: last.turn };
    chats.release(open, deps.isShown);
    const zeroRetention = responses.some((each) => each.zeroRetention);
    const chat = chats.create({ zeroRetention });
    const turns = turnsOf(responses, deps.newId, deps.now());
    for (const turn of turns) chat.session.apply({ type: 'turnAdded', turn });
    return { chat, parent: turns.at(-1)?.id ?? null };
  }

  /** VS Code saves its chats, so a question with zero data retention needs the user's agreement, once in a conversation. */
  async function allowsCopy(
    { session: { conversation } }: Chat,
    parent: string | null,
    text: string,
    stream: Vscode.ChatResponseStream,
  ): Promise<boolean> {
    const rules = { ...retentionSettings(submit.settings()), question: false };
    const isZero = retentionOf(conversation, rules).on || historyForbidsRetention(conversation, parent);
    if (!isZero || conversation.turns.some(({ zeroRetention }) => zeroRetention)) return true;
    const [inFiscal, here] = [l10n.t('Ask in Fiscal'), l10n.t('Ask Here')];
    const chosen = await vscode.window.showWarningMessage(
      l10n.t('VS Code saves this chat on this machine.'),
      {
        modal: true,
        detail: l10n.t('Zero data retention is on. The chat of Fiscal does not save such questions and answers.'),
      },
      inFiscal,
      here,
    );
    if (chosen === here) return true;
    stream.markdown(l10n.t('The question was not sent.'));
    if (chosen === inFiscal) await deps.compose(text);
    return false;
  }

  function result(chat: Chat, asked: Asked, stream: Vscode.ChatResponseStream): Vscode.ChatResult {
    switch (asked.type) {
      case 'refused':
        offerSetup(stream);
        return refuse(asked.message);
      case 'cancelled':
        return {};
      case 'held':
        return refuse(
          l10n.t('The question waits in Fiscal, because another question of this conversation was not answered.'),
        );
      case 'ended': {
        const { conversation } = chat.session;
        if (mayBeStored(conversation) && !asked.turn.zeroRetention) offerConversation(stream, conversation.id);
        return { metadata: metadataOf(conversation.id, asked.turn), ...problem(asked.turn) };
      }
    }
  }

  function offerConversation(stream: Vscode.ChatResponseStream, id: string): void {
    const command: CommandId = 'fiscal.openConversation';
    stream.button({ command, title: l10n.t('Open in Fiscal'), arguments: [{ id }] });
  }

  function problem({ answer: { state, error } }: Turn): Vscode.ChatResult {
    if (error && state !== 'stopped') return refuse(errorLine(error, l10n.t));
    return state === 'truncated' ? refuse(l10n.t('The answer is not complete.')) : {};
  }

  function refuse(message: string): Vscode.ChatResult {
    return { errorDetails: { message: chatText(message) } };
  }

  /** What removes the reason why no question can be asked. */
  function offerSetup(stream: Vscode.ChatResponseStream): void {
    if (blockingReason(deps.services, l10n) === null) return;
    const { readiness } = deps.services;
    const button = (command: CommandId, title: string) => stream.button({ command, title });
    if (readiness === 'noKey') button('fiscal.setApiKey', l10n.t('Set API Key…'));
    else if (readiness === 'signedOut') button('fiscal.signIn', l10n.t('Sign In'));
    else button('fiscal.connect', l10n.t('Connect to Research Service…'));
  }

  return {
    answer,
    followUps: (result) =>
      (readMetadata(result)?.suggestions ?? []).map((prompt) => ({ prompt, label: chatText(prompt) })),
  };
}

function metadataOf(
  conversation: string,
  { id, askMode, zeroRetention, service, question, answer }: Turn,
): ResponseMetadata {
  const texts = { question: toContent(question), answer: answer.text };
  const fits = texts.question.length <= MAX_CARRIED && texts.answer.length <= MAX_CARRIED;
  return {
    conversation,
    turn: id,
    askMode,
    zeroRetention,
    service,
    suggestions: answer.suggestions.filter(({ length }) => length <= 2000).slice(0, 20),
    ...(answer.state === 'done' && fits && { texts }),
  };
}
