/** An answer of which nothing leaves without a look at the rights after it was written. */
import { HttpError } from '../../service/app/httpError.ts';
import type { ResearchOutput, SourceEntry } from '../../service/research/researcher.ts';

export interface AnswerGuard {
  /** Rejects if the caller may no longer see what the answer is made from. */
  check(): Promise<void>;
  /** `check`, and the sources as the caller gets them. Rejects if one of them is outside of the rights. */
  sources(found: readonly SourceEntry[]): Promise<readonly SourceEntry[]>;
}

/** Characters of the text that are checked together. About a quoted passage. */
const CHECKED = 1000;

export async function* guardedAnswer(
  outputs: AsyncIterable<ResearchOutput>,
  { check, sources }: AnswerGuard,
): AsyncGenerator<ResearchOutput, void, undefined> {
  let text = '';
  for await (const output of outputs) {
    if (output.type === 'text') {
      text += output.text;
      if (text.length < CHECKED) continue;
    }
    if (text !== '') {
      await check();
      yield { type: 'text', text };
      text = '';
    }
    if (output.type === 'sources') yield { type: 'sources', sources: await sources(output.sources) };
    else if (output.type !== 'text') {
      await check();
      yield output;
    }
  }
  // Also after the last output: the reply states that the answer is complete.
  await check();
  if (text !== '') yield { type: 'text', text };
}

export const rightsChanged = (): HttpError =>
  new HttpError(403, 'Your rights changed while the question was answered. Ask again.', {
    type: 'permission_error',
    code: 'rights_changed',
  });
