/**
 * The matter: facts about a client that apply to every question of a folder, and its name at the firm's server. The facts are sent
 * with each question, the name to that server only. The names of clients are never sent for it: the identifier guard looks for them.
 */
import * as z from 'zod/mini';
import { MAX_MATTER_NAME } from '../protocol/chatCompletions.ts';
import type { MatterFact } from './conversation.ts';
import { escapeHidden, oneLine, shorten } from './display.ts';
import { type DocumentLanguage, ENGLISH } from './documentLanguage.ts';

export const MATTER_FIELDS = ['jurisdiction', 'taxYear', 'framework', 'entityType', 'period'] as const;
export type MatterField = (typeof MATTER_FIELDS)[number];

function labels(l10n: Pick<DocumentLanguage, 't'>): Readonly<Record<MatterField, string>> {
  return {
    jurisdiction: l10n.t('Jurisdiction'),
    taxYear: l10n.t('Tax year'),
    framework: l10n.t('Framework'),
    entityType: l10n.t('Entity type'),
    period: l10n.t('Period'),
  };
}

/** Longest value of a fact, in UTF-16 units. A fact is a name or a date, not a text. */
export const MAX_FACT = 80;
export const MAX_CLIENT_NAME = 200;
export const MAX_CLIENT_NAMES = 500;
/** Problems that are reported. */
const MAX_PROBLEMS = 20;

/** The line that introduces the facts in a question. The library does not search for what follows it. */
const MATTER_HEADING = 'Facts of the matter:';

export interface MatterProblem {
  /** `matter` for the value as a whole, `matterName` for the name. Untrusted, but short and on one line. */
  readonly field: string;
  /** `kind`: not an object, text or list. `characters`: characters were removed. `cut`: too long. `unknown`: no such field. */
  readonly problem: 'kind' | 'characters' | 'cut' | 'unknown';
}

export interface Matter {
  /** The name under which the firm's server knows the matter. */
  readonly name: string | null;
  readonly facts: readonly MatterFact[];
  readonly clientNames: readonly string[];
  readonly problems: readonly MatterProblem[];
}

export const NO_MATTER: Matter = { name: null, facts: [], clientNames: [], problems: [] };

/**
 * Everything that a fact does not need becomes a blank: line breaks, quotation marks, and the marks of Markdown and of code. A string,
 * because a literal would take a millisecond each time the chat is loaded, for the sets of Unicode characters.
 */
const NOT_IN_FACTS = String.raw`[^\p{L}\p{M}\p{N} .,;()&/'’%§+–—-]+`;

const objectSchema = z.record(z.string(), z.unknown());
const factValueSchema = z.union([z.string(), z.number()]);

/** Reads the value of `fiscal.matter`. Never throws. What cannot be used is left out or changed, and reported. */
export function parseMatter(value: unknown): Matter {
  const parsed = objectSchema.safeParse(value);
  if (!parsed.success) return { ...NO_MATTER, problems: [{ field: 'matter', problem: 'kind' }] };
  const given = parsed.data;
  const problems: MatterProblem[] = [];
  const facts = MATTER_FIELDS.flatMap((name) => {
    if (!Object.hasOwn(given, name)) return [];
    const text = readFact(given[name], (problem) => problems.push({ field: name, problem }));
    return text === '' ? [] : [{ name, value: text }];
  });
  const clientNames = Object.hasOwn(given, 'clientNames')
    ? readNames(given.clientNames, (problem) => problems.push({ field: 'clientNames', problem }))
    : [];
  const known: readonly string[] = [...MATTER_FIELDS, 'clientNames'];
  for (const field of Object.keys(given)) {
    if (!known.includes(field)) problems.push({ field: shorten(escapeHidden(oneLine(field)), 40), problem: 'unknown' });
  }
  return { name: null, facts, clientNames, problems: problems.slice(0, MAX_PROBLEMS) };
}

