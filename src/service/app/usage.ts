/**
 * Counts tokens (Usage object). The service has no language model and so no model's tokenizer. The rule is documented in
 * docs/service.md: letters and digits in a row count one token per four characters begun, every other visible character one.
 */
import type { z } from 'zod/mini';
import type { Message, usageSchema } from '../../protocol/chatCompletions.ts';

export type WireUsage = z.infer<typeof usageSchema>;

export interface TokenCounter {
  /** The count does not depend on how the text is split. */
  add(text: string): void;
  readonly count: number;
}

const CHARS_PER_TOKEN = 4;

export function createTokenCounter(): TokenCounter {
  let count = 0;
  let run = 0;
  return {
    add(text) {
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        if (isWordPart(code)) {
          if (run % CHARS_PER_TOKEN === 0) count++;
          run++;
        } else {
          run = 0;
          if (code > 0x20 && code !== 0x7f && code !== 0xa0) count++;
        }
      }
    },
    get count() {
      return count;
    },
  };
}

/** Everything outside ASCII counts as a letter, because exact classes would cost time for no benefit. */
function isWordPart(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code > 0xa0
  );
}

interface Prompt {
  readonly instructions: readonly string[];
  readonly messages: readonly Message[];
}

/** `prompt_tokens` counts every message that the caller sent, earlier turns and system messages included. */
export function countPrompt({ instructions, messages }: Prompt): number {
  let total = 0;
  for (const text of [...instructions, ...messages.map(({ content }) => content)]) {
    const counter = createTokenCounter();
    counter.add(text);
    total += counter.count;
  }
  return total;
}

export function toUsage(promptTokens: number, completionTokens: number): WireUsage {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}
