/** Whether files have changed since a program last used them. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './paths.ts';

/** What the package of the extension is made of. */
const SOURCES = [
  'src',
  'l10n',
  'media',
  'docs/extension-page.md',
  'scripts/build.ts',
  'scripts/support',
  'package.json',
  'package.nls.json',
  'package.nls.de.json',
  'package-lock.json',
  'CHANGELOG.md',
  'LICENSE',
].map((path) => join(root, path));

/** A hash of the names and contents of files and of all files in folders. Equal if nothing has changed. */
export function fingerprintOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesIn)) {
    const content = readFileSync(path);
    hash.update(`${relative(root, path)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** Of the sources of the extension. */
export function sourcesFingerprint(): string {
  return fingerprintOf(SOURCES);
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
