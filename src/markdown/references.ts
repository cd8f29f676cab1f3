/** Reference definitions at the start of a paragraph (CommonMark 4.7). */
import { normaliseLabel, type Reference, readDestination, readLabel, readTitle, skipBlanks } from './linkSyntax.ts';

export interface Definition extends Reference {
  /** Normalised. */
  readonly label: string;
}

/** Returns the definitions at the start of a paragraph and its remaining lines. */
export function takeDefinitions(lines: readonly string[]): { definitions: Definition[]; rest: string[] } {
  const definitions: Definition[] = [];
  if (!lines[0]?.startsWith('[')) return { definitions, rest: [...lines] };
  const text = lines.join('\n');
  let at = 0;
  for (;;) {
    const found = readDefinition(text, at);
    if (!found) break;
    definitions.push(found.definition);
    at = found.end;
  }
  const rest = text.slice(at);
  return { definitions, rest: rest.trim() === '' ? [] : rest.split('\n') };
}

function readDefinition(text: string, at: number): { definition: Definition; end: number } | null {
  const label = readLabel(text, at);
  if (!label || label.label.trim() === '' || text[label.end] !== ':') return null;
  const destinationAt = skipBlanks(text, label.end + 1);
  const destination = readDestination(text, destinationAt);
  if (!destination || destination.end === destinationAt) return null;
  const definition = { label: normaliseLabel(label.label), url: destination.url, title: '' };
  const titleAt = skipBlanks(text, destination.end);
  const title = titleAt > destination.end ? readTitle(text, titleAt) : null;
  const titleEnd = title ? endOfLine(text, title.end) : null;
  if (title && titleEnd !== null) return { definition: { ...definition, title: title.title }, end: titleEnd };
  const end = endOfLine(text, destination.end);
  return end === null ? null : { definition, end };
}

/** Returns the start of the next line if only blanks are before it, else null. */
function endOfLine(text: string, at: number): number | null {
  let end = at;
  while (text[end] === ' ' || text[end] === '\t') end++;
  if (end >= text.length) return end;
  return text[end] === '\n' ? end + 1 : null;
}
