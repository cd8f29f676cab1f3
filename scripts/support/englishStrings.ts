/**
 * Collects every string that can be translated, in the format of `bundle.l10n.json`. A string of the page has the comment `page`,
 * so that its key ends in `/page` and the host can select the translations of the page (panelTranslations.ts).
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectionMessage, errorLine, errorMessage } from '../../src/protocol/errorMessages.ts';
import { ERROR_KINDS, ERROR_REASONS, type ErrorInfo } from '../../src/protocol/errors.ts';
import { defaultLabels } from '../../src/webview/markdown/labels.ts';
import { strings } from '../../src/webview/strings.ts';
import { root } from './paths.ts';

export type EnglishBundle = Record<string, string | { readonly message: string; readonly comment: readonly string[] }>;

export async function collectEnglishStrings(): Promise<EnglishBundle> {
  const bundle: EnglishBundle = {};
  const errors = errorTexts();
  const files = await readdir(join(root, 'src/extension'), { recursive: true });
  const sources = await Promise.all(
    files.filter((file) => file.endsWith('.ts')).map((file) => read('src/extension', file)),
  );
  for (const text of [...sources.flatMap((source) => findStrings(source)), ...errors]) bundle[text] = text;
  for (const message of [...Object.values(strings), ...Object.values(defaultLabels), ...errors]) {
    if (/\p{L}/u.test(message.replace(/\{\w+\}/g, ''))) bundle[`${message}/page`] = { message, comment: ['page'] };
  }
  return Object.fromEntries(Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the first argument of each call of `l10n.t`. Throws if it is not a plain string, because it could not be translated. */
export function findStrings(source: string): string[] {
  return Array.from(source.matchAll(/\bl10n\.t\(\s*/g), (match) => {
    const rest = source.slice(match.index + match[0].length);
    const literal = /^(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*[,)]/.exec(rest);
    if (!literal) throw new Error(`Not a string literal: ${match[0]}${rest.slice(0, 60)}`);
    return (literal[1] ?? literal[2] ?? '').replace(/\\(['"\\])/g, '$1');
  });
}

/** Facts of an error that add a text of their own, such as a duration. */
const ERROR_FACTS: readonly Partial<ErrorInfo>[] = [
  { status: 500 },
  { waited: 1000 },
  { waited: 60_000 },
  { waited: 600_000 },
  { waited: 36_000_000 },
  { limit: 1 },
  { limit: 8 * 1024 * 1024 },
  { retryAfter: 0 },
  { retryAfter: 10 },
];

/** The texts of the error table. The translation function that they are passed to records them. */
function errorTexts(): string[] {
  const texts = new Set<string>();
  const record = (text: string) => {
    texts.add(text);
    return text;
  };
  for (const kind of ERROR_KINDS) {
    for (const reason of [undefined, ...ERROR_REASONS]) errorMessage({ kind, ...(reason && { reason }) }, record, '');
    for (const facts of ERROR_FACTS) errorLine({ kind, ...facts }, record);
  }
  for (const key of ['none', 'accepted', 'unknown'] as const) connectionMessage('', key, record);
  texts.delete('');
  return [...texts];
}

function read(...path: string[]): Promise<string> {
  return readFile(join(root, ...path), 'utf8');
}
