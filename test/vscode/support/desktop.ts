/** The desktop build of VS Code, for `npm run test:desktop`: same tests, other launcher. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { _electron, type Page } from 'playwright-core';
import { run } from '../../../scripts/support/run.ts';

export interface Desktop {
  install(extensionsFolder: string, vsix: string): Promise<void>;
  open(options: {
    /** Null: a window without a folder. */
    folder: string | null;
    dataFolder: string;
    extensionsFolder: string;
    settings: Record<string, unknown>;
    trust: boolean;
    env: NodeJS.ProcessEnv;
  }): Promise<{ page: Page; close(): Promise<void> }>;
}

/** Set by scripts/testDesktop.ts; undefined means the web workbench. */
export function desktopFromEnvironment(): Desktop | undefined {
  const executable = process.env.FISCAL_TEST_VSCODE;
  if (!executable) return undefined;
  const cli = process.env.FISCAL_TEST_VSCODE_CLI ?? executable;
  return {
    async install(extensionsFolder, vsix) {
      await run(cli, ['--install-extension', vsix, '--extensions-dir', extensionsFolder, '--force'], { quiet: true });
    },
    async open(options) {
      const user = join(options.dataFolder, 'User');
      await mkdir(user, { recursive: true });
      await writeFile(join(user, 'settings.json'), JSON.stringify(options.settings));
      const app = await _electron.launch({
        executablePath: executable,
        args: [
          ...(options.folder === null ? [] : [options.folder]),
          ...['--user-data-dir', options.dataFolder, '--extensions-dir', options.extensionsFolder],
          ...['--skip-welcome', '--skip-release-notes', '--disable-updates', '--disable-telemetry', '--no-sandbox'],
          ...(options.trust ? [] : ['--disable-workspace-trust']),
        ],
        env: Object.fromEntries(
          Object.entries(options.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
        ),
      });
      return { page: await app.firstWindow(), close: () => app.close() };
    },
  };
}
