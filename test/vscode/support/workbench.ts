import { inject } from 'vitest';
import { workerBrowser } from '../../support/browser.ts';
import { openWindow, type Workbench, type WorkbenchOptions } from './window.ts';

export type { Workbench, WorkbenchOptions } from './window.ts';

/** A window of the VS Code that the global set-up prepared, with the packaged extension in it. */
export function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const parts = {
    vscode: inject('vscode'),
    browser: workerBrowser,
    extensionsFolder: inject('extensionsFolder'),
  };
  return openWindow(parts, options);
}
