/** One answer in the making: what the researcher yields, counted, recorded where that is allowed, and ended exactly once. */

import type { Researcher, ResearchOutput, SourceEntry } from '../research/researcher.ts';
import { untilAborted } from './abortable.ts';
import type { ParsedChatRequest } from './chatRequest.ts';
import type { LogEntry } from './log.ts';
import { countPrompt, createTokenCounter, toUsage, type WireUsage } from './usage.ts';

export type Outcome = NonNullable<LogEntry['outcome']>;

/** Why a run was stopped from outside. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
  readonly outcome: 'left' | 'shutdown';
  constructor(outcome: 'left' | 'shutdown') {
    super(outcome);
    this.outcome = outcome;
  }
}

export interface AnswerRun {
  /** Identifier of the completion, prefixed like a chat completion id. */
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  /** Yields once; throws RunStopped after `stop`, else what the researcher threw. */
  readonly outputs: AsyncGenerator<ResearchOutput, void, undefined>;
  /** The answer text so far; empty in a stream of which no transcript is kept. */
  readonly text: () => string;
  readonly sources: () => readonly SourceEntry[];
  readonly usage: () => WireUsage;
  stop(outcome: 'left' | 'shutdown'): void;
  /** Tells how the reply ended. Only the first call counts. */
  finish(outcome: Outcome, failure?: unknown): void;
}

export interface AnswerRunOptions {
  readonly id: string;
  readonly created: number;
  readonly request: ParsedChatRequest;
  readonly researcher: Researcher;
  /** Whether the text is needed again after it was sent. */
  readonly keepText: boolean;
  readonly onFinish: (run: AnswerRun, outcome: Outcome, failure: unknown) => void;
}

export function startAnswer(options: AnswerRunOptions): AnswerRun {
  const { request, researcher, keepText } = options;
  const controller = new AbortController();
  const promptTokens = countPrompt(request.messages);
  const completion = createTokenCounter();
  const texts: string[] = [];
  const sources: SourceEntry[] = [];
  let finished = false;

  async function* outputs(): AsyncGenerator<ResearchOutput, void, undefined> {
    for await (const output of untilAborted(researcher.research(request, controller.signal), controller.signal)) {
      if (output.type === 'text') {
        completion.add(output.text);
        if (keepText) texts.push(output.text);
      } else if (output.type === 'sources' && keepText) sources.push(...output.sources);
      yield output;
    }
  }

  const run: AnswerRun = {
    id: options.id,
    created: options.created,
    outputs: outputs(),
    text: () => texts.join(''),
    sources: () => sources,
    usage: () => toUsage(promptTokens, completion.count),
    stop: (outcome) => controller.abort(new RunStopped(outcome)),
    finish(outcome, failure) {
      if (finished) return;
      finished = true;
      options.onFinish(run, outcome, failure);
    },
  };
  return run;
}
