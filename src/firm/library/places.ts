/** What the callers of the server see of a file: its path inside of the collection, and an id that does not tell the path. */
import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import type { DocumentReader } from '../../service/documents/thread/documentReader.ts';
import { isInside } from '../../service/nodeHelpers.ts';
import type { Collection } from '../access/access.ts';
import type { FirmDocument, VisibleFile } from './firmStore.ts';

const DOCUMENT_ID = /^([0-9a-f]{32})-([0-9a-f]{32})$/;
const MAX_BYTES = 100 * 1024 * 1024;

/** Null: the path is in none of these collections. */
export function placeOf(path: string, collections: readonly Collection[]): VisibleFile | null {
  const collection = collections.find(({ folder }) => isInside(path, folder));
  if (!collection) return null;
  const name = relative(collection.folder, path);
  return { path: pathIn(path, collection), document: `${collection.public_id}-${digestOfName(name)}` };
}

/** The collection and the digest that an id names. Null: it names none of these collections. */
export function readDocumentId(
  id: string,
  collections: readonly Collection[],
): { readonly collection: Collection; readonly digest: string } | null {
  const [, publicId, digest = ''] = DOCUMENT_ID.exec(id) ?? [];
  const collection = collections.find((one) => one.public_id === publicId);
  return collection ? { collection, digest } : null;
}

/** The name of a file: its path inside of the collection. */
export const digestOfName = (name: string): string =>
  createHash('sha256').update(name.split(sep).join('/')).digest('hex').slice(0, 32);

/** Null: the file cannot be read now, or is outside of the folder of the collection. */
export async function readDocument(
  reader: DocumentReader,
  { path, title }: { readonly path: string; readonly title: string },
  collection: Collection,
): Promise<FirmDocument | null> {
  if (!isInside(path, collection.folder)) return null;
  const read = await reader.readText(path, { maxBytes: MAX_BYTES, roots: [collection.folder] });
  if ('problem' in read) return null;
  return { title, path: pathIn(path, collection), text: read.text, places: read.places };
}

const pathIn = (path: string, { name, folder }: Collection): string =>
  `${name}/${relative(folder, path).split(sep).join('/')}`;
