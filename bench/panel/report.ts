/** Results as text. */
import { readFile } from 'node:fs/promises';

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

/** Names and versions of the other renderers. */
export async function peerVersions(): Promise<string> {
  const peers: { dependencies: Record<string, string> } = JSON.parse(
    await readFile(new URL('package.json', import.meta.url), 'utf8'),
  );
  return Object.entries(peers.dependencies)
    .map(([name, version]) => `${name} ${version.replace('^', '')}`)
    .join(', ');
}
