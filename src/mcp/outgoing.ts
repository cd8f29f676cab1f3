/** Everything that the client receives goes through it: without identifiers, and without characters that the user could not see. */
import { toUri } from './documents.ts';
import type { McpGuard } from './mcpGuard.ts';
import { ToolProblem } from './toolProblem.ts';
import { visibleText } from './visibleText.ts';

export function outgoingText(guard: McpGuard, content: string): string {
  const guarded = guard.outgoing(content);
  if (guarded === null) {
    throw new ToolProblem('The result contains client identifiers, and this server is set not to give them out.');
  }
  return visibleText(guarded);
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
