/** Replaces identifiers with placeholders in what is sent, and restores the identifiers in what is shown. */
import type { Message } from '../../protocol/chatCompletions.ts';
import { findIdentifiers } from './identifiers.ts';

export interface Placeholders {
  replace(text: string): string;
  /** Restores the identifiers of one streamed answer. A placeholder that is split across chunks is held back until it is complete. */
  restorer(): { push(piece: string): string; end(): string };
}

/**
 * Placeholders for every identifier in these texts: `[SSN-1]`, `[NAME-2]`, numbered by first appearance, one for each identifier
 * in whatever notation. A number that already appears in a text is not used.
 */
export function createPlaceholders(texts: readonly string[], names: readonly string[]): Placeholders {
  const byValue = new Map<string, string>();
  const originals = new Map<string, string>();
  const counts = new Map<string, number>();
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

  function replace(text: string): string {
    let out = '';
    let end = 0;
    for (const finding of findIdentifiers(text, names)) {
      out += text.slice(end, finding.start) + placeholderFor(finding.kind, finding.value, finding.text);
      end = finding.end;
    }
    return out + text.slice(end);
  }

  for (const text of texts) replace(text);
  return { replace, restorer: () => createRestorer(originals) };
}

export function replaceInMessages(messages: readonly Message[], placeholders: Placeholders): Message[] {
  return messages.map((message) => ({ ...message, content: placeholders.replace(message.content) }));
}

/** Services may escape the brackets, because brackets have a meaning in Markdown. */
function formsOf(placeholder: string): string[] {
  return [placeholder, `\\[${placeholder.slice(1, -1)}\\]`];
}

function createRestorer(originals: ReadonlyMap<string, string>) {
  const forms = new Map(
    [...originals].flatMap(([placeholder, text]) => formsOf(placeholder).map((form) => [form, text])),
  );
  const pattern = [...forms.keys()].map((form) => form.replace(/[\\[\]-]/g, '\\$&')).join('|');
  const whole = pattern === '' ? null : new RegExp(pattern, 'g');
  const longest = Math.max(0, ...Array.from(forms.keys(), (form) => form.length));
  let held = '';

  const restore = (text: string) => (whole ? text.replace(whole, (form) => forms.get(form) ?? form) : text);

  /** The start of the longest ending that could become a placeholder. */
  function openEnd(text: string): number {
    for (let at = Math.max(0, text.length - longest + 1); at < text.length; at++) {
      const ending = text.slice(at);
      for (const form of forms.keys()) if (form.length > ending.length && form.startsWith(ending)) return at;
    }
    return text.length;
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
