import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
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
    expect(commandsIn(text).filter((title) => !titlesIn('package.nls.json').includes(title))).toEqual([]);
  });
});

it.each([
  ['package.nls.json', 'package.nls.json'],
  ['package.nls.de.json', 'package.nls.de.json'],
  ['l10n/bundle.l10n.de.json', 'package.nls.de.json'],
])('the texts of %s name commands as %s does', (file, manifestTexts) => {
  const values = Object.values(JSON.parse(read(file)) as Record<string, string>);
  const named = values.flatMap(commandsIn);
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((title) => !titlesIn(manifestTexts).includes(title))).toEqual([]);
});

it('the texts of the sources name commands as package.nls.json does', () => {
  const named = globSync('src/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => commandsIn(read(file)));
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((title) => !titlesIn('package.nls.json').includes(title))).toEqual([]);
});

/** The titles with their ellipses. */
function titlesIn(file: string): string[] {
  const texts: Record<string, string> = JSON.parse(read(file));
  return manifest.contributes.commands.map(({ title }) => texts[title.slice(1, -1)] ?? title);
}

/** Commands that a text names in italics or in quotation marks. */
function commandsIn(text: string): string[] {
  return found(text.replace(/\s+/g, ' '), /[*“„]Fiscal: ([^*”“]+)[*”“]/g);
}
