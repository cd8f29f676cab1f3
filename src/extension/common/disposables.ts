import type { Disposable } from 'vscode';

/** Disposes all parts, the last one first. Throws after the last one if some failed, with all failures. */
export function disposeAll(parts: readonly Pick<Disposable, 'dispose'>[]): void {
  const failures: unknown[] = [];
  for (const part of [...parts].reverse()) {
    try {
      part.dispose();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Parts of the extension could not be disposed of.');
}
