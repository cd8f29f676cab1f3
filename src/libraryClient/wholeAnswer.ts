/** An answer as a whole, from the events of a client. */
import type { AskMode, Message, ResearchMode } from '../protocol/chatCompletions.ts';
import type { Source } from '../protocol/researchEvent.ts';
import type { LibraryClient } from './libraryClient.ts';

export interface WholeAnswer {
  /** `stopped`: the caller ended the question; the text is what had arrived. */
  readonly state: 'done' | 'stopped' | 'failed';
  readonly text: string;
  readonly sources: readonly Source[];
  readonly suggestions: readonly string[];
  readonly finishReason: string | null;
  /** The mode that `auto` has selected, if the service reports it. */
  readonly selectedMode: ResearchMode | null;
}

export interface WholeQuestion {
  readonly messages: readonly Message[];
  readonly askMode: AskMode;
  readonly ZeroDataRetention?: boolean;
}

/** Returns what arrived before a failure, with the failure. Never throws. */
export async function askWhole(
  client: LibraryClient,
  question: WholeQuestion,
  signal: AbortSignal,
  onStep: (title: string) => void = () => {},
): Promise<WholeAnswer & { readonly failure?: unknown }> {
  const sources: Source[] = [];
  const suggestions: string[] = [];
  let text = '';
  let selectedMode: ResearchMode | null = null;
  const arrived = () => ({ text, sources, suggestions, selectedMode });
  try {
    for await (const event of client.ask({ ...question, stream: true }, signal)) {
      if (event.type === 'text') text += event.text;
      else if (event.type === 'parts') text = event.text ?? text;
      else if (event.type === 'sources') sources.push(...event.sources);
      else if (event.type === 'suggestions') suggestions.push(...event.suggestions);
      else if (event.type === 'step') {
        selectedMode ??= event.mode ?? null;
        onStep(event.title);
      } else if (event.type === 'done') return { state: 'done', finishReason: event.finishReason, ...arrived() };
    }
    return { state: 'stopped', finishReason: null, ...arrived() };
  } catch (failure) {
    return { state: 'failed', finishReason: null, ...arrived(), failure };
  }
}
