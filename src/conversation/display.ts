/** Prepares untrusted text for display, and names the locations of sources. Host and page use it. */
import { INVISIBLE } from '../text/invisible.ts';
import type { Conversation, Selection, StoredSource } from './conversation.ts';

/** The last part of a path with either separator. The folders above it may contain a client's name. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) || path;
}

/** True if line numbers are those of the file. In PDF, Office and mail files they count lines of extracted text. */
export function hasFileLineNumbers(path: string): boolean {
  return !/\.(?:pdf|doc[xm]?|dot[xm]|xls[xm]|odt|ott|rtf|eml|msg)$/i.test(path);
}

/** `memo.md:12` or `memo.md:12-18`. */
export function lineRange(label: string, first: number, last: number): string {
  return last > first ? `${label}:${first}-${last}` : `${label}:${first}`;
}

/**
 * Describes which part of its file a selection is, for the text of a question. Examples: `line 3`, `lines 3-9`, `Additions!A2:C9`, `the whole file`,
 * `the first 40,000 of 83,120 characters`.
 */
export function selectionPart({ startLine, endLine, place, text, fileLength }: Selection): string {
  if (place !== undefined) return oneLine(place);
  if (fileLength === undefined) return startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  if (fileLength <= text.length) return 'the whole file';
  return `the first ${text.length.toLocaleString('en-US')} of ${fileLength.toLocaleString('en-US')} characters`;
}

/** `memo.md:12-18`, `additions.xlsx, Additions!A2:C9`, or for a file its label alone. */
export function selectionName({ startLine, endLine, place, fileLength }: Selection, label: string): string {
  if (place !== undefined) return `${label}, ${escapeHidden(oneLine(place))}`;
  return fileLength === undefined ? lineRange(label, startLine, endLine) : label;
}

/** `irc-179.md:12`, or `pub946.pdf`, whose section contains the page. */
export function locationLabel(
  { path, line, endLine }: NonNullable<StoredSource['location']>,
  written = baseName(path),
): string {
  const name = escapeHidden(written);
  return hasFileLineNumbers(path) ? lineRange(name, line, endLine) : name;
}

/** The file and lines of a source, or the host of its address. Empty if the source has neither. */
export function sourceOrigin({ location, url }: Pick<StoredSource, 'location' | 'url'>): string {
  if (location) return locationLabel(location);
  return url !== null && URL.canParse(url) ? new URL(url).host : '';
}

/**
 * The name of each file by its path, with as many folders as tell files with the same name apart: `payroll/README.md`. With `folder`, a
 * file inside of it has all folders below it.
 */
export function fileNames(
  sources: readonly Pick<StoredSource, 'location'>[],
  folder: Conversation['folder'] = null,
): ReadonlyMap<string, string> {
  const paths = new Map<string, Set<string>>();
  for (const { location } of sources) {
    if (!location) continue;
    const name = baseName(location.path);
    paths.set(name, (paths.get(name) ?? new Set()).add(location.path));
  }
  const names = new Map<string, string>();
  for (const same of paths.values()) {
    const parts = Array.from(same, (path) => path.split(/[\\/]/));
    const longest = Math.max(...parts.map(({ length }) => length));
    const endOf = (count: number) => parts.map((each) => each.slice(-count).join('/'));
    let count = 1;
    while (count < longest && new Set(endOf(count)).size < same.size) count += 1;
    const ends = endOf(count);
    for (const [at, path] of [...same].entries()) {
      const end = ends[at] || path;
      const below = folder ? pathBelow(folder.uri, path) : '';
      names.set(path, below.length > end.length ? below : end);
    }
  }
  return names;
}

/** The path of a file from a folder on; empty if it is not inside. Drive letters and Windows names have no case. */
function pathBelow(folder: string, path: string): string {
  const plain = path.replaceAll('\\', '/');
  try {
    const root = decodeURIComponent(new URL(folder).pathname).replace(/^\/(?=[a-z]:)/i, '');
    const start = root.endsWith('/') ? root : `${root}/`;
    return plain.toLowerCase().startsWith(start.toLowerCase()) ? plain.slice(start.length) : '';
  } catch {
    // The folder of an imported conversation can be any text.
    return '';
  }
}

/** The origins of the sources of one answer: `payroll/README.md:3`. */
export function sourceOrigins(sources: readonly Pick<StoredSource, 'location' | 'url'>[]): string[] {
  const names = fileNames(sources);
  return sources.map((source) =>
    source.location ? locationLabel(source.location, names.get(source.location.path)) : sourceOrigin(source),
  );
}

/** The section of a source. Empty if its title says the same. */
export function sourceSection({ title, section = '' }: Pick<StoredSource, 'title' | 'section'>): string {
  return section === title ? '' : oneLine(section);
}

const HIDDEN = new RegExp(`[${INVISIBLE}]`, 'gu');
/**
 * Invisible characters that writing needs: a joiner between characters that are not Latin (emoji, Persian, the scripts of India), one
 * variation selector after an emoji, a soft hyphen inside a word.
 */
const NEEDED =
  /[^\x00-\u024f][\u200c\u200d][^\x00-\u024f]|\p{Extended_Pictographic}\ufe0f|[#*\d]\ufe0f\u20e3|\p{L}\u00ad\p{L}/u;
const CAN_BE_NEEDED: ReadonlySet<string> = new Set(['\u00ad', '\u200c', '\u200d', '\ufe0f']);

/** Replaces characters that change the direction of text or are invisible with their code point, for example `[U+202E]`. */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN, (character, index: number) => {
    if (CAN_BE_NEEDED.has(character) && NEEDED.test(around(text, index))) return character;
    const code = character.codePointAt(0) ?? 0;
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}

/** The character at the place with the whole characters next to it. */
function around(text: string, index: number): string {
  const before = /[\ud800-\udbff][\udc00-\udfff]$|.$/s.exec(text.slice(Math.max(0, index - 2), index))?.[0] ?? '';
  const after = String.fromCodePoint(text.codePointAt(index + 1) ?? 0x20);
  return before + text.charAt(index) + after;
}

/** Formats milliseconds since 1970 as ISO 8601 in UTC. Returns `unknown` for an invalid date. */
export function isoTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? 'unknown' : date.toISOString();
}

/** The name of a file in a message of VS Code, which shows `[text](address)` as a link. */
export function nameInMessage(name: string): string {
  return escapeHidden(shorten(oneLine(name), MAX_NAME_IN_MESSAGE)).replaceAll('](', '] (');
}
const MAX_NAME_IN_MESSAGE = 60;

/** One line: white space and control characters become single spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** At most `length` UTF-16 units, with an ellipsis in place of what is cut off. No surrogate pair is split. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return `${(/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut).trimEnd()}…`;
}
