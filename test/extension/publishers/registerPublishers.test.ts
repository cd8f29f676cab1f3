import { expect, it } from 'vitest';
import { createAuthorities } from '../../../src/extension/publishers/authorities.ts';
import { loadPublisherCommands } from '../../../src/extension/publishers/loadPublisherCommands.ts';
import { registerPublishers } from '../../../src/extension/publishers/registerPublishers.ts';
import { lawReader } from '../../../src/publishers/lawReader.ts';
import { findWork } from '../../../src/publishers/publishers.ts';
import { importLaw } from '../../../src/publishers/takeLaw.ts';
import { FIXTURES } from '../../publishers/support/readLaw.ts';
import { temporaryFolder } from '../../service/temporary.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

it('an invalid mirror address is in the log after the look in an interval, and the next window looks again', async () => {
  const { api: vscode, messages } = fakeVscode();
  const folder = temporaryFolder();
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const deps = {
    ...{ vscode, folder, reader: lawReader, version: '1.2.3' },
    ...{ mirror: () => 'http://mirror.example', changed: () => {}, log },
  };
  const chosen = findWork('usc26');
  if (!chosen) throw new Error('usc26');
  await importLaw(chosen, `${FIXTURES}/usc26@119-100.two.xml`, {
    store: createAuthorities(deps).store,
    signal: new AbortController().signal,
    now: () => new Date(),
    onProgress: () => {},
  });
  const noted = new Map<string, unknown>();
  const memento = {
    get: <T>(key: string) => noted.get(key) as T | undefined,
    update: async (key: string, value: unknown) => void noted.set(key, value),
  };
  const { promise: looked, resolve } = Promise.withResolvers<void>();
  registerPublishers({
    vscode,
    interval: 'weekly',
    memento,
    log: (line) => {
      log(line);
      resolve();
    },
    open: async () => loadPublisherCommands(deps),
  });
  await looked;
  expect(logged).toEqual([expect.stringContaining('“fiscal.library.authorityMirror” is not an https address')]);
  expect(noted).toEqual(new Map());
  expect(messages).toEqual([]);
});
