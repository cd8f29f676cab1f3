/** The log as a table for reading in a spreadsheet. The JSON lines, not this, are what can be verified. */
import { readLine } from './entry.ts';

const COLUMNS = [
  'n',
  'time',
  'who',
  'event',
  'conversation',
  'turn',
  'retention',
  'mode',
  'host',
  'state',
  'how',
  'target',
  'text',
  'sources',
  'sent digest',
  'answer digest',
  'hash',
] as const;

export function toCsv(log: string): string {
  const rows = log.split(/\r?\n/).flatMap((line) => {
    const read = readLine(line);
    if (!read) return [];
    const { event, n, time, who, hash } = read.entry;
    const sent = part(event.sent);
    const answer = part(event.answer);
    const list = part(event.sources).list;
    const titles = Array.isArray(list)
      ? list.map((source) => `${text(part(source).title)} (${text(part(source).review)})`)
      : [];
    const sources =
      titles.length > 0 ? titles.join('; ') : [text(event.title), text(event.review)].filter(Boolean).join(' ');
    const { type, conversation, turn, retention, mode, host, state, how, target } = event;
    const cells = [n, time, who, type, conversation, turn, retention, mode, host, state, how, target];
    return [[...cells, sent.text, sources, sent.digest, answer.digest, hash].map(cell).join(',')];
  });
  return `\uFEFF${COLUMNS.join(',')}\r\n${rows.map((row) => `${row}\r\n`).join('')}`;
}

function part(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A cell that a spreadsheet would take for a formula gets an apostrophe: titles and questions are not ours. */
function cell(value: unknown): string {
  const plain = text(value);
  const safe = /^[\s]*[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
