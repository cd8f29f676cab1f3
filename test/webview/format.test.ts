import { describe, expect, it } from 'vitest';
import { duration, origin, place, runningTime, shortPlace, visible } from '../../src/webview/format.ts';
import { selection, source } from './support/fakeHost.ts';

describe('times', () => {
  it('are short where one waits and round where one looks', () => {
    expect([0, 840, 9_940, 12_400, 65_000].map(duration)).toEqual(['0.0 s', '0.8 s', '9.9 s', '12 s', '1 min 05 s']);
    expect([-5, 840, 59_999, 61_000].map(runningTime)).toEqual(['0 s', '0 s', '59 s', '1 min 01 s']);
  });
});

describe('places', () => {
  it('name file and lines, short without the folder', () => {
    const here = selection({ label: 'workpapers/lease.md', startLine: 24, endLine: 25 });
    expect(place(here)).toBe('workpapers/lease.md:24-25');
    expect(shortPlace(here)).toBe('lease.md:24-25');
    expect(shortPlace({ ...here, endLine: 24 })).toBe('lease.md:24');
  });

  it('of a source are its file and line, else the host of its address, else nothing', () => {
    expect(origin(source({ title: 'a', location: { path: 'C:\\law\\179.md', line: 3, endLine: 3 } }))).toBe('179.md:3');
    expect(origin(source({ title: 'a', url: 'https://www.law.example/179?x=1' }))).toBe('www.law.example');
    expect(origin(source({ title: 'a' }))).toBe('');
  });
});

describe('text that we did not write', () => {
  it('shows what would turn or hide it', () => {
    expect(visible('invoice\u202Efdp.exe')).toBe('invoice[U+202E]fdp.exe');
    expect(visible('pay\u200Bpal \uFEFF')).toBe('pay[U+200B]pal [U+FEFF]');
    expect(visible('a\u200Db\u200C')).toBe('a[U+200D]b[U+200C]');
  });

  it('leaves the joiners that scripts and emoji need', () => {
    expect(visible('می\u200Cخواهم')).toBe('می\u200Cخواهم');
    expect(visible('👩\u200D👩')).toBe('👩\u200D👩');
  });
});
