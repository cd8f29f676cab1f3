/** One file -> ReadDocument, or the reason why it cannot be read. */
import { readFile as readWhole, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { t } from '../translate.ts';
import { type ReadDocument, UnreadableDocument } from './document.ts';
import { fileReason, tooLarge } from './fileProblem.ts';
import { formatOf, unreadReason } from './formats.ts';
import { readBytes } from './readBytes.ts';

/** Reads in the thread of the caller. Throws UnreadableDocument with a sentence for the user, whatever the file contains. */
export async function readDocument(path: string, maxBytes: number): Promise<ReadDocument> {
  if (formatOf(path) === null)
    throw new UnreadableDocument(unreadReason(path) ?? t('Files of this kind are not read.'));
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new UnreadableDocument(tooLarge(size, maxBytes));
    return await readBytes(basename(path), await readWhole(path));
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument(fileReason(error), { cause: error, unavailable: true });
  }
}
