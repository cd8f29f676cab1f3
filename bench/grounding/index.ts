/**
 * How many planted faults the grounding check catches, how many false alarms it gives and what it costs, beside two simpler checks.
 * `node bench/grounding/index.ts [FILE] [--library FOLDER] [--generated COUNT] [--seed N] [--verbose]`
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkGrounding } from '../../src/check/groundAnswer.ts';
import { type Check, type GroundingCase, parseCases, type Score, score } from './cases.ts';
import { generateCases, readPassages } from './generate.ts';
import { checkCitationsOnly, compareDigits } from './peers.ts';

const { values, positionals } = parseArgs({
  args: process.argv.slice(process.argv[2] === 'grounding' ? 3 : 2),
  options: {
    library: { type: 'string' },
    generated: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const fixtures = resolve(import.meta.dirname, '../../test/fixtures');
const file = resolve(positionals[0] ?? join(fixtures, 'cases/grounding.json'));
const library = resolve(values.library ?? join(fixtures, 'irc'));

report(file, parseCases(readFileSync(file, 'utf8')));
report(
  `${values.generated} cases made from ${library}`,
  generateCases(readPassages(library), Number(values.generated), Number(values.seed)),
);
cost();

function report(title: string, cases: readonly GroundingCase[]): void {
  console.log(`\n${title}`);
  const peers: [string, Check][] = [
    ['grounding', (one) => checkGrounding(one)],
    ['digits only', compareDigits],
    ['citations only', checkCitationsOnly],
  ];
  for (const [name, check] of peers) {
    const { rows, differences } = score(cases, check);
    console.log(`\n${name.padEnd(26)} caught      kind      value     false alarms`);
    for (const [row, result] of [...rows].sort(([one], [other]) => order(one) - order(other))) {
      if (name === 'grounding' || row.startsWith('level')) console.log(line(row, result));
    }
    if (values.verbose && name === 'grounding')
      for (const { what, id, level, detail } of differences) console.log(`  ${what} ${id} ${level} ${detail}`);
  }
}

function order(row: string): number {
  const at = ['level must', 'level should', 'level may'].indexOf(row);
  return at < 0 ? 9 : at;
}

function line(row: string, { faults, caught, kinds, values: shown, faithful, falseAlarms }: Score): string {
  const of = (part: number, all: number) => (all === 0 ? '-' : `${part}/${all}`).padEnd(10);
  return `  ${row.padEnd(24)} ${of(caught, faults)}  ${of(kinds, faults)}${of(shown, faults)}${of(falseAlarms, faults + faithful)}`;
}

function cost(): void {
  const cases = parseCases(readFileSync(file, 'utf8'));
  const started = performance.now();
  for (const one of cases) checkGrounding(one);
  const each = (performance.now() - started) / cases.length;
  const page = readingPage(cases);
  const best = Math.min(...Array.from({ length: 20 }, () => time(() => checkGrounding(page))));
  console.log(
    `\n${each.toFixed(2)} ms per answer; ${best.toFixed(1)} ms for a page of ${page.answer.length} characters (best of 20)`,
  );
}

function time(run: () => void): number {
  const started = performance.now();
  run();
  return performance.now() - started;
}

/** Answers one after another up to 12,000 characters, with ten sources. */
function readingPage(cases: readonly GroundingCase[]) {
  const sources = cases.flatMap((one) => one.sources).slice(0, 10);
  const answer = cases
    .map((one) => one.answer)
    .join('\n\n')
    .slice(0, 12_000);
  return { question: '', answer, sources };
}
