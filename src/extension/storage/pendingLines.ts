/** The changes of a conversation that are not on disk yet, in order. */
import type { Clock } from '../../client/clock.ts';
import type { Change } from '../../conversation/change.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import type { ChangeLine } from '../../conversation/fileFormat.ts';
import { storedChange } from '../../conversation/stored.ts';
import type { WindowHeartbeat } from './windowHeartbeat.ts';

/** Changes of a streaming answer. They are written once a second; all others are written immediately. */
const STREAMED = new Set<Change['type']>(['text', 'step', 'sources', 'suggestions', 'usage']);
/** A word is not split between two lines, so that a search finds it. Longer words (in UTF-16 units) are split. */
const MAX_WORD_LENGTH = 100;

interface PendingLine {
  line: ChangeLine;
  /** A write was tried, so the line may be on disk and must not change. */
  isTried: boolean;
}

export function createPendingLines(deps: {
  readonly heartbeat: Pick<WindowHeartbeat, 'id'>;
  readonly clock: Clock;
  readonly nextNumber: () => number;
}) {
  let lines: PendingLine[] = [];
  const newLine = (change: Change): PendingLine => ({
    line: { by: deps.heartbeat.id, n: deps.nextNumber(), at: deps.clock.now(), change },
    isTried: false,
  });

  /** Appends text to the last pending line, so that each write adds only one line. Returns false if this is not possible. */
  function appendToLast(change: Change): boolean {
    const last = lines.at(-1);
    if (!last || last.isTried || last.line.change.type !== 'text' || change.type !== 'text') return false;
    if (last.line.change.turnId !== change.turnId || last.line.change.epoch !== change.epoch) return false;
    const text = last.line.change.text + change.text;
    last.line = { ...last.line, at: deps.clock.now(), change: { ...last.line.change, text, at: change.at } };
    return true;
  }

  return {
    /** `conversation` is the one after the changes. Returns true if they must be written immediately. */
    add(conversation: Conversation, changes: readonly Change[]): boolean {
      let isUrgent = false;
      for (const each of changes) {
        const change = storedChange(conversation, each);
        if (!change) continue;
        isUrgent ||= !STREAMED.has(change.type);
        if (!appendToLast(change)) lines.push(newLine(change));
      }
      return isUrgent;
    },
    isEmpty: () => lines.length === 0,
    clear(): void {
      lines = [];
    },
    /** Removes and returns all lines. Unless `isLast`, an incomplete word at the end is kept. */
    take(isLast: boolean): ChangeLine[] {
      const taken = lines;
      lines = [];
      const last = taken.at(-1);
      if (!isLast && last && !last.isTried && last.line.change.type === 'text') {
        const { change } = last.line;
        const word = lengthOfLastWord(change.text);
        const rest = change.text.slice(change.text.length - word);
        if (word > 0 && word < change.text.length) {
          const text = change.text.slice(0, -word);
          last.line = { ...last.line, change: { ...change, text } };
          lines.push(newLine({ ...change, offset: change.offset + text.length, text: rest }));
        } else if (word > 0) lines.push(...taken.splice(-1));
      }
      for (const each of taken) each.isTried = true;
      return taken.map(({ line }) => line);
    },
    /** Inserts lines whose write failed before the others. */
    putBack(tried: readonly ChangeLine[]): void {
      lines = [...tried.map((line) => ({ line, isTried: true })), ...lines];
    },
  };
}

/** Returns 0 if the text ends with white space or the last word is too long. */
function lengthOfLastWord(text: string): number {
  for (let length = 0; length <= Math.min(MAX_WORD_LENGTH, text.length); length++) {
    if (length === text.length || /\s/.test(text.charAt(text.length - 1 - length))) return length;
  }
  return 0;
}
