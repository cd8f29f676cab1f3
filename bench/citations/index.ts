/**
 * Measures citations in files (docs/citations-in-files.md) with the built worker: a hover in a memo of 5,000 lines with 1,000 citations,
 * what a change of that memo costs the extension host, and a check of 5 MB of text with 10,000 citations.
 *   npm run build && npm run bench -- citations
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAuthorities } from '../../src/authority/parseAuthorities.ts';
import { checkFile, MAX_CHECKED, MAX_FINDINGS } from '../../src/extension/citations/checkFile.ts';
import { readableSpans } from '../../src/extension/citations/comments.ts';
import { citationAt, citationsOf } from '../../src/extension/citations/fileCitations.ts';
import { createLookups } from '../../src/extension/citations/lookups.ts';
import { createLibraryConnection } from '../../src/libraryClient/libraryConnection.ts';
import { api, fakeDocument } from '../../test/extension/citations/fakeDocument.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const workerPath = join(root, 'dist/worker.cjs');
if (!existsSync(workerPath)) {
  console.log('Nothing is built yet: npm run build');
  process.exit(2);
}

const CITED = [
  '§ 179(b)(1)',
  'IRC 168(k)',
  'Treas. Reg. § 1.263(a)-2',
  'ASC 606-10-25-1',
  '§ 1031(a)(1)',
  'IFRS 16.22',
  '§ 9999(a)',
  'AS 1215',
];
const QUOTED = '"no more than that may be expensed in 2025"';
const FILLER = 'The company placed the line in service in September and keeps its books by the calendar year. ';

/** `lines` lines with `citations` citations, every tenth with a quotation next to it. */
function memo(lines: number, citations: number, width: number): string {
  const every = lines / citations;
  const filler = FILLER.repeat(Math.ceil(width / FILLER.length)).slice(0, width);
  let cited = 0;
  return Array.from({ length: lines }, (_line, at) => {
    if (at < Math.floor(cited * every)) return at % 8 === 7 ? '' : filler;
    cited += 1;
    // Subsections make most citations different from each other.
    const citation = cited % 3 === 0 ? `§ ${160 + (cited % 1500)}(a)(${cited % 9})` : CITED[cited % CITED.length];
    return cited % 10 === 0 ? `${filler} Under § 179(b)(1) ${QUOTED}.` : `${filler} Under ${citation}.`;
  }).join('\n');
}

function percentile(values: readonly number[], share: number): number {
  return (
    [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
  );
}

let failed = false;
function report(what: string, value: number, unit: string, goal: number): void {
  const met = value <= goal;
  failed ||= !met;
  console.log(
    `${what.padEnd(68)} ${value.toFixed(1).padStart(9)} ${unit}   goal ≤ ${goal} ${unit}${met ? '' : '   MISSED'}`,
  );
}

async function timed<T>(work: () => T | Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}

const folder = mkdtempSync(join(tmpdir(), 'fiscal-bench-citations-'));
const connection = createLibraryConnection({ workerPath });
try {
  connection.configure({
    folders: [join(root, 'samples'), join(root, 'test/fixtures/irc')],
    indexDir: folder,
    exclude: [],
  });
  await connection.ready();
  const lookups = createLookups(() => ({ connection: () => connection }));

  const text = memo(5000, 1000, 90);
  const document = fakeDocument(text);
  const citations = parseAuthorities(text);
  console.log(`Memo: ${document.lineCount} lines, ${citations.length} citations, ${text.length} characters`);
  const hovers: number[] = [];
  for (const { start } of citations) {
    const position = document.positionAt(start + 2);
    const { ms } = await timed(async () => {
      const found = citationAt(api, document, position);
      if (found) await lookups.find([found.citation]);
    });
    hovers.push(ms);
  }
  report('hover: parse the line and look up in the worker, p95', percentile(hovers, 0.95), 'ms', 50);
  console.log(`first hover ${(hovers[0] ?? 0).toFixed(1)} ms, slowest ${Math.max(...hovers).toFixed(1)} ms`);

  const changes: number[] = [];
  for (let version = 2; version < 32; version++) {
    const changed = fakeDocument(`${text}${version}`, 'markdown', version);
    changes.push((await timed(() => citationsOf(changed))).ms);
  }
  report('a change of the memo: all citations again, median', percentile(changes, 0.5), 'ms', 50);
  const links = await timed(() => lookups.find(citations));
  report('links of the memo: one look-up of all citations', links.ms, 'ms', 500);

  const program = `// Under § 179(b)(1).\nconst a = "text"; /* ${FILLER} */\n`.repeat(14_000);
  const comments = await timed(() => readableSpans(program, 'typescript'));
  report(`comments of a program of ${(program.length / 1e6).toFixed(1)} MB`, comments.ms, 'ms', 500);

  const large = memo(40_000, 10_000, 135);
  const parsed = await timed(() => parseAuthorities(large));
  console.log(`Large text: ${(large.length / 1e6).toFixed(1)} MB, ${parsed.value.length} citations`);
  report('5 MB: all citations', parsed.ms, 'ms', 1000);
  const before = process.memoryUsage().heapUsed;
  const check = await timed(() => checkFile(large, parsed.value, lookups, () => false));
  report('5 MB: check of citations and quotations', check.ms, 'ms', 10_000);
  report('5 MB: memory of the check', Math.max(0, process.memoryUsage().heapUsed - before) / 1e6, 'MB', 200);
  const result = check.value;
  console.log(
    `Checked ${result?.citations} citations (limit ${MAX_CHECKED}) and ${result?.quotations} quotations, ${result?.findings.length} problems (limit ${MAX_FINDINGS}).`,
  );
} finally {
  connection.dispose();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
