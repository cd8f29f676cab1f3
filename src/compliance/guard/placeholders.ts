/** Replaces identifiers with placeholders in what is sent, and restores the identifiers in what is shown. */
import type { Message } from '../../protocol/chatCompletions.ts';
import { HOST_AND_PATH, REST_OF_HOST } from '../../text/bareHost.ts';
import { withoutInvisible } from '../../text/invisible.ts';
import { type Finding, findIdentifiers } from './identifiers.ts';
import { normalize } from './normalize.ts';

export interface Placeholders {
  replace(text: string): string;
  /**
   * Restores the identifiers of one streamed answer that is shown. Placeholders in addresses stay. A placeholder that is split across
   * chunks is held back until it is complete.
   */
  restorer(): { push(piece: string): string; end(): string };
  /** Restores the identifiers everywhere, for a text that is neither shown nor sent. */
  restoreAll(text: string): string;
}

/**
 * Placeholders for every identifier in these texts: `[SSN-1]`, `[NAME-2]`, numbered by first appearance, one for each identifier
 * in whatever notation. A number that already appears in a text is not used.
 */
export function createPlaceholders(texts: readonly string[], names: readonly string[]): Placeholders {
  const byValue = new Map<string, string>();
  const originals = new Map<string, string>();
  const counts = new Map<string, number>();
  /** The numbers that were found, as they were written and as digits. */
  const known = new Map<string, Pick<Finding, 'kind' | 'value'>>();
  const used = new Set(texts.flatMap((text) => text.match(/\[[A-Z]{1,12}-\d{1,6}\]/g) ?? []));

  function placeholderFor(kind: string, value: string, text: string): string {
    const key = `${kind} ${value}`;
    const known = byValue.get(key);
    if (known) return known;
    let placeholder: string;
    do {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      placeholder = `[${kind}-${count}]`;
    } while (used.has(placeholder));
    byValue.set(key, placeholder);
    originals.set(placeholder, text);
    return placeholder;
  }

  function learn(text: string): void {
    for (const { kind, value, text: written } of findIdentifiers(text, names)) {
      placeholderFor(kind, value, written);
      // A name inside of a word is part of another word.
      if (kind === 'NAME') continue;
      for (const form of [normalize(written).text, value]) if (!known.has(form)) known.set(form, { kind, value });
    }
  }

  /** An answer can repeat an identifier without the word that told what it is, or next to other digits. */
  function replace(text: string): string {
    learn(text);
    let out = '';
    let end = 0;
    for (const finding of findIdentifiers(text, names, known)) {
      out += text.slice(end, finding.start) + placeholderFor(finding.kind, finding.value, finding.text);
      end = finding.end;
    }
    return out + text.slice(end);
  }

  for (const text of texts) learn(text);
  return {
    replace,
    restorer: () => createRestorer(originals),
    restoreAll: (text) => text.replace(FORM, (form, ...groups) => originals.get(`[${groups[0] ?? groups[1]}]`) ?? form),
  };
}

export function replaceInMessages(messages: readonly Message[], placeholders: Placeholders): Message[] {
  return messages.map((message) => ({ ...message, content: placeholders.replace(message.content) }));
}

