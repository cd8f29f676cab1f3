import { defineConfig } from 'vitest/config';

/** Milliseconds that `expect.poll` waits for a state. The default of 1 s is too short for a machine that is busy. */
const expect = { poll: { timeout: 60_000 } };

/** Maglev, a compiler of V8, can crash Node 24.15 and later on a machine with few processors (nodejs/node#64841). */
const execArgv = ['--no-maglev'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          expect,
          execArgv,
          include: ['test/**/*.test.ts'],
          // The default leaves one processor idle, which is half of a machine with two.
          maxWorkers: '100%',
          exclude: [
            'test/webview/**/*.page.test.ts',
            'test/**/*.cluster.test.ts',
            'test/vscode/**',
            '**/node_modules/**',
          ],
          // On a machine that is busy, a test takes ten times as long as on a quiet one.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // The first fails a file in which anything prints the canary key, the second makes generated cases repeatable.
          setupFiles: ['test/support/canarySetup.ts', 'test/support/fuzzSetup.ts'],
        },
      },
      {
        test: {
          name: 'page',
          expect,
          execArgv,
          include: ['test/webview/**/*.page.test.ts'],
          globalSetup: 'test/webview/support/globalSetup.ts',
          setupFiles: ['test/support/fuzzSetup.ts'],
          // Twice the longest wait of a test: test/support/browser.ts.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: '100%',
          // The files of a worker share its browser: test/support/browser.ts.
          isolate: false,
        },
      },
      {
        test: {
          name: 'cluster',
          expect,
          execArgv,
          include: ['test/**/*.cluster.test.ts'],
          globalSetup: 'test/firm/opensearch/support/globalSetup.ts',
          // A test waits for what two processors index and search.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          setupFiles: ['test/support/canarySetup.ts', 'test/support/fuzzSetup.ts'],
          // The files share one cluster: test/firm/opensearch/support/globalSetup.ts.
          maxWorkers: 1,
          isolate: false,
        },
      },
      {
        test: {
          name: 'vscode',
          expect,
          execArgv,
          include: ['test/vscode/**/*.e2e.test.ts'],
          globalSetup: 'test/vscode/support/globalSetup.ts',
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: '100%',
          isolate: false,
        },
      },
    ],
  },
});
