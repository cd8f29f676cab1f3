/**
 * What is read of each document of the fixtures, compared with a recording. A difference is a change of behavior: check it, and record
 * it with `npx vitest run --project unit test/service/documents/recorded.test.ts -u`.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DocumentPlace } from '../../../src/service/documents/document.ts';
import { MAX_FILE_BYTES } from '../../../src/service/documents/fileProblem.ts';
import { toPassageDocument } from '../../../src/service/documents/passages.ts';
import { readDocument } from '../../../src/service/documents/readFile.ts';
import { writeMarks } from '../../../src/service/nodeMarks.ts';
import { FIXTURES } from '../temporary.ts';

const MAX_TEXT = 120;
const recorded = (name: string) => join(FIXTURES, 'recorded/documents', `${name.replaceAll('/', '-')}.txt`);

function shortened(text: string): string {
  const line = JSON.stringify(text);
  return line.length <= MAX_TEXT
    ? line
    : `${line.slice(0, MAX_TEXT / 2)} … ${line.slice(-MAX_TEXT / 2)} (${text.length})`;
}

const placeOf = (place: DocumentPlace | undefined) =>
  place
    ? ` ${Object.entries(place)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}`
    : '';

async function describeDocument(path: string): Promise<string> {
  try {
    const document = await readDocument(path, { maxBytes: MAX_FILE_BYTES, roots: null });
    const { title, meta, passages } = toPassageDocument(document, 'name.ext');
    return [
      `${title} ${JSON.stringify(meta)}`,
      ...document.blocks.map((block) => {
        const kind = block.type === 'heading' ? `heading ${block.level}` : block.type;
        const lines = block.type === 'text' ? `${block.line}-${block.endLine}` : `${block.line}`;
        return `${lines} ${kind}${placeOf(block.place)} ${shortened(block.text)}`;
      }),
      '',
      ...passages.map(
        ({ line, endLine, place, endPlace, headings, pins, marks, text }) =>
          `${line}-${endLine}${placeOf(place)}${placeOf(endPlace)} ${JSON.stringify(headings)} [${pins}] ${JSON.stringify(writeMarks(marks))} ${text.length}`,
      ),
    ].join('\n');
  } catch (error) {
    return `${error}`;
  }
}

const documents = ['library/formats', 'library/broken'].flatMap((folder) =>
  readdirSync(join(FIXTURES, folder)).map((name) => `${folder}/${name}`),
);
const sections = readdirSync(join(FIXTURES, 'irc'))
  .filter((_, index) => index % 8 === 0)
  .map((name) => `irc/${name}`);

it.each([...documents, ...sections])('a document of the fixtures is read as recorded: %s', async (name) => {
  await expect(await describeDocument(join(FIXTURES, name))).toMatchFileSnapshot(recorded(name));
});
