import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  formatDateTime,
  formatDuration,
  formatElapsed,
  formatTime,
  formatTimeWithSeconds,
  selectionLabel,
  shortSelectionLabel,
} from '../../src/webview/format.ts';
import { selection } from './support/fakeHost.ts';

beforeEach(() => void vi.stubGlobal('document', { documentElement: { lang: 'en' } }));

describe('Times', () => {
  it('durations have one decimal below ten seconds and are never zero, and elapsed times are whole seconds', () => {
    expect([0, 840, 9_940, 10_000, 12_400, 65_000].map(formatDuration)).toEqual([
      '0.1 s',
      '0.8 s',
      '9.9 s',
      '10 s',
      '12 s',
      '1 min 05 s',
    ]);
    expect([-5, 840, 59_999, 60_000, 61_000].map(formatElapsed)).toEqual([
      '0 s',
      '0 s',
      '59 s',
      '1 min 00 s',
      '1 min 01 s',
    ]);
  });
});

it('a time outside of the calendar has no text and no formatter throws', () => {
  for (const time of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1, -8.64e15 - 1, 1e300]) {
    for (const format of [formatTime, formatTimeWithSeconds, formatDateTime]) expect(format(time)).toBe('–');
    expect(() => [formatDuration(time), formatElapsed(time)]).not.toThrow();
  }
  expect(formatTime(0)).toMatch(/\d/);
});

it.each(['', 'tlh-Piqd', 'xx', 'not a locale!', '-', 'en_US'])(
  'times and numbers are formatted with the locale "%s"',
  async (lang) => {
    vi.stubGlobal('document', { documentElement: { lang } });
    vi.resetModules();
    const { formatDateTime } = await import('../../src/webview/format.ts');
    const { formatNumber } = await import('../../src/webview/numberFormat.ts');
    expect(formatNumber(1234)).toMatch(/^1.?234$/);
    expect(formatDateTime(0)).toMatch(/19[67]\d|[67]\d/);
  },
);

it('counts in texts have the separators of the display language', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  vi.resetModules();
  const { counted, t } = await import('../../src/webview/translation.ts');
  expect(counted('sources', 2000)).toBe('2.000 sources');
  expect(t('ready.indexing', 999, 12_345)).toBe('Indexing documents: 999 of 12.345');
});

it('durations have the decimal separator of the display language', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  vi.resetModules();
  const german = await import('../../src/webview/format.ts');
  expect([840, 9_940].map(german.formatDuration)).toEqual(['0,8 s', '9,9 s']);
});

describe('Locations', () => {
  it('a selection label has the file and lines, and the short label leaves out the folder', () => {
    const here = selection({ label: 'workpapers/lease.md', startLine: 24, endLine: 25 });
    expect(selectionLabel(here)).toBe('workpapers/lease.md:24-25');
    expect(shortSelectionLabel(here)).toEqual({ file: 'lease.md', place: ':24-25' });
    expect(shortSelectionLabel({ ...here, endLine: 24 })).toEqual({ file: 'lease.md', place: ':24' });
  });
});
