import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { createPassageFinder } from '../../../src/service/research/passageFinder.ts';
import { open, temporaryFolder } from '../temporary.ts';

it('the passages before and after a found one in its document are related to it, and those of other documents are not', async () => {
  const folder = temporaryFolder();
  const part = (name: string) => `## ${name}\n\nThe ${name} of the yacht is described here.\n`;
  const names = ['Anchor', 'Bow', 'Cabin', 'Deck', 'Engine'];
  writeFileSync(join(folder, 'a.md'), `# First\n\n${part('Rudder')}`);
  writeFileSync(join(folder, 'b.md'), `# Yacht\n\n${names.map(part).join('\n')}`);
  writeFileSync(join(folder, 'c.md'), `# Last\n\n${part('Sail')}`);
  const library = open({ folders: [folder] });
  await library.ready();
  const finder = createPassageFinder(library, new AbortController().signal);
  const [cabin] = await finder.search(plainQuestion('cabin'), 1);
  expect(cabin?.text).toContain('The Cabin of the yacht');
  const related = await finder.related(cabin ? [cabin] : [], 10);
  expect(related.map(({ text }) => /The (\w+) of/.exec(text)?.[1]).toSorted()).toEqual(['Bow', 'Deck']);
});
