/** One question -> steps, sources, quotations and suggestions. */
import { basename } from 'node:path';
import type { Library } from '../library/library.ts';
import { type FoundDocument, search } from '../library/search.ts';
import type { ResearchOutput, ResearchRequest, SourceEntry } from './researcher.ts';
import { inPieces } from './stream.ts';

export async function* answer(
  library: Library,
  request: ResearchRequest,
  signal: AbortSignal,
): AsyncGenerator<ResearchOutput, void, void> {
  const question = request.messages.at(-1)?.content ?? '';
  yield { type: 'step', title: 'Reading the library' };
  const status = await library.ready();
  if (signal.aborted) return;
  if (status.documents === 0) {
    yield* inPieces('The library holds no documents, so there is nothing to quote.', signal);
    return;
  }
  yield { type: 'step', title: `Searching ${status.documents} documents` };
  const { documents } = search(library.database(), question, { limit: 3 });
  const sources = documents.flatMap(toSource);
  yield { type: 'sources', sources };
  const parts = sources.map((source, at) => `**${source.title}**\n\n${quote(source.snippet)} [${at + 1}]`);
  const lead = sources.length === 0 ? 'Nothing in the library fits this question.' : 'The library says:';
  yield* inPieces([lead, ...parts].join('\n\n'), signal);
}

function toSource(document: FoundDocument): SourceEntry[] {
  const passage = document.passages[0];
  if (!passage) return [];
  return [
    {
      title: document.title || basename(document.path),
      snippet: passage.text,
      path: document.path,
      line: passage.line,
      endLine: passage.endLine,
      ...(passage.heading === '' ? {} : { section: passage.heading }),
      ...(document.kind === null ? {} : { kind: document.kind }),
      ...(document.date === null ? {} : { date: document.date }),
      ...(document.url === null ? {} : { url: document.url }),
    },
  ];
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
