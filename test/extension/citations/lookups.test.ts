import { expect, it } from 'vitest';
import { parseAuthorities } from '../../../src/authority/parseAuthorities.ts';
import { createLookups } from '../../../src/extension/citations/lookups.ts';
import { type AuthorityRequest, MAX_LOOKED_UP } from '../../../src/protocol/worker.ts';

const authority = (key: string, pin = ''): AuthorityRequest => ({ key, pin, base: key });

function library(complete = true) {
  const asked: AuthorityRequest[][] = [];
  const lookups = createLookups(() => ({
    connection: () => ({
      async lookUp(authorities: readonly AuthorityRequest[]) {
        asked.push([...authorities]);
        return { found: authorities.map(() => null), complete };
      },
    }),
  }));
  return { asked, lookups };
}

it('an authority is looked up once until the library changes', async () => {
  const { asked, lookups } = library();
  await lookups.find([authority('179', 'b'), authority('179', 'b'), authority('61')]);
  await lookups.find([authority('61')]);
  expect(asked.map((batch) => batch.map(({ key, pin }) => key + pin))).toEqual([['179b', '61']]);
  lookups.clear();
  await lookups.find([authority('61')]);
  expect(asked).toHaveLength(2);
});

it('nothing is kept while documents are being read', async () => {
  const { asked, lookups } = library(false);
  await lookups.find([authority('61')]);
  expect(await lookups.find([authority('61')])).toEqual([{ passage: null, complete: false }]);
  expect(asked).toHaveLength(2);
});

it('many authorities are looked up in batches that the worker accepts', async () => {
  const { asked, lookups } = library();
  const many = Array.from({ length: MAX_LOOKED_UP * 2 + 1 }, (_each, at) => authority(String(at)));
  expect(await lookups.find(many)).toHaveLength(many.length);
  expect(asked.map((batch) => batch.length)).toEqual([MAX_LOOKED_UP, MAX_LOOKED_UP, 1]);
});

it('a regulation is not looked for in the document of its section of the Code', async () => {
  const { asked, lookups } = library();
  const [regulation, standard] = parseAuthorities('Treas. Reg. § 1.1031(k)-1(b) and IFRS 16.22');
  await lookups.find([regulation, standard].filter((each) => each !== undefined));
  expect(asked).toEqual([
    [
      { key: '1.1031(k)-1', pin: 'b', base: '1.1031(k)-1' },
      { key: 'ifrs 16.22', pin: '', base: 'ifrs 16' },
    ],
  ]);
});

it('without a library nothing is found', async () => {
  expect(await createLookups(() => null).find([authority('61')])).toBeNull();
  expect(await createLookups(() => ({ connection: () => null })).find([authority('61')])).toBeNull();
});
