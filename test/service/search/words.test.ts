import { describe, expect, it } from 'vitest';
import { partsOf, wordsInName, wordsOf } from '../../../src/service/search/words.ts';

const german = (text: string) => wordsOf(text, 'de');

describe('German words', () => {
  it('umlauts, their spellings and ß are one letter each', () => {
    expect(german('Gebäude')).toEqual(german('Gebaeude'));
    expect(german('Straße')).toEqual(german('Strasse'));
    expect(german('GEBÄUDE')).toEqual(german('Gebäude'));
  });

  it('the forms of a word have one stem', () => {
    expect(german('Rechnungen')).toEqual(german('Rechnung'));
    expect(german('Mieten')).toEqual(german('Miete'));
  });

  it('women and companies with a feminine name have the stem of the masculine form', () => {
    expect(german('Vermieterin')).toEqual(german('Vermieter'));
    expect(german('Auftraggeberinnen')).toEqual(german('Auftraggeber'));
    expect(german('Ärztin')).toEqual(german('Arzt'));
    expect(german('gewinnen')).not.toEqual(german('gew'));
  });

  it('a verb with “zu” inside has the stem of the verb, and a noun that begins like one keeps its own', () => {
    expect(german('anzusetzen')).toEqual(german('ansetzen'));
    expect(german('abzuführende')).toEqual(german('abführen'));
    expect(german('hinzuzurechnen')).toEqual(german('hinzurechnen'));
    expect(german('auszugleichen')).toEqual(german('ausgleichen'));
    expect(german('abzugsfähigen')).toEqual(german('abzugsfähig'));
    expect(german('abzugfähigen')).toEqual(german('abzugfähig'));
    expect(german('Einzugsermächtigungen')).toEqual(german('Einzugsermächtigung'));
    expect(german('Hinzurechnungen')).toEqual(german('Hinzurechnung'));
  });

  it('a compound has the parts that the text uses as words', () => {
    const [rent] = german('Miete');
    expect(german('Die Monatsmiete ist fällig. Die Miete steigt.').filter((word) => word === rent)).toHaveLength(2);
    expect(german('Die Monatsmiete ist fällig.')).not.toContain(rent);
  });

  it('a compound is divided into the longest words that are known at its beginning and at its end', () => {
    const known = new Set(['betrieb', 'betriebsprufung', 'prufung', 'ordnung']);
    expect(partsOf('betriebsprufungsordnung', known)).toEqual(['betriebsprufung', 'ordnung']);
    expect(partsOf('betriebsprufung', new Set(['betrieb', 'prufung']))).toEqual(['betrieb', 'prufung']);
    expect(partsOf('unbekannt', known)).toEqual([]);
  });

  it('a word is divided only where both parts are words, or where an "s" joins them', () => {
    expect(partsOf('mindeststammkapital', new Set(['mindests', 'mindest', 'stammkapital']))).toEqual([
      'mindest',
      'stammkapital',
    ]);
    expect(partsOf('investor', new Set(['stor']))).toEqual([]);
    expect(partsOf('monatsmiet', new Set(['miet']))).toEqual(['miet']);
    expect(partsOf('20151008', new Set(['2015', '1008']))).toEqual([]);
  });
});

it('the path of a file has the words of names that are written together', () => {
  expect(wordsOf(wordsInName('taxcalc/lateCharges_2025.ts'))).toEqual(
    expect.arrayContaining(['late', 'charges', '2025', 'taxcalc']),
  );
});
