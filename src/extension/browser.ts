/**
 * The entry in a web extension host (vscode.dev, github.dev): the same host without the built-in library service and with
 * the browser's own fetch. One file, because a web extension cannot load a second one.
 */
import type { ExtensionContext } from 'vscode';
import * as vscode from 'vscode';
import { browserPlatform } from './browserPlatform.ts';
import { buildHost, type Host } from './host.ts';
import { register } from './registrations.ts';

let host: Host | undefined;

export function activate(context: ExtensionContext): void {
  register(vscode, context, () => {
    host ??= buildHost(vscode, context, browserPlatform(vscode, context));
    return host;
  });
}

export function deactivate(): Promise<void> | undefined {
  return host?.close();
}
