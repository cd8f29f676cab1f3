import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/support/paths.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const files = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const manifest: { scripts: Record<string, string>; contributes: { commands: { title: string }[] } } = JSON.parse(
  read('package.json'),
);
const texts: Record<string, string> = JSON.parse(read('package.nls.json'));
const titles = manifest.contributes.commands.map(({ title }) => texts[title.slice(1, -1)] ?? title);

/** What the pattern captures in a text. */
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

describe.each(files)('%s names', (file) => {
  const text = read(file);

  it('only npm scripts that exist', () => {
    const scripts = found(text, /\bnpm run (?:-s )?([a-z][\w:-]*)/g);
    expect(scripts.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
  });

  it('only benchmarks that exist', () => {
    const benchmarks = found(text, /\bnpm run bench -- ([a-z]\w*)/g);
    expect(benchmarks.filter((name) => !existsSync(join(root, 'bench', name, 'index.ts')))).toEqual([]);
  });

  it('only programs of the repository that exist', () => {
    const programs = found(text, /\bnode ((?:scripts|test|bench)\/[\w/.-]+\.[cm]?[jt]s)/g);
    expect(programs.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('only commands of Fiscal that exist', () => {
    const commands = found(text.replace(/\s+/g, ' '), /(?:\*|“)Fiscal: ([^*”]+)(?:\*|”)/g).map(withoutDots);
    expect(commands.filter((title) => !titles.map(withoutDots).includes(title))).toEqual([]);
  });
});

/** A title ends in an ellipsis where the command asks for more. */
function withoutDots(title: string): string {
  return title.replace(/…$/, '');
}
