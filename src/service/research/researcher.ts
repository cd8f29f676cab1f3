/** The port between the interface of the service and what finds the answers. */
import type { AskMode, Message, ResearchMode } from '../../protocol/chatCompletions.ts';

export interface ResearchRequest {
  /** The conversation, validated: alternating, newest `human` last. */
  readonly messages: readonly Message[];
  /** The texts of `system` and `developer` messages: wishes for the style of an answer. They are not facts and not searched for. */
  readonly instructions: readonly string[];
  /** The requested mode, legacy forms translated. With `auto` the researcher chooses. */
  readonly askMode: AskMode | ResearchMode;
  /** The modes that may be chosen with `auto`; null for any. */
  readonly allowedAskModes: readonly ResearchMode[] | null;
  readonly zeroDataRetention: boolean;
}

/** A source as our service writes it into `source_message.content`. */
export interface SourceEntry {
  readonly title: string;
  /** Address of the original, if the document's front matter gives an http(s) one. */
  readonly url?: string;
  readonly snippet: string;
  readonly section?: string;
  readonly kind?: string;
  readonly date?: string;
  /** Absolute path of the document. */
  readonly path: string;
  /** 1-based first and last line of the passage quoted. */
  readonly line: number;
  readonly endLine: number;
}

export type ResearchOutput =
  /** `mode` is the research mode that `auto` has selected. */
  | { readonly type: 'step'; readonly title: string; readonly mode?: ResearchMode }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'sources'; readonly sources: readonly SourceEntry[] }
  | { readonly type: 'suggestions'; readonly suggestions: readonly string[] };

export interface Researcher {
  /** Yields the answer in chunks. Stops soon after the signal aborts. Throws if the answer fails. */
  research(request: ResearchRequest, signal: AbortSignal): AsyncIterable<ResearchOutput>;
}
