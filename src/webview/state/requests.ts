/** Sends questions and retries to the host. The outcome of each is `done`, a preview to confirm, or a refusal. */
import type { Preview, RequestOutcome } from '../../panel/messages.ts';
import type { PageMessage } from '../../panel/pageMessages.ts';
import type { AskMode } from '../../protocol/chatCompletions.ts';
import type { Announcer } from './announcer.ts';
import type { QuestionDraft } from './draft.ts';
import { type Signal, signal } from './signal.ts';
import type { ShownTurn, Store } from './store.ts';

type Ask = Extract<PageMessage, { type: 'ask' }>;
type Retry = Extract<PageMessage, { type: 'retry' }>;
type SendHeld = Extract<PageMessage, { type: 'sendHeld' }>;
type Sent = 'request' | 'conversation';
type Request = Omit<Ask, Sent> | Omit<Retry, Sent> | Omit<SendHeld, Sent>;

export interface Confirmation {
  readonly preview: Preview;
  /** Sends the request that the preview shows. With `replace`, placeholders are sent instead of client identifiers. */
  confirm(identifiers?: 'replace'): void;
  cancel(): void;
}

export interface Requests {
  /** The preview that the user has to confirm or cancel. */
  readonly confirmation: Signal<Confirmation | null>;
  /** Why the last request was refused. */
  readonly refusal: Signal<string | null>;
  /** True while the host has not answered a request. */
  readonly pending: Signal<boolean>;
  /** Sends the content of the question box. This and the next wait until the host has answered the request before. */
  askDraft(options?: { previewOnly?: boolean }): void;
  /** Sends a suggestion or an example. The question box is not cleared. */
  askText(text: string): void;
  /** Sends an edited version of the question as a new branch next to the turn. */
  askEdited(turn: ShownTurn, text: string, onDone: () => void): void;
  retry(turn: ShownTurn, askMode?: AskMode): void;
  /** Sends a held question or, with null, all held questions. */
  sendHeld(turnId: string | null): void;
  /** Handles the outcome of the request with this number. */
  settle(request: number, outcome: RequestOutcome): void;
}

export function createRequests(
  post: (message: PageMessage) => void,
  store: Store,
  draft: QuestionDraft,
  announcer: Announcer,
): Requests {
  const confirmation = signal<Confirmation | null>(null);
  const refusal = signal<string | null>(null);
  const pending = signal(false);
  const outcomeHandlers = new Map<number, (outcome: RequestOutcome) => void>();
  let lastRequest = 0;
  /** Names the request that the host has not answered: its question or its turn. */
  let current = '';
  /** What the user asked while the host had not answered, by its name. It is asked when the host has taken the question before. */
  const waiting = new Map<string, () => void>();

  /** A second click or key press does not ask the same again. */
  const inTurn = (name: string, request: () => void) => {
    if (!pending.get()) {
      current = name;
      request();
    } else if (name !== current) waiting.set(name, request);
  };

  const send = (message: Request, onDone: () => void) => {
    const shownId = () => store.shown.get()?.conversation.id ?? '';
    const request = ++lastRequest;
    const conversation = shownId();
    refusal.set(null);
    pending.set(true);
    outcomeHandlers.set(request, (outcome) => {
      pending.set(outcomeHandlers.size > 0);
      const next = conversation === shownId() ? [...waiting] : [];
      waiting.clear();
      if (outcome.type === 'done') {
        onDone();
        for (const each of next) inTurn(...each);
      } else if (outcome.type === 'refused') {
        refusal.set(outcome.message);
        announcer.announce(outcome.message);
        // The question of another conversation stays in its question box.
      } else if (conversation === shownId()) {
        confirmation.set({
          preview: outcome.preview,
          confirm(identifiers) {
            confirmation.set(null);
            // Only questions have `previewOnly`. After the preview, the request itself is sent.
            const { previewOnly: _, ...rest } = { previewOnly: undefined, ...message };
            const { token, placeholders } = outcome.preview;
            if (identifiers === undefined || placeholders === undefined || rest.type === 'sendHeld') {
              send({ ...rest, approvedToken: token }, onDone);
            } else send({ ...rest, identifiers, approvedToken: placeholders.token }, onDone);
          },
          cancel: () => confirmation.set(null),
        });
      }
    });
    post({ ...message, request, conversation });
  };

  const ask = (part: Partial<Ask> & { text: string }, onDone: () => void) => {
    const shown = store.shown.get();
    if (!shown) return;
    const { conversation, panelState } = shown;
    send(
      {
        type: 'ask',
        parent: conversation.currentTurnId,
        askMode: panelState.askMode,
        zeroRetention: panelState.zeroRetention.on || conversation.zeroRetention,
        ...part,
      },
      onDone,
    );
  };

  const askDraft: Requests['askDraft'] = ({ previewOnly = false } = {}) => {
    const text = draft.text.get();
    const quote = draft.quote.get();
    if (text.trim() === '') return;
    inTurn(text, () => {
      // The user went on typing.
      if (draft.text.get() !== text) return;
      ask({ text, ...(quote && { quote }), ...(previewOnly && { previewOnly }) }, () => {
        // Text that was typed before the host answered belongs to the next question.
        if (draft.text.get() === text) draft.set('');
        if (draft.quote.get() === quote) draft.setQuote('');
        draft.hostCleared();
      });
    });
  };

  return {
    confirmation,
    refusal,
    pending,
    askDraft,
    askText: (text) => inTurn(text, () => ask({ text }, draft.hostCleared)),
    askEdited(turn, text, onDone) {
      if (text.trim() === '') return;
      const { quote } = turn.question;
      const edited = { parent: turn.parent, editedTurnId: turn.id, askMode: turn.askMode };
      inTurn(text, () => ask({ text, ...(quote !== undefined && { quote }), ...edited }, onDone));
    },
    retry(turn, askMode) {
      inTurn(turn.id, () => send({ type: 'retry', turnId: turn.id, ...(askMode && { askMode }) }, () => {}));
    },
    sendHeld(turnId) {
      inTurn(turnId ?? '', () => send({ type: 'sendHeld', turnId }, () => {}));
    },
    settle(request, outcome) {
      const handleOutcome = outcomeHandlers.get(request);
      outcomeHandlers.delete(request);
      handleOutcome?.(outcome);
    },
  };
}
