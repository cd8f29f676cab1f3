/** The commands of `@fiscal`, for example `/deep`. */
import type { AskMode } from '../../protocol/chatCompletions.ts';

/** `quoteOnly`: the built-in library quotes its documents, also while a service or a language model is set. */
export interface ChatCommand {
  readonly askMode: AskMode;
  readonly quoteOnly: boolean;
}

export function commandOf(command: string | undefined, askMode: AskMode): ChatCommand {
  switch (command) {
    case 'fast':
      return { askMode: 'tax_research_fast_research', quoteOnly: false };
    case 'deep':
      return { askMode: 'tax_research_deep_research', quoteOnly: false };
    case 'audit':
      return { askMode: 'audit_research', quoteOnly: false };
    case 'quote':
      return { askMode, quoteOnly: true };
    default:
      return { askMode, quoteOnly: false };
  }
}
