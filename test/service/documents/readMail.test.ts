import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { burn, type Entry } from '@kenjiuno/msgreader/lib/Burner.js';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { textOf } from '../../../src/service/documents/document.ts';
import { readBytes } from '../../../src/service/documents/readBytes.ts';
import { createDocumentReader } from '../../../src/service/documents/thread/documentReader.ts';
import { temporaryFolder } from '../temporary.ts';
import { headingsOf, placeOf, textsOf } from './support/blocks.ts';
import { makeWorkbook, row } from './support/makeOffice.ts';

const read = (name: string, text: string | Buffer) => readBytes(name, Buffer.from(text));

const HEADER = [
  'From: =?utf-8?Q?Ren=C3=A9e?= Keller <renee@example.org>',
  'To: Sam Ode <sam@example.org>, lee@example.org',
  'Date: Mon, 4 Mar 2024 09:30:00 +0100',
  'Subject: Lease of the warehouse',
  'MIME-Version: 1.0',
].join('\n');

/** A message of several parts; each has its own header. */
function multipart(...parts: readonly string[]): string {
  return `${HEADER}\nContent-Type: multipart/mixed; boundary="cut"\n\n${parts.map((part) => `--cut\n${part}\n`).join('')}--cut--\n`;
}

function attached(name: string, content: Buffer): string {
  return `Content-Type: application/octet-stream\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${content.toString('base64')}`;
}

describe('mail messages (.eml)', () => {
  it('gives the header and the text of a message, with its subject as title and its date', async () => {
    const document = await read('a.eml', `${HEADER}\n\nThe rent is 96,000.\n\nRegards\nRenée\n`);
    expect(document.meta).toEqual({ title: 'Lease of the warehouse', date: '2024-03-04' });
    expect(textsOf(document)).toEqual([
      'From: Renée Keller <renee@example.org>\nTo: Sam Ode <sam@example.org>, lee@example.org\nDate: Mon, 4 Mar 2024 09:30:00 +0100\nSubject: Lease of the warehouse',
      'The rent is 96,000.',
      'Regards\nRenée',
    ]);
  });

  it('has sender, recipients and date once in its text, also in that of a message attached to it', async () => {
    const inner = attached('inner.eml', Buffer.from(`${HEADER.replace('Renée', 'Otto')}\n\nThe deposit is 8,000.`));
    const document = await read('a.eml', multipart('Content-Type: text/plain\n\nThe rent is 96,000.', inner));
    const lines = textOf(document).split('\n');
    expect(lines.filter((line) => line.includes('09:30'))).toEqual(
      Array(2).fill('Date: Mon, 4 Mar 2024 09:30:00 +0100'),
    );
    for (const block of document.blocks) {
      if (block.type === 'text') expect(lines.slice(block.line - 1, block.endLine).join('\n')).toBe(block.text);
    }
  });

  it('reads the HTML of a message that has no plain text', async () => {
    const document = await read('a.eml', `${HEADER}\nContent-Type: text/html\n\n<p>The rent is <b>96,000</b>.</p>`);
    expect(textsOf(document)[1]).toBe('The rent is 96,000.');
  });

  it('reads attachments of a message as documents, with their own places', async () => {
    const workbook = makeWorkbook({ sheets: { Rent: row(1, 'Year', 'Amount') + row(2, '2024', 96000) } });
    const document = await read(
      'a.eml',
      multipart('Content-Type: text/plain\n\nSee the file.', attached('rent.xlsx', workbook)),
    );
    expect(textsOf(document)[0]).toContain('Attachments: rent.xlsx');
    expect(headingsOf(document)).toEqual([
      '# From Renée Keller <renee@example.org> to Sam Ode <sam@example.org>, lee@example.org, Mon, 4 Mar 2024 09:30:00 +0100',
      '# Attachment rent.xlsx',
      '## Rent',
      '### Year, Amount',
    ]);
    expect(placeOf(document, '96000')).toBe('Attachment rent.xlsx, Rent!A2:B2');
  });

  it('says which attachment of a message was not read, and why', async () => {
    const document = await read(
      'a.eml',
      multipart('Content-Type: text/plain\n\nHi', attached('old.doc', Buffer.from('x'))),
    );
    expect(textsOf(document).at(-1)).toBe(
      'Attachment old.doc was not read. It is in the older Word format. Save it as .docx to include it.',
    );
  });

  it('stops at messages that are attached to each other too deep', async () => {
    let message = `${HEADER}\n\nInnermost.`;
    for (let depth = 0; depth < 8; depth += 1) message = multipart(attached('inner.eml', Buffer.from(message)));
    expect(textsOf(await read('a.eml', message)).join('\n')).toContain('Messages are nested too deep.');
  });

  it('reads any mail text or reports a reason', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        HEADER,
        '\n\n',
        '--cut',
        '--cut--',
        'Content-Type: multipart/mixed; boundary=cut\n',
        '=?utf-8?b?',
        '=\n',
      ),
      fc.string({ maxLength: 20 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const result = await read('a.eml', pieces.join('')).catch((error: unknown) => error);
        if (result instanceof Error) expect(result.name).toBe('UnreadableDocument');
        else expect(result).toHaveProperty('blocks');
      }),
      { numRuns: 100 },
    );
  });
});

