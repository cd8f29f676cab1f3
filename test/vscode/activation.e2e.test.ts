import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { desktopFromEnvironment } from './support/desktop.ts';
import { until } from './support/until.ts';
import { openWorkbench } from './support/workbench.ts';

const tests = join(import.meta.dirname, 'activation');

// The launcher of the desktop build does not pass an extension under development.
it.skipIf(desktopFromEnvironment())(
  'nothing is loaded at start-up, and activation loads neither the host nor the service nor the page',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fiscal-activation-'));
    const file = join(folder, 'report.json');
    const workbench = await openWorkbench({ extensionTests: tests, env: { FISCAL_ACTIVATION_REPORT: file } });
    try {
      const report = await until('the extension host has reported', () =>
        readFile(file, 'utf8').catch(() => undefined),
      );
      expect(JSON.parse(report)).toEqual({
        before: false,
        active: true,
        documents: [],
        // The entry, and the names of commands and views that it shares with the rest.
        loaded: ['extension.js', 'chunk.js'],
      });
    } finally {
      await workbench.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
