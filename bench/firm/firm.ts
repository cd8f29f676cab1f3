/** A firm for benchmarks: PostgreSQL, OpenSearch and servers on this machine, each a process that can be killed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, missingForCluster, startCluster } from '../../scripts/firm/startCluster.ts';
import { type Database, openDatabase } from '../../src/firm/database/database.ts';
import { buildFirm, type FirmProgram, type ServerProcess } from '../../test/firm/support/firm.ts';
import { startPostgres } from '../../test/firm/support/postgres.ts';

export interface BenchFirm {
  readonly admin: Database;
  readonly cluster: Cluster;
  readonly program: FirmProgram;
  /** The options that name the cluster. */
  readonly engine: readonly string[];
  /** A server of its own port. */
  serve(...args: string[]): Promise<BenchServer>;
  /** Ends all processes and deletes their data. */
  stop(): Promise<void>;
}

export interface BenchServer {
  readonly origin: string;
  /** Its log, one JSON object a line. */
  log(): string;
  kill(): Promise<void>;
}

/** `java`: options of each node. */
export async function startFirm(nodes: number, java?: readonly string[]): Promise<BenchFirm> {
  const missing = missingForCluster();
  if (missing !== null) throw new Error(`OpenSearch cannot be started: this machine lacks ${missing}.`);
  const postgres = await startPostgres();
  const urls = await postgres.create();
  const admin = openDatabase({ url: urls.adminUrl, connections: 2 });
  const built = mkdtempSync(join(tmpdir(), 'fiscal-firm-program-'));
  const program = await buildFirm(built, urls);
  const cluster = await startCluster(nodes, java);
  const engine = cluster.urls.flatMap((url) => ['--search-url', url]);
  const servers: ServerProcess[] = [];
  const end = async ({ child, exit }: ServerProcess) => {
    child.kill('SIGKILL');
    await exit;
  };
  return {
    admin,
    cluster,
    program,
    engine,
    async serve(...args) {
      const server = program.serve(...engine, ...args);
      servers.push(server);
      const origin = await server.origin;
      return { origin, log: server.stderr, kill: () => end(server) };
    },
    async stop() {
      await Promise.all(servers.map(end));
      await cluster.stop();
      await admin.close();
      await postgres.stop();
      rmSync(built, { recursive: true });
    },
  };
}

export interface Reply {
  /** `done`, or the kind of the error: its code, `cut off` or `no connection`. */
  readonly outcome: string;
  readonly requestId: string | null;
  /** The header `Retry-After`. */
  readonly retryAfter: string | null;
  /** Milliseconds until the first words of the answer, and to its end. */
  readonly firstWord: number | null;
  readonly end: number;
  readonly text: string;
  /** Ids of the documents of its sources. */
  readonly documents: readonly string[];
}

/** Asks one question as a stream. */
export async function ask(
  origin: string,
  key: string,
  question: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Reply> {
  const from = performance.now();
  let requestId: string | null = null;
  let retryAfter: string | null = null;
  let firstWord: number | null = null;
  let text = '';
  const finish = (outcome: string): Reply => ({
    ...{ outcome, requestId, retryAfter, firstWord, text, end: performance.now() - from },
    documents: [...text.matchAll(/"document":"([^"]+)"/g)].map(([, id = '']) => id),
  });
  try {
    const response = await fetch(`${origin}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ model: 'service-1.0', stream: true, ...fields },
        messages: [{ role: 'human', content: question }],
      }),
    });
    requestId = response.headers.get('x-request-id');
    retryAfter = response.headers.get('retry-after');
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      if (firstWord === null && /"delta":\{[^}]*"content":"[^"]/.test(text)) firstWord = performance.now() - from;
    }
    const code = /"code":"([a-z_]+)"/.exec(text)?.[1];
    if (response.status !== 200) return finish(`${response.status} ${code ?? ''}`.trim());
    if (text.includes('data: [DONE]')) return finish('done');
    return finish(code === undefined ? 'cut off' : `error in the stream: ${code}`);
  } catch {
    return finish(text === '' ? 'no connection' : 'cut off');
  }
}

export const percentiles = (times: readonly number[]): string => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`;
};
