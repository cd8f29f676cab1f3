import { expect, it } from 'vitest';
import { languageOf } from '../../../src/service/search/language.ts';

it.each([
  'What is the de minimis safe harbor?',
  'Can we deduct the cost of a van?',
  'Who was paid in Düsseldorf?',
  'Do partnerships pay tax?',
  'below-market loan de minimis amount',
  'Tax in Los Angeles?',
  'Fees for example.com',
])('a question in English is read as English: %s', (question) => {
  expect(languageOf(question)).toBe('en');
});

it.each([
  'Wie hoch ist die Garantierückstellung?',
  'Umsatzsteuer bei Reihengeschäften?',
  'Welche Fristen gelten?',
  'Gilt die Regel de lege lata?',
  'Was ist de minimis?',
  'Höhe des Freibetrags?',
  'Kosten des Umzugs',
  'Kosten des privaten Umzugs',
  'Nutzungsdauer des Pkw',
  'Voraussetzungen des § 7g EStG',
  'Buchwert des Gebäudes am Jahresende',
  'Buchwert des Fahrzeugs am Jahresende',
  'Das Wirtschaftsgut?',
  'höhe des freibetrags',
  'Vorsteuerberichtigung nach § 15a UStG?',
])('a question in German is read as German: %s', (question) => {
  expect(languageOf(question)).toBe('de');
});

it.each([
  'Quelle est la limite des frais de repas déductibles ?',
  'Comment déduire des repas d’affaires ?',
  'Limite des frais ?',
  'Ministère des Finances',
  'Quels sont les taux des amortissements des immeubles ?',
  'Quel est le taux du crédit des entreprises en Allemagne ?',
  '¿Es el gasto de la empresa deducible?',
  'Come si calcola la base imponibile delle cessioni?',
  'Valor das despesas?',
  'Como se calcula o valor do imposto das empresas?',
  'Hoe hoog is het tarief van de belasting die wij betalen?',
  '¿Cuál es el límite de deducción de los gastos?',
  'Qual è il limite di deducibilità delle spese?',
  'Qual é o limite das despesas dedutíveis?',
  'Wie is de eigenaar van die machine?',
  'Hur mycket får jag dra av för måltider?',
  'Laptop 2026?',
  'Explique le § 15a UStG',
])('a question in another language, or without a word that tells, is read as neither: %s', (question) => {
  expect(languageOf(question)).toBeNull();
});

it('a table in German with few function words is read as German, also with addresses and foreign names', () => {
  const rows = [
    'Bezeichnung;Anschaffung;Buchwert des Vorjahres',
    'Kaffeemaschine Le Bernard;10.01.2025;1.200,00',
    'Transporter für Auslieferung;02.03.2025;38.500,00',
    'www.muster-handel.de;buchhaltung@muster-handel.de;rechnung@muster-handel.de',
  ];
  expect(languageOf(rows.join('\n'))).toBe('de');
});
