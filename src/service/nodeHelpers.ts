/** Small helpers over Node's interfaces that several rooms use. */

/** Lets waiting events run: requests, aborts, messages. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
