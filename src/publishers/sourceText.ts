/** The XML inside a downloaded file: as it is, compressed with gzip, or in a ZIP archive. Names in the archive are never used as paths. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { crc32, createGunzip, createInflateRaw } from 'node:zlib';
import { PublisherError } from './publisherError.ts';

/** Bytes that a file may unpack to. The largest title of the United States Code has about 120 MB. */
const MAX_UNPACKED = 1024 * 1024 * 1024;
/** Entries of an archive that are looked at. */
const MAX_ENTRIES = 10_000;
const CHUNK = 64 * 1024;

/** Throws PublisherError, also at the end, if the checks of the archive fail. */
export async function* readSource(path: string): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8');
  const head: string[] = [];
  for await (const bytes of await openSource(path)) {
    const text = decoder.decode(bytes, { stream: true });
    if (head.length === 0 && text !== '') {
      head.push(text.slice(0, 500));
      if (/^\s*(?:<!doctype\s+html|<html)/i.test(text)) throw new PublisherError('html');
    }
    yield text;
  }
  yield decoder.decode();
}

async function openSource(path: string): Promise<AsyncIterable<Uint8Array>> {
  const file = await open(path, 'r');
  try {
    const magic = Buffer.alloc(4);
    await file.read(magic, 0, 4, 0);
    if (magic.readUInt32LE(0) === 0x04034b50) return unzipped(path, await findXml(file));
    if (magic[0] === 0x1f && magic[1] === 0x8b)
      return limited(createReadStream(path).pipe(createGunzip({ chunkSize: CHUNK })));
    return limited(createReadStream(path, { highWaterMark: CHUNK }));
  } finally {
    await file.close();
  }
}

interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Where its bytes begin. */
  readonly start: number;
}

/** The only XML file of the archive. */
async function findXml(file: FileHandle): Promise<Entry> {
  const { size } = await file.stat();
  const tail = await readAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end === -1 || end + 22 > tail.length) throw new PublisherError('damaged');
  const count = Math.min(tail.readUInt16LE(end + 10), MAX_ENTRIES);
  const directory = await readAt(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  const found: Entry[] = [];
  let at = 0;
  for (let number = 0; number < count; number += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw new PublisherError('damaged');
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
    if (/^[\w.()@ -]+\.xml$/i.test(name)) {
      const header = await readAt(file, directory.readUInt32LE(at + 42), 30);
      if (header.readUInt32LE(0) !== 0x04034b50) throw new PublisherError('damaged');
      found.push({
        method: directory.readUInt16LE(at + 10),
        crc: directory.readUInt32LE(at + 16),
        packed: directory.readUInt32LE(at + 20),
        size: directory.readUInt32LE(at + 24),
        start: directory.readUInt32LE(at + 42) + 30 + header.readUInt16LE(26) + header.readUInt16LE(28),
      });
    }
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  const [only] = found;
  if (!only || found.length > 1) throw new PublisherError('unknownFormat');
  if (only.start + only.packed > size || (only.method !== 0 && only.method !== 8)) throw new PublisherError('damaged');
  if (only.size > MAX_UNPACKED) throw new PublisherError('tooLarge');
  return only;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.min(length, 16 * 1024 * 1024));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
  if (bytesRead < buffer.length) throw new PublisherError('damaged');
  return buffer;
}

async function* unzipped(path: string, { method, crc, packed, size, start }: Entry): AsyncGenerator<Uint8Array> {
  if (packed === 0) throw new PublisherError('damaged');
  const raw = createReadStream(path, { start, end: start + packed - 1 });
  let sum = 0;
  let length = 0;
  for await (const bytes of limited(method === 0 ? raw : raw.pipe(createInflateRaw({ chunkSize: CHUNK })))) {
    sum = crc32(bytes, sum);
    length += bytes.length;
    if (length > size) throw new PublisherError('damaged');
    yield bytes;
  }
  if (length !== size || sum !== crc) throw new PublisherError('damaged');
}

async function* limited(stream: Readable): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    for await (const bytes of stream) {
      if (!Buffer.isBuffer(bytes)) continue;
      length += bytes.length;
      if (length > MAX_UNPACKED) throw new PublisherError('tooLarge');
      yield bytes;
    }
  } catch (error) {
    throw error instanceof PublisherError ? error : new PublisherError('damaged', '', { cause: error });
  }
}
