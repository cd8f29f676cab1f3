/** The index is replaced or closed while a question is answered. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ResearchMode } from '../../../src/protocol/chatCompletions.ts';
import { plainQuestion } from '../../../src/protocol/question.ts';
import type { LibraryIndex } from '../../../src/service/index/libraryIndex.ts';
import { answer } from '../../../src/service/research/answer.ts';
import type { ResearchOutput } from '../../../src/service/research/researcher.ts';
import { IRC, open, temporaryFolder } from '../temporary.ts';

const LIMIT = 'What is the limit of the § 179 deduction?';
const MANY =
  'Under section 179(b)(1), § 168(k), § 263(a), § 162 and § 274(d), how are the cost of equipment, a vehicle, meals and travel deducted?';
const SAMPLES = join(import.meta.dirname, '../../../samples');

type Meanwhile = (library: LibraryIndex) => Promise<void> | void;

/** What is answered if `meanwhile` runs at the first output for which `at` is true. */
async function answered(
  library: LibraryIndex,
  at: (output: ResearchOutput) => boolean = () => false,
  meanwhile: Meanwhile = () => {},
  { askMode = 'tax_research_normal' as ResearchMode, text = LIMIT, signal = new AbortController().signal } = {},
) {
  const request = {
    question: plainQuestion(text),
    context: [],
    askMode,
    allowedAskModes: null,
    zeroDataRetention: false,
  };
  const found = { text: '', sources: [] as string[], suggestions: [] as readonly string[], times: 0 };
  for await (const output of answer(library, request, signal)) {
    if (output.type === 'text') found.text += output.text;
    else if (output.type === 'sources') found.sources = output.sources.map(({ title }) => title);
    else if (output.type === 'suggestions') found.suggestions = output.suggestions;
    if (found.times === 0 && at(output)) {
      found.times = 1;
      await meanwhile(library);
    }
  }
  return found;
}

async function opened(folder = SAMPLES, indexDir: string | null = null): Promise<LibraryIndex> {
  const library = open({ folders: [folder], indexDir });
  await library.ready();
  return library;
}

function copyOf(folder: string): string {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

const isFollowing = (output: ResearchOutput) => output.type === 'step' && output.title.startsWith('Following');

it.for(['sources', 'text'] as const)('an answer is complete if the index is rebuilt at its first %s', async (type) => {
  const undisturbed = await answered(await opened());
  expect(undisturbed.suggestions.length).toBeGreaterThan(0);
  for (const indexDir of [null, temporaryFolder()]) {
    const library = await opened(SAMPLES, indexDir);
    const disturbed = await answered(
      library,
      (output) => output.type === type,
      () => library.rebuild(),
    );
    expect(disturbed).toEqual({ ...undisturbed, times: 1 });
  }
});

it('an answer is complete if the library is closed meanwhile, and its database is then closed', async () => {
  const undisturbed = await answered(await opened());
  for (const indexDir of [null, temporaryFolder()]) {
    for (const type of ['step', 'sources', 'text']) {
      const library = await opened(SAMPLES, indexDir);
      const database = library.database();
      const disturbed = await answered(
        library,
        (output) => output.type === type,
        () => library.close(),
      );
      expect(disturbed).toEqual({ ...undisturbed, times: 1 });
      expect(database.isOpen).toBe(false);
    }
  }
});

it('a cancelled question does not keep the database of a closed library open', async () => {
  const library = await opened();
  const database = library.database();
  const caller = new AbortController();
  const states: boolean[] = [];
  const close = async () => {
    caller.abort();
    await library.close();
    states.push(database.isOpen);
  };
  await answered(library, ({ type }) => type === 'text', close, { signal: caller.signal });
  expect(states).toEqual([false]);
});

it('quotations are gathered again if the index is replaced while they are gathered', async () => {
  const folder = copyOf(IRC);
  const deep = { askMode: 'tax_research_deep_research', text: MANY } as const;
  const library = await opened(folder);
  // The ids of all passages change.
  const add = () => {
    for (const name of ['a', 'b', 'c'])
      writeFileSync(join(folder, `0${name}.md`), `# Note ${name}\n\n${'The fence is painted green.\n\n'.repeat(40)}`);
    return library.rebuild();
  };
  const disturbed = await answered(library, isFollowing, add, deep);
  const undisturbed = await answered(await opened(folder), () => false, undefined, deep);
  expect(undisturbed.sources.length).toBeGreaterThan(3);
  expect(disturbed).toEqual({ ...undisturbed, times: 1 });
});

it('an answer is complete if the index moves to memory meanwhile, because the disk is full', async () => {
  const folder = copyOf(SAMPLES);
  const undisturbed = await answered(await opened());
  const library = await opened(folder, temporaryFolder());
  const database = library.database();
  const fill = () => {
    database.exec('PRAGMA max_page_count = 1');
    writeFileSync(join(folder, 'zz.md'), `# Note\n\n${'The fence is painted green.\n\n'.repeat(4000)}`);
    return library.refresh();
  };
  const disturbed = await answered(library, ({ type }) => type === 'sources', fill);
  expect(library.status().message).toContain('kept in memory');
  expect(disturbed.suggestions).toEqual(undisturbed.suggestions);
});
