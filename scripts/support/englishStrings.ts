/**
 * Collects every string that can be translated, in the format of `bundle.l10n.json`. A string of the page has the comment `page`,
 * so that its key ends in `/page` and the host can select the translations of the page (pageTranslations.ts).
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MODEL_ERROR_MESSAGES } from '../../src/model/modelErrorMessages.ts';
import { overviewNames } from '../../src/panel/overviewNames.ts';
import { connectionMessage, errorLine, errorMessage } from '../../src/protocol/errorMessages.ts';
import { ERROR_KINDS, ERROR_REASONS, type ErrorInfo } from '../../src/protocol/errors.ts';
import { AUDIT_ROLES, TAX_ROLES } from '../../src/service/research/role.ts';
import { findBarStrings } from '../../src/webview/components/findBarStrings.ts';
import { defaultLabels } from '../../src/webview/markdown/labels.ts';
import { overviewStrings } from '../../src/webview/overview/strings.ts';
import { pdfStrings } from '../../src/webview/pdf/strings.ts';
import { strings } from '../../src/webview/strings.ts';
import { workbookStrings } from '../../src/webview/workbook/strings.ts';
import { root } from './paths.ts';

export type EnglishBundle = Record<string, string | { readonly message: string; readonly comment: readonly string[] }>;

export async function collectEnglishStrings(): Promise<EnglishBundle> {
  const bundle: EnglishBundle = {};
  const errors = errorTexts();
  const hostFolders = ['src/extension', 'src/conversation', 'src/publishers'];
  const host = (await Promise.all(hostFolders.map(readSources))).flat().flatMap((source) => findStrings(source));
  const library = (await readSources('src/service'))
    .filter((source) => IMPORTS_TRANSLATE.test(source))
    .flatMap((source) => findStrings(source, LIBRARY_CALL));
  const shared = (await Promise.all(SHARED.map((file) => readFile(join(root, file), 'utf8')))).flatMap((source) =>
    findStrings(source),
  );
  for (const text of [...host, ...shared, ...Object.values(overviewNames), ...library, ...LIBRARY_TABLES, ...errors])
    bundle[text] = text;
  for (const message of [
    ...Object.values(strings),
    ...Object.values(findBarStrings),
    ...Object.values(pdfStrings),
    ...Object.values(overviewStrings),
    ...Object.values(workbookStrings),
    ...Object.values(defaultLabels),
    ...shared,
    ...errors,
  ]) {
    if (/\p{L}/u.test(message.replace(/\{\w+\}/g, ''))) bundle[`${message}/page`] = { message, comment: ['page'] };
  }
  return Object.fromEntries(Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Functions that host and page call, each with its own `l10n`. */
const SHARED: readonly string[] = [
  'src/conversation/labels.ts',
  'src/panel/previewReasons.ts',
  'src/panel/statusParts.ts',
];

/** Texts of the library that are translated by `translated`. */
const LIBRARY_TABLES: readonly string[] = [...TAX_ROLES, ...AUDIT_ROLES, ...Object.values(MODEL_ERROR_MESSAGES)];

const HOST_CALL = /\bl10n\.t\(\s*/g;
/** The function `t` of src/service/translate.ts, in files that import it. */
const IMPORTS_TRANSLATE = /\bt\b[^;]*\/translate\.ts'/;
const LIBRARY_CALL = /(?<![\w.]|function )t\(\s*/g;

/** Returns the first argument of each call of `l10n.t`. Throws if it is not a plain string, because it could not be translated. */
export function findStrings(source: string, call = HOST_CALL): string[] {
  return Array.from(source.matchAll(call), (match) => {
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

async function readSources(folder: string): Promise<string[]> {
  const files = await readdir(join(root, folder), { recursive: true });
  return Promise.all(
    files.filter((file) => file.endsWith('.ts')).map((file) => readFile(join(root, folder, file), 'utf8')),
  );
}
