/** One file -> ReadDocument, or the reason why it cannot be read. */
import { basename } from 'node:path';
import type { LinePlace } from '../../protocol/worker.ts';
import { t } from '../translate.ts';
import { decode } from './decodeText.ts';
import { linePlaces, type ReadDocument, textOf, UnreadableDocument } from './document.ts';
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

/** The text of a file with the lines of its passages. Of a program, of which comments and constants are passages, it is the whole file. */
export async function readPlacedText(
  path: string,
  options: ByteOptions,
  onOpened?: () => void,
): Promise<{ text: string; places: LinePlace[] }> {
  if (formatOf(path) === 'code') return { text: decode(readFileBytes(path, options)), places: [] };
  const document = await readDocument(path, options, onOpened);
  return { text: textOf(document), places: linePlaces(document) };
}
