/** The interface between those who ask, over HTTP (`app/`) or from the extension (`worker/`), and the code that finds an answer. */
import type { TokenUsage } from '../../model/languageModel.ts';
import type { AnswerPart } from '../../protocol/answerPart.ts';
import type { AskMode, ResearchMode } from '../../protocol/chatCompletions.ts';
import type { ModelUse } from '../../protocol/modelUse.ts';
import type { EarlierTurn, ResearchQuestion } from '../../protocol/question.ts';
import type { Source, SourceLocation } from '../../protocol/researchEvent.ts';

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

/** One entry of `source_message.content`, as the service sends it: a source whose location is stated in fields of its own. */
export type SourceEntry = Readonly<Omit<Source, 'url' | 'snippet' | 'location'>> &
  SourceLocation & {
    /** URL of the original: the http(s) address in the front matter of the document. */
    readonly url?: string | undefined;
    readonly snippet: string;
  };

export type ResearchOutput =
  /** `mode` is the research mode that `auto` has selected. */
  | { readonly type: 'step'; readonly title: string; readonly mode?: ResearchMode | undefined }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'sources'; readonly sources: readonly SourceEntry[] }
  | { readonly type: 'suggestions'; readonly suggestions: readonly string[] }
  /** Text of an answer that is being written. The whole answer follows as `parts` and replaces it. */
  | { readonly type: 'draft'; readonly text: string }
  /** The parts of the answer. With `text`, the whole answer in place of drafts; without, of the text that was sent. */
  | { readonly type: 'parts'; readonly text?: string | undefined; readonly parts: readonly AnswerPart[] }
  /** The tokens of the language model, as its provider reports them. */
  | { readonly type: 'usage'; readonly usage: TokenUsage }
  /** What the language model did for the answer. */
  | { readonly type: 'modelUse'; readonly use: ModelUse };

export interface Researcher {
  /** Yields the parts of the answer. Returns early when the signal aborts. Throws if the answer fails. */
  research(request: ResearchRequest, signal: AbortSignal): AsyncIterable<ResearchOutput>;
}
