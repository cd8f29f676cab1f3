import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const rows = read('docs/interface.md')
  .split('\n')
  .filter((line) => /^\| (?:\d|[a-z]) \|/.test(line))
  .map((line) => line.split('|').slice(1, -1));

/** The sample requests, streams and faults by their number. */
const samples = new Map(
  ['requests', 'sse-cases', 'http-faults'].flatMap((name): [string, string][] =>
    JSON.parse(read(`test/fixtures/cases/${name}.json`)).map((sample: { id: string }) => [
      sample.id,
      JSON.stringify(sample),
    ]),
  ),
);

const files = (cell: string): string[] =>
  [...cell.matchAll(/`([\w./-]+(?:\.ts|\/|\.md))`/g)].map(([, path]) => path ?? '');
const inCode = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? '');
const isIn = (folders: readonly string[], file: string): boolean =>
  file.startsWith('docs/')
    ? existsSync(new URL(file, root))
    : folders.some((folder) => existsSync(new URL(`${folder}/${file}`, root)));

/** A test from its title to the next one, or undefined if there is none with this title. */
function testOf(source: string, title: string): string | undefined {
  const at = source.indexOf(title);
  if (at === -1) return undefined;
  // The samples of a parameterised test are before its title.
  const start = Math.max(source.lastIndexOf('\n  it', at), source.lastIndexOf('\nit', at), 0);
  const next = source.slice(at).search(/\n {0,4}(?:it|test|describe)[.(]/);
  return source.slice(start, next === -1 ? undefined : at + next);
}

/** The texts of the tests and samples that a cell cites; throws for one that does not exist. */
function citedTests(cell: string): string[] {
  return cell
    .split('; ')
    .filter((reference) => reference.trim() !== '–')
    .flatMap((reference) => {
      const [, file = '', citations = ''] = /^ ?`([\w./-]+\.test\.ts)` (.+?) ?$/.exec(reference) ?? [];
      const source = read(`test/${file}`);
      const cited = citations.match(/“[^”]+”|[SFR]\d{3}/g) ?? [];
      if (cited.length === 0) throw new Error(`No test is cited in ${reference}`);
      return cited.map((citation) => {
        const text = citation.startsWith('“') ? testOf(source, citation.slice(1, -1)) : samples.get(citation);
        if (text === undefined) throw new Error(`There is no test ${citation} in ${file}`);
        return text;
      });
    });
}

describe('the table of the interface', () => {
  it.each(rows)(
    'row %s (%s) of the interface cites files and tests that exist, and a test names its subject',
    (...cells) => {
      expect(cells).toHaveLength(5);
      const [, sentence = '', client = '', service = '', tests = ''] = cells;
      expect(files(client).filter((file) => !isIn(['src/client', 'src/protocol'], file))).toEqual([]);
      expect(files(service).filter((file) => !isIn(['src/service'], file))).toEqual([]);
      const cited = citedTests(tests);
      const subjects = inCode(sentence).flatMap((text) => text.split(/[^\w]+/).filter((name) => name.length > 1));
      const isNamed = cited.some((text) => subjects.some((name) => text.includes(name)));
      if (cited.length > 0 && subjects.length > 0) expect(isNamed, `no cited test contains ${subjects}`).toBe(true);
    },
  );

  it('only the requests that the table names have no key', () => {
    const cell = rows.find(([, sentence]) => sentence?.includes('Every request carries'))?.[2] ?? '';
    const senders = globSync('src/client/**/*.ts', { cwd: root }).filter((file) =>
      /\b(?:await openReply|await fetch|http(?:s|\))?\.request)\(/.test(read(file)),
    );
    // `send.ts` and `firmServer.ts` throw without a key, which their tests show. Endpoints of language models have their own keys.
    const others = ['send.ts', 'firmServer.ts', 'model/openAiModel.ts', 'transport/nodeTransport.ts'];
    const withoutKey = senders.map((file) => file.slice('src/client/'.length)).filter((file) => !others.includes(file));
    expect(withoutKey.sort()).toEqual(
      files(cell)
        .filter((file) => file !== 'request.ts')
        .sort(),
    );
    // The look for a sign-in, and the exchange of tokens with the issuer, go through one function.
    expect(read('src/client/signIn.ts').match(/\bfetch\(/g)).toHaveLength(1);
  });

  it('most rows of the interface cite a test', () => {
    expect(rows.filter((cells) => /\.test\.ts/.test(cells[4] ?? '')).length).toBeGreaterThan(rows.length * 0.85);
  });
});
