/** One file -> ReadDocument, or the reason why it cannot be read. */
import { basename } from 'node:path';
import { t } from '../translate.ts';
import { type ReadDocument, UnreadableDocument } from './document.ts';
import { type ByteOptions, readFileBytes } from './fileBytes.ts';
import { formatOf, unreadReason } from './formats.ts';
import { readBytes } from './readBytes.ts';

/**
 * Reads in the thread of the caller. Throws UnreadableDocument with a sentence for the user, whatever the file contains. `onOpened` is called
 * when the objects of a PDF were found.
 */
export async function readDocument(path: string, options: ByteOptions, onOpened?: () => void): Promise<ReadDocument> {
  if (formatOf(path) === null)
    throw new UnreadableDocument(unreadReason(path) ?? t('Files of this kind are not read.'));
  return readBytes(basename(path), readFileBytes(path, options), { onOpened });
}
