/** Results as text. */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';

export interface Cell {
  readonly name: string;
  readonly value: number;
  readonly text: string;
}

export interface Row {
  readonly title: string;
  readonly cells: readonly Cell[];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export function toMarkdown(rows: readonly Row[]): string {
  return rows
    .map(({ title, cells }) => `| ${title} | ${cells.map(({ name, text }) => `${name}: ${text}`).join(' · ')} |`)
    .join('\n');
}

const BEGIN = '<!-- results of npm run bench -- panel -->';
const END = '<!-- end of results -->';

/** Puts the table between the marks of the file. */
export async function writeInto(file: URL, rows: readonly Row[], browser: string, runs: number): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error('The file has no place for the results.');
  const peers: { dependencies: Record<string, string> } = JSON.parse(
    await readFile(new URL('package.json', import.meta.url), 'utf8'),
  );
  const versions = Object.entries(peers.dependencies).map(([name, version]) => `${name} ${version.replace('^', '')}`);
  const head = [
    `Measured on ${new Date().toISOString().slice(0, 10)}, Chromium ${browser}, ${cpus().length} × ${cpus()[0]?.model.trim()};`,
    `medians of ${runs}. Peers: ${versions.join(', ')}.`,
  ].join(' ');
  const table = `${head}\n\n| what | result |\n|---|---|\n${toMarkdown(rows)}`;
  await writeFile(file, `${text.slice(0, from)}${BEGIN}\n${table}\n${text.slice(to)}`);
}
