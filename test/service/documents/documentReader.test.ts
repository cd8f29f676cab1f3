import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import {
  createDocumentReader,
  type DocumentReaderOptions,
} from '../../../src/service/documents/thread/documentReader.ts';
import { memoryLimit, timeLimit } from '../../../src/service/documents/thread/limits.ts';
import { createLibraryResearcher } from '../../../src/service/research/libraryResearcher.ts';
import type { ResearchOutput } from '../../../src/service/researcher.ts';
import { open, temporaryFolder } from '../temporary.ts';
import { HOSTILE } from './support/hostile.ts';
import { makeWord, paragraph } from './support/makeOffice.ts';
import { column, makePdf } from './support/makePdf.ts';

const MEGABYTE = 1024 * 1024;
const LEASE = makeWord(paragraph('The annual rent of the warehouse is 96,000.'));
const NO_LIMIT = { total: Number.POSITIVE_INFINITY, buffers: Number.POSITIVE_INFINITY };
const ENDLESS = HOSTILE['endless.docx']();

function reader(options: DocumentReaderOptions = {}) {
  const created = createDocumentReader(options);
  onTestFinished(() => created.close());
  return created;
}

/** A time limit in milliseconds that only one file can exceed. */
function shortFor(file: Buffer): (bytes: number) => number {
  return (bytes) => (bytes === file.length ? 300 : 60_000);
}

function files(contents: Readonly<Record<string, string | Buffer>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content);
  return folder;
}

