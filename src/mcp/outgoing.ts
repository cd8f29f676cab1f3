/** Everything that the client receives goes through it: without identifiers, and without characters that the user could not see. */
import { escapeHidden } from '../conversation/display.ts';
import { toUri } from './documents.ts';
import type { McpGuard } from './mcpGuard.ts';
import { ToolProblem } from './toolProblem.ts';

/** Longest text of a result, in UTF-16 units. */
const MAX_RESULT = 60_000;

export function outgoingText(guard: McpGuard, content: string): string {
  const guarded = guard.outgoing(content);
  if (guarded === null) {
    throw new ToolProblem('The result contains client identifiers, and this server is set not to give them out.');
  }
  return visibleText(guarded);
}

/** Without characters that a person could not see, and not too long. */
export function visibleText(content: string): string {
  const result = escapeHidden(content);
  return result.length <= MAX_RESULT ? result : `${result.slice(0, MAX_RESULT)}\n(The result was shortened.)`;
}

/** The address of a document. In an address, an identifier is no longer found: `Meyer%20GmbH`. */
export function outgoingUri(guard: McpGuard, path: string): string {
  return toUri(outgoingText(guard, path));
}

/** The same for each text in a value. */
export function outgoing<T>(guard: McpGuard, value: T): T {
  const convert = (each: unknown): unknown => {
    if (typeof each === 'string') return outgoingText(guard, each);
    if (Array.isArray(each)) return each.map(convert);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, own]) => [name, convert(own)]));
  };
  return convert(value) as T;
}
