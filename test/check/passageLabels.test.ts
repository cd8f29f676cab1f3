import { expect, it } from 'vitest';
import { checkGrounding } from '../support/grounding.ts';

/** A subsection with clauses, whose own label may be a Roman number too. */
const subsection = (label: string, next: string) => `(${label}) Offset for active participation
(1) In general
The limit does not apply to the amount that an active participant has.
(2) Amount
The amount shall not be more than the limit that the Secretary states.
(3) Reduction
(A) In general
The limit is reduced by half of the excess that the taxpayer has.
(B) Order
The reduction applies in this order
(i) first to the portion from losses,
(ii) second to the portion from the credit, and
(iii) then to the rest.
(C) Terms
The terms have the same meaning as before.
(4) Estates
The limit applies to estates as well.
(${next}) Other rules
(1) Basis
The basis is not reduced by these rules.`;

const findings = (label: string, next: string, pins: string) =>
  checkGrounding({
    question: '',
    answer: `The rule is in section 469${pins} [1].`,
    sources: [{ title: `§ 469. Passive activity losses`, text: subsection(label, next) }],
  });

for (const [label, next] of [
  ['b', 'c'],
  ['i', 'j'],
  ['v', 'w'],
  ['x', 'y'],
] as const) {
  it.each([
    `(${label})(3)(B)`,
    `(${label})(3)(B)(i)`,
    `(${label})(3)(B)(iii)`,
    `(${label})(3)(C)`,
    `(${label})(4)`,
    `(${next})(1)`,
  ])(`a passage with subsection (${label}) and its clauses contains %s`, (pins) => {
    expect(findings(label, next, pins)).toEqual([]);
  });
  it.each([`(${label})(3)(D)`, `(${label})(5)`, `(${label})(3)(B)(iv)`, `(${next})(2)`])(
    `a passage with subsection (${label}) and its clauses does not contain %s`,
    (pins) => {
      expect(findings(label, next, pins)).not.toEqual([]);
    },
  );
}

it('a subsection (i) after a subparagraph of (h) is a subsection', () => {
  const text = `(h) Participation
(1) In general
(A) A taxpayer participates if the work is regular.
(i) Offset
(1) In general
The limit does not apply to the amount that an active participant has.
(j) Other rules
The basis is not reduced by these rules.`;
  const sources = [{ title: '§ 469. Passive activity losses', text }];
  const check = (pins: string) => checkGrounding({ question: '', answer: `See section 469${pins} [1].`, sources });
  expect(check('(i)(1)')).toEqual([]);
  expect(check('(j)')).toEqual([]);
  expect(check('(h)(1)(A)(i)')).not.toEqual([]);
});
