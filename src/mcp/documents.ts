/** The documents of the library, by their paths. */
import { isAbsolute, normalize, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { LibraryDocument } from '../protocol/worker.ts';
import type { McpDeps } from './mcpDeps.ts';

type Library = Pick<McpDeps['library'], 'documents' | 'readLibraryText'>;

/** Most documents whose ends are compared with a relative path. */
const MAX_COMPARED = 1000;

/**
 * The document that an agent names: by its path, by the address of its resource, or by the end of its path if no other document
 * ends so. Null if the library has no such document, even if the file exists.
 */
export async function findNamedDocument(library: Library, name: string): Promise<LibraryDocument | null> {
  const path = /^file:/i.test(name) ? toPath(name) : name;
  if (path === null) return null;
  if (isAbsolute(path)) return findDocument(library, normalize(path));
  const end = normalize(path);
  const documents = await library.documents('', MAX_COMPARED, end);
  const [first, second] = documents.filter((document) => document.path.endsWith(`${sep}${end}`));
  return first !== undefined && second === undefined && documents.length < MAX_COMPARED ? first : null;
}

/** The document with exactly this path; null if the library has no such document, even if the file exists. */
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
