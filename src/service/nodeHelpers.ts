/** Small helpers over Node's interfaces that several rooms use. */

/** Lets waiting events run: requests, aborts, messages. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The code of an error of the system or of Node, such as `ENOENT`. Null if there is none. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
