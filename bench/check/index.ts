/**
 * How many planted faults the check notices and how many false alarms it gives, beside a comparison of digits only, and what it costs.
 * `npm run bench -- check [--cases FOLDER] [--verbose] [--prompts FILE] [--replies FILE]`. The folder has cases in the form of
 * `grounding.json` (default: the fixtures). `--prompts` writes what a model receives for the second reading of the opposites, and
 * `--replies` reads recorded replies (default: those of this folder).
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkGrounding } from '../../test/support/grounding.ts';
import { type Check, type CheckCase, parseCases, score } from './cases.ts';
import { generateCases, readPassages } from './generate.ts';
import { parsePairs } from './pairs.ts';
import { compareDigits } from './peers.ts';
import { checkByReplies, readingOf, readReplies } from './readings.ts';

const { values } = parseArgs({
  args: process.argv.slice(process.argv[2] === 'check' ? 3 : 2),
  options: {
    cases: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    prompts: { type: 'string' },
    replies: { type: 'string', default: resolve(import.meta.dirname, 'readings.tsv') },
  },
});
/** Its author had not read the check, and nothing is changed because of one of its sentences, so that they are not printed. */
const HELD_OUT = ['oppositesHeldOut.json', 'opposites, held out, never tuned on'] as const;

const fixtures = resolve(import.meta.dirname, '../../test/fixtures');
const folder = resolve(values.cases ?? join(fixtures, 'cases'));

const sets: [string, CheckCase[]][] = readdirSync(folder)
  .filter((name) => /^(?:grounding|opposites).*\.json$/.test(name) && name !== 'groundingForms.json')
  .map((name) => {
    const json = readFileSync(join(folder, name), 'utf8');
    const title = name === HELD_OUT[0] ? HELD_OUT[1] : basename(name, '.json');
    return [title, json.startsWith('[') ? parseCases(json) : parsePairs(json)];
  });
sets.push(['made from the Code', generateCases(readPassages(join(fixtures, 'irc')), 400, 1)]);

if (values.prompts !== undefined) {
  const opposites = sets.flatMap(([name, cases]) => (name.startsWith('opposites') ? cases : []));
  const readings = opposites.map(readingOf).sort((one, other) => (one.id < other.id ? -1 : 1));
  writeFileSync(values.prompts, readings.map(({ id, prompt }) => `PROMPT ${id}\n${prompt}\n`).join('\n'));
}

const replies = readReplies(values.replies);
const reread = checkByReplies(replies);

const of = (part: number, all: number) => (all === 0 ? '–' : `${part}/${all}`).padStart(9);
const checks: [string, Check][] = [
  ['check', (one) => checkGrounding(one)],
  ['digits only', compareDigits],
];
for (const [name, cases] of sets) {
  const isRead = cases.length > 0 && cases.every((one) => replies.has(readingOf(one).id));
  const readings: [string, Check][] = [
    ['second reading', reread],
    ['check and second reading', checkByReplies(replies, (one) => checkGrounding(one))],
  ];
  console.log(`\n${name.padEnd(42)}   caught  false alarms`);
  for (const [checkName, check] of [...checks, ...(isRead ? readings : [])]) {
    const { rows, differences } = score(cases, check);
    for (const [row, { faults, caught, faithful, falseAlarms }] of rows) {
      if (checkName !== 'check' && !row.startsWith('level')) continue;
      console.log(`  ${`${checkName}, ${row}`.padEnd(40)}${of(caught, faults)}${of(falseAlarms, faults + faithful)}`);
    }
    if (values.verbose && checkName === 'check' && name !== HELD_OUT[1])
      for (const { what, id, level, detail } of differences) console.log(`    ${what} ${id} ${level} ${detail}`);
  }
}

const all = sets.flatMap(([, cases]) => cases);
for (const [name, check] of checks) {
  for (const one of all) check(one);
  const started = process.cpuUsage();
  for (const one of all) check(one);
  const { user, system } = process.cpuUsage(started);
  console.log(`\n${name}: ${((user + system) / 1000 / all.length).toFixed(2)} ms of processor time per answer`);
}
