/**
 * The identifier guard of the MCP server. The language model of the client and the hosted service receive placeholders, which are the
 * same for the whole run of the server. Nobody can be asked, so there is no mode that only warns.
 */
import { findIdentifiers } from '../compliance/guard/identifiers.ts';
import { createPlaceholders } from '../compliance/guard/placeholders.ts';

export const MCP_GUARDS = ['replace', 'block', 'off'] as const;
export type McpGuardMode = (typeof MCP_GUARDS)[number];

export interface McpGuard {
  /** A text that may leave this machine. Null: it contains identifiers, and the mode is `block`. */
  outgoing(text: string): string | null;
  /** A text of the client with the identifiers that its placeholders stand for. It must not leave this machine. */
  incoming(text: string): string;
  /** A whole text that is shown to the user. Placeholders in addresses stay. */
  shown(text: string): string;
}

export function createMcpGuard(mode: McpGuardMode, names: readonly string[]): McpGuard {
  // The names come first, so that they have the same placeholders in the next run.
  const placeholders = createPlaceholders(mode === 'replace' ? names : [], names);
  return {
    outgoing(text) {
      if (mode === 'off') return text;
      if (mode === 'block') return findIdentifiers(text, names).length > 0 ? null : text;
      return placeholders.replace(text);
    },
    incoming: (text) => placeholders.restoreAll(text),
    shown(text) {
      const restorer = placeholders.restorer();
      return restorer.push(text) + restorer.end();
    },
  };
}
