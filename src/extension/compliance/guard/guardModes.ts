/** What the guard does with identifiers that it finds, from the mildest to the strictest. */
export const GUARD_MODES = ['off', 'warn', 'replace', 'block'] as const;
export type GuardMode = (typeof GUARD_MODES)[number];
