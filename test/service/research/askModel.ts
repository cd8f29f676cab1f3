import { plainQuestion } from '../../../src/protocol/question.ts';
import { createScriptedModel, type Script } from '../../support/scriptedModel.ts';
import { researcher } from './asking.ts';

/** The answer that a model writes by a script, and the titles of its sources. */
export async function askModel(folders: readonly string[], question: string, replies: Script['replies']) {
  const model = createScriptedModel({ replies });
  const request = {
    question: plainQuestion(question),
    context: [],
    askMode: 'tax_research_fast_research' as const,
    allowedAskModes: null,
    zeroDataRetention: false,
  };
  const choice = { model, zeroRetention: false, secondReading: 'off' as const };
  let text = '';
  const titles: string[] = [];
  const made = researcher({ folders });
  await made.ready();
  for await (const output of made.research(request, new AbortController().signal, choice)) {
    if (output.type === 'parts') text = output.text ?? text;
    if (output.type === 'sources') titles.push(...output.sources.map(({ title }) => title));
  }
  return { text, titles };
}
