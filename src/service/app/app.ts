/** The research service as a function from Request to Response: the whole interface, without a socket. */
import { randomUUID } from 'node:crypto';
import { COMPLETIONS_PATH, MODEL } from '../../protocol/chatCompletions.ts';
import type { Researcher } from '../researcher.ts';
import { refuseForeignCaller } from './callerGuard.ts';
import { type CompletionsOptions, createCompletions } from './completions.ts';
import { createAuthorize } from './keyring.ts';
import { DEFAULT_SERVICE_LIMITS, type ServiceLimits } from './limits.ts';
import { type PendingLogEntry, silentLog } from './log.ts';
import { isModelPath, MODEL_PATHS, modelReply } from './models.ts';
import { createRequestHandler, notFound, type RequestHandler, requireMethod } from './requestHandler.ts';
import { jsonReply } from './wholeReply.ts';

export interface AppOptions extends Pick<CompletionsOptions, 'log' | 'transcripts' | 'shutdown'> {
  readonly researcher: Researcher;
  /** At least one. */
  readonly keys: readonly string[];
  /** Answers `/mcp` for agents. The key was checked. Absent: there is nothing at that address. */
  readonly mcp?: ((request: Request) => Promise<Response>) | undefined;
  readonly limits?: Partial<ServiceLimits>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** A new identifier without prefix. */
  readonly newId?: () => string;
}

const HEALTH_PATH = '/health';
const MCP_PATH = '/mcp';
const PATHS: readonly string[] = [COMPLETIONS_PATH, HEALTH_PATH, ...MODEL_PATHS, MCP_PATH];

export function createApp(options: AppOptions): RequestHandler {
  const { log = silentLog, now = Date.now, researcher } = options;
  const newId = options.newId ?? newIdentifier;
  const limits = { ...DEFAULT_SERVICE_LIMITS, ...options.limits };
  const authorize = createAuthorize(options.keys);
  const complete = createCompletions({
    ...options,
    admit(headers, entry) {
      authorize(headers, entry);
      return { researcherFor: () => researcher };
    },
    limits,
    now,
    newId,
  });

  async function respond(request: Request, path: string, entry: PendingLogEntry): Promise<Response> {
    refuseForeignCaller(request.headers);
    if (path === HEALTH_PATH) {
      requireMethod(request, 'GET');
      return jsonReply({ status: 'ok', model: MODEL });
    }
    if (isModelPath(path)) {
      requireMethod(request, 'GET');
      authorize(request.headers, entry);
      return modelReply(path);
    }
    if (path === MCP_PATH && options.mcp !== undefined) {
      authorize(request.headers, entry);
      return options.mcp(request);
    }
    if (path !== COMPLETIONS_PATH) throw notFound(COMPLETIONS_PATH);
    requireMethod(request, 'POST');
    return complete(request, entry);
  }

  const routeOf = (path: string) => (PATHS.includes(path) ? path : 'other');
  return createRequestHandler({ log, now, newId, routeOf, respond });
}

export const newIdentifier = (): string => randomUUID().replaceAll('-', '');
