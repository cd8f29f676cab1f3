/** Unpacks a .docx that we wrote, and checks that its parts are XML. Only for tests. */

import { inflateRawSync } from 'node:zlib';
import { Parser } from 'htmlparser2';

/** The files by their directory at the end of the archive. */
export function readDocx(bytes: Uint8Array): Map<string, string> {
  const buffer = Buffer.from(bytes);
  const end = buffer.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const files = new Map<string, string>();
  let at = buffer.readUInt32LE(end + 16);
  const onThisDisk = buffer.readUInt16LE(end + 8);
  if (onThisDisk !== buffer.readUInt16LE(end + 10) || at + buffer.readUInt32LE(end + 12) !== end) {
    throw new Error('The directory of the archive is not at its end, or not on its disk.');
  }
  for (let count = buffer.readUInt16LE(end + 10); count > 0; count--) {
    const [packed, nameLength] = [buffer.readUInt32LE(at + 20), buffer.readUInt16LE(at + 28)];
    const name = buffer.toString('utf8', at + 46, at + 46 + nameLength);
    const start = buffer.readUInt32LE(at + 42) + 30 + nameLength;
    files.set(name, inflateRawSync(buffer.subarray(start, start + packed)).toString('utf8'));
    at += 46 + nameLength;
  }
  return files;
}

/** Why a text is not XML, or null. */
export function malformed(xml: string): string | null {
  if (/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml)) return 'a forbidden character';
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(xml)) return 'an unescaped ampersand';
  if (/<(?![\w/?])/.test(xml)) return 'an unescaped angle bracket';
  const open: string[] = [];
  let problem: string | null = null;
  const parser = new Parser(
    {
      onopentagname: (name) => void open.push(name),
      onclosetag(name, implied) {
        if (open.pop() !== name || (implied && !xml.includes('/>'))) problem = `an end of ${name}`;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return open.length > 0 ? `no end of ${open.join(', ')}` : problem;
}
