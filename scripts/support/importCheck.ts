import { cycleThrough, type Import } from './importGraph.ts';

/** Files by their path relative to the root. */
interface Files {
  readonly path: RegExp;
  readonly pathNot?: RegExp;
}

export interface ImportRule {
  readonly name: string;
  /** One sentence for the developer who breaks the rule. */
  readonly comment: string;
  readonly from: Files;
  /** What the files must not import; `cycle`: themselves, through other files. */
  readonly to: Files | 'cycle' | 'missing';
  /** Imports of types are allowed. */
  readonly typesAllowed?: boolean;
}

export interface BrokenRule {
  readonly rule: ImportRule;
  readonly text: string;
}

const matches = (file: string, { path, pathNot }: Files): boolean => path.test(file) && !pathNot?.test(file);

export function brokenRules(imports: readonly Import[], rules: readonly ImportRule[]): BrokenRule[] {
  const broken: BrokenRule[] = [];
  for (const rule of rules) {
    for (const each of imports) {
      if (!matches(each.from, rule.from) || (rule.typesAllowed && each.typeOnly)) continue;
      const text = describe(each, rule, imports);
      if (text !== null) broken.push({ rule, text });
    }
  }
  return broken;
}

function describe(each: Import, rule: ImportRule, imports: readonly Import[]): string | null {
  if (rule.to === 'cycle') return cycleThrough(each, imports)?.join(' → ') ?? null;
  const forbidden = rule.to === 'missing' ? each.missing : matches(each.to, rule.to);
  return forbidden ? `${each.from} → ${each.to}` : null;
}
