import { ResearchError } from '../../src/client/errors.ts';
import type { AskHooks, ResearchClient, RetryNotice } from '../../src/client/researchClient.ts';
import type { ChatRequest } from '../../src/protocol/chatCompletions.ts';
import { english, errorLine } from '../../src/protocol/errorMessages.ts';
import type { ResearchEvent } from '../../src/protocol/researchEvent.ts';
import { expectNoCanary } from './canary.ts';

export interface Run {
  readonly events: ResearchEvent[];
  readonly text: string;
  readonly steps: string[];
  readonly outcome: 'done' | 'truncated' | 'error' | 'stopped';
  readonly error: ResearchError | undefined;
  /** Everything that a user would be shown about the failure. */
  readonly shown: string;
  readonly retries: RetryNotice[];
}

export const QUESTION: ChatRequest = {
  messages: [{ role: 'human', content: 'What is the limit?' }],
  stream: true,
  askMode: 'tax_research_fast_research',
};

/** Asks and collects; anything thrown that is no ResearchError is thrown on. The canary key must not be in the error. */
export async function run(
  client: ResearchClient,
  request: ChatRequest = QUESTION,
  signal: AbortSignal = new AbortController().signal,
  hooks: AskHooks & { readonly onAnswer?: (event: ResearchEvent) => void } = {},
): Promise<Run> {
  const events: ResearchEvent[] = [];
  const retries: RetryNotice[] = [];
  let error: ResearchError | undefined;
  try {
    const onRetry = (notice: RetryNotice) => {
      retries.push(notice);
      hooks.onRetry?.(notice);
    };
    for await (const event of client.ask(request, signal, { ...hooks, onRetry })) {
      events.push(event);
      hooks.onAnswer?.(event);
    }
  } catch (thrown) {
    if (!(thrown instanceof ResearchError)) throw thrown;
    error = thrown;
  }
  expectNoCanary(error);
  const info = error?.toInfo();
  const done = events.at(-1)?.type === 'done';
  return {
    events,
    text: events.map((event) => (event.type === 'text' ? event.text : '')).join(''),
    steps: events.flatMap((event) => (event.type === 'step' ? [event.title] : [])),
    outcome: error ? (error.kind === 'truncated' ? 'truncated' : 'error') : done ? 'done' : 'stopped',
    error,
    shown: info ? `${errorLine(info, english)} ${info.detail ?? ''}` : '',
    retries,
  };
}
