/** Longest wait for anything in these tests, ms. A wait that long is a failure; nothing here is timed. */
export const LIMIT = 60_000;

/** Waits for a state: asks again and again until `read` gives a truthy value, and returns it. */
export async function until<T>(what: string, read: () => Promise<T> | T): Promise<NonNullable<T>> {
  const end = Date.now() + LIMIT;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
