/** A question that the user wants to ask, from the page or a command to the request that is sent. */

import type { GuardMode, Question, Turn } from '../../conversation/conversation.ts';
import type { Preview } from '../../panel/messages.ts';
import type { AskMode, Message } from '../../protocol/chatCompletions.ts';
import type { AskedQuestion } from '../../protocol/question.ts';
import type { QuestionTarget } from '../connection/researchServices.ts';

/** Fixed when the question is asked. Later changes of settings do not change a question that waits. */
export interface AskRequest {
  /** The turn before it; null for a first question. */
  readonly parent: string | null;
  readonly question: Question;
  /** The question has the text of a template, which does not tell conversations apart. */
  readonly isTemplate?: boolean;
  readonly askMode: AskMode;
  readonly allowedAskModes?: readonly AskMode[];
  readonly zeroRetention: boolean;
  /** The built-in library quotes its documents, also while a service or a language model is set. */
  readonly quoteOnly?: boolean;
  readonly target: QuestionTarget;
  /** The target is the firm's server, which is given the matter that the question names. */
  readonly isFirmServer?: boolean;
  /** The user chose to send placeholders instead of client identifiers. */
  readonly identifiers?: 'replace' | undefined;
  /** The user wants to see what will be sent. Nothing is sent. */
  readonly previewOnly?: boolean;
  /** The token of the preview that the user confirmed. */
  readonly approvedToken?: string | undefined;
  /** The user confirmed the preview before the question was queued, so VS Code's dialog is not shown again. */
  readonly alreadyConfirmed?: boolean;
}

/** Rewrites answer text as it arrives (placeholders back to what they replaced). It may delay the end of a piece. */
export interface TextFilter {
  push(text: string): string;
  end(): string;
}

/** What goes out for a request. The preflight builds it once; the preview shows it and the session sends it. */
export interface Outgoing {
  readonly messages: readonly Message[];
  /** The same for the library. Absent for a hosted service. */
  readonly asked?: AskedQuestion | undefined;
  /** The text of the question with its identifiers replaced, if they are replaced in what is sent. */
  readonly replacedText?: string | undefined;
  /** Puts replaced client identifiers back into the answer. A new filter for each request. */
  readonly incoming?: (() => TextFilter) | undefined;
  /** The turns before the question, as they were when the messages were built. */
  readonly context: readonly Turn[];
  /** How client identifiers were treated. Undefined for the built-in service. */
  readonly guard?: GuardMode | undefined;
  /** The names of clients that `messages` do not contain. */
  readonly replacedNames?: readonly string[] | undefined;
}

export type PreflightResult =
  | { readonly type: 'ready'; readonly outgoing: Outgoing }
  /** The user has to see this first. */
  | { readonly type: 'confirm'; readonly preview: Preview };
