/** The interface between those who ask, over HTTP (`app/`) or from the extension (`worker/`), and the code that finds an answer. */
import type { AskMode, ResearchMode } from '../protocol/chatCompletions.ts';
import type { EarlierTurn, ResearchQuestion } from '../protocol/question.ts';
import type { ResearchEvent, Source, SourceLocation } from '../protocol/researchEvent.ts';

export interface ResearchRequest {
  readonly question: ResearchQuestion;
  /** The earlier turns of the conversation, the oldest first. */
  readonly context: readonly EarlierTurn[];
  /** The requested mode. Legacy names are already translated. With `auto`, the researcher selects the mode. */
  readonly askMode: AskMode | ResearchMode;
  /** The modes that `auto` may select; null for any. */
  readonly allowedAskModes: readonly ResearchMode[] | null;
  readonly zeroDataRetention: boolean;
}

/** A source in a document of the library, with the quoted text. */
export interface LibrarySource extends Source {
  readonly snippet: string;
  readonly location: SourceLocation;
}

/** An event of an answer, as a researcher yields it. The answer ends when nothing follows. */
export type ResearchOutput =
  | Exclude<ResearchEvent, { type: 'sources' | 'done' | 'unknown' }>
  | { readonly type: 'sources'; readonly sources: readonly LibrarySource[] };

export interface Researcher {
  /** Yields the parts of the answer. Returns early when the signal aborts. Throws if the answer fails. */
  research(request: ResearchRequest, signal: AbortSignal): AsyncIterable<ResearchOutput>;
}
