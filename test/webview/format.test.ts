import { describe, expect, it } from 'vitest';
import {
  escapeHidden,
  formatDuration,
  formatElapsed,
  selectionLabel,
  shortSelectionLabel,
  sourceOrigin,
} from '../../src/webview/format.ts';
import { selection, source } from './support/fakeHost.ts';

describe('Times', () => {
  it('durations have one decimal below ten seconds, and elapsed times are whole seconds', () => {
    expect([0, 840, 9_940, 12_400, 65_000].map(formatDuration)).toEqual([
      '0.0 s',
      '0.8 s',
      '9.9 s',
      '12 s',
      '1 min 05 s',
    ]);
    expect([-5, 840, 59_999, 61_000].map(formatElapsed)).toEqual(['0 s', '0 s', '59 s', '1 min 01 s']);
  });
});

describe('Locations', () => {
  it('a selection label has the file and lines, and the short label leaves out the folder', () => {
    const here = selection({ label: 'workpapers/lease.md', startLine: 24, endLine: 25 });
    expect(selectionLabel(here)).toBe('workpapers/lease.md:24-25');
    expect(shortSelectionLabel(here)).toBe('lease.md:24-25');
    expect(shortSelectionLabel({ ...here, endLine: 24 })).toBe('lease.md:24');
  });

  it('the origin of a source is its file and line, else the host of its address, else empty', () => {
    expect(sourceOrigin(source({ title: 'a', location: { path: 'C:\\law\\179.md', line: 3, endLine: 3 } }))).toBe(
      '179.md:3',
    );
    expect(sourceOrigin(source({ title: 'a', url: 'https://www.law.example/179?x=1' }))).toBe('www.law.example');
    expect(sourceOrigin(source({ title: 'a' }))).toBe('');
  });
});

describe('Untrusted text', () => {
  it('characters that change direction or are invisible are shown as code points', () => {
    expect(escapeHidden('invoice\u202Efdp.exe')).toBe('invoice[U+202E]fdp.exe');
    expect(escapeHidden('pay\u200Bpal \uFEFF')).toBe('pay[U+200B]pal [U+FEFF]');
    expect(escapeHidden('a\u200Db\u200C')).toBe('a[U+200D]b[U+200C]');
  });

  it('joiners that scripts and emoji need are kept', () => {
    expect(escapeHidden('می\u200Cخواهم')).toBe('می\u200Cخواهم');
    expect(escapeHidden('👩\u200D👩')).toBe('👩\u200D👩');
  });
});
