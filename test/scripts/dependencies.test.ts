import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { root } from '../../scripts/support/paths.ts';

it('docs/decisions.md gives a reason for each dependency of package.json, and for no other package', () => {
  const decisions = readFileSync(join(root, 'docs/decisions.md'), 'utf8');
  const table = decisions.slice(
    decisions.indexOf('| Package |'),
    decisions.indexOf('\n\n', decisions.indexOf('| Package |')),
  );
  const explained = table.split('\n').flatMap((row) => {
    const [, packages = ''] = row.split('|');
    return Array.from(packages.matchAll(/`([^`]+)`/g), ([, name]) => name);
  });
  expect(explained.sort()).toEqual(Object.keys(manifest.devDependencies).sort());
});
