/** The library thread as the researcher of the HTTP interface. */
import { DEFAULT_LIMITS } from '../client/limits.ts';
import type { LibraryConnection } from '../libraryClient/libraryConnection.ts';
import type { QuestionModel } from '../libraryClient/modelCalls.ts';
import type { ResearchEvent } from '../protocol/researchEvent.ts';
import type { Researcher, ResearchOutput } from '../service/researcher.ts';

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

/** Null for what a caller of the interface cannot receive. Each source of the library has a place in a document. */
function toOutput(event: ResearchEvent): ResearchOutput | null {
  if (event.type === 'usage' || event.type === 'done' || event.type === 'unknown') return null;
  if (event.type !== 'sources') return event;
  return {
    type: 'sources',
    sources: event.sources.flatMap(({ location, snippet = '', ...described }) =>
      location ? [{ ...described, location, snippet }] : [],
    ),
  };
}
