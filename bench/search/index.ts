/**
 * How well the library finds and quotes, beside a bare FTS5 query over the same passages: `npm run eval -- [--more DIR]
 * [--library NAME] [--held-out] [--verbose]`. Without `--more`, the free sets of the repository are measured; with `--publishers DIR`,
 * files of publishers. Each figure has one standard error; differences below two of them are no result.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLibraryIndex } from '../../src/service/index/libraryIndex.ts';
import { createLibraryResearcher } from '../../src/service/research/libraryResearcher.ts';
import { ask } from './ask.ts';
import { createBare } from './bare.ts';
import { publisherLibrary } from './publishers.ts';
import { addScores, printScores, type Score, scoreOf } from './score.ts';
import { type EvalLibrary, librariesOf } from './sets.ts';

const { values } = parseArgs({
  options: {
    more: { type: 'string' },
    publishers: { type: 'string' },
    library: { type: 'string', multiple: true },
    set: { type: 'string' },
    'held-out': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

const libraries =
  values.publishers === undefined
    ? librariesOf(values.more, values['held-out'])
    : [await publisherLibrary(values.publishers, values['held-out'])];
for (const library of libraries) {
  if (!values.library || values.library.includes(library.name)) await measure(library);
}

async function measure({ name, folders, questions }: EvalLibrary): Promise<void> {
  const indexDir = join(tmpdir(), 'fiscal-eval', name);
  mkdirSync(indexDir, { recursive: true });
  const index = createLibraryIndex({ folders, indexDir });
  const status = await index.ready();
  const bare = createBare(index.database());
  const library = createLibraryResearcher({ folders, indexDir });
  const asked = questions.filter(({ set }) => !values.set || set === values.set);
  console.log(`\n${name}: ${status.documents} documents, ${status.passages} passages, ${asked.length} questions`);
  const scores = new Map<string, Score[]>();
  const start = performance.now();
  for (const question of asked) {
    const fast = await ask(library, folders, question, 'tax_research_fast_research');
    const deep = await ask(library, folders, question, 'tax_research_deep_research');
    const score = scoreOf(question, { fast, deep, bare: bare.search(question.question, 12) });
    addScores(scores, question, score);
    if (
      values.verbose &&
      (question.gold.length > 0 ? score.first + score.fast < 2 || score.wrong > 0 : score.refused < 1)
    )
      console.log(
        `${question.id} ${question.kind} ${fast.opening} first ${score.first} quoted ${score.fast}${score.deep} bare ${score.bareFirst}${score.bareFast}${score.bareDeep} | ${question.question}\n` +
          `     gold ${question.gold.join(' ')}\n     ${fast.sources.map(({ path, section }) => `${path.split('/').at(-1)?.slice(0, 40)} [${section.slice(0, 40)}]`).join(' | ')}`,
      );
  }
  printScores(scores);
  console.log(`${((performance.now() - start) / Math.max(1, asked.length) / 2).toFixed(0)} ms an answer`);
  bare.close();
  await library.close();
  await index.close();
}
