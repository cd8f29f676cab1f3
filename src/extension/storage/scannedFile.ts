/** The first line of a file -> what a list and a search know of the conversation. */
import { guessHeader, readHeader, type StoredHeader } from '../../conversation/fileFormat.ts';
import { wholeName } from './fileNames.ts';

export interface ScannedFile {
  readonly id: string;
  readonly revision: number;
  readonly name: string;
  readonly bytes: number;
  readonly header: StoredHeader;
  /** Fingerprint of the text (grams.ts); empty when unknown. */
  readonly grams: Uint8Array;
  /** The file is of a newer version. */
  readonly newer: boolean;
}

export interface Scan {
  readonly files: readonly ScannedFile[];
  /** Files whose first line cannot be read. */
  readonly damaged: readonly Damaged[];
}

export interface Damaged {
  readonly name: string;
  readonly reason: string;
}

/** `line` null: the file ends before its first line does. */
export function toScanned(id: string, revision: number, bytes: number, line: string | null): ScannedFile | Damaged {
  const name = wholeName(id, revision);
  if (line === null) return { name, reason: bytes === 0 ? 'The file is empty.' : 'The first line is cut off.' };
  const read = readHeader(line);
  if (read.type === 'bad') return { name, reason: read.reason };
  const newer = read.type === 'newer';
  const { grams, ...header } = newer ? guessHeader(read.raw) : read.header;
  if (!newer && (header.id !== id || header.revision !== revision)) {
    return { name, reason: 'The file is named for another conversation.' };
  }
  return {
    id,
    revision,
    name,
    bytes,
    header: { ...header, id, revision, grams: '' },
    grams: toBytes(grams),
    newer,
  };
}

function toBytes(base64: string): Uint8Array {
  try {
    const text = atob(base64);
    // A loop: `Uint8Array.from` with a function takes fifty times as long, and a list does this for every conversation.
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
  } catch {
    return new Uint8Array();
  }
}
