import type * as Vscode from 'vscode';
import { CONTEXT_KEYS } from './contributions.ts';

type Key = keyof typeof CONTEXT_KEYS;
type Api = Pick<typeof Vscode, 'commands'>;

/** Keys that tick a step of the walkthrough. */
const STEPS: readonly Key[] = ['asked', 'openedSource', 'hasKey', 'hosted', 'unsaved', 'usedAnswer'];
const set = new Set<Key>();

/** Sets a context key that package.json uses. */
export function setContext(vscode: Api, key: Key, value: boolean): void {
  if (value) set.add(key);
  else set.delete(key);
  void vscode.commands.executeCommand('setContext', CONTEXT_KEYS[key], value);
}

/**
 * VS Code knows a walkthrough from its first opening on, and ticks a step only when its key becomes true after that. So the keys of what
 * was done before are false while the walkthrough is opened.
 */
export async function openWithDoneSteps(vscode: Api, open: () => Thenable<unknown>): Promise<void> {
  const done = STEPS.filter((key) => set.has(key));
  const tell = (value: boolean) =>
    Promise.all(done.map((key) => vscode.commands.executeCommand('setContext', CONTEXT_KEYS[key], value)));
  await tell(false);
  try {
    await open();
  } finally {
    await tell(true);
  }
}
