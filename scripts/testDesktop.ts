/**
 * `npm run test:desktop`: the end-to-end tests in the desktop build of VS Code, which @vscode/test-electron downloads. It
 * needs the internet and a display (on a Linux server: `xvfb-run -a npm run test:desktop`).
 */
import { join } from 'node:path';
import { downloadAndUnzipVSCode, resolveCliPathFromVSCodeExecutablePath } from '@vscode/test-electron';
import { cacheFolder, root } from './support/paths.ts';
import { runToEnd } from './support/run.ts';

const executable = await downloadAndUnzipVSCode({ version: 'stable', cachePath: cacheFolder });
const { code } = await runToEnd(process.execPath, [join(root, 'scripts/test.ts'), '--all', 'vscode'], {
  env: {
    ...process.env,
    FISCAL_TEST_VSCODE: executable,
    FISCAL_TEST_VSCODE_CLI: resolveCliPathFromVSCodeExecutablePath(executable),
  },
});
process.exitCode = code;
