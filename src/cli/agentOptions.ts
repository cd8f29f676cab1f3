/** The options for agents: what the MCP server gives out, logs and counts. */
import { resolve } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { DEFAULT_LIMITS } from '../client/limits.ts';
import { createLibraryClient } from '../libraryClient/libraryClient.ts';
import type { LibraryConnection } from '../libraryClient/libraryConnection.ts';
import type { QuestionModel } from '../libraryClient/modelCalls.ts';
import type { McpDeps } from '../mcp/mcpDeps.ts';
import { createMcpGuard, type McpGuardMode } from '../mcp/mcpGuard.ts';
import { createMcpRecords } from '../mcp/mcpRecords.ts';
import { programVersion } from './builtFiles.ts';
import { type Environment, UsageError } from './command.ts';
import { type HostedService, openHosted, readClientNames, readGuard, readHosted } from './hostedOptions.ts';

export const AGENT_OPTIONS = {
  identifiers: { type: 'string', default: 'replace' },
  log: { type: 'string' },
  limit: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

export const AGENT_HELP = `  --identifiers MODE Client identifiers in what agents receive, in their questions to a hosted service, and in what a
                     language model on another machine receives: "replace" (default) sends placeholders, "block" refuses,
                     "off" does not check.
                     FISCAL_CLIENT_NAMES names clients, one a line, which are identifiers as well.
  --log DIR          Keep a research log of the questions and answers of agents in this folder.
  --limit N          At most N questions to the hosted service in a day. Needs --log, which keeps the count.
`;

export const HOSTED_HELP = `With FISCAL_BASE_URL and FISCAL_API_KEY in the environment, the tool "research" asks that service. The key is sent to that origin only.
`;

export interface AgentOptions {
  readonly guard: McpGuardMode;
  readonly clientNames: readonly string[];
  /** Absolute path of the folder for the research log; null: no log. */
  readonly logDir: string | null;
  /** Questions to the hosted service in a day; null: no limit. */
  readonly limit: number | null;
  /** The hosted service that answers `research`; null: the library. */
  readonly hosted: HostedService | null;
}

interface AgentValues {
  readonly identifiers: string;
  readonly log?: string | undefined;
  readonly limit?: string | undefined;
}

/** Throws UsageError. */
export function readAgents({ identifiers, log, limit }: AgentValues, env: Environment): AgentOptions {
  if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit)) {
    throw new UsageError('--limit: enter a number from 1 to 999999');
  }
  if (limit !== undefined && log === undefined) {
    throw new UsageError('--limit needs --log DIR, where the questions are counted.');
  }
  return {
    guard: readGuard(identifiers),
    clientNames: readClientNames(env),
    logDir: log === undefined ? null : resolve(log),
    limit: limit === undefined ? null : Number(limit),
    hosted: readHosted(env),
  };
}

export interface AgentServer {
  readonly library: LibraryConnection;
  /** Writes answers of the library. Null: the library quotes. */
  readonly model: QuestionModel | null;
  readonly signal: AbortSignal;
  readonly onError: (message: string) => void;
}

export function mcpDeps(
  { guard, clientNames, logDir, limit, hosted }: AgentOptions,
  { library, model, signal, onError }: AgentServer,
): McpDeps {
  return {
    library,
    answering: hosted
      ? openHosted(hosted)
      : createLibraryClient({ connection: library, model, idleTimeout: DEFAULT_LIMITS.idleTimeout }),
    hosted: hosted !== null,
    guard: createMcpGuard(guard, clientNames),
    records: logDir === null ? null : createMcpRecords({ folder: logDir, limit, now: Date.now, onError }),
    signal,
    version: programVersion(),
    now: Date.now,
  };
}
