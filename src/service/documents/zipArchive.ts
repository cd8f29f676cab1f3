/** Reads entries of a ZIP archive from memory, with limits on what they may grow to. DOCX needs nothing more of the format. */
import { inflateRawSync } from 'node:zlib';
import { codeOf } from '../nodeHelpers.ts';
import { UnreadableDocument } from './document.ts';

/** Largest entry once unpacked: a thousand pages of text are about 20 MB of WordprocessingML. */
const MAX_ENTRY = 64 * 1024 * 1024;
/** Entries of an archive that are listed. */
const MAX_ENTRIES = 10_000;

export interface ZipArchive {
  /** The unpacked entry as UTF-8; null if there is none of that name. Throws UnreadableDocument if it grows beyond the limit. */
  text(name: string): string | null;
}

/** Throws UnreadableDocument if it is no ZIP archive, or is encrypted. */
export function openZip(bytes: Buffer): ZipArchive {
  const entries = directory(bytes);
  return {
    text(name) {
      const entry = entries.get(name);
      if (!entry) return null;
      if (entry.encrypted) throw new UnreadableDocument('It is protected by a password.');
      const header = entry.offset;
      if (header + 30 > bytes.length || bytes.readUInt32LE(header) !== 0x04034b50) throw damaged();
      const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
      const packed = bytes.subarray(start, start + entry.packedSize);
      if (entry.method === 0) return packed.toString('utf8');
      if (entry.method !== 8) throw new UnreadableDocument('It is packed in a way that is not read.');
      if (entry.size > MAX_ENTRY) throw bomb();
      try {
        // The declared size may be a lie, so the limit holds while unpacking as well.
        return inflateRawSync(packed, { maxOutputLength: MAX_ENTRY }).toString('utf8');
      } catch (error) {
        throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? bomb() : damaged();
      }
    },
  };
}

interface Entry {
  readonly offset: number;
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  readonly encrypted: boolean;
}

/** The central directory, found from the end of the file. */
function directory(bytes: Buffer): Map<string, Entry> {
  const from = Math.max(0, bytes.length - 65_557);
  const end = bytes.subarray(from).lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end === -1 || from + end + 22 > bytes.length) throw damaged();
  const count = bytes.readUInt16LE(from + end + 10);
  let at = bytes.readUInt32LE(from + end + 16);
  const entries = new Map<string, Entry>();
  for (let number = 0; number < Math.min(count, MAX_ENTRIES); number += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) break;
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    entries.set(name, {
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      packedSize: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function damaged(): UnreadableDocument {
  return new UnreadableDocument('It is damaged.');
}

function bomb(): UnreadableDocument {
  return new UnreadableDocument(
    `It unpacks to more than ${MAX_ENTRY / 1024 / 1024} MB, which no document of words does.`,
  );
}
