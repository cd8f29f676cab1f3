/** The character maps of Chinese, Japanese and Korean fonts that a PDF names and does not contain. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** In the package: one file that scripts/support/characterMaps.ts makes. From source: the folder of pdfjs-dist. */
const PACKED = './characterMaps.br';
const UNPACKED = '../../../../node_modules/pdfjs-dist/cmaps/';

let maps: Map<string, Uint8Array> | null = null;

/** Null for a map that is not known. `name` comes from the PDF. */
export function readCharacterMap(name: string): Uint8Array | null {
  if (!/^[\w-]+\.bcmap$/.test(name)) return null;
  try {
    if (import.meta.url.endsWith('.ts')) return readFileSync(new URL(UNPACKED + name, import.meta.url));
    maps ??= unpack(brotliDecompressSync(readFileSync(new URL(PACKED, import.meta.url))));
    return maps.get(name) ?? null;
  } catch {
    return null;
  }
}

/** Entries one after the other: length of the name (1 byte), length of the map (4 bytes), name, map. */
function unpack(packed: Buffer): Map<string, Uint8Array> {
  const entries = new Map<string, Uint8Array>();
  for (let at = 0; at < packed.length; ) {
    const nameEnd = at + 5 + packed.readUInt8(at);
    const end = nameEnd + packed.readUInt32LE(at + 1);
    entries.set(packed.toString('latin1', at + 5, nameEnd), packed.subarray(nameEnd, end));
    at = end;
  }
  return entries;
}
