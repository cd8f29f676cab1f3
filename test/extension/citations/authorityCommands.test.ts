import { expect, it } from 'vitest';
import { createAuthorityCommands } from '../../../src/extension/citations/authorityCommands.ts';
import type { CitationDeps } from '../../../src/extension/citations/citationDeps.ts';
import type { Lookups } from '../../../src/extension/citations/lookups.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const LAW = '/library/estg.md';

/** Opens what a quotation cites, in a library that has § 3 EStG and § 362 of title 11 in this file. */
async function openQuoted(words: string, from?: string) {
  const fake = fakeVscode();
  fake.files.set(LAW, '---\ntitle: EStG\nkind: law\nabbreviation: EStG\n---\n\n§ 3 Steuerfrei sind');
  fake.files.set('/library/usc11.md', '---\ntitle: 11 U.S.C. § 541\nkind: law\n---\n\nProperty of the estate');
  const keys: string[] = [];
  const lookups: Pick<Lookups, 'find'> = {
    async find(citations) {
      keys.push(...citations.map(({ key, pin }) => `${key} ${pin}`.trim()));
      const passage = { path: LAW, line: 7, endLine: 7, title: 'EStG', headings: [], text: '§ 3 Steuerfrei sind' };
      return citations.map(({ key }) => ({
        passage: /^estg 3$|362/.test(key) ? ({ ...passage, match: 'exact' } as never) : null,
        complete: true,
      }));
    },
  };
  const deps = { vscode: fake.api, roots: () => ['/library'], documents: {}, compose: async () => {} };
  const commands = createAuthorityCommands(deps as unknown as CitationDeps, lookups as Lookups);
  await commands.openQuoted(words, from, false);
  return { keys, shown: fake.shown.map(({ path }) => path), messages: fake.messages };
}

it('a section that a quoted law cites without a name is one of that law, and opens', async () => {
  expect(await openQuoted('§ 3 Abs. 2 gilt', LAW)).toEqual({ keys: ['estg 3 2'], shown: [LAW], messages: [] });
  expect((await openQuoted('section 362 of this title', '/library/usc11.md')).keys).toEqual(['11 usc 362']);
});

it('a section that the library does not have opens nothing, and it is said', async () => {
  const missing = await openQuoted('section 1245(a)', '/elsewhere/file.md');
  expect(missing).toEqual({ keys: ['1245 a'], shown: [], messages: ['The library does not contain section 1245(a).'] });
});

it.each(['command:workbench.action.quit', 'section 3 of this agreement'])(
  '%s opens nothing, and it is said',
  async (words) => {
    const messages = [`The library does not contain ${words}.`];
    expect(await openQuoted(words, '/library/contract.md')).toEqual({ keys: [], shown: [], messages });
  },
);
