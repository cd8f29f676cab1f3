/** The changes of a conversation that are not on disk yet, in order. */
import type { Clock } from '../../client/clock.ts';
import type { Change } from '../../conversation/changes.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import type { ChangeLine } from '../../conversation/fileFormat.ts';
import { storedChange } from '../../conversation/stored.ts';
import type { WindowHeartbeat } from './windowHeartbeat.ts';

/** What an arriving answer consists of. It is written once a second, everything else at once. */
const ARRIVING = new Set<Change['type']>(['text', 'step', 'sources', 'suggestions', 'usage']);
/** UTF-16 units of a word that is still arriving: it is written with its end, so that a search finds it in one line. */
const LONGEST_WORD = 100;

interface PendingLine {
  line: ChangeLine;
  /** A write was tried, so the line may be on disk: it stays as it is. */
  isTried: boolean;
}

export function createPendingLines(parts: {
  readonly heartbeat: Pick<WindowHeartbeat, 'id'>;
  readonly clock: Clock;
  readonly nextNumber: () => number;
}) {
  let lines: PendingLine[] = [];
  const newLine = (change: Change): PendingLine => ({
    line: { by: parts.heartbeat.id, n: parts.nextNumber(), at: parts.clock.now(), change },
    isTried: false,
  });

  /** Text is joined, so that one line is written for each second of an answer. */
  function joined(change: Change): boolean {
    const last = lines.at(-1);
    if (!last || last.isTried || last.line.change.type !== 'text' || change.type !== 'text') return false;
    if (last.line.change.turnId !== change.turnId || last.line.change.epoch !== change.epoch) return false;
    const text = last.line.change.text + change.text;
    last.line = { ...last.line, at: parts.clock.now(), change: { ...last.line.change, text, at: change.at } };
    return true;
  }

  return {
    /** `conversation` is the one after the changes. Returns whether they are to be written at once. */
    add(conversation: Conversation, changes: readonly Change[]): boolean {
      let isUrgent = false;
      for (const each of changes) {
        const change = storedChange(conversation, each);
        if (!change) continue;
        isUrgent ||= !ARRIVING.has(change.type);
        if (!joined(change)) lines.push(newLine(change));
      }
      return isUrgent;
    },
    isEmpty: () => lines.length === 0,
    clear(): void {
      lines = [];
    },
    /** All lines; unless `isLast`, without a word at their end that is still arriving. */
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
    /** Lines whose write failed go before the others. */
    putBack(tried: readonly ChangeLine[]): void {
      lines = [...tried.map((line) => ({ line, isTried: true })), ...lines];
    },
  };
}

/** 0 when the text ends with white space, or its last word is too long to wait for. */
function lengthOfLastWord(text: string): number {
  for (let length = 0; length <= Math.min(LONGEST_WORD, text.length); length++) {
    if (length === text.length || /\s/.test(text.charAt(text.length - 1 - length))) return length;
  }
  return 0;
}
