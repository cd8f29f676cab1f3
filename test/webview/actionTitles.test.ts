import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { CommandId } from '../../src/extension/common/contributions.ts';
import { strings } from '../../src/webview/strings.ts';

const titles: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../package.nls.json', import.meta.url), 'utf8'),
);
const name = (id: CommandId) => titles[id.replace(/^fiscal/, 'command')] ?? '';

it.each<[keyof typeof strings, CommandId]>([
  ['act.connect', 'fiscal.connect'],
  ['act.setKey', 'fiscal.setApiKey'],
  ['act.signIn', 'fiscal.signIn'],
  ['act.checkConnection', 'fiscal.checkConnection'],
  ['act.getAuthorities', 'fiscal.getAuthorities'],
  ['act.newConversation', 'fiscal.newConversation'],
  ['act.rebuildLibrary', 'fiscal.rebuildLibrary'],
  ['act.showLibrary', 'fiscal.showLibraryStatus'],
  ['act.showEvents', 'fiscal.showResponseEvents'],
  ['act.showFolderOverview', 'fiscal.showFolderOverview'],
  ['act.showStatus', 'fiscal.showStatus'],
  ['act.editMatter', 'fiscal.editMatter'],
  ['act.chooseMatter', 'fiscal.chooseMatter'],
])('the page calls %s as the palette calls %s, in sentence case, and both have an ellipsis or neither', (act, id) => {
  const shown = strings[act];
  expect(shown.toLowerCase()).toBe(name(id).toLowerCase());
  expect(shown.slice(1)).toBe(shown.slice(1).replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase()));
});
