/**
 * `npm run types`: checks the types of every part. Each folder of src has its own tsconfig, so that code that also runs in the page
 * cannot use globals of Node or VS Code.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './support/paths.ts';
import { runToEnd } from './support/run.ts';
import { toolScript } from './support/tool.ts';

const rooms = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
const projects = [...rooms.map(({ name }) => `src/${name}`), 'test/webview', 'bench/growth', '.'];

const tsc = toolScript('typescript', 'tsc');
let failed = 0;
for (const project of projects) {
  const { code } = await runToEnd(process.execPath, [tsc, '-p', project]);
  if (code !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
