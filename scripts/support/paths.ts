/** Where things are. Everything that is made or fetched stays inside folders that git ignores. */
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** Downloads that outlive a run: VS Code, its user data for `npm start`, a browser. `@vscode/test-electron` uses it too. */
export const cacheFolder = join(root, '.vscode-test');

export const vsixFile = join(root, 'fiscal.vsix');

export const samplesFolder = join(root, 'samples');
