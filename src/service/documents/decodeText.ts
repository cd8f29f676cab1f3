/** Bytes -> text. */

import { t } from '../translate.ts';
import { UnreadableDocument } from './document.ts';

/** Bytes looked at to tell binary from text. */
const PROBE = 8192;

/**
 * UTF-8 or UTF-16 by byte order mark, else UTF-8 where it is valid, else Windows-1252 (what "Latin 1" files are in practice).
 * Line ends become \n, the mark is dropped; line numbers stay those of the file. Throws UnreadableDocument for binary data.
 */
export function decode(bytes: Uint8Array): string {
  return toText(bytes).replace(/\r\n?/g, '\n');
}

function toText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, PROBE).includes(0)) throw new UnreadableDocument(t('It is a binary file.'));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
