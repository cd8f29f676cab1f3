/** An answer of which nothing leaves without a look at the rights after it was written. */
import { HttpError } from '../../service/app/httpError.ts';
import type { LibrarySource, ResearchOutput } from '../../service/researcher.ts';

export interface AnswerGuard {
  /** Rejects if the caller may no longer see what the answer is made from. */
  check(): Promise<void>;
  /** `check`, and the sources as the caller gets them. Rejects if one of them is outside of the rights. */
  sources(found: readonly LibrarySource[]): Promise<readonly LibrarySource[]>;
}

/** Characters of the text that are looked at together. Most answers from the library have no more than twice as many. */
const TOGETHER = 5000;

/** `fresh`: milliseconds for which a look at the rights holds for text that was written before it, while the reader takes it. */
export async function* guardedAnswer(
  outputs: AsyncIterable<ResearchOutput>,
  { check, sources }: AnswerGuard,
  fresh: number,
): AsyncGenerator<ResearchOutput, void, undefined> {
  let pieces: string[] = [];
  let length = 0;

  async function* waiting(): AsyncGenerator<ResearchOutput, void, undefined> {
    let checked = Number.NEGATIVE_INFINITY;
    for (const text of pieces) {
      if (performance.now() - checked >= fresh) {
        await check();
        checked = performance.now();
      }
      yield { type: 'text', text };
    }
    pieces = [];
    length = 0;
  }

  for await (const output of outputs) {
    if (output.type === 'text' && !output.draft) {
      pieces.push(output.text);
      length += output.text.length;
      if (length >= TOGETHER) yield* waiting();
      continue;
    }
    yield* waiting();
    if (output.type === 'sources') yield { type: 'sources', sources: await sources(output.sources) };
    else {
      await check();
      yield output;
    }
  }
  yield* waiting();
  // The reply states that the answer is complete.
  await check();
}

export const rightsChanged = (): HttpError =>
  new HttpError(403, 'Your rights changed while the question was answered. Ask again.', {
    type: 'permission_error',
    code: 'rights_changed',
  });
