/** Tells the client of one connection about changed documents. */
import type { McpRequestContext, Server } from '@modelcontextprotocol/server';
import type { DocumentChanges } from './documentChanges.ts';

/**
 * A client of the protocol of 2025 subscribes to addresses, and receives notifications for them. For a later client, the serving entry
 * passes on what the client has subscribed to.
 */
export function keepClientInformed(server: Server, changes: DocumentChanges, era: McpRequestContext['era']): void {
  const subscribed = new Set<string>();
  let watching: { dispose(): void } | null = null;
  const listening = changes.onDidChange(({ updated, listChanged }) => {
    const wanted = era === 'legacy' ? updated.filter((uri) => subscribed.has(uri)) : updated;
    for (const uri of wanted) void server.sendResourceUpdated({ uri }).catch(() => {});
    if (listChanged) void server.sendResourceListChanged().catch(() => {});
  });
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    subscribed.add(uri);
    watching ??= changes.watch();
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscribed.delete(uri);
    if (subscribed.size > 0) return {};
    watching?.dispose();
    watching = null;
    return {};
  });
  server.onclose = () => {
    listening.dispose();
    watching?.dispose();
  };
}
