/** The one operation: a question in, an answer out, whole or as a stream. */

import { createKeyring } from '../server/keyring.ts';
import type { AppOptions } from './app.ts';
import { type ParsedChatRequest, parseChatRequest } from './chatRequest.ts';
import { jsonReply } from './jsonReply.ts';
import type { ServiceLimits } from './limits.ts';
import { type Log, silentLog } from './log.ts';
import { readJson, requireJson } from './requestBody.ts';
import { type RequestFacts, toLogEntry } from './requestLog.ts';
import { type AnswerRun, startAnswer } from './runningAnswer.ts';
import { ServiceError } from './serviceError.ts';
import { STREAM_HEADERS, shutdownError, streamReply } from './streamReply.ts';
import { wholeReply } from './wholeReply.ts';

export interface CompletionsOptions extends Pick<AppOptions, 'researcher' | 'keys' | 'transcripts' | 'shutdown'> {
  readonly log?: Log | undefined;
  readonly limits: ServiceLimits;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Throws a ServiceError for what is refused or fails before the reply began. */
export type Completions = (request: Request, facts: RequestFacts) => Promise<Response>;

export function createCompletions(options: CompletionsOptions): Completions {
  const { limits, log = silentLog, now, transcripts, shutdown } = options;
  const keyring = options.keys === null ? null : createKeyring(options.keys);
  const running = new Set<AnswerRun>();
  shutdown?.addEventListener('abort', () => {
    for (const run of running) run.stop('shutdown');
  });

  /** The key comes first: a stranger learns nothing of what a right request looks like, and its body stays unread. */
  async function read(incoming: Request, facts: RequestFacts): Promise<ParsedChatRequest> {
    if (keyring !== null) {
      const key = keyring.match(incoming.headers.get('authorization'));
      if (key === null) throw unauthorised();
      facts.key = key;
    }
    if (shutdown?.aborted) throw shutdownError();
    requireJson(incoming.headers);
    const request = parseChatRequest(await readJson(incoming, limits.bodyBytes));
    facts.mode = request.askMode;
    facts.stream = request.stream;
    facts.zeroDataRetention = request.zeroDataRetention;
    return request;
  }

  function begin(request: ParsedChatRequest, caller: AbortSignal, facts: RequestFacts): AnswerRun {
    const keep = transcripts !== undefined && !request.zeroDataRetention;
    const left = (): void => run.stop('left');
    const run = startAnswer({
      id: `chatcmpl-${options.newId()}`,
      created: Math.floor(now() / 1000),
      request,
      researcher: options.researcher,
      keepText: keep || !request.stream,
      onFinish(finished, outcome, failure) {
        running.delete(finished);
        caller.removeEventListener('abort', left);
        note(finished, facts, outcome === 'failed' ? failure : undefined);
        facts.outcome = outcome;
        if (request.stream) log(toLogEntry(facts, 200, now()));
        if (keep) void keepTranscript(finished, request, outcome === 'done');
      },
    });
    running.add(run);
    caller.addEventListener('abort', left, { once: true });
    if (caller.aborted) left();
    return run;
  }

  async function keepTranscript(run: AnswerRun, request: ParsedChatRequest, complete: boolean): Promise<void> {
    const { id, created } = run;
    const { askMode, messages } = request;
    try {
      await transcripts?.save({ id, created, askMode, messages, answer: run.text(), sources: run.sources(), complete });
    } catch (thrown) {
      log({ event: 'failure', code: 'transcript_not_written', failure: className(thrown) });
    }
  }

  return async (incoming, facts) => {
    const run = begin(await read(incoming, facts), incoming.signal, facts);
    if (facts.stream === true) return new Response(streamReply(run, limits), { headers: STREAM_HEADERS });
    return jsonReply(await wholeReply(run));
  };
}

function note(run: AnswerRun, facts: RequestFacts, failure: unknown): void {
  const usage = run.usage();
  facts.promptTokens = usage.prompt_tokens;
  facts.completionTokens = usage.completion_tokens;
  if (failure !== undefined) facts.failure = className(failure);
}

/** The message of a foreign error could hold content; its class does not. */
export const className = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : 'unknown');

const unauthorised = (): ServiceError =>
  new ServiceError(401, 'A valid key is needed: send the header Authorization: Bearer <API_KEY>.', {
    type: 'authentication_error',
    code: 'invalid_api_key',
    headers: { 'www-authenticate': 'Bearer' },
  });
