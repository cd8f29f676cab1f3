/** One entry of a `source_message` -> Source. The interface does not show the inner form of an entry, so many are read. */
import type { CitedName, Source, SourceLocation } from '../protocol/researchEvent.ts';
import { DOCUMENT_ID } from './documentId.ts';
import { type Fields, firstReadable, getOwn, isFields, readable } from './value.ts';

/** The first one that is found is used. */
const TITLES = [
  'title',
  'name',
  'label',
  'heading',
  'document_title',
  'documentTitle',
  'display_name',
  'displayName',
  'citation',
];
const ADDRESSES = ['url', 'link', 'href', 'uri', 'source_url', 'sourceUrl', 'web_url', 'webUrl', 'address', 'source'];
const SNIPPETS = [
  'snippet',
  'text',
  'excerpt',
  'passage',
  'quote',
  'summary',
  'description',
  'content',
  'page_content',
];
const SECTIONS = ['section', 'pinpoint', 'heading_path'];
const KINDS = ['kind', 'category', 'document_type'];
const DATES = ['date', 'as_of', 'published', 'published_at', 'publishedAt', 'effective_date'];
/** Properties that contain the entry itself, one level deeper. */
const NESTS = ['source', 'document', 'doc', 'metadata', 'data', 'item', 'reference', 'node'];
/** Properties that contain a list of entries. */
const LISTS = ['sources', 'documents', 'items', 'results', 'references', 'content'];

/** How deep lists and wrappers are followed; deeper ones are kept as unknown by the caller. */
const DEPTH = 6;
const TITLE_LENGTH = 8_192;
const PLACE_LENGTH = 500;
/** Properties that are shown of an entry without any title or address. */
const SHOWN = 4;

/** The sources in a value of any shape, in order. What cannot be read as one is passed to `onUnknown`. */
export function readSources(value: unknown, onUnknown: (raw: unknown) => void): Source[] {
  const found: Source[] = [];
  collect(value, found, onUnknown, 0);
  return found;
}

function collect(value: unknown, found: Source[], onUnknown: (raw: unknown) => void, depth: number): void {
  if (depth > DEPTH) {
    onUnknown(value);
    return;
  }
  if (Array.isArray(value)) {
    for (const entry of value) collect(entry, found, onUnknown, depth + 1);
    return;
  }
  const source = readSource(value);
  if (source) found.push(source);
  else if (isFields(value)) {
    const list = LISTS.map((name) => getOwn(value, name)).find(Array.isArray);
    const title = describe(value);
    if (list) collect(list, found, onUnknown, depth + 1);
    else if (title !== '') found.push({ title, url: null });
    else if (Object.keys(value).length > 0) onUnknown(value);
  } else if (value !== null && value !== undefined && readable(value) !== undefined) onUnknown(value);
}

/** "id: doc-7, page: 3": the title of an entry in which no known property is found. */
function describe(fields: Fields): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const text = readable(value);
    if (text !== undefined && parts.push(`${name}: ${cap(text)}`) === SHOWN) break;
  }
  return parts.join(', ');
}

function readSource(entry: unknown): Source | undefined {
  const text = readable(entry);
  if (text !== undefined) return { title: cap(text), url: httpAddress(text) };
  return isFields(entry) ? readFields(entry, 0) : undefined;
}

function readFields(fields: Fields, depth: number): Source | undefined {
  const address = firstReadable(fields, ADDRESSES);
  const ownTitle = firstReadable(fields, TITLES);
  const inner = depth < DEPTH ? readNested(fields, depth) : undefined;
  const text = firstReadable(fields, SNIPPETS);
  const title =
    ownTitle ?? inner?.title ?? (text === undefined || getOwn(fields, 'text') === undefined ? (address ?? text) : text);
  if (title === undefined) return undefined;
  const location = readLocation(fields) ?? inner?.location;
  const cited = readCitedName(fields) ?? inner?.cited;
  return {
    title: cap(title),
    url: (address === undefined ? null : httpAddress(address)) ?? inner?.url ?? null,
    ...optional('snippet', text === title ? inner?.snippet : (text ?? inner?.snippet)),
    ...optional('section', firstReadable(fields, SECTIONS) ?? inner?.section),
    ...optional('kind', firstReadable(fields, KINDS) ?? inner?.kind),
    ...optional('date', firstReadable(fields, DATES) ?? inner?.date),
    ...(location === undefined ? {} : { location }),
    ...(cited === undefined ? {} : { cited }),
  };
}

/** Only the form that our own service writes. */
function readCitedName(fields: Fields): CitedName | undefined {
  const value = getOwn(fields, 'cited');
  if (!isFields(value)) return undefined;
  const [name, caption] = [getOwn(value, 'name'), getOwn(value, 'caption')];
  if (typeof name !== 'string' || name.trim() === '' || typeof caption !== 'string') return undefined;
  return { name: cap(name), caption: cap(caption) };
}

function readNested(fields: Fields, depth: number): Source | undefined {
  for (const name of NESTS) {
    const nested = getOwn(fields, name);
    if (!isFields(nested)) continue;
    const source = readFields(nested, depth + 1);
    if (source) return source;
  }
  return undefined;
}

/** Only the form that our own service writes; a path without a line says nothing about where to look. */
function readLocation(fields: Fields): SourceLocation | undefined {
  const [path, line, endLine] = [getOwn(fields, 'path'), getOwn(fields, 'line'), getOwn(fields, 'endLine')];
  if (typeof path !== 'string' || path.trim() === '' || !isLine(line)) return undefined;
  const page = getOwn(fields, 'page');
  const items = getOwn(fields, 'items');
  const document = getOwn(fields, 'document');
  return {
    path,
    line,
    endLine: isLine(endLine) && endLine >= line ? endLine : line,
    ...(isLine(page) ? { page } : {}),
    ...optional('pageLabel', shortText(getOwn(fields, 'pageLabel'))),
    ...optional('place', shortText(getOwn(fields, 'place'))),
    ...(isRange(items) ? { items } : {}),
    ...(typeof document === 'string' && DOCUMENT_ID.test(document) ? { document } : {}),
  };
}

function shortText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, PLACE_LENGTH) : undefined;
}

function isRange(value: unknown): value is [number, number] {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((at) => Number.isSafeInteger(at) && at >= 0) &&
    value[0] <= value[1]
  );
}

function isLine(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/** The address, if it is an absolute http(s) one. Blanks and control characters inside come back encoded. */
function httpAddress(text: string): string | null {
  const trimmed = text.trim();
  if (!/^h\s*t\s*t\s*p/i.test(trimmed)) return null;
  let url: URL;
  try {
    url = new URL(trimmed);
  } catch {
    return null;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  return /[\s\\]|\p{Cc}/u.test(trimmed) ? url.href : trimmed;
}

function cap(title: string): string {
  return title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH)}…` : title;
}

function optional<Name extends string>(name: Name, value: string | undefined): { [key in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [key in Name]: string });
}
