/** The content of a `suggestions` message -> questions. The interface does not show the inner form of a suggestion. */
import { firstReadable, getOwn, isFields } from './value.ts';

const TEXTS = [
  'text',
  'question',
  'title',
  'content',
  'suggestion',
  'label',
  'prompt',
  'query',
  'message',
  'value',
  'name',
];
const LISTS = ['suggestions', 'questions', 'items', 'content', 'data'];
const DEPTH = 6;

/** The questions in a value of any shape, in order, without blanks. Anything else that is not empty goes to `onUnknown`. */
export function readSuggestions(value: unknown, onUnknown: (raw: unknown) => void): string[] {
  const found: string[] = [];
  collect(value, found, onUnknown, 0);
  return found;
}

function collect(value: unknown, found: string[], onUnknown: (raw: unknown) => void, depth: number): void {
  if (depth > DEPTH) onUnknown(value);
  else if (typeof value === 'string') {
    if (value.trim() !== '') found.push(value.trim());
  } else if (Array.isArray(value)) {
    for (const entry of value) collect(entry, found, onUnknown, depth + 1);
  } else if (isFields(value)) {
    const text = firstReadable(value, TEXTS);
    const inner = LISTS.map((name) => getOwn(value, name)).find((list) => Array.isArray(list) || isFields(list));
    if (text !== undefined) found.push(text);
    else if (inner !== undefined) collect(inner, found, onUnknown, depth + 1);
    else if (Object.keys(value).length > 0) onUnknown(value);
  } else if (value !== null && value !== undefined) onUnknown(value);
}
