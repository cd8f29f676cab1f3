/** One file -> ReadDocument, or a reason why not. */
import { readFileSync, statSync } from 'node:fs';
import { readFile as readBytes } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { codeOf } from '../nodeHelpers.ts';
import { decode } from './decodeText.ts';
import { type ReadDocument, UnreadableDocument } from './document.ts';
import { formatOf, isText, readText } from './formats.ts';

/** Bytes of a file that is read at once. */
const SMALL = 256 * 1024;

/** Default for the largest file that is read. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** Throws UnreadableDocument with a sentence for the user; everything that a damaged file can do ends there. */
export async function readDocument(path: string, maxBytes: number, signal?: AbortSignal): Promise<ReadDocument> {
  const format = formatOf(path);
  if (format === null) throw new UnreadableDocument('Files of this kind are not read.');
  try {
    const { size } = statSync(path);
    if (size > maxBytes) {
      throw new UnreadableDocument(`It is larger than the limit (${megabytes(size)} of ${megabytes(maxBytes)}).`);
    }
    // A small file is read faster than a promise is kept; a large one must not hold up the thread.
    const bytes = size <= SMALL ? readFileSync(path) : await readBytes(path, signal ? { signal } : {});
    if (isText(format)) return await readText(format, decode(bytes), path);
    if (format === 'pdf') return await (await import('./pdf/readPdf.ts')).readPdf(bytes);
    return await (await import('./readDocx.ts')).readDocx(bytes);
  } catch (error) {
    if (error instanceof UnreadableDocument || signal?.aborted) throw error;
    throw new UnreadableDocument(reason(error), { cause: error });
  }
}

/** The title: what the document says, else its first heading, else its file name. */
export function titleOf(document: ReadDocument, path: string): string {
  const said = document.meta.title?.trim();
  if (said) return said;
  const first = document.blocks.find((block) => block.type === 'heading' && block.level === 1);
  return (first?.text.trim() || basename(path, extname(path)).replace(/[-_]+/g, ' ')).slice(0, 300);
}

function reason(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'It is not there any more.';
  if (code === 'EACCES' || code === 'EPERM') return 'It may not be read.';
  if (code === 'EISDIR') return 'It is a folder.';
  return 'It could not be read.';
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
