/** The extension on the desktop or a remote machine: with Node's network, the built-in library and files. */
import type * as Vscode from 'vscode';
import { buildHost, type Host } from './host.ts';
import { nodePlatform } from './nodePlatform.ts';

export function createHost(vscode: typeof Vscode, context: Vscode.ExtensionContext): Host {
  return buildHost(vscode, context, nodePlatform(vscode, context));
}
