import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files below a folder that hold a text: as UTF-8, UTF-16, base64 at any offset, or escaped for an address. */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const needles = [
    Buffer.from(text),
    Buffer.from(text, 'utf16le'),
    Buffer.from(encodeURIComponent(text)),
    ...[0, 1, 2].map((offset) => Buffer.from(base64Core(text, offset))),
  ];
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // A file may vanish between listing and reading: then it holds nothing.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    if (needles.some((needle) => bytes.includes(needle))) found.push(path);
  }
  return found;
}

/** The part of the base64 form that does not depend on what stands before and after, when `offset` bytes stand before. */
function base64Core(text: string, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString('base64');
  return encoded.slice(4, -4);
}
