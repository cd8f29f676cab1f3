/** One line on the terminal that says what is being done. Nothing is written if standard error is no terminal. */
import type { LibraryProgress } from '../protocol/worker.ts';

export interface TerminalProgress {
  show(line: string): void;
  library(progress: LibraryProgress): void;
  /** Removes the line. */
  clear(): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Moves to the begin of the line and erases it. */
const ERASE = '\r\u001b[2K';

export function createTerminalProgress(terminal: Terminal = process.stderr): TerminalProgress {
  let isShown = false;
  const show = (line: string): void => {
    if (terminal.isTTY !== true) return;
    isShown = true;
    // A line that is too long would wrap, and only its last part would be erased. Control characters would move the cursor.
    terminal.write(`${ERASE}${line.replace(/\p{Cc}+/gu, ' ').slice(0, (terminal.columns ?? 80) - 1)}`);
  };
  return {
    show,
    library({ phase, done, total }) {
      if (phase === 'reading') show(`Reading document ${done} of ${total} …`);
      else if (phase === 'scanning') show('Looking for documents …');
    },
    clear() {
      if (isShown) terminal.write(ERASE);
      isShown = false;
    },
  };
}
