/** The passages that a language model would receive if it proposed no search words: for the preview of a question. */
import type { LikelyPassage } from '../../protocol/likelyPassage.ts';
import type { AnsweringLibrary } from '../index/answeringLibrary.ts';
import type { ResearchRequest } from '../researcher.ts';
import { passagesWithinLimit } from '../writer/callBudget.ts';
import { withRelated } from '../writer/collectPassages.ts';
import { WRITER_MODES } from '../writer/modes.ts';
import { createPassageFinder } from './passageFinder.ts';
import { route } from './routing.ts';

export type LikelyRequest = Pick<ResearchRequest, 'question' | 'askMode' | 'allowedAskModes'>;

/** Searches only the documents that were read already. */
export async function likelyPassages(
  library: AnsweringLibrary,
  request: LikelyRequest,
  inputTokens: number,
): Promise<LikelyPassage[]> {
  if (library.status().documents === 0) return [];
  const { question } = request;
  const { mode } = route(request, question);
  const { read, cited } = WRITER_MODES[mode];
  const finder = createPassageFinder(library, new AbortController().signal);
  const found = await withRelated({ finder, mode: WRITER_MODES[mode] }, await finder.search(question, read));
  return passagesWithinLimit(found, inputTokens)
    .slice(0, cited)
    .map(({ source: { title, section, location }, text }) => ({
      title,
      ...(section !== undefined && { section }),
      path: location.path,
      line: location.line,
      endLine: location.endLine,
      length: text.length,
    }));
}
