/** The lines of a reply while it arrives. */
import { THINK_CLOSE } from '../../model/thinkFilter.ts';

export interface ReplyLines {
  push(text: string): void;
  /** Ends the reply. What remains is its last line. */
  end(): void;
  /** The part of an unfinished line that has arrived. */
  readonly rest: string;
}

/** Most characters of an unfinished line. */
const MAX_REST = 8000;

/** `onReasoning`: everything before a closing tag was reasoning. */
export function createReplyLines(onLine: (line: string) => void, onReasoning: () => void): ReplyLines {
  let rest = '';
  function take(line: string): void {
    const closing = line.lastIndexOf(THINK_CLOSE);
    if (closing !== -1) onReasoning();
    onLine(closing === -1 ? line : line.slice(closing + THINK_CLOSE.length));
  }
  function end(): void {
    take(rest);
    rest = '';
  }
  return {
    push(text) {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
      if (rest.length > MAX_REST) end();
    },
    end,
    get rest() {
      return rest;
    },
  };
}
