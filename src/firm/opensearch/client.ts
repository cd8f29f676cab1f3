/** Requests to OpenSearch: several nodes, time limits, and retries while a node is busy or gone. */
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';

export interface EngineOptions {
  /** Of nodes of one cluster: `https://search-1.example:9200`. */
  readonly urls: readonly string[];
  /** The value of the header `Authorization`. */
  readonly authorization?: string | undefined;
}

export interface EngineRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** With its query: `/_msearch?filter_path=responses`. */
  readonly path: string;
  readonly body?: unknown;
  /** One object per line, instead of `body`. */
  readonly lines?: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds in which an answer must come, retries included. */
  readonly patience: number;
}

export interface EngineAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The engine is not reachable, is busy for longer than the time limit, or has lost a part of the index. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
}

/** The engine does not accept a request. The message has the status and the type of the error, and nothing of the request. */
export class EngineRefused extends Error {
  override readonly name = 'EngineRefused';
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string) {
    super(`OpenSearch refused a request: ${status} ${type}.`);
    this.status = status;
    this.type = type;
  }
}

export interface EngineClient {
  /** Resolves to the first answer that is no sign of a busy or missing node. Throws EngineUnavailable. */
  send(request: EngineRequest, isBusy?: (answer: EngineAnswer) => boolean): Promise<EngineAnswer>;
}

/** Share of the time for a request after which a node that does not answer is given up: 20 s of a search, 80 s of a part of a large write. */
const ATTEMPT = 2 / 3;
/** Milliseconds before the second attempt, and the most before a later one. */
const FIRST_WAIT = 50;
const LONGEST_WAIT = 2000;

const errorSchema = z.object({ error: z.object({ type: z.string() }) });

/** The type of an error that the engine reports; empty if it reports none. */
export function errorType(body: unknown): string {
  const parsed = errorSchema.safeParse(body);
  return parsed.success ? parsed.data.error.type : '';
}

/** Whether a later attempt may succeed: the node or a shard has too much to do, is starting, or has gone. */
export function isBusyStatus(status: number, type: string): boolean {
  return [429, 502, 503, 504].includes(status) || (status === 500 && type === 'search_phase_execution_exception');
}

export function createEngineClient({ urls, authorization }: EngineOptions): EngineClient {
  const nodes = urls.map((url) => url.replace(/\/+$/, ''));
  let next = 0;

  async function attempt(node: string, { method, path, body, lines, signal, patience }: EngineRequest, left: number) {
    const content = lines ? `${lines.join('\n')}\n` : body === undefined ? null : JSON.stringify(body);
    const limit = Math.ceil(Math.max(1, Math.min(ATTEMPT * patience, left)));
    const limits = [AbortSignal.timeout(limit), ...(signal ? [signal] : [])];
    const response = await fetch(node + path, {
      method,
      body: content,
      redirect: 'error',
      headers: {
        // In the network of a firm, compressing an answer takes longer than sending it.
        'accept-encoding': 'identity',
        ...(content === null ? {} : { 'content-type': lines ? 'application/x-ndjson' : 'application/json' }),
        ...(authorization === undefined ? {} : { authorization }),
      },
      signal: AbortSignal.any(limits),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  }

  return {
    async send(request, isBusy = ({ status, body }) => isBusyStatus(status, errorType(body))) {
      const { signal, patience } = request;
      const until = performance.now() + patience;
      let problem = '';
      for (let tries = 0; ; tries += 1) {
        signal?.throwIfAborted();
        const asked = next;
        const node = nodes[asked % nodes.length] ?? '';
        try {
          const answer = await attempt(node, request, until - performance.now());
          throwIfBlocked(answer.status, errorType(answer.body));
          if (!isBusy(answer)) return answer;
          problem = `${answer.status} ${errorType(answer.body)}`.trim();
        } catch (error) {
          signal?.throwIfAborted();
          if (error instanceof DOMException) problem = 'no answer in time';
          else if (error instanceof SyntaxError) problem = 'an answer that is cut off';
          else if (error instanceof TypeError) problem = 'no connection';
          else throw error;
        }
        // Another node may be able to answer at once. If many requests failed at a node, the first of them chooses the other node.
        if (next === asked) next += 1;
        const pause =
          Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.floor(tries / nodes.length)) * (0.5 + Math.random());
        if (performance.now() + pause >= until) throw new EngineUnavailable(`OpenSearch does not answer: ${problem}.`);
        await wait(pause, undefined, signal ? { signal } : {}).catch(() => {});
      }
    },
  };
}

/**
 * Throws EngineUnavailable if the indices accept no writes. OpenSearch blocks those of a node whose disk is almost full, with the status of a
 * busy engine. A cluster without a manager has the same error with the status 503, and is asked again.
 */
export function throwIfBlocked(status: number, type: string | undefined): void {
  if (type !== 'cluster_block_exception' || (status !== 429 && status !== 403)) return;
  throw new EngineUnavailable(
    'OpenSearch accepts no more documents, because a disk is almost full or the indices are read-only. Free space, or remove the block index.blocks.read_only_allow_delete. Then run the indexer again: it continues where it stopped.',
  );
}

/** The body of an answer. Throws EngineRefused. */
export function accepted({ status, body }: EngineAnswer): unknown {
  if (status >= 400) throw new EngineRefused(status, errorType(body));
  return body;
}
