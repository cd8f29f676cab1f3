/** Records what a language model answered, and replays it without the model. One JSON line for each call. */
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { LanguageModel, ModelMessage } from '../../src/model/languageModel.ts';

const callSchema = z.object({
  prompt: z.string(),
  text: z.string(),
  outcome: z.enum(['stop', 'length', 'filtered', 'unspecified']),
  milliseconds: z.number(),
});
const headerSchema = z.object({ model: z.string(), inputTokens: z.number() });

export function recordCalls(model: LanguageModel, file: string): LanguageModel {
  writeFileSync(file, `${JSON.stringify({ model: model.id, inputTokens: model.inputTokens })}\n`);
  return {
    ...model,
    async *send(messages, signal) {
      const start = performance.now();
      const reply = model.send(messages, signal);
      let text = '';
      for (;;) {
        const next = await reply.next();
        if (!next.done) {
          text += next.value;
          yield next.value;
          continue;
        }
        const milliseconds = Math.round(performance.now() - start);
        appendFileSync(
          file,
          `${JSON.stringify({ prompt: digest(messages), text, outcome: next.value, milliseconds })}\n`,
        );
        return next.value;
      }
    },
  };
}

/** Throws for a prompt that was not recorded: then prompts, search or library have changed since. */
export function replayCalls(file: string): LanguageModel {
  const [first = '', ...lines] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const header = headerSchema.parse(JSON.parse(first));
  const calls = new Map(
    lines.map((line) => {
      const call = callSchema.parse(JSON.parse(line));
      return [call.prompt, call];
    }),
  );
  return {
    id: header.model,
    name: header.model,
    inputTokens: header.inputTokens,
    async *send(messages) {
      const call = calls.get(digest(messages));
      if (!call) throw new Error('This prompt was not recorded. Record the traffic again.');
      yield call.text;
      return call.outcome;
    },
  };
}

function digest(messages: readonly ModelMessage[]): string {
  return createHash('sha256').update(JSON.stringify(messages)).digest('hex');
}
