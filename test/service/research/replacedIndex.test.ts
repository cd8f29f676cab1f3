/** The index is replaced or closed while a question is answered. */
import { cpSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { ResearchMode } from '../../../src/protocol/chatCompletions.ts';
import { plainQuestion } from '../../../src/protocol/question.ts';
import type { LibraryIndex } from '../../../src/service/index/libraryIndex.ts';
import { answer } from '../../../src/service/research/answer.ts';
import { createLibraryResearcher } from '../../../src/service/research/libraryResearcher.ts';
import type { ModelChoice } from '../../../src/service/research/modelChoice.ts';
import { suggest, suggestFromPassages } from '../../../src/service/research/suggest.ts';
import type { ResearchOutput } from '../../../src/service/researcher.ts';
import { createScriptedModel } from '../../support/scriptedModel.ts';
import { IRC, open, temporaryFolder } from '../temporary.ts';

vi.mock(import('../../../src/service/research/suggest.ts'), { spy: true });

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
  {
    askMode = 'tax_research_normal' as ResearchMode,
    text = LIMIT,
    signal = new AbortController().signal,
    choice = null as ModelChoice | null,
  } = {},
) {
  const request = {
    question: plainQuestion(text),
    context: [],
    askMode,
    allowedAskModes: null,
    zeroDataRetention: false,
  };
  const found = { text: '', sources: [] as string[], suggestions: [] as readonly string[], times: 0 };
  for await (const output of answer(library, request, signal, choice)) {
    if (output.type === 'text') found.text += output.text;
    else if (output.type === 'parts') found.text = output.text ?? found.text;
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

const isStep = (start: string) => (output: ResearchOutput) => output.type === 'step' && output.title.startsWith(start);
const isFollowing = isStep('Following');

/** A model that cites the passage with the limit, and repeats what it says. */
function citingModel(): ModelChoice {
  const write = (prompt: string) => {
    const [, key = ''] = /\[(S\d+)\](?:(?!\[S\d)[\s\S])*shall not exceed \$1,000,000/.exec(prompt) ?? [];
    return `## RULE\nThe aggregate cost shall not exceed $1,000,000. [${key}]\nEND`;
  };
  const model = createScriptedModel({ replies: { rewrite: 'SEARCH: section 179 dollar limitation', write } });
  return { model, zeroRetention: false, secondReading: 'off' };
}

/** Other passages have the ids of the former ones then. */
async function rebuiltWithOthers(library: LibraryIndex, folder: string): Promise<void> {
  for (const name of ['a', 'b', 'c'])
    writeFileSync(join(folder, `0${name}.md`), `# Note ${name}\n\n${'The fence is painted green.\n\n'.repeat(40)}`);
  await library.rebuild();
}

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
  const disturbed = await answered(library, isFollowing, () => rebuiltWithOthers(library, folder), deep);
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

it.for(['Searching for', 'Writing with', 'Sentences checked'])(
  'a written answer has its sources and suggestions if the index is rebuilt at the step "%s"',
  async (step) => {
    const folder = copyOf(IRC);
    const library = await opened(folder);
    const options = { askMode: 'tax_research_fast_research', choice: citingModel() } as const;
    const rebuild = () => rebuiltWithOthers(library, folder);
    const disturbed = await answered(library, isStep(step), rebuild, options);
    const undisturbed = await answered(await opened(folder), undefined, undefined, options);
    expect(undisturbed.sources).toHaveLength(1);
    expect(undisturbed.suggestions.length).toBeGreaterThan(0);
    expect(disturbed).toEqual({ ...undisturbed, times: 1 });
  },
);

it('an answer is shown without suggestions if they cannot be made', async () => {
  const options = { askMode: 'tax_research_fast_research' as const };
  for (const choice of [null, citingModel()]) {
    const library = await opened(copyOf(IRC));
    const expected = await answered(library, undefined, undefined, { ...options, choice });
    vi.mocked(choice ? suggestFromPassages : suggest).mockRejectedValueOnce(new Error('No suggestions.'));
    const without = await answered(library, undefined, undefined, { ...options, choice });
    expect(without).toEqual({ ...expected, suggestions: [] });
  }
});

it('an answer is given without a document that has changed if the library is closed before it is read again', async () => {
  const folder = copyOf(SAMPLES);
  const library = await opened(folder);
  const change = async () => {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.md')) utimesSync(join(folder, name), new Date(), new Date(Date.now() + 5000));
    await library.close();
  };
  const disturbed = await answered(library, isStep('Searching'), change);
  expect(disturbed.text).not.toBe('');
});

it('an answer does not claim that the library is empty if the library is closed before it is read', async () => {
  const library = open({ folders: [copyOf(SAMPLES)] });
  const asked = answered(library);
  await library.close();
  expect((await asked).text).toBe('The documents of the library have not been read yet. Ask again in a moment.');
});

it('an answer is from the documents that were read before if the library is closed while its folders are scanned', async () => {
  const folder = copyOf(SAMPLES);
  const indexDir = temporaryFolder();
  const undisturbed = await answered(await opened(folder, indexDir));
  const scanning = Promise.withResolvers<void>();
  const library = open({ folders: [folder], indexDir, onProgress: () => scanning.resolve() });
  const asked = answered(library);
  await scanning.promise;
  await library.close();
  expect(await asked).toEqual(undisturbed);
});

it('a search does not open the database of a library again that is closed meanwhile', async () => {
  const indexDir = temporaryFolder();
  const library = createLibraryResearcher({ folders: [SAMPLES], indexDir });
  await library.ready();
  const searching = library.search({ query: 'lease', limit: 3 });
  await library.close();
  for (const name of readdirSync(indexDir)) rmSync(join(indexDir, name));
  expect((await searching).passages).toHaveLength(3);
  expect(readdirSync(indexDir)).toEqual([]);
});
