import { expect, it } from 'vitest';
import { asksForDocuments } from '../../src/conversation/documentList.ts';

it.each([
  'list all invoices with their amounts',
  'What do all of the supply contracts cost?',
  'Give me every credit note of 2025.',
  'Liste alle Rechnungen mit Betrag auf',
  'Welche Beträge haben sämtliche Eingangsrechnungen?',
  'all documents by date',
])('"%s" asks for documents of a folder', (question) => {
  expect(asksForDocuments(question)).toBe(true);
});

it.each([
  'What is the date of the invoice?',
  'List all exceptions to § 179.',
  'Is a contract required?',
  'Were all additions approved?',
  'Install the press before the contract is signed.',
  '',
])('"%s" asks for no documents of a folder', (question) => {
  expect(asksForDocuments(question)).toBe(false);
});
