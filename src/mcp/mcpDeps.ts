/** What the parts of the MCP server need. */
import type { LibraryClient } from '../libraryClient/libraryClient.ts';
import type { LibraryConnection } from '../libraryClient/libraryConnection.ts';
import type { McpGuard } from './mcpGuard.ts';
import type { McpRecords } from './mcpRecords.ts';

export interface McpDeps {
  readonly library: Pick<
    LibraryConnection,
    'documents' | 'kinds' | 'search' | 'readLibraryText' | 'ready' | 'refresh' | 'onDidProgress' | 'onDidChangeStatus'
  >;
  /** Who answers `research`: the hosted service or the library. */
  readonly answering: LibraryClient;
  /** Whether `answering` is a hosted service: a question costs money, and leaves the machine. */
  readonly hosted: boolean;
  readonly guard: McpGuard;
  /** Null: questions are neither logged nor counted. */
  readonly records: McpRecords | null;
  /** Aborts when the server ends. */
  readonly signal: AbortSignal;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