/** Services may escape the brackets, because brackets have a meaning in Markdown. */
const FORM = /\[([A-Z]{1,12}-\d{1,6})\]|\\\[([A-Z]{1,12}-\d{1,6})\\\]/g;
/** The beginning of such a form at the end of a text. */
const OPEN_FORM = /(?:\\?\[(?:[A-Z]{1,12}(?:-(?:\d{1,6}\\?)?)?)?|\\)$/;
/** Characters of the longest form. */
const LONGEST_FORM = 24;
/** What makes a word an address, also with escapes and entities that Markdown decodes. Previews of Markdown link `//host` too. */
const ADDRESS = /\/\\?\/|www[.\\]|mailto|xmpp|@|&#?\w{1,32};/i;
/** What ends a word: as in the target of a link, neither the blank that does not break nor other blanks of Unicode. */
const ENDS = String.raw`\x00-\x20\x7f`;
const WORD = new RegExp(`[^${ENDS}]+`, 'g');
const LAST_WORD = new RegExp(`[^${ENDS}]*$`);
const BEGUN_TARGET = new RegExp(`^[${ENDS}]*([^${ENDS}]*)$`);
/** A longer word counts as an address. */
const MAX_WORD = 2000;
/** Characters in front of a word in which the target of a link may begin. A longer line counts as an address. */
const LOOKBACK = 8192;

/**
 * Placeholders in addresses stay: a service or a document that writes one into an address would receive the identifier with a click.
 * A word with a placeholder is held back until it is complete, because only its end tells whether it is a mail address.
 */
function createRestorer(originals: ReadonlyMap<string, string>) {
  let held = '';
  /** What came before `held`, as the service wrote it. */
  let before = '';

  function restore(text: string): string {
    const all = before + text;
    let out = '';
    let end = before.length;
    for (const word of text.matchAll(WORD)) {
      if (!word[0].includes('[')) continue;
      const at = before.length + word.index;
      const start = word.index > 0 ? at : at - trailingWord(before).length;
      const whole = all.slice(start, at + word[0].length);
      if (whole.length > MAX_WORD || ADDRESS.test(whole)) continue;
      for (const form of word[0].matchAll(FORM)) {
        const original = originals.get(placeholderOf(form));
        const from = at + form.index;
        const to = from + form[0].length;
        if (original === undefined) continue;
        const rest = all.slice(to, at + word[0].length);
        if (isInTarget(all.slice(Math.max(0, from - LOOKBACK), from), rest)) continue;
        if (isInHostOrPath(all.slice(start, from), rest)) continue;
        if (/\[(?:NAME|EMAIL)-/.test(form[0]) && isInWord(all.slice(start, from), rest)) continue;
        out += all.slice(end, from) + original;
        end = to;
      }
    }
    out += all.slice(end);
    before = all.slice(-LOOKBACK);
    return out;
  }

  /** Where the part begins that the next chunk may change. */
  function openEnd(text: string): number {
    const word = text.length - trailingWord(text).length;
    if (text.length - word <= MAX_WORD) {
      for (const form of text.slice(word).matchAll(FORM))
        if (originals.has(placeholderOf(form))) return word + form.index;
    }
    const open = OPEN_FORM.exec(text.slice(-LONGEST_FORM));
    return open ? text.length - open[0].length : text.length;
  }

  return {
    push(piece: string): string {
      const text = held + piece;
      const end = openEnd(text);
      held = text.slice(end);
      return restore(text.slice(0, end));
    },
    end(): string {
      const rest = held;
      held = '';
      return restore(rest);
    },
  };
}

function placeholderOf([, plain, escaped]: RegExpExecArray): string {
  return `[${plain ?? escaped}]`;
}

/** The last word of a text, without what exceeds the longest word by more than one character. */
function trailingWord(text: string): string {
  return LAST_WORD.exec(text.slice(-MAX_WORD - 1))?.[0] ?? '';
}

/** Whether a placeholder is part of a web address without a scheme, for example after `evil.example/` or before `.evil.example`. */
function isInHostOrPath(before: string, after: string): boolean {
  return HOST_AND_PATH.test(withoutMarkup(before)) || REST_OF_HOST.test(withoutMarkup(after));
}

/** Whether a name or mail address there would be part of a word, in which it is not found when the answer is sent with the next question. */
function isInWord(before: string, after: string): boolean {
  return (
    /[\p{L}\p{N}\]]\.?$/u.test(withoutInvisible(before)) ||
    /^s?(?:(?!s)[\p{L}\p{M}\p{N}]|ss|\\?\[[A-Z])/u.test(withoutInvisible(after))
  );
}

function withoutMarkup(text: string): string {
  return withoutInvisible(text).replace(/[\\*_~`]/g, '');
}

/** The target of a link or a definition in angle brackets, in which there may be blanks, escaped angle brackets and `](`. */
const OPEN_ANGLE_TARGET = /\][(:]\s*<(?:\\[^\n]|[^<>\n\\])*$/;

/** Whether a link target or a definition begins before the placeholder and is more than the placeholder. */
function isInTarget(before: string, after: string): boolean {
  if (OPEN_ANGLE_TARGET.test(before)) return true;
  // The target may begin in front of what is known of a line.
  if (before.length === LOOKBACK && !before.includes('\n')) return true;
  const begin = Math.max(before.lastIndexOf(']('), before.lastIndexOf(']:'));
  if (begin < 0) return false;
  const target = BEGUN_TARGET.exec(before.slice(begin + 2));
  if (!target) return false;
  return target[1] !== '' || /[^).,;:!?]/.test(after);
}
