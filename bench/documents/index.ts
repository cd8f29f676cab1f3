/**
 * `npm run bench -- documents FOLDER [--files]`: how many of the words and numbers of real files are read. FOLDER has subfolders of
 * files, each with the expected text in `NAME.txt`. Compared are this reader, pdf.js without any layout, and pdftotext where it is
 * installed. "Searched" is the title, the
 * headings and the text of the passages: without the headers, footers and page numbers that the reader sets apart. `--files` prints a row per file.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MAX_FILE_BYTES } from '../../src/service/documents/fileProblem.ts';
import { toPassageDocument } from '../../src/service/documents/passages.ts';
import { readDocument } from '../../src/service/documents/readFile.ts';
import { numbersOf, share, wordsOf } from './measure.ts';
import { rawPdfText } from './rawPdf.ts';

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: { files: { type: 'boolean', default: false } },
});
const folder = resolve(positionals[0] ?? '.');

interface Row {
  readonly name: string;
  readonly format: string;
  readonly reader: string;
  readonly words: number;
  readonly wordsFound: number;
  readonly numbers: number;
  readonly numbersFound: number;
  readonly milliseconds: number;
}

const rows: Row[] = [];
for (const name of globSync('**/*', { cwd: folder }).sort()) {
  const path = join(folder, name);
  if (!existsSync(`${path}.txt`)) continue;
  const expected = readFileSync(`${path}.txt`, 'utf8');
  for (const [reader, read] of Object.entries(readersOf(path))) {
    const started = performance.now();
    const text = await read().catch((error: unknown) => {
      if (values.files) console.log(`${name}: ${error instanceof Error ? error.message : 'failed'}`);
      return '';
    });
    const words = share(wordsOf(expected), wordsOf(text));
    const numbers = share(numbersOf(expected), numbersOf(text));
    rows.push({
      name,
      format: extname(path).slice(1),
      reader,
      words: words.expected,
      wordsFound: words.found,
      numbers: numbers.expected,
      numbersFound: numbers.found,
      milliseconds: performance.now() - started,
    });
  }
}

if (values.files)
  console.table(rows.map((row) => ({ file: basename(row.name), reader: row.reader, ...ratios([row]) })));
const groups = Map.groupBy(rows, (row) => `${row.format} ${row.reader}`);
console.table(
  [...groups.values()].map((group) => ({ format: group[0]?.format, reader: group[0]?.reader, ...ratios(group) })),
);

function readersOf(path: string): Record<string, () => Promise<string>> {
  const read = () => readDocument(path, { maxBytes: MAX_FILE_BYTES, roots: null });
  const ours = async () => (await read()).blocks.map(({ text }) => text).join('\n');
  const searched = async () => {
    const document = await read();
    const { title, passages } = toPassageDocument(document, path);
    const found = new Set([title, ...passages.flatMap(({ headings }) => headings)]);
    const headings = document.blocks.filter(({ type, text }) => type === 'heading' && found.has(text));
    return [...headings, ...passages].map(({ text }) => text).join('\n');
  };
  if (extname(path) !== '.pdf') return { ours };
  return {
    ours,
    'ours, searched': searched,
    'pdf.js': () => rawPdfText(readFileSync(path)),
    pdftotext: async () => spawnSync('pdftotext', [path, '-'], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout ?? '',
  };
}

function ratios(group: readonly Row[]) {
  const sum = (of: (row: Row) => number) => group.reduce((total, row) => total + of(row), 0);
  const good = group.filter((row) => row.words === 0 || row.wordsFound / row.words >= 0.9).length;
  const ratio = (found: number, all: number) => (all === 0 ? 1 : Math.floor((found / all) * 10_000) / 10_000);
  return {
    files: group.length,
    words: ratio(
      sum((row) => row.wordsFound),
      sum((row) => row.words),
    ),
    'files ≥ .9': ratio(good, group.length),
    numbers: ratio(
      sum((row) => row.numbersFound),
      sum((row) => row.numbers),
    ),
    ms: Math.round(sum((row) => row.milliseconds)),
  };
}
