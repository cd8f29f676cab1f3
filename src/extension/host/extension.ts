/**
 * The entry on the desktop and in remote windows. It registers what package.json promises. The rest is loaded when something
 * is first used, so that activation parses this file only.
 */
import type { ExtensionContext } from 'vscode';
import * as vscode from 'vscode';
import type { Host } from './host.ts';
import { register } from './registrations.ts';

let host: Promise<Host> | undefined;

export function activate(context: ExtensionContext): void {
  register(vscode, context, () => {
    host ??= import('./desktop.ts').then(({ createHost }) => createHost(vscode, context));
    return host;
  });
}

/** Writes unsaved changes to disk before the extension host ends. */
export async function deactivate(): Promise<void> {
  await (await host)?.close();
}
