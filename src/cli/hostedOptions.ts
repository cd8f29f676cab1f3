/** The hosted service of the environment, and what a question to it may contain. */
import { createResearchClient, type ResearchClient } from '../client/researchClient.ts';
import { createNodeTransport } from '../client/transport/nodeTransport.ts';
import { MCP_GUARDS, type McpGuardMode } from '../mcp/mcpGuard.ts';
import { type Environment, UsageError } from './command.ts';

export interface HostedService {
  readonly baseUrl: string;
  readonly key: string;
}

/** Null if the environment names none. Throws UsageError. */
export function readHosted({
  FISCAL_BASE_URL: baseUrl = '',
  FISCAL_API_KEY: key = '',
}: Environment): HostedService | null {
  if (baseUrl === '') return null;
  if (key === '') throw new UsageError('FISCAL_BASE_URL needs a key in FISCAL_API_KEY.');
  return { baseUrl, key };
}

export function openHosted({ baseUrl, key }: HostedService): ResearchClient {
  return createResearchClient({
    baseUrl,
    // The client asks for the key of the origin of its own address only.
    getKey: (origin) => (origin === new URL(baseUrl).origin ? key : undefined),
    transport: createNodeTransport(),
  });
}

/** Throws UsageError. */
export function readGuard(mode: string): McpGuardMode {
  const guard = MCP_GUARDS.find((each) => each === mode);
  if (guard === undefined) throw new UsageError(`--identifiers: use ${MCP_GUARDS.join(', ')}`);
  return guard;
}

/** Names that are identifiers as well, one a line. */
export const readClientNames = (env: Environment): string[] =>
  (env.FISCAL_CLIENT_NAMES ?? '').split('\n').flatMap((name) => name.trim() || []);
