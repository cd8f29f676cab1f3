/**
 * The entry in a web extension host (vscode.dev, github.dev): the same host without the built-in library, and with the
 * browser's `fetch`. It is built as one CommonJS file, because a web extension host loads nothing else.
 */
import type { ExtensionContext } from 'vscode';
import * as vscode from 'vscode';
import { browserPlatform } from './browserPlatform.ts';
import { buildHost, type Host } from './host.ts';
import { register } from './registrations.ts';

let host: Host | undefined;

export function activate(context: ExtensionContext): void {
  register(vscode, context, async () => {
    host ??= buildHost(vscode, context, browserPlatform(vscode, context));
    return host;
  });
}

/** Writes unsaved changes to disk before the extension host ends. */
export async function deactivate(): Promise<void> {
  await host?.close();
}
