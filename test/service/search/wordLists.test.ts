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
const WORDS = ['irregularVerbs', 'stopWords', 'stopWordsGerman'] as const;
const NAMES: readonly WordListName[] = [...WORDS, 'synonyms', ...SUBJECT_LISTS];

describe('the word lists', () => {
  it('every file of the folder "data" is a known word list', () => {
    expect(NAMES.map((name) => `${name}.txt`).toSorted()).toEqual(readdirSync(join(FOLDER, 'data')).toSorted());
  });

  it.each(NAMES)('the word list %s.txt contains no malformed line', (name) => {
    const text = readWordList(name);
    const parse = name === 'synonyms' ? parseSynonyms : name.startsWith('subjects') ? parseSubjects : parseWords;
    expect(parse(text).length).toBeGreaterThan(20);
    expect(text).not.toMatch(/[\t\r]|[ ]$/m);
  });

  it('each subject is listed once', () => {
    const keys = SUBJECT_LISTS.flatMap((name) => parseSubjects(readWordList(name)).map(({ key }) => key));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it('the tokenizer finds words in every synonym', () => {
    for (const { phrases, words } of parseSynonyms(readWordList('synonyms'))) {
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
  it('word lists have words, subjects with everyday words, and phrases with their synonyms', () => {
    expect(parseWords('# comment\n\nnon-profit tax\n')).toEqual(['non-profit', 'tax']);
    const subjects = '61: gross income\nasc 606: revenue\r\n163: interest / home loan\n165: / burglary\n';
    expect(parseSubjects(subjects)).toEqual([
      { key: '61', words: 'gross income' },
      { key: 'asc 606', words: 'revenue' },
      { key: '163', words: 'interest home loan' },
      { key: '165', words: 'burglary' },
    ]);
    expect(parseSynonyms('buy, bought > acquire\n')).toEqual([{ phrases: ['buy', 'bought'], words: 'acquire' }]);
  });

  it.each([
    [parseWords, 'tax Taxes'],
    [parseSubjects, '62 adjusted'],
    [parseSubjects, '63:'],
    [parseSubjects, '166: a > b'],
    [parseSynonyms, 'sell'],
    [parseSynonyms, 'a, > b'],
    [parseSynonyms, 'a > b > c'],
    [parseSynonyms, ' > d'],
  ])('%o reports the malformed line "%s" with its number', (parse, line) => {
    expect(() => parse(`# comment\n${line}\n`)).toThrow(/^Line 2 of a word list is malformed: /);
  });
});
