/** The library thread as the researcher of the HTTP interface. */
import { DEFAULT_LIMITS } from '../client/limits.ts';
import type { LibraryConnection } from '../libraryClient/libraryConnection.ts';
import type { QuestionModel } from '../libraryClient/modelCalls.ts';
import type { ResearchEvent, Source } from '../protocol/researchEvent.ts';
import type { Researcher, ResearchOutput, SourceEntry } from '../service/research/researcher.ts';

export function createConnectionResearcher(
  library: Pick<LibraryConnection, 'ask'>,
  model: QuestionModel | null,
): Researcher {
  return {
    async *research({ question, context, askMode, allowedAskModes, zeroDataRetention }, signal) {
      const asked = { question, context, mode: askMode, allowed: allowedAskModes, zeroRetention: zeroDataRetention };
      for await (const event of library.ask(asked, signal, { model, idleTimeout: DEFAULT_LIMITS.idleTimeout })) {
        const output = toOutput(event);
        if (output !== null) yield output;
      }
    },
  };
}

/** Null for what a caller of the interface cannot receive. */
function toOutput(event: ResearchEvent): ResearchOutput | null {
  switch (event.type) {
    case 'text':
      return { type: event.draft ? 'draft' : 'text', text: event.text };
    case 'sources':
      return { type: 'sources', sources: event.sources.flatMap(toEntry) };
    case 'step':
    case 'suggestions':
    case 'parts':
    case 'modelUse':
      return event;
    case 'usage':
    case 'done':
    case 'unknown':
      return null;
  }
}

/** Each source of the library has a place in a document. */
function toEntry({ url, location, snippet = '', ...described }: Source): SourceEntry[] {
  return location === undefined ? [] : [{ ...described, snippet, ...(url !== null && { url }), ...location }];
}
