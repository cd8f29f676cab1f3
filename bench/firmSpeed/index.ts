/**
 * A large library of a firm: `npm run bench -- firmSpeed --library DIR [--copies 10] [--nodes 1] [--callers 8] [--questions 100]`. The
 * documents of the folder, each so many times with another last line, are read into a local index and into OpenSearch. Prints both times,
 * the time from a question to its first word, the time until a changed document is found, and that of a restart.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addCollection, addKey, addPrincipal, setRight } from '../../src/firm/access/administration.ts';
import { questionsOfRepository } from '../../test/firm/opensearch/support/quotations.ts';
import { ask, percentiles, startFirm } from '../firm/firm.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    library: { type: 'string' },
    copies: { type: 'string', default: '10' },
    nodes: { type: 'string', default: '1' },
    callers: { type: 'string', default: '8' },
    questions: { type: 'string', default: '100' },
  },
});
if (values.library === undefined) throw new Error('Name a folder of Markdown files: --library DIR');
const library = values.library;
const CALLERS = Number(values.callers);
/** Questions of one user that may run. Each counts until its end is written, shortly after its reply. */
const RUNNING = String(2 * CALLERS);
/** Questions that are not measured. They fill the caches of the engine, and its compilers translate what is used often. */
const FIRST = 300;
/** Seconds between two looks of the indexer. */
const EVERY = 2;

const folder = mkdtempSync(join(tmpdir(), 'fiscal-firm-speed-'));
const corpus = join(folder, 'corpus');
const files = readdirSync(library).filter((name) => name.endsWith('.md'));
for (let copy = 0; copy < Number(values.copies); copy += 1) {
  mkdirSync(join(corpus, `copy${copy}`), { recursive: true });
  for (const name of files)
    writeFileSync(
      join(corpus, `copy${copy}`, name),
      `${readFileSync(join(library, name), 'utf8')}\nThis is copy ${copy}.\n`,
    );
}
const documents = files.length * Number(values.copies);
const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`;

/** Reads the corpus into an index of SQLite, in a process of its own. */
function indexLocally(): string {
  const index = new URL('../../src/service/index/libraryIndex.ts', import.meta.url).href;
  const code = `const { createLibraryIndex } = await import(${JSON.stringify(index)});
    const index = createLibraryIndex({ folders: [${JSON.stringify(corpus)}], indexDir: ${JSON.stringify(join(folder, 'index'))} });
    await index.ready();
    await index.close();`;
  const from = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return seconds(from);
}

console.log(`documents        ${documents}, nodes ${values.nodes}`);
console.log(`local index      ${indexLocally()}`);
// A heap for a million passages, and the compilers of a node in use.
const firm = await startFirm(Number(values.nodes), ['-Xms3g', '-Xmx3g', '-XX:+UseSerialGC']);
try {
  await addCollection(firm.admin, { name: 'law', kind: 'authority', folder: corpus });
  await addPrincipal(firm.admin, { kind: 'user', name: 'ada' });
  await setRight(firm.admin, 'grants', { kind: 'user', name: 'ada' }, 'law', true);
  const { key } = await addKey(firm.admin, 'ada', ['ask'], null);
  const from = performance.now();
  await firm.program.index(...firm.engine);
  console.log(`OpenSearch       ${seconds(from)}`);
  let server = await firm.serve('--running', RUNNING);
  const questions = questionsOfRepository().map(({ question }) => question);
  const put = (question: string) => ask(server.origin, key, question);
  const askAll = async (callers: number, count: number) => {
    const replies: Awaited<ReturnType<typeof ask>>[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (next < count) {
          const question = questions[next % questions.length] ?? '';
          next += 1;
          replies.push(await put(question));
        }
      }),
    );
    return replies;
  };
  await askAll(CALLERS, FIRST);
  for (const callers of [1, CALLERS]) {
    const replies = await askAll(callers, Number(values.questions));
    const failed = replies.filter(({ outcome }) => outcome !== 'done');
    const title = `${callers} caller${callers === 1 ? '' : 's'}`;
    console.log(`${title.padEnd(16)} first word ${percentiles(replies.flatMap(({ firstWord }) => firstWord ?? []))}`);
    console.log(`                 whole answer ${percentiles(replies.map(({ end }) => end))}, failed ${failed.length}`);
  }

  const indexer = firm.program.watch(...firm.engine, '--every', String(EVERY));
  const found = async (word: string): Promise<string> => {
    const since = performance.now();
    while (!(await put(`What is the retainer of ${word}?`)).text.includes('$77,001')) await wait(100);
    return seconds(since);
  };
  const change = (at: number, word: string) =>
    appendFileSync(
      join(corpus, 'copy0', files[at] ?? ''),
      `\n## Retainer of ${word}\n\nThe retainer of ${word} is $77,001.\n`,
    );
  // The first look of the indexer reads the list of files.
  change(0, 'Wombatgamma');
  console.log(`first look       ${await found('Wombatgamma')}`);
  const times: string[] = [];
  for (const [at, word] of ['Narwhaldelta', 'Ibexomega', 'Okapisigma', 'Quaggalambda'].entries()) {
    change(at + 1, word);
    times.push(await found(word));
  }
  console.log(`changed          found after ${times.join(', ')}, with a look every ${EVERY} s`);
  indexer.kill('SIGKILL');

  await server.kill();
  await firm.cluster.kill(0);
  const again = performance.now();
  const [started] = await Promise.all([firm.serve('--running', RUNNING), firm.cluster.restart(0)]);
  server = started;
  while ((await put(questions[0] ?? '')).outcome !== 'done') await wait(100);
  console.log(`restart          first answer after ${seconds(again)}`);
  console.log(`read again       ${(await firm.program.index(...firm.engine)).trim() || 'nothing'}`);
} finally {
  await firm.stop();
  rmSync(folder, { recursive: true });
}
