import { expect, it } from 'vitest';
import { readParts } from '../../../src/service/search/documentNodes.ts';
import type { PassageRow } from '../../../src/service/store/libraryReader.ts';
import { IRC, open, readerOf } from '../temporary.ts';

it('a document that follows a very long one has each of its lines once, also if the end of the long one was found', async () => {
  const library = open({ folders: [IRC] });
  await library.ready();
  const inner = await readerOf(library);
  const [long, next] = [10, 11];
  const row = (id: number, document: number): PassageRow => ({
    ...{ id, document, heading: `Part ${document}`, pins: [], marks: '', line: id, endLine: id, page: null },
    ...{ pageLabel: null, place: '', text: `Line ${id}.`, section: null, sectionTitle: '', sectionDate: '' },
  });
  const documentOf = (id: number) => (id < 1000 ? long : next);
  const reader = {
    ...inner,
    passages: async (ids: readonly number[]) => ids.filter((id) => id < 1003).map((id) => row(id, documentOf(id))),
    passagesOf: async () => [1000, 1001, 1002].map((id) => row(id, next)),
  };
  const [, parts] = await readParts(reader, [
    { id: long, passageCount: 1000, passages: [{ id: 999 }] },
    { id: next, passageCount: 3, passages: [{ id: 1000 }] },
  ]);
  expect(parts?.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual([
    'Line 1000.',
    'Line 1001.',
    'Line 1002.',
  ]);
});
