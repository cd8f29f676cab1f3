import { expect, it } from 'vitest';
import { normalise } from '../../src/check/values/normalise.ts';
import { readAtoms } from '../../src/check/values/readValues.ts';
import { checkGrounding } from '../support/grounding.ts';

const sources = [
  {
    title: '§ 1',
    text: 'The limit for any taxable year shall not exceed $7,000 or, for a group, $2.5 million. The period is 3 years after the return was filed.',
  },
];
const findings = (answer: string, from = sources) => checkGrounding({ question: '', answer, sources: from });

it.each([
  ['a thousand with a capital letter', '$10K'],
  ['the number of a form and a currency sign', '$990K'],
  ['the number of a plan and a currency sign', '$401k'],
  ['words that a hyphen joins', 'nine-million dollars'],
  ['two scales', '$2.5 million million'],
  ['two scales in words', 'seven thousand million dollars'],
  ['years with one letter', '10y'],
  ['digits with a hidden blank', '$7,\u200b900'],
  ['digits with a filler', '$\u31649,000'],
  ['digits with a variation selector', '$9\ufe0f,000'],
  ['digits with accents', '$9\u0301,000'],
  ['digits in keycaps', '$9\ufe0f\u20e3,000'],
  ['digits of another script', '$\u0669,\u0660\u0660\u0660'],
  ['separators of another script', '$\u0669\u066c\u0660\u0660\u0660'],
  ['mathematical digits', '$\u{1d7d7},\u{1d7ce}\u{1d7ce}\u{1d7ce}'],
])('a value that no source states is reported with %s', (_, value) => {
  expect(findings(`The limit is ${value} [1].`)).not.toEqual([]);
});

it.each([
  '$7K',
  'seven-thousand dollars',
  '$7,\u200b000',
  '$7\u0301,000',
  '$\u0667,\u0660\u0660\u0660',
  '$\u0667\u066c\u0660\u0660\u0660',
  '$\u{1d7d5},\u{1d7ce}\u{1d7ce}\u{1d7ce}',
  '3y',
])('a stated value is found when it is written as %s', (value) => {
  expect(findings(`The limit is ${value} [1].`)).toEqual([]);
});

it.each(['0,79 €', '0.79 EUR', '1,200.50 USD', '12 CHF'])(
  'the currency of %s at the end of a line belongs to it, and not to the number on the next line',
  (price) => {
    const unitsOf = (text: string) =>
      readAtoms(normalise(text).text).quantities.map(({ unit, currency, value }) => [unit, currency, value]);
    const invoice = `Lemonade 19% ${price}\n200 Hot air`;
    expect(unitsOf(invoice)).toEqual(unitsOf(invoice.replace(/^/gm, '> ')));
    expect(unitsOf(invoice)[1]?.[0]).toBe('money');
  },
);

it('a quotation of two rows of an invoice is found in the invoice', () => {
  const rows = 'Kaffee ca. 500ml 19% 0,79 €\n200,00 Heiße Luft pro Liter: 19% 0,10 €';
  expect(findings(`${rows.replace(/^/gm, '> ')} [1]`, [{ title: 'Rechnung', text: rows }])).toEqual([]);
});

it('a finding has the words of the answer for digits of two code units', () => {
  const [finding] = findings('The limit is $\u{1d7d7},\u{1d7ce}\u{1d7ce}\u{1d7ce} [1].');
  expect(finding?.words).toBe('$\u{1d7d7},\u{1d7ce}\u{1d7ce}\u{1d7ce}');
});

it.each(['Form 10-K', '10-K', 'Form 10K', 'Form 990-EZ', 'a 401(k) plan'])('%s is a name and no amount', (name) => {
  expect(findings(`The company files ${name} [1].`)).toEqual([]);
});

it('a multiple with “fold” is reported unless the source states it', () => {
  const penalty = (text: string) => [{ title: '§ 2', text }];
  const answer = 'The penalty increases tenfold [1].';
  expect(
    findings(answer, penalty('The penalty shall be 5 times the amount of the tax that was not paid.')),
  ).not.toEqual([]);
  expect(
    findings(answer, penalty('The penalty shall be increased if the failure is intentional or continues.')),
  ).not.toEqual([]);
  expect(findings(answer, penalty('The penalty shall be 10 times the amount of the tax that was not paid.'))).toEqual(
    [],
  );
  expect(findings(answer, penalty('The penalty shall be increased tenfold if the failure is intentional.'))).toEqual(
    [],
  );
  expect(
    findings('The test is threefold [1].', penalty('The penalty shall be increased if the failure continues.')),
  ).toEqual([]);
});

it.each([
  ['25.000 Euro', 'mindestens fünfundzwanzigtausend Euro betragen'],
  ['25.000 Euro', 'mindestens 25 000 Euro betragen'],
  ['50 Arbeitnehmer', 'im Jahresdurchschnitt fünfzig Arbeitnehmer'],
  ['250 Arbeitnehmer', 'im Jahresdurchschnitt zweihundertfünfzig Arbeitnehmer'],
  ['1.200 Euro', 'ein Betrag von eintausendzweihundert Euro'],
  ['21 Tage', 'binnen einundzwanzig Tagen nach Zugang'],
])('%s is stated by a German number in words: %s', (value, text) => {
  const sources = [{ title: '§ 5', text: `Die Grenze muss ${text}, soweit nichts anderes bestimmt ist.` }];
  expect(findings(`Die Grenze ist ${value} [1].`, sources)).toEqual([]);
  expect(
    findings(`Die Grenze ist ${value.replace(/\d/, (digit) => String(Number(digit) + 1))} [1].`, sources),
  ).toHaveLength(1);
});
