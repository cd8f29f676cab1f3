/** Errors of the file system, by their code. */

/** The code of an error of the system or of Node, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** A virus scanner, a backup or a reader in another process can lock the file for a moment, mainly on Windows. */
const PASSING = new Set(['EPERM', 'EBUSY', 'EACCES', 'EMFILE', 'ENFILE']);

/** Milliseconds waited before each further try: 1.3 s in all. */
const RETRY_DELAYS: readonly number[] = [10, 20, 40, 80, 160, 320, 640];

export async function withRetry<T>(act: () => Promise<T>, sleep: (ms: number) => Promise<void>): Promise<T> {
  for (const delay of RETRY_DELAYS) {
    try {
      return await act();
    } catch (error) {
      if (!PASSING.has(codeOf(error) ?? '')) throw error;
      await sleep(delay);
    }
  }
  return act();
}
