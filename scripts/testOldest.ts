/**
 * `npm run test:oldest`: end-to-end tests in the oldest supported VS Code that the npm registry has. The first run downloads
 * another 620 MB. Tests that open a file by its name are left out: that release finds files only with a native ripgrep.
 */
import { runToEnd } from './support/run.ts';
import { toolScript } from './support/tool.ts';

const FILES = ['activation', 'hostileFolder', 'reload', 'storage'].map((name) => `test/vscode/${name}.e2e.test.ts`);

const { code } = await runToEnd(
  process.execPath,
  [toolScript('vitest', 'vitest'), 'run', '--project', 'vscode', ...FILES],
  {
    env: { ...process.env, FISCAL_TEST_VSCODE_RELEASE: 'oldest' },
  },
);
process.exitCode = code;
