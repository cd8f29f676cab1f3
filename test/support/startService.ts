/** A service on a real socket, with a researcher of the test's own. */
import { createApp } from '../../src/service/app/app.ts';
import type { Transcripts } from '../../src/service/app/completions.ts';
import type { ServiceLimits, SocketLimits } from '../../src/service/app/limits.ts';
import type { ServiceLogEntry } from '../../src/service/app/log.ts';
import type { Researcher } from '../../src/service/researcher.ts';
import { createHttpService } from '../../src/service/server/httpServer.ts';
import { createFakeResearcher } from './fakeResearcher.ts';

export const KEY = 'Test-Key-0123456789abcdef';

export interface StartedService {
  readonly origin: string;
  readonly port: number;
  readonly logs: ServiceLogEntry[];
  /** Ends running replies as a signal would. */
  readonly shutdown: AbortController;
  close(): Promise<void>;
}

export interface StartOptions {
  readonly researcher?: Researcher;
  readonly keys?: readonly string[];
  readonly limits?: Partial<ServiceLimits>;
  readonly sockets?: Partial<SocketLimits>;
  readonly transcripts?: Transcripts;
  readonly host?: '127.0.0.1' | '::1';
}

export async function startService(options: StartOptions = {}): Promise<StartedService> {
  const logs: ServiceLogEntry[] = [];
  const log = (entry: ServiceLogEntry): void => void logs.push(entry);
  const shutdown = new AbortController();
  const app = createApp({
    researcher: options.researcher ?? createFakeResearcher(),
    keys: options.keys ?? [KEY],
    limits: options.limits ?? {},
    log,
    shutdown: shutdown.signal,
    ...(options.transcripts === undefined ? {} : { transcripts: options.transcripts }),
  });
  const http = createHttpService({ app, log, limits: { checkMs: 20, ...options.sockets } });
  const origin = await http.listen(0, options.host ?? '127.0.0.1');
  return { origin, port: Number(new URL(origin).port), logs, shutdown, close: () => http.close() };
}
