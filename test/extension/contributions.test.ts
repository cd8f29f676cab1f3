import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  CHAT_VIEW,
  COMMANDS,
  CONTEXT_KEYS,
  CONVERSATIONS_VIEW,
  EDITOR_SUBMENU,
  SETTINGS,
  SOURCES_VIEW,
  VIEW_CONTAINER,
  WALKTHROUGH,
} from '../../src/extension/contributions.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const manifest = JSON.parse(read('package.json'));
const strings = JSON.parse(read('package.nls.json')) as Record<string, string>;
const { contributes } = manifest;
const ids = (entries: readonly Record<string, string>[], key: string) => entries.map((entry) => entry[key]);

describe('package.json and the code name the same', () => {
  test('commands', () => {
    expect(ids(contributes.commands, 'command').sort()).toEqual([...COMMANDS].sort());
  });

  test('settings', () => {
    expect(Object.keys(contributes.configuration.properties).sort()).toEqual(
      SETTINGS.map((id) => `fiscal.${id}`).sort(),
    );
  });

  test('view, container, submenu and walkthrough', () => {
    expect(ids(contributes.viewsContainers.activitybar, 'id')).toEqual([VIEW_CONTAINER]);
    expect(ids(contributes.views[VIEW_CONTAINER], 'id')).toEqual([CHAT_VIEW, CONVERSATIONS_VIEW, SOURCES_VIEW]);
    expect(ids(contributes.submenus, 'id')).toEqual([EDITOR_SUBMENU]);
    expect(ids(contributes.walkthroughs, 'id')).toEqual([WALKTHROUGH]);
  });

  test('context keys', () => {
    const used = new Set(JSON.stringify(contributes).match(/(?<=["!( :])fiscal\.\w+(?=["&|) ])/g) ?? []);
    const known = new Set<string>([
      ...COMMANDS,
      CHAT_VIEW,
      CONVERSATIONS_VIEW,
      SOURCES_VIEW,
      EDITOR_SUBMENU,
      WALKTHROUGH,
      ...Object.values(CONTEXT_KEYS),
    ]);
    for (const id of SETTINGS) known.add(`fiscal.${id}`);
    expect([...used].filter((id) => !known.has(id))).toEqual([]);
    const text = JSON.stringify(contributes);
    for (const key of Object.values(CONTEXT_KEYS)) expect(text).toContain(key);
  });
});

test('every command of a menu and of the walkthrough exists', () => {
  const inMenus = Object.values(contributes.menus as Record<string, { command?: string }[]>).flatMap((entries) =>
    entries.flatMap((entry) => entry.command ?? []),
  );
  const linked = [...JSON.stringify(strings).matchAll(/command:(fiscal\.\w+)/g)].map((match) => match[1]);
  expect(linked.length).toBeGreaterThan(0);
  for (const id of [...inMenus, ...linked]) expect(COMMANDS).toContain(id);
});

test('every text of the manifest is in package.nls.json, and none there is unused', () => {
  const used = [...JSON.stringify(manifest).matchAll(/%([\w.]+)%/g)].map((match) => match[1]);
  expect(Object.keys(strings).sort()).toEqual([...new Set(used)].sort());
});

test('every file that the manifest names is there', () => {
  const named = [
    manifest.icon,
    contributes.viewsContainers.activitybar[0].icon,
    ...contributes.walkthroughs[0].steps.map((step: { media: { markdown: string } }) => step.media.markdown),
  ];
  for (const path of named) expect(existsSync(new URL(path, root)), path).toBe(true);
});

test('nothing is activated at start-up, and there is one chord, only where text is selected', () => {
  expect(manifest.activationEvents).not.toContain('onStartupFinished');
  expect(manifest.activationEvents).not.toContain('*');
  expect(contributes.keybindings).toHaveLength(1);
  expect(contributes.keybindings[0]).toMatchObject({
    command: 'fiscal.askSelection',
    when: 'editorTextFocus && editorHasSelection',
  });
});

test('what could redirect or cost something is a setting of the user alone', () => {
  const scope = (id: string) => contributes.configuration.properties[`fiscal.${id}`].scope;
  for (const id of ['baseUrl', 'askMode', 'questions', 'timeouts.connect', 'notifyWhenDone']) {
    expect(scope(id), id).toBe('application');
  }
});

test('every user-facing text of the host goes through l10n', () => {
  const missing: string[] = [];
  for (const file of globSync('src/extension/**/*.ts', { cwd: fileURLToPath(root) })) {
    const source = read(file);
    for (const match of source.matchAll(/show(?:Information|Warning|Error)Message\(\s*(['"`][^'"`]{3})/g)) {
      missing.push(`${file}: ${match[1]}`);
    }
  }
  expect(missing).toEqual([]);
});