/** Reads the value of `fiscal.matterName`. A name that is shown in another way than it is sent is not used. Never throws. */
export function parseMatterName(value: unknown): Matter {
  if (typeof value === 'string') {
    const name = value.trim();
    if (name === '') return NO_MATTER;
    if (name.length <= MAX_MATTER_NAME && escapeHidden(oneLine(name)) === name) return { ...NO_MATTER, name };
  }
  return { ...NO_MATTER, problems: [{ field: 'matterName', problem: 'kind' }] };
}

function readFact(value: unknown, report: (problem: MatterProblem['problem']) => void): string {
  const parsed = factValueSchema.safeParse(value);
  if (!parsed.success) {
    report('kind');
    return '';
  }
  const text = String(parsed.data)
    .slice(0, MAX_FACT * 100)
    .trim();
  const cleaned = text.replace(new RegExp(NOT_IN_FACTS, 'gu'), ' ').replace(/ {2,}/g, ' ').trim();
  if (cleaned !== text.replace(/ {2,}/g, ' ')) report('characters');
  if (cleaned.length > MAX_FACT) report('cut');
  return shorten(cleaned, MAX_FACT);
}

function readNames(value: unknown, report: (problem: MatterProblem['problem']) => void): string[] {
  const parsed = z.array(z.unknown()).safeParse(value);
  if (!parsed.success) {
    report('kind');
    return [];
  }
  const names = parsed.data.slice(0, MAX_CLIENT_NAMES).flatMap((name) => {
    const text = typeof name === 'string' ? oneLine(name.slice(0, MAX_CLIENT_NAME + 1)) : '';
    return text === '' || text.length > MAX_CLIENT_NAME ? [] : [text];
  });
  if (names.length < parsed.data.length) report('cut');
  return [...new Set(names)];
}

/** The name and the facts of `stricter` replace those of `base`. The names of clients are joined. */
export function mergeMatters(base: Matter, stricter: Matter): Matter {
  const facts = MATTER_FIELDS.flatMap((name) => {
    const fact = [...stricter.facts, ...base.facts].find((each) => each.name === name);
    return fact ? [fact] : [];
  });
  return {
    name: stricter.name ?? base.name,
    facts,
    clientNames: [...new Set([...base.clientNames, ...stricter.clientNames])],
    problems: distinct([...base.problems, ...stricter.problems]).slice(0, MAX_PROBLEMS),
  };
}

/** VS Code reports the value of a folder that is opened alone twice: as that of the workspace and as that of the folder. */
function distinct(problems: readonly MatterProblem[]): MatterProblem[] {
  return [...new Map(problems.map((each) => [`${each.field} ${each.problem}`, each])).values()];
}

/** The facts as they are sent with a question. */
export function matterBlock(facts: readonly MatterFact[]): string {
  return [MATTER_HEADING, ...facts.map(({ name, value }) => `- ${factLabel(name, ENGLISH)}: ${oneLine(value)}`)].join(
    '\n',
  );
}

/** The name of a fact. In a question as it is sent, it is English. */
export function factLabel(name: string, l10n: Pick<DocumentLanguage, 't'>): string {
  const field = MATTER_FIELDS.find((each) => each === name);
  return field ? labels(l10n)[field] : oneLine(name);
}

export type FilledTemplate =
  | { readonly type: 'filled'; readonly text: string }
  /** The facts that the template needs and the matter does not have. */
  | { readonly type: 'missing'; readonly names: readonly string[] };

/** Replaces `${matter.taxYear}` and the like. A value is not searched for further variables. */
export function fillTemplate(template: string, facts: readonly MatterFact[]): FilledTemplate {
  const missing = new Set<string>();
  const text = template.replace(/\$\{matter\.(\w{1,40})\}/g, (variable, name: string) => {
    const fact = facts.find((each) => each.name === name);
    if (!fact) missing.add(name);
    return fact?.value ?? variable;
  });
  return missing.size > 0 ? { type: 'missing', names: [...missing] } : { type: 'filled', text };
}
