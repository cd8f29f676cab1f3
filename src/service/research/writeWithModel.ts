/** An answer by the user's language model over the library, or the reason why the library quotes instead. */
import { createHash, randomUUID } from 'node:crypto';
import type { ResearchMode } from '../../protocol/chatCompletions.ts';
import type { ModelUse } from '../../protocol/modelUse.ts';
import type { LibraryIndex } from '../index/libraryIndex.ts';
import { checkSentence } from '../writer/groundingCheck.ts';
import type { PromptContext } from '../writer/prompts.ts';
import { composeWritten } from '../writer/result.ts';
import { type WriterResult, writeAnswer } from '../writer/writeAnswer.ts';
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
  { model, zeroRetention, onUse }: ModelChoice,
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
  onUse?.(useOf(result));
  if (result.type === 'fallback') {
    yield { type: 'step', title: result.reason };
    return result;
  }
  const { text, sources } = composeWritten(result);
  yield { type: 'sources', sources };
  return { type: 'written', text };
}

function useOf(result: WriterResult): ModelUse {
  if (result.type === 'fallback') return { calls: result.calls, sentences: null, passages: [] };
  const sentences = { confirmed: 0, corrected: 0, flagged: 0, omitted: 0 };
  for (const { outcome } of result.lines) sentences[outcome] += 1;
  const passages = result.passages.map(({ text }) => createHash('sha256').update(text).digest('hex'));
  return { calls: result.calls, sentences, passages };
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
