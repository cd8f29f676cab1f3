/** What a command of the program consists of. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Command {
  /** Shown for `--help`: usage, options, exit codes. */
  readonly help: string;
  /**
   * Resolves when the command has ended, or runs on after it has started. Throws a UsageError for wrong options; any other error ends
   * the program with code 1 and its message.
   */
  run(argv: readonly string[], env: Environment): Promise<void>;
}

/** An error in the command line or the environment. Its message says what to enter. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Exit codes, the same for all commands. */
export const EXIT = { failed: 1, usage: 2, nothingFound: 3 } as const;
