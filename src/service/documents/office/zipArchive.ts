/** Reads entries of a ZIP archive, with limits on what they may unpack to. Office files need nothing more of the format. */
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { codeOf } from '../../../files/fileErrors.ts';
import { t } from '../../translate.ts';
import { UnreadableDocument } from '../document.ts';

/** Bytes of an entry that is unpacked at once (it is in memory twice), and of one that is read piece by piece. */
const MAX_WHOLE = 20 * 1024 * 1024;
const MAX_STREAMED = 512 * 1024 * 1024;
/** Entries of an archive that are listed. */
const MAX_ENTRIES = 20_000;
/** What a password-protected Office file and the older .doc and .xls begin with. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

export interface ZipArchive {
  has(name: string): boolean;
  /** The unpacked entry; null if there is none of that name. Throws UnreadableDocument if it exceeds the limit. */
  text(name: string): string | null;
  /** The entry as text, piece by piece, so that a large part is never in memory as a whole. */
  pieces(name: string): AsyncGenerator<string, void, void>;
}

interface Entry {
  readonly offset: number;
  readonly method: number;
  readonly packedSize: number;
  readonly encrypted: boolean;
}

/** Throws UnreadableDocument if the file is not a ZIP archive. */
export function openZip(bytes: Buffer): ZipArchive {
  if (bytes.subarray(0, 4).equals(COMPOUND)) {
    throw new UnreadableDocument(
      t('It is protected by a password, or in the older Office format. Save it in the new format.'),
    );
  }
  const entries = readDirectory(bytes);
  const packed = (entry: Entry): Buffer => {
    if (entry.encrypted) throw new UnreadableDocument(t('It is protected by a password.'));
    const header = entry.offset;
    if (header < 0 || header + 30 > bytes.length || bytes.readUInt32LE(header) !== 0x04034b50) throw damaged();
    if (entry.method !== 0 && entry.method !== 8) throw new UnreadableDocument(t('Its compression is not supported.'));
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    return bytes.subarray(start, start + entry.packedSize);
  };
  const whole = (name: string): Buffer | null => {
    const entry = entries.get(name.toLowerCase());
    if (!entry) return null;
    const data = packed(entry);
    if (entry.method === 0) return data;
    try {
      return inflateRawSync(data, { maxOutputLength: MAX_WHOLE });
    } catch (error) {
      throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? bomb(MAX_WHOLE) : damaged();
    }
  };
  return {
    has: (name) => entries.has(name.toLowerCase()),
    text(name) {
      const data = whole(name);
      return data === null ? null : new TextDecoder(encodingOf(data)).decode(data);
    },
    async *pieces(name) {
      const entry = entries.get(name.toLowerCase());
      if (!entry) return;
      let decoder: InstanceType<typeof TextDecoder> | null = null;
      for await (const piece of unpack(packed(entry), entry.method)) {
        decoder ??= new TextDecoder(encodingOf(piece));
        yield decoder.decode(piece, { stream: true });
      }
    },
  };
}

async function* unpack(data: Buffer, method: number): AsyncGenerator<Buffer, void, void> {
  if (method === 0) {
    yield data;
    return;
  }
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  inflate.end(data);
  let size = 0;
  try {
    for await (const piece of inflate) {
      if (!Buffer.isBuffer(piece)) continue;
      size += piece.length;
      if (size > MAX_STREAMED) throw bomb(MAX_STREAMED);
      yield piece;
    }
  } catch (error) {
    throw error instanceof UnreadableDocument ? error : damaged();
  } finally {
    inflate.destroy();
  }
}

function encodingOf(data: Buffer): string {
  if (data[0] === 0xff && data[1] === 0xfe) return 'utf-16le';
  return data[0] === 0xfe && data[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** The central directory, found from the end of the file. Names are compared without case, as Office does. */
function readDirectory(bytes: Buffer): Map<string, Entry> {
  const from = Math.max(0, bytes.length - 65_557);
  const found = bytes.subarray(from).lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const end = from + found;
  if (found === -1 || end + 22 > bytes.length) throw damaged();
  const count = bytes.readUInt16LE(end + 10);
  // Bytes before the archive shift every offset in it.
  const shift = Math.max(0, end - bytes.readUInt32LE(end + 12) - bytes.readUInt32LE(end + 16));
  const start = bytes.readUInt32LE(end + 16);
  const isDirectory = (at: number) => at + 46 <= bytes.length && bytes.readUInt32LE(at) === 0x02014b50;
  const shifted = !isDirectory(start) && isDirectory(start + shift) ? shift : 0;
  let at = start + shifted;
  const entries = new Map<string, Entry>();
  for (let number = 0; number < Math.min(count, MAX_ENTRIES) && isDirectory(at); number += 1) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/');
    entries.set(name.toLowerCase(), {
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      packedSize: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42) + shifted,
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  if (entries.size === 0) throw damaged();
  return entries;
}

function damaged(): UnreadableDocument {
  return new UnreadableDocument(t('It is damaged.'));
}

function bomb(limit: number): UnreadableDocument {
  return new UnreadableDocument(
    t('It unpacks to more than {0} MB, which no document of words does.', limit / 1024 / 1024),
  );
}
