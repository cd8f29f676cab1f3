/**
 * The list of what is on disk: the newest revision of each conversation with its header. Headers are remembered by name, size and
 * time of the file, and nothing else is trusted: what is not in the folder is not in the list.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { codeOf } from './fileErrors.ts';
import { newestRevisions, wholeName } from './fileNames.ts';
import { type Damaged, type Scan, type ScannedFile, toScanned } from './scannedFile.ts';

/** Milliseconds of reading after which others get their turn: synchronous calls are far cheaper than a promise for each. */
const SLICE = 8;
const FIRST_READ = 8 * 1024;
/** A first line is a title, a folder and a fingerprint; longer is not ours. */
const MAX_HEADER = 4 * 1024 * 1024;

export function createHeaderScan(folder: string) {
  let cache = new Map<string, { mtimeMs: number; file: ScannedFile }>();
  const buffer = Buffer.allocUnsafe(FIRST_READ);

  function look(id: string, revision: number): ScannedFile | Damaged | null {
    const name = wholeName(id, revision);
    const whole = path.join(folder, name);
    try {
      const { size, mtimeMs } = fs.statSync(whole);
      const known = cache.get(name);
      if (known && known.mtimeMs === mtimeMs && known.file.bytes === size) return known.file;
      const file = toScanned(id, revision, size, firstLine(whole, buffer));
      if (!('header' in file)) return file;
      cache.set(name, { mtimeMs, file });
      return file;
    } catch (error) {
      if (codeOf(error) !== undefined) return null; // replaced or deleted meanwhile, or held by another process for a moment
      throw error;
    }
  }

  return {
    async scan(names: readonly string[]): Promise<Scan> {
      const files: ScannedFile[] = [];
      const damaged: Damaged[] = [];
      let sliceEnd = performance.now() + SLICE;
      for (const [id, revision] of newestRevisions(names)) {
        const seen = look(id, revision);
        if (seen && 'header' in seen) files.push(seen);
        else if (seen) damaged.push(seen);
        if (performance.now() < sliceEnd) continue;
        await setImmediate();
        sliceEnd = performance.now() + SLICE;
      }
      const present = new Set(files.map((file) => file.name));
      cache = new Map([...cache].filter(([name]) => present.has(name)));
      return { files, damaged };
    },
  };
}

function firstLine(file: string, buffer: Buffer): string | null {
  const handle = fs.openSync(file, 'r');
  try {
    let pieces = '';
    let bytes: Buffer = buffer;
    for (let at = 0; at < MAX_HEADER; ) {
      const read = fs.readSync(handle, bytes, 0, bytes.length, at);
      if (read === 0) return null;
      const end = bytes.subarray(0, read).indexOf(10);
      // Latin-1 keeps each byte as it is until the line is whole, so that no character is cut between two reads.
      pieces += bytes.toString('latin1', 0, end === -1 ? read : end);
      if (end !== -1) return Buffer.from(pieces, 'latin1').toString('utf8');
      at += read;
      bytes = Buffer.allocUnsafe(256 * 1024);
    }
    return null;
  } finally {
    fs.closeSync(handle);
  }
}
