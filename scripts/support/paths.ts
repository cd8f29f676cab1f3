/** Paths of the project. Generated and downloaded files are in folders that git ignores. */
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** Cache for VS Code, its user data for `npm start`, and a browser. `@vscode/test-electron` uses the same folder. */
export const cacheFolder = join(root, '.vscode-test');

export const vsixFile = join(root, 'fiscal.vsix');

export const samplesFolder = join(root, 'samples');
