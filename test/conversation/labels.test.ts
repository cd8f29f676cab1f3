import { expect, it } from 'vitest';
import { modeLabel } from '../../src/conversation/labels.ts';
import { fakeVscode } from '../support/fakeVscode.ts';

it('modeLabel returns the id of an unknown mode', () => {
  expect(modeLabel('newer_mode', fakeVscode().api.l10n)).toBe('newer_mode');
});
