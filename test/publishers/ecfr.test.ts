import { expect, it } from 'vitest';
import type { LawSection } from '../../src/publishers/law.ts';
import { ecfr } from '../../src/publishers/list/ecfr.ts';

const work = { id: 'cfr26-1', title: 'Income taxes', size: null };
const section = (number: string): LawSection => ({
  id: '',
  number,
  label: '',
  heading: '',
  status: '',
  containers: [],
  lines: [],
  footnotes: [],
  credit: '',
  notes: [],
});

it('a section of the CFR has its own address, and text between sections that of its part', () => {
  const addressOf = (at: LawSection | null) => ecfr.urlOf(work, at);
  expect(addressOf(section('1.162-4'))).toBe('https://www.ecfr.gov/current/title-26/section-1.162-4');
  expect([addressOf(section('')), addressOf(null)]).toEqual(
    Array(2).fill('https://www.ecfr.gov/current/title-26/part-1'),
  );
});
