import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { wordLists } from '../../../scripts/support/wordLists.ts';
import { parseSubjects, parseSynonyms, parseWords } from '../../../src/service/search/parseWordList.ts';
import { SUBJECT_LISTS } from '../../../src/service/search/subjects.ts';
import { readWordList, type WordListName } from '../../../src/service/search/wordLists.ts';
import { wordsOf } from '../../../src/service/search/words.ts';

const FOLDER = join(import.meta.dirname, '../../../src/service/search');
const WORDS = ['stopWords', 'stopWordsGerman'] as const;
const NAMES: readonly WordListName[] = [...WORDS, 'synonyms', ...SUBJECT_LISTS];

describe('the word lists', () => {
  it('every file of the folder "data" is a known word list', () => {
    expect(NAMES.map((name) => `${name}.txt`).toSorted()).toEqual(readdirSync(join(FOLDER, 'data')).toSorted());
  });

  it.each(NAMES)('the word list %s.txt contains no malformed line', (name) => {
    const text = readWordList(name);
    const parse = name === 'synonyms' ? parseSynonyms : name.startsWith('subjects') ? parseSubjects : parseWords;
    const { entries, malformed } = parse(text);
    expect(malformed).toEqual([]);
    expect(entries.length).toBeGreaterThan(20);
    expect(text).not.toMatch(/[\t\r]|[ ]$/m);
  });

  it('each subject is listed once', () => {
    const keys = SUBJECT_LISTS.flatMap((name) => parseSubjects(readWordList(name)).entries.map(({ key }) => key));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it('the tokenizer finds words in every synonym', () => {
    for (const { phrases, words } of parseSynonyms(readWordList('synonyms')).entries) {
      for (const text of [...phrases, words]) expect(wordsOf(text), text).not.toEqual([]);
    }
  });

  it('a bundle contains the word lists of the files', async () => {
    const { outputFiles } = await build({
      entryPoints: [join(FOLDER, 'wordLists.ts')],
      bundle: true,
      format: 'esm',
      write: false,
      plugins: [wordLists],
    });
    const bundle: typeof import('../../../src/service/search/wordLists.ts') = await import(
      `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`
    );
    for (const name of NAMES) {
      expect(bundle.readWordList(name)).toBe(readFileSync(join(FOLDER, 'data', `${name}.txt`), 'utf8'));
    }
  });
});

describe('the parsers of word lists', () => {
  it('malformed lines of word lists are reported with their numbers and skipped', () => {
    expect(parseWords('# comment\n\ntax Taxes\nnon-profit\n')).toEqual({
      entries: ['non-profit'],
      malformed: [{ line: 3, text: 'tax Taxes' }],
    });
    expect(
      parseSubjects(
        '61: gross income\n62 adjusted\n63:\nasc 606: revenue\r\n163: interest / home loan\n165: / burglary\n166: a / b / c\n167: /\n',
      ),
    ).toEqual({
      entries: [
        { key: '61', words: 'gross income', everyday: '' },
        { key: 'asc 606', words: 'revenue', everyday: '' },
        { key: '163', words: 'interest', everyday: 'home loan' },
        { key: '165', words: '', everyday: 'burglary' },
      ],
      malformed: [
        { line: 2, text: '62 adjusted' },
        { line: 3, text: '63:' },
        { line: 7, text: '166: a / b / c' },
        { line: 8, text: '167: /' },
      ],
    });
    expect(parseSynonyms('buy, bought > acquire\nsell\na, > b\na > b > c\n > d\n')).toEqual({
      entries: [{ phrases: ['buy', 'bought'], words: 'acquire' }],
      malformed: [
        { line: 2, text: 'sell' },
        { line: 3, text: 'a, > b' },
        { line: 4, text: 'a > b > c' },
        { line: 5, text: '> d' },
      ],
    });
  });
});
