/**
 * `npm run bench -- library [--library DIR] [--scale 1,10,50]`: the library against bare FTS5 on the same passages. Ratios are medians
 * of runs that take turns, in CPU time of this process, so that neither the machine's speed nor its other work is in them. Scale copies the folder's documents so many times (50 takes minutes
 * and some gigabytes of temporary space).
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { plainQuestion } from '../../src/protocol/question.ts';
import { toPassages } from '../../src/service/documents/passages.ts';
import { readMarkdown } from '../../src/service/documents/readMarkdown.ts';
import { createLibraryIndex } from '../../src/service/index/libraryIndex.ts';
import { createLibraryResearcher } from '../../src/service/research/libraryResearcher.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    library: { type: 'string' },
    scale: { type: 'string', default: '1' },
    runs: { type: 'string', default: '3' },
  },
});
const folder = resolve(values.library ?? join(import.meta.dirname, '../../test/fixtures/irc'));
const questions = questionsOf(join(import.meta.dirname, 'questions.json'));
const place = mkdtempSync(join(tmpdir(), 'fiscal-bench-'));
/** The first sources of the answers at the first scale, which those at the others are compared with. */
let firstSections: readonly string[] | null = null;

try {
  for (const scale of values.scale.split(',').map(Number)) await measure(scale);
} finally {
  rmSync(place, { recursive: true, force: true });
}

async function measure(scale: number): Promise<void> {
  const documents = scale === 1 ? folder : copies(scale);
  const runs = scale === 1 ? Number(values.runs) : 1;
  const bare: number[] = [];
  const ours: number[] = [];
  const indexDir = join(place, `index-${scale}`);
  for (let run = 0; run < runs; run += 1) {
    rmSync(indexDir, { recursive: true, force: true });
    bare.push(bareInsert(documents, join(place, `bare-${scale}-${run}.sqlite`)));
    ours.push(await indexing(documents, indexDir));
  }
  const reopen: number[] = [];
  for (let run = 0; run < 5; run += 1) reopen.push(await indexing(documents, indexDir));

  const library = createLibraryIndex({ folders: [documents], indexDir });
  const status = await library.ready();
  const changed = firstFile(documents);
  const one = await timed(() => library.refresh([changed]));
  await library.close();

  const plain: number[] = [];
  const first: number[] = [];
  const waited: number[] = [];
  const sections: string[] = [];
  const database = new DatabaseSync(join(place, `bare-${scale}-0.sqlite`));
  const query = database.prepare('SELECT rowid FROM passages WHERE passages MATCH ? ORDER BY rank LIMIT 10');
  const researcher = createLibraryResearcher({ folders: [documents], indexDir });
  await researcher.ready();
  for (const question of [...questions.slice(0, 5), ...questions]) {
    plain.push(await timed(async () => void query.all(anyWord(question))));
    const start = performance.now();
    first.push(await timed(async () => void sections.push(await firstText(researcher, question))));
    waited.push(performance.now() - start);
  }
  await researcher.close();
  database.close();

  console.log(
    `\n${scale}x: ${status.documents.toLocaleString('en-US')} documents, ${status.passages.toLocaleString('en-US')} passages, ${megabytes(status.bytes)}`,
  );
  row('first index, against a bare FTS5 insert of the same passages', median(ours), median(bare), 3);
  console.log(
    `  reopened unchanged ${median(reopen).toFixed(0)} ms (aim < 100 at 1x)   one changed file ${one.toFixed(0)} ms`,
  );
  // The first five questions warm the caches of both.
  row(
    'question to first word, p95, against a plain FTS5 query',
    percentile(first.slice(5), 0.95),
    percentile(plain.slice(5), 0.95),
    4,
  );
  console.log(`  medians: ${median(first.slice(5)).toFixed(1)} ms and ${median(plain.slice(5)).toFixed(1)} ms`);
  console.log(
    `  question to first word, p95 in time that passes: ${percentile(waited.slice(5), 0.95).toFixed(0)} ms (aim ≤ 500)`,
  );
  firstSections ??= sections;
  const same = sections.filter((title, at) => title === firstSections?.[at]).length;
  console.log(`  questions with the same first source as at the first scale: ${same} of ${sections.length}`);
}

function row(name: string, ours: number, floor: number, goal: number): void {
  console.log(
    `  ${name}: ${ours.toFixed(0)} ms / ${floor.toFixed(0)} ms = ${(ours / floor).toFixed(2)} (aim ≤ ${goal})`,
  );
}

/** What physics asks: the same passages into one FTS5 table, text kept, one transaction. Reading and cutting are not counted. */
function bareInsert(documents: string, path: string): number {
  const database = new DatabaseSync(path);
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE VIRTUAL TABLE passages USING fts5(title, heading, body, tokenize = 'porter unicode61 remove_diacritics 2')",
  );
  const insert = database.prepare('INSERT INTO passages VALUES (?, ?, ?)');
  let spent = 0;
  for (const file of files(documents)) {
    const { blocks } = readMarkdown(readFileSync(file, 'utf8'));
    const title = blocks.find((block) => block.type === 'heading')?.text ?? '';
    const passages = toPassages(blocks, title);
    const start = cpu();
    if (!database.isTransaction) database.exec('BEGIN');
    for (const passage of passages) insert.run(title, passage.headings.join(' › '), passage.text);
    spent += cpu() - start;
  }
  const start = cpu();
  database.exec('COMMIT');
  database.close();
  return spent + cpu() - start;
}

async function indexing(documents: string, indexDir: string): Promise<number> {
  const library = createLibraryIndex({ folders: [documents], indexDir });
  const spent = await timed(() => library.ready());
  await library.close();
  return spent;
}

/** The title of the first source, without the node of the document. */
async function firstText(researcher: ReturnType<typeof createLibraryResearcher>, question: string): Promise<string> {
  let title = '';
  const stop = new AbortController();
  const request = {
    question: plainQuestion(question),
    context: [],
    askMode: 'tax_research_fast_research' as const,
    allowedAskModes: null,
    zeroDataRetention: false,
  };
  for await (const output of researcher.research(request, stop.signal)) {
    if (output.type === 'sources') title = output.sources[0]?.title.split(' · ')[0] ?? '';
    if (output.type === 'text') break;
  }
  return title;
}

function copies(scale: number): string {
  const target = join(place, `documents-${scale}`);
  for (let copy = 0; copy < scale; copy += 1) {
    const part = join(target, String(copy));
    mkdirSync(part, { recursive: true });
    for (const name of readdirSync(folder)) writeFileSync(join(part, name), readFileSync(join(folder, name)));
  }
  return target;
}

function* files(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (entry.name.endsWith('.md')) yield path;
  }
}

function firstFile(directory: string): string {
  const found = files(directory).next().value;
  if (typeof found !== 'string') throw new Error(`No Markdown files in ${directory}`);
  return found;
}

function questionsOf(file: string): string[] {
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return Array.isArray(list) ? list.map((item: { question: string }) => item.question) : [];
}

function anyWord(question: string): string {
  return (question.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(' OR ');
}

/** Milliseconds of CPU time that the work took: all of it is done in this process. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function percentile(list: readonly number[], share: number): number {
  const sorted = [...list].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function median(list: readonly number[]): number {
  return percentile(list, 0.5);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
