/** Options of the unit tests that need more than the 30 s that vitest.config.ts allows, by the reason. */
export const STARTS_MANY_PROCESSES = { timeout: 120_000 };
export const ASKS_HUNDREDS_OF_QUESTIONS = { timeout: 120_000 };
