/**
 * The entry on the desktop and in remote windows: a table of contents. It registers what package.json promises and loads
 * the rest (host.cjs) when something is first used, so that activation costs next to nothing.
 */
import type { ExtensionContext } from 'vscode';
import * as vscode from 'vscode';
import type { Host } from './desktop.ts';
import { register } from './registrations.ts';

let host: Host | undefined;

export function activate(context: ExtensionContext): void {
  const load = (): Host => {
    if (!host) {
      const { createHost } = require('./host.cjs') as typeof import('./desktop.ts');
      host = createHost(vscode, context);
    }
    return host;
  };
  register(vscode, context, load);
}

/** What is not yet written goes to disk before the extension host ends. */
export function deactivate(): Promise<void> | undefined {
  return host?.close();
}
