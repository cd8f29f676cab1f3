import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { root } from './support/paths.ts';
import { makeVsix } from './support/vsix.ts';

const file = await makeVsix();
console.log(`${relative(root, file)}: ${Math.round((await stat(file)).size / 1000)} kB. Install it with:`);
console.log(`  code --install-extension ${relative(root, file)}`);
