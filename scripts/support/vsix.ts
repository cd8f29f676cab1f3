/** Makes fiscal.vsix, as `npm run package`, the launcher and the end-to-end tests want it. */
import { join } from 'node:path';
import { root, vsixFile } from './paths.ts';
import { runNode } from './run.ts';

const vsce = join(root, 'node_modules/@vscode/vsce/vsce');

/** What users see in VS Code's Extensions view: short, without images that are not shipped. */
const EXTENSION_PAGE = 'docs/extension-page.md';

/** Builds and packages; returns the path of the .vsix. `quiet` shows output only when something fails. */
export async function makeVsix(options: { quiet?: boolean } = {}): Promise<string> {
  await runNode([join(root, 'scripts/build.ts')], options);
  // Everything is bundled, so vsce has no node_modules to look through.
  await runNode(
    [
      vsce,
      'package',
      '--no-dependencies',
      '--allow-missing-repository',
      '--readme-path',
      EXTENSION_PAGE,
      '--out',
      vsixFile,
    ],
    options,
  );
  return vsixFile;
}

/** The files that a package made now would hold, relative to the project, sorted. */
export async function listVsix(): Promise<string[]> {
  const output = await runNode([vsce, 'ls', '--no-dependencies', '--readme-path', EXTENSION_PAGE], { quiet: true });
  return output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^[\w./-]+$/.test(line))
    .sort();
}
