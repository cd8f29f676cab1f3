/** The interface between those who ask, over HTTP (`app/`) or from the extension (`worker/`), and the code that finds an answer. */
import type { TokenUsage } from '../../model/languageModel.ts';
import type { AnswerPart } from '../../protocol/answerPart.ts';
import type { AskMode, ResearchMode } from '../../protocol/chatCompletions.ts';
import type { ModelUse } from '../../protocol/modelUse.ts';
import type { EarlierTurn, ResearchQuestion } from '../../protocol/question.ts';

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

/** One entry of `source_message.content`, as the service sends it. */
export interface SourceEntry {
  readonly title: string;
  /** URL of the original: the http(s) address in the front matter of the document. */
  readonly url?: string | undefined;
  readonly snippet: string;
  readonly section?: string | undefined;
  readonly kind?: string | undefined;
  readonly date?: string | undefined;
  /** Absolute path of the document. */
  readonly path: string;
  /** First and last line of the quoted passage, from 1. */
  readonly line: number;
  readonly endLine: number;
  /** Page of a PDF, from 1, and the label that the PDF gives to it if that is another one. */
  readonly page?: number | undefined;
  readonly pageLabel?: string | undefined;
  /** The place in words: "page iv", "paragraphs 12–15", "Additions!A2:H9". Absent for files that consist of lines. */
  readonly place?: string | undefined;
  /** The first and the last text item of the page, from 0, between which the passage of a PDF was read. */
  readonly items?: readonly [number, number] | undefined;
}

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
