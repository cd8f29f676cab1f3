/**
 * Removes `<think>…</think>` from streamed text. Some servers send only the closing tag: then everything before it was
 * reasoning. Such text was passed on already, so the closing tag itself is passed on, and the reader of the lines discards
 * what came before it.
 */

const OPEN = '<think>';
export const THINK_CLOSE = '</think>';

export interface ThinkFilter {
  /** Text that is certainly not reasoning. Up to six characters are kept back while a tag may be incomplete. */
  push(text: string): string;
  /** The rest at the end. Reasoning that was never closed is dropped. */
  end(): string;
  /** Reasoning has begun and has not ended. */
  readonly isInside: boolean;
}

export function createThinkFilter(): ThinkFilter {
  let inside = false;
  let rest = '';
  return {
    push(text) {
      rest += text;
      let out = '';
      for (;;) {
        const tag = inside ? THINK_CLOSE : OPEN;
        const at = rest.indexOf(tag);
        if (at === -1) break;
        if (!inside) out += rest.slice(0, at);
        rest = rest.slice(at + tag.length);
        inside = !inside;
      }
      const keep = partialTag(rest, inside ? THINK_CLOSE : OPEN);
      if (!inside) out += rest.slice(0, rest.length - keep);
      rest = rest.slice(rest.length - keep);
      return out;
    },
    end() {
      const last = inside ? '' : rest;
      rest = '';
      return last;
    },
    get isInside() {
      return inside;
    },
  };
}

/** Length of the longest end of the text with which the tag could begin. */
function partialTag(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1) {
    if (tag.startsWith(text.slice(text.length - length))) return length;
  }
  return 0;
}
