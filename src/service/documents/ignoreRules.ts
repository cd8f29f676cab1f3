/** Ignore rules from files and settings. A rule that would take too long to test is left out and reported. */
import { readFileSync, statSync } from 'node:fs';
import ignore, { type Ignore } from 'ignore';
import { t } from '../translate.ts';
import { fileReason } from './fileProblem.ts';

const MAX_FILE = 1024 * 1024;
const MAX_RULE = 1000;
/** Wildcards in one part of a path, and `**` in one rule. Each one multiplies the time by the length of a name. */
const MAX_WILDCARDS = 3;
const MAX_ANY_FOLDERS = 4;

export function readIgnoreFile(path: string, report: (path: string, reason: string) => void): Ignore {
  const rules = ignore();
  try {
    const stat = statSync(path);
    // To open a pipe or a device could block forever.
    if (!stat.isFile()) report(path, t('It is not a file. Its rules are not applied.'));
    else if (stat.size > MAX_FILE) report(path, t('It is too large. Its rules are not applied.'));
    else addRules(rules, readFileSync(path, 'utf8'), (reason) => report(path, reason));
  } catch (error) {
    report(path, t('{0} Its rules are not applied.', fileReason(error)));
  }
  return rules;
}

/** `report` is called at most once. */
export function addRules(rules: Ignore, text: string, report: (reason: string) => void): void {
  const lines = text.split(/\r?\n/);
  const usable = lines.filter(isUsable);
  rules.add(usable);
  const left = lines.length - usable.length;
  if (left > 0) report(t('{0} of its rules are too long or have too many wildcards, and are not applied.', left));
}

function isUsable(rule: string): boolean {
  if (rule.length > MAX_RULE) return false;
  const parts = rule.split('/');
  const anyFolders = parts.filter((part) => part === '**').length;
  return (
    anyFolders <= MAX_ANY_FOLDERS &&
    parts.every((part) => part === '**' || (part.match(/\*+/g) ?? []).length <= MAX_WILDCARDS)
  );
}
