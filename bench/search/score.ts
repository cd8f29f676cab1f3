/** What an answer is worth, and the table of all answers. */
import type { Given } from './ask.ts';
import type { EvalQuestion } from './sets.ts';

/** 0 or 1 for each measure. `lead`: the first quotation has the answer. */
export type Score = Readonly<Record<(typeof MEASURES)[number], number>>;

const MEASURES = [
  'first',
  'in3',
  'lead',
  'fast',
  'deep',
  'confident',
  'wrong',
  'refused',
  'cautious',
  'bareFirst',
  'bareLead',
  'bareFast',
  'bareDeep',
] as const;

export function scoreOf(
  question: EvalQuestion,
  { fast, deep, bare }: { readonly fast: Given; readonly deep: Given; readonly bare: Given['sources'] },
): Score {
  const first = isFirst(fast.sources, question);
  return {
    first,
    in3: Number(
      distinct(fast.sources)
        .slice(0, 3)
        .some((source) => isGold(source, question)),
    ),
    lead: isQuoted(fast.sources.slice(0, 1), question),
    fast: isQuoted(fast.sources, question),
    deep: isQuoted(deep.sources, question),
    confident: Number(fast.opening === 'good'),
    wrong: Number(fast.opening === 'good' && first === 0),
    refused: Number(fast.opening === 'none'),
    cautious: Number(fast.opening !== 'good'),
    bareFirst: isFirst(bare, question),
    bareLead: isQuoted(bare.slice(0, 1), question),
    bareFast: isQuoted(bare.slice(0, 4), question),
    bareDeep: isQuoted(bare, question),
  };
}

export function addScores(scores: Map<string, Score[]>, { set, kind }: EvalQuestion, score: Score): void {
  const names = kind === 'none' ? [`${set}: none`] : [set, `${set}: ${kind}`];
  for (const name of names) scores.set(name, [...(scores.get(name) ?? []), score]);
}

export function printScores(scores: ReadonlyMap<string, readonly Score[]>): void {
  console.log(`${''.padEnd(30)}   n  ${MEASURES.map((measure) => measure.padEnd(9)).join(' ')}`);
  for (const [name, list] of [...scores].sort(([one], [other]) => one.localeCompare(other))) {
    const cells = MEASURES.map((measure) => {
      const mean = list.reduce((sum, score) => sum + score[measure], 0) / list.length;
      const error = Math.sqrt((mean * (1 - mean)) / list.length);
      return `${mean.toFixed(2)}±${error.toFixed(2)}`.padEnd(9);
    });
    console.log(`${name.padEnd(30)}${String(list.length).padStart(4)}  ${cells.join(' ')}`);
  }
}

type Source = Given['sources'][number];

function distinct(sources: readonly Source[]): Source[] {
  const seen = new Set<string>();
  return sources.filter(({ path, section }) => {
    const key = `${path}#${sectionNumber(section)}`;
    return !seen.has(key) && seen.add(key);
  });
}

function isFirst(sources: readonly Source[], question: EvalQuestion): number {
  return Number(sources[0] !== undefined && isGold(sources[0], question));
}

function isQuoted(sources: readonly Source[], { phrases }: EvalQuestion): number {
  const wanted = phrases.map(flat);
  return Number(sources.some(({ snippet }) => wanted.some((phrase) => flat(snippet).includes(phrase))));
}

function isGold(source: Source, { gold }: EvalQuestion): boolean {
  const path = source.path.replaceAll('\\', '/');
  return gold.some((key) => {
    const [file = '', section] = key.split('#');
    if (section !== undefined) return path.endsWith(`/${file}`) && names(`${source.section} ${source.title}`, section);
    // A section of the Code is a file of its own.
    if (/^\d\w*$/.test(file)) return new RegExp(`/irc/${file}-`, 'i').test(path);
    return path.endsWith(`/${file}`);
  });
}

/** Whether a heading has the number of a section: "§ 19 Besteuerung", "§ § 200.501". */
function names(heading: string, section: string): boolean {
  return new RegExp(`(?<![\\w.-])${section.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w]|[.-]\\d)`, 'i').test(
    heading,
  );
}

function sectionNumber(heading: string): string {
  return /§+\s*(?:§\s*)?[\w.-]*\w/.exec(heading)?.[0] ?? '';
}

function flat(text: string): string {
  return text.normalize('NFKC').replace(/[\s|*]+/g, ' ');
}
