import { expect, it } from 'vitest';
import { createAnnouncer } from '../../../src/webview/state/announcer.ts';
import { createStore } from '../../../src/webview/state/store.ts';

it('announcements show what is hidden in a text from outside', () => {
  const { announce, message } = createAnnouncer(createStore(() => {}));
  announce('Refused: invoice\u202efdp.exe\u3164');
  expect(message.get()).toBe('Refused: invoice[U+202E]fdp.exe[U+3164]');
});
