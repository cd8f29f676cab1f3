import { errors, type Locator } from 'playwright-core';

/**
 * Longest wait for anything in these tests, ms. A wait that long is a failure; nothing here is timed. A page that VS Code did not load is
 * loaded again after 35 s, at most twice.
 */
export const LIMIT = 120_000;

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

/** Longest wait of a try that is repeated when it fails, ms. */
export const TRY = 5_000;

/** Whether an action of Playwright, which has the timeout `TRY`, has succeeded. */
export async function succeeds(action: Promise<unknown>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}

/**
 * Presses a key in an input. The focus can move before the key arrives, for example to a page that is loaded or back from an input that
 * was closed. The key is then pressed again.
 */
export async function pressIn(input: Locator, key: string): Promise<void> {
  await until(`${key} reaches the input`, async () => {
    const reached = await input.evaluateHandle((element) => {
      const keys: string[] = [];
      element.addEventListener('keydown', (event: { key: string }) => keys.push(event.key), { once: true });
      return keys;
    });
    await input.press(key);
    return (await reached.jsonValue()).includes(key);
  });
}
