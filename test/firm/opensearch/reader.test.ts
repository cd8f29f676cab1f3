import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createEngineClient } from '../../../src/firm/opensearch/client.ts';
import { IDS } from '../../../src/firm/opensearch/layout.ts';
import { createOpenSearchReader } from '../../../src/firm/opensearch/reader.ts';
import { createSearches } from '../../../src/firm/opensearch/searches.ts';
import { nodeWith } from './support/node.ts';

const PASSAGE = {
  ...{ heading: 'Rates', pins: [], marks: '', line: 1, endLine: 1, page: null, pageLabel: null, place: '' },
  ...{ itemRanges: null, placeWords: null, text: 'A rate.', section: null, sectionTitle: '', sectionDate: '' },
};
const DOCUMENT = {
  ...{ path: '/a.md', name: 'a.md', title: 'A', isAuthority: false, language: 'en', authority: '', abbreviation: '' },
  ...{ kind: null, date: null, url: null, digest: 'd', passages: 3 },
};
const searchSchema = z.object({
  query: z.object({ bool: z.object({ filter: z.array(z.record(z.string(), z.unknown())) }) }),
});

/** A node whose documents have three passages each, two of them below one heading. */
async function readerOverNode() {
  /** The values of each request, by the field that they limit. */
  const asked: Record<string, number[]>[] = [];
  const node = await nodeWith((body) => {
    const [head = '', ...lines] = body.trim().split('\n');
    const { query } = searchSchema.parse(JSON.parse(lines[0] ?? ''));
    const wanted = query.bool.filter.flatMap(({ terms }) =>
      Object.entries(z.catch(z.record(z.string(), z.array(z.unknown())), {}).parse(terms)),
    );
    const valuesOf = (field: string) => wanted.flatMap(([name, values]) => (name === field ? values.map(Number) : []));
    asked.push(Object.fromEntries(['id', 'document'].map((field) => [field, valuesOf(field)])));
    const passage = (id: number) => ({
      ...{ collection: 'mine', id, document: Math.floor(id / IDS) },
      row: { ...PASSAGE, heading: id % IDS === 2 ? 'Dates' : 'Rates' },
    });
    const rows = head.includes('"p"')
      ? [...valuesOf('id'), ...valuesOf('document').flatMap((id) => [0, 1, 2].map((at) => id * IDS + at))].map(passage)
      : valuesOf('id').map((id) => ({ ...DOCUMENT, collection: 'mine', id }));
    return { body: { responses: [{ hits: { hits: rows.map((row) => ({ _source: row, sort: [row.id] })) } }] } };
  });
  const generation = { number: 1, documents: 'd', passages: 'p', build: '1' };
  const client = createEngineClient({ urls: [node.url] });
  const searches = createSearches(client, generation, ['mine'], new AbortController().signal, () => {});
  const scope = { passages: { own: 3, law: 0 } };
  return {
    asked,
    reader: createOpenSearchReader(
      searches,
      { scope, counts: new Map(), meanLength: null },
      { documents: 1, unread: 0 },
    ),
  };
}

it('a document that was read as a whole is not asked for again', async () => {
  const { asked, reader } = await readerOverNode();
  const whole = await reader.passagesOf([7, 8]);
  expect(whole.map(({ id }) => id)).toEqual([7, 8].flatMap((id) => [0, 1, 2].map((at) => id * IDS + at)));
  expect(asked).toHaveLength(1);
  expect(await reader.passagesOf([8])).toEqual(whole.slice(3));
  expect(await reader.passages([8 * IDS + 1, 7 * IDS])).toEqual([whole[0], whole[4]]);
  expect(await reader.headings([7])).toEqual([
    { document: 7, heading: 'Rates', id: 7 * IDS },
    { document: 7, heading: 'Dates', id: 7 * IDS + 2 },
  ]);
  expect(asked).toHaveLength(1);
  const more = await reader.passages([7 * IDS, 9 * IDS]);
  expect(more.map(({ id }) => id)).toEqual([7 * IDS, 9 * IDS]);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toEqual({ id: [9 * IDS], document: [] });
});

it('the row of a document that was read is not asked for again', async () => {
  const { asked, reader } = await readerOverNode();
  expect([...(await reader.documents([9, 7])).keys()]).toEqual([7, 9]);
  expect(await reader.firstPassages([7])).toEqual(new Map([[7, 7 * IDS]]));
  expect(asked).toHaveLength(1);
  expect([...(await reader.documents([7, 8])).keys()]).toEqual([7, 8]);
  expect(asked[1]).toEqual({ id: [8], document: [] });
});
