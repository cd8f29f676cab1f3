import { expect, it } from 'vitest';
import { createConversationList } from '../../../src/extension/storage/conversationList.ts';
import { createDiskFiles } from '../../../src/extension/storage/diskFiles.ts';
import { searchedWord } from '../../../src/extension/storage/searchText.ts';
import { manualClock } from '../../support/manualClock.ts';
import { conversation, openWindow, save, temporaryFolder, turn } from './support.ts';

it('searches within a minute read only the files that have changed, and find what was added', async () => {
  const folder = temporaryFolder();
  const { store } = openWindow(folder);
  const ask = (id: string, question: string) => save(store, conversation(id, [turn('t1', null, question)]));
  await ask('a', 'Is a crane depreciable?');
  await ask('b', 'Is a lathe depreciable?');
  const disk = createDiskFiles(folder);
  const read: string[] = [];
  const clock = manualClock();
  const list = createConversationList(
    {
      ...disk,
      readEnd: (name, length) => {
        if (length === Number.POSITIVE_INFINITY) read.push(name);
        return disk.readEnd(name, length);
      },
    },
    clock,
  );
  const found = async (word: string) => (await list.scan([searchedWord(word)])).listed.map(({ id }) => id).sort();

  expect(await found('crane')).toEqual(['a']);
  read.length = 0;
  expect(await found('lathe')).toEqual(['b']);
  expect(read).toEqual([]);

  await ask('c', 'Is a lathe new?');
  await disk.append('b.jsonl', '{"type":"crane"}\n');
  expect(await found('lathe')).toEqual(['b', 'c']);
  expect(await found('crane')).toEqual(['a', 'b']);
  expect(read.sort()).toEqual(['b.jsonl', 'c.jsonl']);

  clock.pass(60_000);
  read.length = 0;
  expect(await found('lathe')).toEqual(['b', 'c']);
  expect(read).toHaveLength(3);
});
