import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const rows = readFileSync(new URL('docs/interface.md', root), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?:\d|[a-z]) \|/.test(line))
  .map((line) => line.split('|').slice(1, -1));

function files(cell: string): string[] {
  return [...cell.matchAll(/`([\w./-]+(?:\.ts|\/|\.md))`/g)].map((match) => match[1] ?? '');
}

describe('the table of the interface', () => {
  it.each(rows)('row %s (%s) names files and tests that exist', (...cells) => {
    expect(cells).toHaveLength(5);
    const [, , client = '', service = '', tests = ''] = cells;
    const missing = [
      ...files(client).filter(
        (file) => !['client', 'protocol'].some((room) => existsSync(new URL(`src/${room}/${file}`, root))),
      ),
      ...files(service).filter(
        (file) => !existsSync(new URL(file.startsWith('docs/') ? file : `src/service/${file}`, root)),
      ),
      ...files(tests).filter((file) => !existsSync(new URL(`test/${file}`, root))),
    ];
    expect(missing).toEqual([]);
  });
});
