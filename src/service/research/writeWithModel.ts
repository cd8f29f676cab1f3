/** An answer by the user's language model over the library, or the reason why the library quotes instead. */
import { randomUUID } from 'node:crypto';
import type { ResearchMode } from '../../protocol/chatCompletions.ts';
import type { LibraryIndex } from '../index/libraryIndex.ts';
import { checkSentence } from '../writer/groundingCheck.ts';
import type { PromptContext } from '../writer/prompts.ts';
import { composeWritten } from '../writer/result.ts';
import { writeAnswer } from '../writer/writeAnswer.ts';
import type { ModelChoice } from './modelChoice.ts';
import { createPassageFinder } from './passageFinder.ts';
import type { ResearchOutput, ResearchRequest } from './researcher.ts';
import { PLANS } from './routing.ts';

export type ModelAnswer =
  | { readonly type: 'written'; readonly text: string }
  | { readonly type: 'fallback'; readonly reason: string };

export async function* writeWithModel(
  library: LibraryIndex,
  request: ResearchRequest,
  mode: ResearchMode,
  { model, zeroRetention }: ModelChoice,
  signal: AbortSignal,
): AsyncGenerator<ResearchOutput, ModelAnswer, void> {
  if (request.zeroDataRetention && !zeroRetention) {
    return {
      type: 'fallback',
      reason: `${model.name} was not asked, because this question asks for zero data retention.`,
    };
  }
  yield { type: 'step', title: `Asking ${model.name} for search words` };
  const result = yield* writeAnswer({
    model,
    finder: createPassageFinder(library, PLANS[mode].prefer),
    check: checkSentence,
    context: contextOf(request),
    mode,
    signal,
    random: randomUUID,
  });
  if (result.type === 'fallback') {
    yield { type: 'step', title: result.reason };
    return result;
  }
  const { text, sources } = composeWritten(result);
  yield { type: 'sources', sources };
  return { type: 'written', text };
}

function contextOf({ messages }: ResearchRequest): PromptContext {
  const question = messages.at(-1)?.content ?? '';
  const previous = messages.at(-3);
  const answered = messages.at(-2);
  return {
    question,
    previous: previous && answered ? { question: previous.content, answer: answered.content } : null,
  };
}
