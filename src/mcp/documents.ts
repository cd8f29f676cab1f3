/** The documents of the library, by their paths. */
import { isAbsolute } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { LibraryDocument } from '../protocol/worker.ts';
import type { McpDeps } from './mcpDeps.ts';

type Library = Pick<McpDeps['library'], 'documents' | 'readLibraryText'>;

/** The document with exactly this path; null if the library has none, also for a file that exists. */
export async function findDocument(library: Library, path: string): Promise<LibraryDocument | null> {
  const [document] = isAbsolute(path) ? await library.documents(path, 1) : [];
  return document?.path === path ? document : null;
}

export const toUri = (path: string): string => pathToFileURL(path).href;

/** Null for an address of anything but a file of this machine. */
export function toPath(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}
