import { expect, it } from 'vitest';
import { emptyAnswer, newConversation, type StoredSource } from '../../../src/conversation/conversation.ts';
import { createEarlierAnswers } from '../../../src/extension/citations/earlierAnswers.ts';
import { eventually } from '../../support/eventually.ts';
import { createMemoryStore } from '../../support/memoryStore.ts';

function conversation(id: string, askedAt: number, source: Partial<StoredSource>) {
  const answer = {
    ...emptyAnswer('done'),
    sources: [{ title: '§ 179 Election', url: null, review: 'unread', ...source } as const],
  };
  const turn = {
    ...{ id: `${id}-1`, parent: null, epoch: 1, askedAt, question: { text: `Question ${id}`, selections: [] } },
    ...({ askMode: 'tax_research_fast_research', zeroRetention: false, service: 'library', answer } as const),
  };
  return { ...newConversation({ id, now: askedAt }), turns: [turn], currentTurnId: turn.id };
}
const titles = async (answers: ReturnType<typeof createEarlierAnswers>, pin: string) =>
  (await answers.of({ key: '179', pin }, { folder: null, limit: 3 })).map(({ question }) => question);

it('earlier answers are those with the authority among their sources, relied on first, then the newest', async () => {
  const store = createMemoryStore([
    conversation('old', 1, { cited: { name: '§ 179(b)(1)', caption: 'Election › Limits' } }),
    conversation('new', 2, {}),
    conversation('relied', 0, { review: 'reliedOn' }),
    conversation('rejected', 5, { review: 'rejected' }),
    conversation('other', 6, { title: '§ 168 Depreciation' }),
    conversation('elsewhere', 7, { section: '(c)' }),
  ]);
  const answers = createEarlierAnswers({ store, opened: () => [] });
  await eventually(async () =>
    expect(await titles(answers, 'b.1')).toEqual(['Question relied', 'Question new', 'Question old']),
  );
  expect(await titles(answers, 'c')).toEqual(['Question relied', 'Question elsewhere', 'Question new']);
});

it('an answer that was just stored, or that is only open, is found, and a deleted one is not', async () => {
  const store = createMemoryStore();
  const temporary = { ...conversation('temporary', 9, {}), temporary: true };
  const answers = createEarlierAnswers({ store, opened: () => [temporary] });
  expect(await titles(answers, '')).toEqual(['Question temporary']);
  store.record(conversation('stored', 1, {}), []);
  await eventually(async () => expect(await titles(answers, '')).toEqual(['Question temporary', 'Question stored']));
  await store.remove('stored');
  await eventually(async () => expect(await titles(answers, '')).toEqual(['Question temporary']));
});

it('earlier answers are those of the folder, and no question of another folder is shown', async () => {
  const of = (id: string, uri: string) => ({ ...conversation(id, 1, {}), folder: { name: id, uri } });
  const store = createMemoryStore([of('mine', 'file:///mine'), conversation('none', 2, {})]);
  const answers = createEarlierAnswers({ store, opened: () => [of('theirs', 'file:///theirs')] });
  const questions = async (folder: string | null) =>
    (await answers.of({ key: '179', pin: '' }, { folder, limit: 3 })).map(({ question }) => question);
  await eventually(async () => expect(await questions('file:///mine')).toEqual(['Question mine']));
  expect(await questions('file:///theirs')).toEqual(['Question theirs']);
  expect(await questions(null)).toEqual(['Question none']);
});

it('conversations that could not be listed are listed again for the next hover', async () => {
  const store = createMemoryStore([conversation('one', 1, {})]);
  let isBusy = true;
  const answers = createEarlierAnswers({
    store: {
      list: () => (isBusy ? Promise.reject(new Error('The folder is busy.')) : store.list()),
      read: (id) => store.read(id),
      onDidChange: (listener) => store.onDidChange(listener),
    },
    opened: () => [],
  });
  expect(await titles(answers, '')).toEqual([]);
  isBusy = false;
  await eventually(async () => expect(await titles(answers, '')).toEqual(['Question one']));
});
