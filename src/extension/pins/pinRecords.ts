/** Which answers are pinned to which lines. The answers themselves are in their conversations only. */
import type * as Vscode from 'vscode';
import * as z from 'zod/mini';
import { PINNED_ANSWERS } from '../common/contributions.ts';

const pinSchema = z.object({
  /** URI of the file. */
  uri: z.string().check(z.maxLength(8192)),
  conversation: z.string().check(z.maxLength(200)),
  turn: z.string().check(z.maxLength(200)),
  /** The selection of the question. It has the lines and their text. */
  selection: z.string().check(z.maxLength(200)),
});
export type Pin = z.infer<typeof pinSchema>;

/** Pins of one workspace. */
export const MAX_PINS = 200;

export interface PinRecords {
  all(): readonly Pin[];
  /** Returns false if it is pinned already. A pin that is not `kept` ends with the window. */
  add(pin: Pin, kept: boolean): boolean;
  remove(pin: Pin): void;
  /** The file of the pin has another URI. */
  move(pin: Pin, uri: string): void;
}

export function createPinRecords(memento: Pick<Vscode.Memento, 'get' | 'update'>): PinRecords {
  const stored = memento.get<unknown>(PINNED_ANSWERS);
  let kept = (Array.isArray(stored) ? stored : []).slice(0, MAX_PINS).flatMap((each) => {
    const parsed = pinSchema.safeParse(each);
    return parsed.success ? [parsed.data] : [];
  });
  let temporary: Pin[] = [];
  const save = () => void memento.update(PINNED_ANSWERS, kept.length === 0 ? undefined : kept);

  return {
    all: () => [...kept, ...temporary],
    add(pin, isKept) {
      if ([...kept, ...temporary].some((each) => idOf(each) === idOf(pin))) return false;
      if (isKept) {
        kept = [...kept, pin];
        save();
      } else temporary = [...temporary, pin];
      return true;
    },
    move(pin, uri) {
      const moved = (each: Pin) => (idOf(each) === idOf(pin) ? { ...each, uri } : each);
      temporary = temporary.map(moved);
      if (!kept.some((each) => idOf(each) === idOf(pin))) return;
      kept = kept.map(moved);
      save();
    },
    remove(pin) {
      const others = kept.filter((each) => idOf(each) !== idOf(pin));
      temporary = temporary.filter((each) => idOf(each) !== idOf(pin));
      if (others.length === kept.length) return;
      kept = others;
      save();
    },
  };
}

export function idOf({ turn, selection }: Pin): string {
  return `${turn} ${selection}`;
}
