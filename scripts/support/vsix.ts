/** Packages fiscal.vsix for `npm run package`, `npm start` and the end-to-end tests. */
import { join } from 'node:path';
import { root, vsixFile } from './paths.ts';
import { runNode } from './run.ts';

const vsce = join(root, 'node_modules/@vscode/vsce/vsce');

/** The page in VS Code's Extensions view, which shows no packaged pictures. The walkthrough shows them. */
const EXTENSION_PAGE = 'docs/extension-page.md';

/** Builds and packages; returns the path of the .vsix. `quiet` shows output only when something fails. */
export async function makeVsix(options: { quiet?: boolean } = {}): Promise<string> {
  await runNode([join(root, 'scripts/build.ts')], options);
  // Everything is bundled, so vsce does not need to look through node_modules.
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

/** Packages the extension that opens the chat in the VS Code of `npm start`; returns the path of the .vsix. */
export async function makeStartViewVsix(folder: string): Promise<string> {
  const file = join(folder, 'start-view.vsix');
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', file];
  await runNode([vsce, ...args], { quiet: true, cwd: join(root, 'scripts/support/startView') });
  return file;
}
