import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { root } from '../../../scripts/support/paths.ts';
import { IRC } from '../temporary.ts';

it('a step that follows a reference is in the language of the question', async () => {
  const texts: unknown = JSON.parse(readFileSync(join(root, 'l10n/bundle.l10n.de.json'), 'utf8'));
  const question = 'Was gilt nach § 1031 für exchanges of real property zwischen related persons?';
  const thread = new Worker(new URL('./researchThread.ts', import.meta.url), {
    workerData: { folder: IRC, question, translations: { language: 'de', texts } },
  });
  const [steps] = await once(thread, 'message');
  expect(steps).toContainEqual(expect.stringMatching(/^Verweis wird verfolgt: .+, genannt in § \w+$/));
});
