import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { UsageError } from '../../../src/cli/command.ts';
import { authorities } from '../../../src/cli/commands/authorities.ts';
import { playPublishers } from '../../publishers/support/playPublishers.ts';
import { FIXTURES } from '../../publishers/support/readLaw.ts';
import { makeZip } from '../../service/documents/support/makeOffice.ts';
import { temporaryFolder } from '../../service/temporary.ts';

const ADDRESS = 'www.gesetze-im-internet.de/solzg_1995/xml.zip';
const version = (build: string) => ({
  body: makeZip({ 'BJNR097500993.xml': readFileSync(join(FIXTURES, `BJNR097500993@${build}.xml`)) }),
});

vi.mock('../../../src/cli/builtFiles.ts', () => ({
  programVersion: () => '1.2.3',
  lawReaderPath: () => join(import.meta.dirname, '../../../src/publishers/thread/main.ts'),
}));
afterEach(() => {
  process.exitCode = undefined;
});

/** What the command prints, and its exit code. */
async function run(...argv: string[]) {
  const printed = { out: '', err: '', code: 0 };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.out += String(text);
    return true;
  });
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed.err += String(text);
    return true;
  });
  process.exitCode = 0;
  try {
    await authorities.run(argv, {});
    printed.code = Number(process.exitCode);
    return printed;
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}

it('fiscal authorities gets, lists, updates and compares laws, and prints each request', async () => {
  const played = await playPublishers();
  const folder = temporaryFolder();
  const at = ['--folder', folder, '--mirror', played.mirror];
  played.on(ADDRESS, version('20241205223032'));
  const first = await run('get', 'solzg_1995', ...at);
  expect(first.out).toBe('solzg_1995: 2024-12-05, zuletzt geändert durch Art. 2 G v. 2.12.2024 I Nr. 386 (new)\n');
  expect(first.err).toBe(`GET ${played.mirror}/${ADDRESS} 200\n`);
  expect((await run('list', '--folder', folder)).out).toMatch(/solzg_1995 +Solidarit.+\[2024-12-05, /);
  expect((await run('diff', 'solzg_1995', '--folder', folder)).code).toBe(3);
  played.on(ADDRESS, version('20250102221509'));
  expect((await run('update', ...at)).out).toContain('(2 sections differ)');
  const compared = await run('diff', 'solzg_1995', '--folder', folder);
  expect(compared.out.split('\n').slice(1)).toEqual([
    'text       § 3 Bemessungsgrundlage und zeitliche Anwendung',
    'text       § 6 Anwendungsvorschrift',
    '',
  ]);
  const json: unknown = JSON.parse((await run('diff', 'solzg_1995', '--json', '--folder', folder)).out);
  expect(json).toMatchObject({
    changes: [
      { id: '§ 3', kind: 'text' },
      { id: '§ 6', kind: 'text' },
    ],
  });
  const before = join(folder, 'states/solzg_1995/20241205223032');
  for (const name of ['sections.jsonl', 'source']) rmSync(join(before, name));
  const damaged = await run('diff', 'solzg_1995', '--folder', folder);
  expect([damaged.code, damaged.out]).toEqual([1, '']);
  expect(damaged.err).toContain(
    'The version of 2024-12-05, zuletzt geändert durch Art. 2 G v. 2.12.2024 I Nr. 386 cannot be compared',
  );
});

it('fiscal authorities update --dry-run prints the sections that would differ, and leaves the version on disk', async () => {
  const played = await playPublishers();
  const folder = temporaryFolder();
  const at = ['--folder', folder, '--mirror', played.mirror];
  played.on(ADDRESS, version('20241205223032'));
  await run('get', 'solzg_1995', ...at);
  played.on(ADDRESS, version('20250102221509'));
  expect((await run('update', '--dry-run', ...at)).out.split('\n')).toEqual([
    'solzg_1995: 2025-01-02, zuletzt geändert durch Art. 4 G v. 23.12.2024 I Nr. 449 (2 sections differ, not taken)',
    'text       § 3 Bemessungsgrundlage und zeitliche Anwendung',
    'text       § 6 Anwendungsvorschrift',
    '',
  ]);
  expect((await run('list', '--folder', folder)).out).toMatch(/solzg_1995 +Solidarit.+\[2024-12-05, /);
  expect((await run('update', ...at)).out).toContain('(2 sections differ)');
  await expect(run('get', 'solzg_1995', '--dry-run', ...at)).rejects.toThrow(UsageError);
});

it('fiscal authorities check asks each publisher once, and says which could be reached and what it offers', async () => {
  const played = await playPublishers();
  played.on('uscode.house.gov/download/download.shtml', {
    body: '<h3>Public Law 119-100 (06/26/2026)</h3><a href="xml_uscAll@119-100.zip">All</a>',
  });
  played.on('www.gesetze-im-internet.de/estg/xml.zip', version('20241205223032'));
  const { out, err, code } = await run('check', '--mirror', played.mirror);
  const { host } = new URL(played.mirror);
  expect(out).toBe(`${host}: reached (2026-06-26, Public Law 119-100)\n${host}: reached\n`);
  expect([code, err]).toEqual([1, expect.stringContaining(`ecfr: ${host} does not have the file at this address`)]);
  expect(played.requests).toHaveLength(3);
  played.on('www.gesetze-im-internet.de/estg/xml.zip', { body: '<html>', headers: { 'content-type': 'text/html' } });
  expect((await run('check', '--mirror', played.mirror)).err).toContain(`gii: ${host} sent a web page`);
});

it('fiscal authorities says why a law could not be taken, with exit code 1, and what is wrong on the command line', async () => {
  const played = await playPublishers();
  const at = ['--folder', temporaryFolder(), '--mirror', played.mirror];
  const { code, err } = await run('get', 'estg', ...at);
  expect([code, err]).toEqual([1, expect.stringContaining('does not have the file at this address')]);
  for (const argv of [
    ['steal'],
    ['get', 'estg'],
    ['get', ...at],
    ['get', 'nolaw', ...at],
    ['update', '--from', 'x.zip', ...at],
    ['get', 'estg', '--folder', 'x', '--mirror', 'http://example.com'],
  ]) {
    await expect(run(...argv)).rejects.toThrow(UsageError);
  }
});
