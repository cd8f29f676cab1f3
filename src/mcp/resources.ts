/** The documents of the library as resources, in pages. */
import { ProtocolError, ProtocolErrorCode, type Resource, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { baseName, escapeHidden } from '../conversation/display.ts';
import type { LibraryDocument } from '../protocol/worker.ts';
import { findDocument, toPath, toUri } from './documents.ts';
import type { McpDeps } from './mcpDeps.ts';
import type { McpGuard } from './mcpGuard.ts';
import { outgoingText } from './outgoing.ts';
import { libraryReady, type Progress } from './progress.ts';

/** Documents of one page of the list. */
const PAGE = 200;
/** Pages whose first path is remembered, the last ones. */
const MAX_CURSORS = 10_000;
const MIME_TYPE = 'text/plain';

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'file:///{+path}',
    name: 'document',
    title: 'Document of the library',
    description: 'The text of a document, by its absolute path.',
    mimeType: MIME_TYPE,
  },
];

export interface Resources {
  list(cursor: string | undefined, progress: Progress): Promise<{ resources: Resource[]; nextCursor?: string }>;
  /** Throws ResourceNotFoundError for a document that the library does not have. */
  read(uri: string, progress: Progress): Promise<{ contents: { uri: string; mimeType: string; text: string }[] }>;
  /** Paths that contain these words, for the completion of an argument. */
  complete(words: string): Promise<string[]>;
}

export function createResources({ library, guard, now }: Pick<McpDeps, 'library' | 'guard' | 'now'>): Resources {
  /** The first path of each page that was offered. A path may contain identifiers, so it is no cursor itself. */
  const cursors = new Map<string, string>();
  let offered = 0;

  return {
    async list(cursor, progress) {
      const from = cursor === undefined ? '' : cursors.get(cursor);
      if (from === undefined) {
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          'cursor: list again without a cursor. This one is not known.',
        );
      }
      await libraryReady(library, progress, now);
      const documents = await library.documents(from, PAGE + 1);
      const next = documents[PAGE]?.path;
      const resources = documents.slice(0, PAGE).flatMap((document) => toResource(document, guard) ?? []);
      if (next === undefined) return { resources };
      offered += 1;
      const nextCursor = String(offered);
      cursors.set(nextCursor, next);
      cursors.delete(String(offered - MAX_CURSORS));
      return { resources, nextCursor };
    },
    async read(uri, progress) {
      const path = toPath(uri);
      await libraryReady(library, progress, now);
      const own = path === null ? '' : guard.incoming(path);
      if ((await findDocument(library, own)) === null) throw new ResourceNotFoundError(uri);
      const text = outgoingText(guard, await library.readLibraryText(own));
      return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
    },
    async complete(words) {
      await library.ready();
      const documents = await library.documents('', 100, guard.incoming(words));
      return documents.flatMap(({ path }) => guard.outgoing(path) ?? []);
    },
  };
}

/** Null if the path contains identifiers that are not given out. */
function toResource({ path, title, kind, date, size, mtime }: LibraryDocument, guard: McpGuard): Resource | null {
  const shown = guard.outgoing(path);
  const shownTitle = guard.outgoing(title);
  const description = guard.outgoing([kind, date].filter(Boolean).join(' · '));
  if (shown === null || shownTitle === null || description === null) return null;
  return {
    uri: toUri(shown),
    name: escapeHidden(baseName(shown)),
    ...(shownTitle !== '' && { title: escapeHidden(shownTitle) }),
    ...(description !== '' && { description: escapeHidden(description) }),
    mimeType: MIME_TYPE,
    size,
    annotations: { lastModified: new Date(mtime).toISOString() },
  };
}
