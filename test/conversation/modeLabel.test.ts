import { expect, it } from 'vitest';
import { modeLabel } from '../../src/conversation/modeLabel.ts';
import { ASK_MODES } from '../../src/protocol/chatCompletions.ts';
import { strings } from '../../src/webview/strings.ts';
import { fakeVscode } from '../support/fakeVscode.ts';

const { l10n } = fakeVscode().api;

it('the host and the page give each research mode the same name', () => {
  for (const mode of ASK_MODES) expect(modeLabel(mode, l10n)).toBe(strings[`mode.${mode}`]);
});

it('modeLabel returns the id of an unknown mode', () => {
  expect(modeLabel('newer_mode', l10n)).toBe('newer_mode');
});
