import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import manifest from '../../../package.json' with { type: 'json' };
import german from '../../../package.nls.de.json' with { type: 'json' };
import english from '../../../package.nls.json' with { type: 'json' };
import { plainQuestion } from '../../../src/protocol/question.ts';
import { isGeneral } from '../../../src/service/search/generalQuestion.ts';

const SELECTED = [{ path: 'memo.md', line: 1, endLine: 1, text: 'The forklift was bought for $38,500.' }];

it.each([
  ['English', english],
  ['German', german],
])('each %s question that is offered about a selection only says what to do with it', (_, texts) => {
  const properties: Record<string, { default?: unknown }> = Object.assign(
    {},
    ...manifest.contributes.configuration.map((section) => section.properties),
  );
  const offered = z.array(z.object({ text: z.string() })).parse(properties['fiscal.chat.questions']?.default);
  const asked = new Map(Object.entries(texts));
  const isInstruction = offered.map(({ text }) =>
    isGeneral({ ...plainQuestion(asked.get(text.replaceAll('%', '')) ?? ''), selections: SELECTED }),
  );
  expect(isInstruction).toEqual([true, true, true, true, true, true]);
});