describe('createDocumentReader', () => {
  it('reads PDF, Word and HTML files in the reader thread', async () => {
    const folder = files({
      'a.pdf': makePdf([{ texts: column(72, 700, ['The rent is due in March.']) }]),
      'a.docx': LEASE,
      'a.html': '<p>The rent is due.</p>',
    });
    const documents = reader();
    const texts = await Promise.all(
      ['a.pdf', 'a.docx', 'a.html'].map(async (name) => {
        const result = await documents.readDocument(join(folder, name), { maxBytes: MEGABYTE, roots: null });
        return 'problem' in result ? result.problem : result.passages[0]?.text;
      }),
    );
    expect(texts).toEqual([
      'The rent is due in March.',
      'The annual rent of the warehouse is 96,000.',
      'The rent is due.',
    ]);
  });

  it('ends a file that takes too long, and reads the files after it', async () => {
    const folder = files({ 'endless.docx': ENDLESS, 'lease.docx': LEASE });
    const documents = reader({ timeLimit: shortFor(ENDLESS), memoryLimit: () => NO_LIMIT });
    const results = await Promise.all(
      ['endless.docx', 'lease.docx'].map((name) =>
        documents.readDocument(join(folder, name), { maxBytes: 20 * MEGABYTE, roots: null }),
      ),
    );
    expect(results[0]).toEqual({
      problem: 'Reading it took longer than 1 seconds. It is tried again when it changes.',
    });
    expect(results[1]).toMatchObject({ passages: [{ text: 'The annual rent of the warehouse is 96,000.' }] });
  });

  it.each([
    ['memory', 'docx', ENDLESS, { total: 60 * MEGABYTE, buffers: Number.POSITIVE_INFINITY }],
    ['buffers', 'pdf', HOSTILE['unpacks.pdf'](), { total: Number.POSITIVE_INFINITY, buffers: 40 * MEGABYTE }],
  ])('ends a file that takes too much %s, and reads the files after it', async (_, ending, file, limit) => {
    const folder = files({ [`large.${ending}`]: file, 'lease.docx': LEASE });
    const documents = reader({ memoryLimit: () => limit });
    const [first, second] = await Promise.all(
      [`large.${ending}`, 'lease.docx'].map((name) =>
        documents.readDocument(join(folder, name), { maxBytes: 20 * MEGABYTE, roots: null }),
      ),
    );
    expect(first).toEqual({
      problem: 'Reading it takes more memory than a document of words does. It is tried again when it changes.',
    });
    expect(second).toHaveProperty('passages');
  });

  it('reads a file again in a new thread if it exceeded the memory limit in a thread that read others before', async () => {
    const long = makeWord(Array.from({ length: 5000 }, (_, number) => paragraph(`Item ${number} is due.`)).join(''));
    const folder = files({ 'lease.docx': LEASE, 'long.docx': long });
    let looks = 0;
    const memoryLimit = (_bytes: number, path: string) => {
      if (!path.endsWith('long.docx')) return NO_LIMIT;
      looks += 1;
      return looks === 1 ? { total: 0, buffers: 0 } : NO_LIMIT;
    };
    const documents = reader({ memoryLimit });
    // On a busy machine, the thread may have read the file before this one looks at its memory.
    while (looks === 0) {
      const results = await Promise.all(
        ['lease.docx', 'long.docx', 'lease.docx'].map((name) =>
          documents.readDocument(join(folder, name), { maxBytes: 20 * MEGABYTE, roots: null }),
        ),
      );
      for (const result of results) expect(result).toHaveProperty('passages');
    }
  });

  it.each([
    ['is not open', 'open.pdf', 300, 60_000],
    ['is open', 'unpacksTwice.pdf', 60_000, 300],
  ] as const)('ends a PDF that %s when its time is over', async (_, name, opening, whole) => {
    const folder = files({ [name]: HOSTILE[name]() });
    const documents = reader({ openingTime: () => opening, timeLimit: () => whole, memoryLimit: () => NO_LIMIT });
    expect(await documents.readDocument(join(folder, name), { maxBytes: 20 * MEGABYTE, roots: null })).toEqual({
      problem: 'Reading it took longer than 1 seconds. It is tried again when it changes.',
    });
  });

  it.each([
    ['is not open', 'open.pdf', false],
    ['is open', 'unpacks.pdf', true],
  ] as const)('limits the memory of a PDF that %s', async (_, name, limited) => {
    const folder = files({ [name]: HOSTILE[name]() });
    const documents = reader({
      openingTime: () => 60_000,
      timeLimit: () => 60_000,
      memoryLimit: (_bytes, _path, isOpen) => (isOpen === limited ? { ...NO_LIMIT, total: 60 * MEGABYTE } : NO_LIMIT),
    });
    expect(await documents.readDocument(join(folder, name), { maxBytes: 20 * MEGABYTE, roots: null })).toMatchObject({
      problem: expect.stringContaining('more memory'),
    });
  });

  it('gives the text of a document with the lines of its passages', async () => {
    const attached = ['Rent', '', 'The rent is due.'].join('\n');
    const folder = files({
      'a.pdf': makePdf([
        { texts: [...column(72, 700, ['The rent is due in March.']), ...column(72, 600, ['It is paid in dollars.'])] },
        { texts: column(72, 700, ['The lease ends in May.']) },
      ]),
      'a.docx': makeWord(['Lease', 'One.', 'Two.'].map((text) => paragraph(text)).join('')),
      'a.eml': `Subject: Rent\nFrom: a@b.example\n\n${attached}\n`,
      'a.rtf': '{\\rtf1 First.\\par Second.\\par }',
    });
    const documents = reader();
    for (const name of ['a.pdf', 'a.docx', 'a.eml', 'a.rtf']) {
      const read = await documents.readDocument(join(folder, name), { maxBytes: MEGABYTE, roots: null });
      const shown = await documents.readText(join(folder, name), { maxBytes: MEGABYTE, roots: null });
      const lines = 'text' in shown ? shown.text.split('\n') : [];
      const passages = 'passages' in read ? read.passages : [];
      expect(passages.length, name).toBeGreaterThan(0);
      for (const { text, line, endLine } of passages)
        expect(lines.slice(line - 1, endLine).join('\n'), name).toBe(text);
    }
    const word = await documents.readText(join(folder, 'a.docx'), { maxBytes: MEGABYTE, roots: null });
    expect('places' in word && word.places).toEqual([
      { line: 1, label: '¶ 1' },
      { line: 3, label: '¶ 2' },
      { line: 5, label: '¶ 3' },
    ]);
    expect(await documents.readText(join(folder, 'gone.pdf'), { maxBytes: MEGABYTE, roots: null })).toMatchObject({
      problem: 'It no longer exists.',
    });
  });

  it('gives the whole text of a program, of which passages are comments only', async () => {
    const code = '// The limit, § 179(b)(1).\nconst LIMIT = 2_500_000;\n\nconst other = 1;\n';
    const folder = files({ 'rates.ts': code });
    expect(await reader().readText(join(folder, 'rates.ts'), { maxBytes: MEGABYTE, roots: null })).toEqual({
      text: code,
      places: [],
    });
  });

  it('gives a reason for a file that does not exist, and for reads after it was closed', async () => {
    const documents = reader();
    expect(await documents.readDocument(join(temporaryFolder(), 'a.pdf'), { maxBytes: MEGABYTE, roots: null })).toEqual(
      {
        problem: 'It no longer exists.',
        unavailable: true,
      },
    );
    const pending = documents.readDocument(join(files({ 'endless.docx': ENDLESS }), 'endless.docx'), {
      maxBytes: MEGABYTE,
      roots: null,
    });
    await documents.close();
    expect(await pending).toEqual({ problem: 'Reading was stopped.' });
    expect(await documents.readDocument('a.pdf', { maxBytes: MEGABYTE, roots: null })).toEqual({
      problem: 'Reading was stopped.',
    });
  });
});

