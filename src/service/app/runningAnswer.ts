/** One running answer: passes on what the researcher yields, counts tokens, and ends exactly once. */
import type { TokenUsage } from '../../model/languageModel.ts';
import type { ResearchMode } from '../../protocol/chatCompletions.ts';
import type { SourceLocation } from '../../protocol/researchEvent.ts';
import { unlessAborted } from '../nodeHelpers.ts';
import type { LibrarySource, Researcher, ResearchOutput } from '../researcher.ts';
import type { ParsedChatRequest } from './chatRequest.ts';
import type { ServiceLogEntry } from './log.ts';
import { countPrompt, createTokenCounter, toUsage, type WireUsage } from './usage.ts';

export type ReplyOutcome = NonNullable<ServiceLogEntry['outcome']>;

/** Why a run was stopped from outside. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
  readonly outcome: 'cancelled' | 'shutdown';
  constructor(outcome: 'cancelled' | 'shutdown') {
    super(outcome);
    this.outcome = outcome;
  }
}

/** What the interface can express. */
export type SentOutput =
  | Exclude<ResearchOutput, { type: 'sources' | 'parts' | 'modelUse' | 'usage' }>
  | { readonly type: 'sources'; readonly sources: readonly SourceEntry[] };

/** One entry of `source_message.content`: the location of a source is stated in fields of its own. */
export interface SourceEntry extends Omit<LibrarySource, 'url' | 'location'>, SourceLocation {
  /** The http(s) address of the original. */
  readonly url?: string;
}

export interface AnswerRun {
  /** Identifier of the completion, prefixed like a chat completion id. */
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  /** Can be iterated once. Throws RunStopped after `stop`, else what the researcher threw. */
  readonly outputs: AsyncGenerator<SentOutput, void, undefined>;
  /** The answer text so far. Empty for a stream without a transcript. */
  readonly text: () => string;
  readonly sources: () => readonly SourceEntry[];
  readonly usage: () => WireUsage;
  readonly replyRole: ParsedChatRequest['replyRole'];
  readonly includeUsage: boolean;
  /** The mode that `auto` has selected, once it is known. */
  readonly selectedMode: () => ResearchMode | undefined;
  stop(outcome: 'cancelled' | 'shutdown'): void;
  /** Reports how the reply ended. Only the first call counts. */
  finish(outcome: ReplyOutcome, failure?: unknown): void;
}

export interface AnswerRunOptions {
  readonly id: string;
  readonly created: number;
  readonly request: ParsedChatRequest;
  readonly researcher: Researcher;
  /** Whether the text is needed after it was sent. */
  readonly keepText: boolean;
  readonly onFinish: (run: AnswerRun, outcome: ReplyOutcome, failure: unknown) => void;
}

export function startAnswer(options: AnswerRunOptions): AnswerRun {
  const { request, researcher, keepText } = options;
  const controller = new AbortController();
  const promptTokens = countPrompt(request);
  const completion = createTokenCounter();
  const texts: string[] = [];
  const sources: SourceEntry[] = [];
  let selectedMode: ResearchMode | undefined;
  /** The tokens of a language model. Without one, the text is counted. */
  let reported: TokenUsage | null = null;
  let finished = false;

  async function* outputs(): AsyncGenerator<SentOutput, void, undefined> {
    for await (const found of untilAborted(researcher.research(request, controller.signal), controller.signal)) {
      if (found.type === 'usage') reported = found.usage;
      const output = toSent(found);
      if (output === null) continue;
      if (output.type === 'text') {
        completion.add(output.text);
        if (keepText) texts.push(output.text);
      } else if (output.type === 'sources' && keepText) sources.push(...output.sources);
      else if (output.type === 'step') selectedMode ??= output.mode;
      yield output;
    }
  }

  const run: AnswerRun = {
    id: options.id,
    created: options.created,
    outputs: outputs(),
    text: () => texts.join(''),
    sources: () => sources,
    usage: () =>
      reported ? toUsage(reported.promptTokens, reported.completionTokens) : toUsage(promptTokens, completion.count),
    replyRole: request.replyRole,
    includeUsage: request.includeUsage,
    selectedMode: () => selectedMode,
    stop: (outcome) => controller.abort(new RunStopped(outcome)),
    finish(outcome, failure) {
      if (finished) return;
      finished = true;
      options.onFinish(run, outcome, failure);
    },
  };
  return run;
}

/** A stream cannot take back text, so drafts are not sent. */
function toSent(output: ResearchOutput): SentOutput | null {
  switch (output.type) {
    case 'modelUse':
    case 'usage':
      return null;
    case 'parts':
      return output.text ? { type: 'text', text: output.text } : null;
    case 'text':
      return output.draft ? null : output;
    case 'sources':
      return { type: 'sources', sources: output.sources.map(toEntry) };
    default:
      return output;
  }
}

function toEntry({ url, location, ...described }: LibrarySource): SourceEntry {
  return { ...described, ...(url !== null && { url }), ...location };
}

/** Iterates until the signal aborts. Then it throws the signal's reason at once, also while the source is busy. */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await unlessAborted(iterator.next(), signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a source that ignores the signal must not delay the end.
    iterator.return?.()?.catch(() => {});
  }
}
