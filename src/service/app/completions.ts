/** The one operation: a question in, an answer out, whole or as a stream. */
import type { Message } from '../../protocol/chatCompletions.ts';
import type { Researcher } from '../researcher.ts';
import { type ParsedChatRequest, parseChatRequest } from './chatRequest.ts';
import { shutdownError } from './httpError.ts';
import type { ServiceLimits } from './limits.ts';
import { completeLogEntry, errorClassName, type PendingLogEntry, type ServiceLog, silentLog } from './log.ts';
import { readJson, requireJson } from './requestBody.ts';
import { type AnswerRun, type ReplyOutcome, startAnswer } from './runningAnswer.ts';
import { STREAM_HEADERS, streamReply } from './streamReply.ts';
import { jsonReply, wholeReply } from './wholeReply.ts';

export interface Transcript {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly askMode: string;
  /** The mode that `auto` has selected. */
  readonly selectedMode?: string;
  readonly instructions: readonly string[];
  readonly messages: readonly Message[];
  readonly answer: string;
  readonly sources: readonly unknown[];
  readonly complete: boolean;
}

export interface Transcripts {
  /** Rejects if the file cannot be written. Never called for a request with zero data retention. */
  save(transcript: Transcript): Promise<void>;
}

/** A caller whose key was accepted. */
export interface Admitted {
  /** What answers this request. `body` is the whole JSON object. Throws an HttpError for what the caller may not ask. */
  researcherFor(request: ParsedChatRequest, body: unknown): Researcher | Promise<Researcher>;
  /** Called once for each researcher, when its reply has ended. */
  ended?(outcome: ReplyOutcome): void;
}

export interface CompletionsOptions {
  /** Decides by the headers alone who is answered. Throws an HttpError for all others. */
  readonly admit: (headers: Headers, entry: PendingLogEntry) => Admitted | Promise<Admitted>;
  readonly log?: ServiceLog | undefined;
  /** Without it no content is kept anywhere. */
  readonly transcripts?: Transcripts | undefined;
  /** When it aborts, running replies end with an error and new ones are refused. */
  readonly shutdown?: AbortSignal | undefined;
  readonly limits: ServiceLimits;
  readonly now: () => number;
  readonly newId: () => string;
}

interface Asked {
  readonly request: ParsedChatRequest;
  readonly admitted: Admitted;
  readonly researcher: Researcher;
}

/** Throws an HttpError for what is refused or fails before the reply began. */
export type Completions = (request: Request, entry: PendingLogEntry) => Promise<Response>;

export function createCompletions(options: CompletionsOptions): Completions {
  const { limits, log = silentLog, now, transcripts, shutdown } = options;
  const running = new Set<AnswerRun>();
  shutdown?.addEventListener('abort', () => {
    for (const run of running) run.stop('shutdown');
  });

  /** Checks the key first: without a valid one the body is not read, and no other error is reported. */
  async function read(incoming: Request, entry: PendingLogEntry): Promise<Asked> {
    const admitted = await options.admit(incoming.headers, entry);
    if (shutdown?.aborted) throw shutdownError();
    requireJson(incoming.headers);
    const body = await readJson(incoming, limits.bodyBytes);
    const request = parseChatRequest(body);
    entry.mode = request.askMode;
    entry.stream = request.stream;
    entry.zeroDataRetention = request.zeroDataRetention;
    return { request, admitted, researcher: await admitted.researcherFor(request, body) };
  }

  function begin({ request, admitted, researcher }: Asked, caller: AbortSignal, entry: PendingLogEntry): AnswerRun {
    const mayBeSaved = transcripts !== undefined && !request.zeroDataRetention;
    const cancel = (): void => run.stop('cancelled');
    const run = startAnswer({
      id: `chatcmpl-${options.newId()}`,
      created: Math.floor(now() / 1000),
      request,
      researcher,
      keepText: mayBeSaved || !request.stream,
      onFinish(finished, outcome, failure) {
        running.delete(finished);
        admitted.ended?.(outcome);
        caller.removeEventListener('abort', cancel);
        recordUsage(finished, entry, outcome === 'failed' ? failure : undefined);
        entry.outcome = outcome;
        if (request.stream) log(completeLogEntry(entry, 200, now()));
        if (mayBeSaved) void saveTranscript(finished, request, outcome === 'done');
      },
    });
    running.add(run);
    caller.addEventListener('abort', cancel, { once: true });
    if (caller.aborted) cancel();
    if (shutdown?.aborted) run.stop('shutdown');
    return run;
  }

  async function saveTranscript(run: AnswerRun, request: ParsedChatRequest, complete: boolean): Promise<void> {
    const { id, created } = run;
    const { askMode, instructions, messages } = request;
    const selectedMode = run.selectedMode();
    try {
      await transcripts?.save({
        id,
        created,
        askMode,
        ...(selectedMode !== undefined && { selectedMode }),
        instructions,
        messages,
        answer: run.text(),
        sources: run.sources(),
        complete,
      });
    } catch (thrown) {
      log({ event: 'failure', code: 'transcript_not_written', failure: errorClassName(thrown) });
    }
  }

  return async (incoming, entry) => {
    const asked = await read(incoming, entry);
    const run = begin(asked, incoming.signal, entry);
    if (asked.request.stream) return new Response(streamReply(run, limits), { headers: STREAM_HEADERS });
    return jsonReply(await wholeReply(run));
  };
}

function recordUsage(run: AnswerRun, entry: PendingLogEntry, failure: unknown): void {
  const usage = run.usage();
  entry.promptTokens = usage.prompt_tokens;
  entry.completionTokens = usage.completion_tokens;
  const selectedMode = run.selectedMode();
  if (selectedMode !== undefined) entry.selectedMode = selectedMode;
  if (failure !== undefined) entry.failure = errorClassName(failure);
}
