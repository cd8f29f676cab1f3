import { expect, it } from 'vitest';
import { pageTranslations } from '../../../src/extension/common/pageTranslations.ts';

it('the page gets only the translations of its own strings, by their English text', () => {
  const bundle = {
    'Send question/page': 'Frage senden',
    'Yes/no/page': 'Ja/nein',
    'Export Conversation': 'Unterhaltung exportieren',
    'Copied/notification': 'Kopiert',
    'Answer/page': { message: 'Answer', comment: ['page'] },
  };
  expect(pageTranslations(bundle)).toEqual({ 'Send question': 'Frage senden', 'Yes/no': 'Ja/nein' });
});

it('the page gets no translations if VS Code has none for it', () => {
  expect(pageTranslations(undefined)).toBeNull();
  expect(pageTranslations({ 'Export Conversation': 'Unterhaltung exportieren' })).toBeNull();
});
