import type * as Vscode from 'vscode';
import { CONTEXT_KEYS } from './contributions.ts';

/** Sets a context key that `when` clauses of package.json use. */
export function setContext(
  vscode: Pick<typeof Vscode, 'commands'>,
  key: keyof typeof CONTEXT_KEYS,
  value: boolean,
): void {
  void vscode.commands.executeCommand('setContext', CONTEXT_KEYS[key], value);
}
