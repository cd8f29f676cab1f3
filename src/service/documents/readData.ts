import type { DocumentBlock, ReadDocument } from './document.ts';
import { insertedCommentMark } from './readCode.ts';

/** UTF-16 units up to which the values below a key stay together, with the keys among them. */
const SMALL = 400;

/** A key with its values on the lines below. In JSON, a bracket follows it. */
const KEY =
  /^(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<bare>[^\s"#[\]{}:,/-][^"#[\]{}:]*))\s?:(?:\s*[[{])?\s*(?:(?:#|\/\/).*)?$/;
/** `[rates.2025]`, `[[rates]]`. */
const TOML_TABLE = /^\[{1,2}([^[\]]+)\]{1,2}\s*(?:#.*)?$/;
/** The text of a YAML value is on the lines below. */
const BLOCK_TEXT = /(?:^|[:-]\s)[|>][-+\d]{0,2}\s*(?:#.*)?$/;
const COMMENT = /^(?:#|\/\/)/;
/** Lines without a word. */
const STRUCTURE = /^(?:[[\]{}(),;]*|---|\.\.\.)$/;

interface Line {
  readonly text: string;
  readonly indent: number;
  /** The key whose values are on the lines below. */
  readonly key: string | null;
  readonly isComment: boolean;
  readonly isItem: boolean;
  readonly isEmpty: boolean;
  /** Of a comment that Fiscal inserted. */
  readonly isInserted: boolean;
}

interface OpenKey {
  readonly name: string;
  readonly indent: number;
  /** Keys below it are text: those of lists, and those of few values. */
  readonly isWhole: boolean;
}

/**
 * YAML, JSON and TOML: values as they are written, below a heading with the keys that lead to them. By line and indentation, so that a
 * file is also read if it is not valid or has no line ends. `name` is the heading of values without such keys.
 */
export function readData(text: string, name: string): ReadDocument {
  const isToml = /\.toml$/i.test(name);
  const lines = linesOf(text, isToml);
  const opening = lines.find(({ text, isComment }) => !isComment && !/^(?:---)?$/.test(text.trim()));
  const isList = !isToml && /^\s*[[-]/.test(opening?.text ?? '');
  const blocks: DocumentBlock[] = [];
  let keys: OpenKey[] = isList ? [{ name: '', indent: -1, isWhole: true }] : [];
  let start = 0;

  const close = (end: number) => {
    const taken = lines.slice(start, end);
    const first = taken.findIndex(({ isEmpty }) => !isEmpty);
    const last = taken.findLastIndex(({ isEmpty }) => !isEmpty);
    // A key alone is in the headings of the values below it.
    if (taken.some(({ isEmpty, key }) => !isEmpty && key === null)) {
      const line = start + first + 1;
      blocks.push({ type: 'heading', level: 1, text: keys.map((key) => key.name).join(' › ') || name, line });
      const written = taken.slice(first, last + 1).map((each) => each.text);
      blocks.push({ type: 'text', text: written.join('\n'), line, endLine: start + last + 1 });
    }
    start = end;
  };

  for (const [at, line] of lines.entries()) {
    if (line.isInserted) {
      close(at);
      start = at + 1;
    }
    if (line.isEmpty || line.isComment) continue;
    const { key, indent, isItem } = line;
    const above = isToml
      ? key === null
        ? keys
        : []
      : keys.filter((open) => open.indent < indent || (isItem && open.indent === indent));
    const opens = key !== null && !above.some(({ isWhole }) => isWhole);
    if (opens || above.length < keys.length) close(startOfComments(lines, at));
    keys = opens ? [...above, { name: key, indent, isWhole: isWhole(lines, at) }] : above;
  }
  close(lines.length);
  return { meta: {}, blocks };
}

function linesOf(text: string, isToml: boolean): Line[] {
  const lines: Line[] = [];
  /** Indentation of the key whose text is on the lines below. */
  let blockText: number | null = null;
  /** What begins each line of a comment that Fiscal inserted. */
  let inserted: string | null = null;
  for (const written of text.split('\n')) {
    const trimmed = written.trim();
    const indent = written.search(/\S/);
    inserted = inserted !== null && trimmed.startsWith(inserted) ? inserted : insertedCommentMark(written);
    const isText = blockText !== null && (indent > blockText || trimmed === '');
    if (!isText) blockText = !isToml && BLOCK_TEXT.test(trimmed) ? indent : null;
    lines.push({
      text: written,
      indent,
      key: isText || inserted !== null ? null : keyIn(trimmed, isToml),
      isComment: !isText && inserted === null && COMMENT.test(trimmed),
      isItem: !isText && !isToml && trimmed.startsWith('-'),
      isEmpty: inserted !== null || STRUCTURE.test(trimmed),
      isInserted: inserted !== null,
    });
  }
  // A key without lines below it is a value.
  let below: Line | null = null;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at];
    if (!line || line.isEmpty || line.isComment) continue;
    const isAbove = isToml ? below?.key === null : below !== null && isBelow(below, line.indent);
    if (line.key !== null && !isAbove) lines[at] = { ...line, key: null };
    below = line;
  }
  return lines;
}

function keyIn(trimmed: string, isToml: boolean): string | null {
  if (isToml) {
    const path = TOML_TABLE.exec(trimmed)?.[1];
    return path === undefined ? null : path.replaceAll('"', '').trim().split('.').join(' › ');
  }
  const { quoted, bare } = KEY.exec(trimmed)?.groups ?? {};
  return (quoted ?? bare)?.trim() ?? null;
}

/** Items of a list can be as far left as its key. */
function isBelow({ indent, isItem }: Line, left: number): boolean {
  return indent > left || (isItem && indent === left);
}

/** Whether the key at this line has a list, or few values. */
function isWhole(lines: readonly Line[], at: number): boolean {
  const { indent = 0, text = '' } = lines[at] ?? {};
  if (/\[\s*$/.test(text)) return true;
  let size = 0;
  for (const line of lines.slice(at + 1, at + 1 + SMALL)) {
    if (line.isEmpty) continue;
    if (!line.isComment && !isBelow(line, indent)) return true;
    if (size === 0 && line.isItem) return true;
    size += line.text.length;
    if (size > SMALL) return false;
  }
  return true;
}

/** The first of the comments right above a line, which explain it. */
function startOfComments(lines: readonly Line[], at: number): number {
  let start = at;
  while (lines[start - 1]?.isComment) start -= 1;
  return start;
}