it('the library gives larger files more time, within bounds', () => {
  expect(timeLimit(0)).toBeLessThan(timeLimit(2 * MEGABYTE));
  expect(timeLimit(500 * MEGABYTE)).toBe(120_000);
});

it('a small file may take little memory, and a large one more if its text is packed, within bounds', () => {
  expect(memoryLimit(0, 'a.docx').total).toBeLessThan(64 * MEGABYTE);
  expect(memoryLimit(2 * MEGABYTE, 'a.xlsx').total).toBeGreaterThan(100 * MEGABYTE);
  expect(memoryLimit(2 * MEGABYTE, 'a.csv').total).toBeLessThan(80 * MEGABYTE);
  expect(memoryLimit(2 * MEGABYTE, 'a.pdf').total).toBeGreaterThan(100 * MEGABYTE);
  expect(memoryLimit(2 * MEGABYTE, 'a.pdf', false).total).toBeLessThan(80 * MEGABYTE);
  const grown = memoryLimit(100 * MEGABYTE, 'a.pdf').total - memoryLimit(50 * MEGABYTE, 'a.pdf').total;
  expect(grown).toBe(300 * MEGABYTE);
});

describe('a library with a file that is slow to read', () => {
  const RENT = '# Rent\n\nThe annual rent of the warehouse is $96,000.\n';
  const REQUEST = {
    question: plainQuestion('What is the annual rent of the warehouse?'),
    context: [],
    askMode: 'tax_research_normal' as const,
    allowedAskModes: null,
    zeroDataRetention: false,
  };

  /** Asks about the rent in a library of these files, until there are two answers or all files are read. */
  async function askMeanwhile(contents: Readonly<Record<string, string | Buffer>>) {
    let reading = true;
    const researcher = createLibraryResearcher({
      folders: [files(contents)],
      indexDir: null,
      onProgress: ({ phase }) => {
        reading &&= phase !== 'ready';
      },
    });
    onTestFinished(() => researcher.close());
    const answers: string[] = [];
    while (answers.length < 2) {
      const outputs: ResearchOutput[] = [];
      for await (const output of researcher.research(REQUEST, new AbortController().signal)) outputs.push(output);
      if (!reading) break;
      answers.push(outputs.map((output) => (output.type === 'text' ? output.text : '')).join(''));
    }
    return answers;
  }

  it.each([
    ['pages without end', 'pdf', HOSTILE['unpacksTwice.pdf']()],
    ['text without end', 'docx', ENDLESS],
    ['paragraphs without end', 'rtf', HOSTILE['paragraphs.rtf']()],
  ])('answers from the documents that were read while files with %s are read', async (_, ending, file) => {
    // Each takes more than a second, so that they are still being read when the first answer is complete.
    const hostile = Object.fromEntries([1, 2, 3, 4].map((number) => [`${number}.${ending}`, file]));
    const answers = await askMeanwhile({ 'rent.md': RENT, ...hostile });
    expect(answers.length).toBeGreaterThan(0);
    for (const text of answers) {
      expect(text).toContain('$96,000');
      expect(text).toMatch(/Not searched yet: \d of \d documents\./);
    }
  });

  it('lists a file that was given up, and tries it again only when it changes', async () => {
    const folder = files({ 'deep.html': '<div>'.repeat(50_000) });
    const path = join(folder, 'deep.html');
    const library = open({ folders: [folder], indexDir: temporaryFolder() });
    const first = await library.ready();
    expect(first.skipped).toEqual([{ path, reason: expect.stringContaining('nested too deep') }]);
    let read = 0;
    const again = open({
      folders: [folder],
      onProgress: ({ total }) => {
        read = Math.max(read, total);
      },
    });
    await again.ready();
    expect(read).toBe(1);
    read = 0;
    await again.refresh();
    expect(read).toBe(0);
    writeFileSync(path, '<p>Short now.</p>');
    utimesSync(path, new Date(), new Date(Date.now() + 5000));
    await again.refresh();
    expect((await again.ready()).documents + again.status().documents).toBeGreaterThan(0);
  });
});