/** An Outlook message with these texts, by property tag. */
function makeMsg(properties: Readonly<Record<string, string>>): Buffer {
  const ROOT = 5;
  const STREAM = 2;
  const streams = Object.entries(properties).map(([tag, text]): [string, Uint8Array] => [
    `__substg1.0_${tag}`,
    Uint8Array.from(Buffer.from(text, 'utf16le')),
  ]);
  streams.push(['__properties_version1.0', new Uint8Array(32)]);
  const entries: Entry[] = [
    { name: 'Root Entry', type: ROOT, length: 0, children: streams.map((_, at) => at + 1) },
    ...streams.map(
      ([name, bytes]): Entry => ({ name, type: STREAM, length: bytes.length, binaryProvider: () => bytes }),
    ),
  ];
  return Buffer.from(burn(entries));
}

describe('Outlook messages (.msg)', () => {
  it.each(['Dear all', HEADER])('a file that is no message is not read as an empty one: “%s”', async (text) => {
    await expect(read('a.msg', text)).rejects.toThrow('It is not an Outlook message.');
  });

  const bytes = makeMsg({
    '0037001F': 'Lease of the warehouse',
    '0C1A001F': 'Renée Keller',
    '1000001F': 'The rent is 96,000.',
  });

  it('gives the subject, sender and text of an Outlook message', async () => {
    const document = await read('a.msg', bytes);
    expect(document.meta.title).toBe('Lease of the warehouse');
    expect(textsOf(document)).toEqual(['From: Renée Keller\nSubject: Lease of the warehouse', 'The rent is 96,000.']);
  });

  it('reads damaged Outlook messages or reports a reason', async () => {
    // As the library does, in a thread with limits: blocks that follow each other in a circle have no end.
    const reader = createDocumentReader();
    onTestFinished(() => reader.close());
    const path = join(temporaryFolder(), 'a.msg');
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), fc.nat(bytes.length), async (changes, cut) => {
        const damaged = Buffer.from(bytes);
        for (const [at, value] of changes) damaged[at] = value;
        writeFileSync(path, damaged.subarray(0, changes.length % 2 === 0 ? cut : undefined));
        const result = await reader.readDocument(path, { maxBytes: 1_000_000, roots: null });
        if ('problem' in result) expect(result.problem).not.toMatch(/^It could not be read|unexpectedly/);
        else expect(result).toHaveProperty('passages');
      }),
      { numRuns: 60, examples: [[[[762, 250]], bytes.length]] },
    );
  });
});
