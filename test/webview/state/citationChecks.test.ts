import { describe, expect, it } from 'vitest';
import { createLocalChecks } from '../../../src/webview/state/citationChecks.ts';
import { source, turn } from '../support/fakeHost.ts';

const SOURCES = [
  source({
    title: '§ 179 Election',
    snippet: 'The cost of the property is allowed as a deduction for the taxable year.',
  }),
  source({
    title: '§ 168 Recovery',
    snippet: 'The deduction is determined by the method, the period and the convention.',
  }),
];
const check = (text: string, sources = SOURCES) => createLocalChecks().now(turn('t1', 'Why?', { text, sources }));

describe('the local check of an answer', () => {
  it('holds what does not agree, and leaves sources that are only listed to their list', () => {
    expect(check('§ 179 [1], § 263 [7]: “the cost is never allowed as a deduction at all” [1].')).toEqual({
      marks: [7],
      authorities: ['§ 263'],
      quotations: ['the cost is never allowed as a deduction at all'],
      compared: true,
    });
  });

  it('has nothing to compare where there are no marks, and looks for marks alone where there are no sources', () => {
    expect(check('Under § 179 it is so. `[1]`')).toMatchObject({ marks: [], compared: false });
    expect(check('Under § 179 “the cost is never allowed as a deduction” [1].', [])).toEqual({
      marks: [1],
      authorities: [],
      quotations: [],
      compared: false,
    });
  });

  it('is worked out once an answer, again for the next request, and not on the spot for a long one', () => {
    const checks = createLocalChecks();
    const asked = turn('t1', 'Why?', { text: 'So [1].', sources: SOURCES });
    const first = checks.now(asked);
    const reviewed = { ...asked, answer: { ...asked.answer, sources: SOURCES.map((each) => ({ ...each })) } };
    expect(checks.now(reviewed)).toBe(first);
    expect(checks.now({ ...asked, epoch: 2 })).not.toBe(first);
    expect(checks.now(turn('t2', 'Why?', { text: 'So [1]. '.repeat(10_000), sources: SOURCES }))).toBeNull();
  });
});
