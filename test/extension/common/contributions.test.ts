import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { READABLE_LANGUAGES } from '../../../src/extension/citations/comments.ts';
import {
  CHAT_PANEL,
  CHAT_PARTICIPANT,
  CHAT_VIEW,
  COMMANDS,
  CONTEXT_KEYS,
  CONVERSATIONS_VIEW,
  DOCUMENT_LANGUAGE,
  DOCUMENT_SCHEME,
  LIBRARY_TOOL,
  MCP_PROVIDER,
  PDF_EDITOR,
  PINNED_ANSWERS,
  RESEARCH_TOOL,
  SECTION,
  SOURCES_VIEW,
  TEXT_EDITOR,
  WALKTHROUGH,
  WORKBOOK_EDITOR,
} from '../../../src/extension/common/contributions.ts';
import { ASK_MODES } from '../../../src/protocol/chatCompletions.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const manifest = JSON.parse(read('package.json'));
const strings = JSON.parse(read('package.nls.json')) as Record<string, string>;
const { contributes } = manifest;
interface Section {
  readonly title: string;
  readonly properties: Readonly<Record<string, Property>>;
}
interface Property {
  readonly scope: string;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly items?: Property;
  readonly properties?: Readonly<Record<string, Property>>;
}
const sections = contributes.configuration as readonly Section[];
const properties: Section['properties'] = Object.assign({}, ...sections.map((section) => section.properties));
const ids = (entries: readonly Record<string, string>[], key: string) => entries.map((entry) => entry[key]);

it('the code has every command of package.json, and the reverse', () => {
  expect(ids(contributes.commands, 'command').sort()).toEqual([...COMMANDS].sort());
});

it.each(['package.nls.json', 'package.nls.de.json'])(
  'no command of %s is called Fiscal twice in the palette',
  (file) => {
    const texts: Record<string, string> = JSON.parse(read(file));
    const titles = Object.entries(texts).filter(([key]) => key.startsWith('command.'));
    expect(titles.length).toBeGreaterThan(40);
    expect(titles.filter(([, title]) => title.includes('Fiscal'))).toEqual([]);
  },
);

it('the code has views, container, language and walkthrough of package.json', () => {
  expect(ids(contributes.viewsContainers.activitybar, 'id')).toEqual([SECTION]);
  expect(ids(contributes.views[SECTION], 'id')).toEqual([CHAT_VIEW, CONVERSATIONS_VIEW, SOURCES_VIEW]);
  expect(ids(contributes.customEditors, 'viewType')).toEqual([PDF_EDITOR, WORKBOOK_EDITOR, TEXT_EDITOR]);
  expect(ids(contributes.languages, 'id')).toEqual([DOCUMENT_LANGUAGE]);
  expect(Object.keys(contributes.configurationDefaults)).toEqual([`[${DOCUMENT_LANGUAGE}]`]);
  expect(JSON.stringify(contributes.menus)).toContain(`resourceScheme == ${DOCUMENT_SCHEME}`);
  expect(ids(contributes.walkthroughs, 'id')).toEqual([WALKTHROUGH]);
});

it('the code has the chat participant of package.json', () => {
  expect(ids(contributes.chatParticipants, 'id')).toEqual([CHAT_PARTICIPANT]);
});

it('the code has the provider of the MCP server of package.json', () => {
  expect(ids(contributes.mcpServerDefinitionProviders, 'id')).toEqual([MCP_PROVIDER]);
});

it('the code has the tools of package.json', () => {
  expect(ids(contributes.languageModelTools, 'name')).toEqual([RESEARCH_TOOL, LIBRARY_TOOL]);
});

it('package.json uses only known context keys, and all of them', () => {
  const used = new Set(JSON.stringify(contributes).match(/(?<=["!( :])fiscal\.\w+(?=["&|) ])/g) ?? []);
  const known = new Set<string>([
    ...COMMANDS,
    CHAT_PANEL,
    CHAT_PARTICIPANT,
    MCP_PROVIDER,
    CHAT_VIEW,
    CONVERSATIONS_VIEW,
    SOURCES_VIEW,
    PDF_EDITOR,
    PINNED_ANSWERS,
    TEXT_EDITOR,
    WALKTHROUGH,
    WORKBOOK_EDITOR,
    ...Object.values(CONTEXT_KEYS),
  ]);
  for (const id of [...Object.keys(properties), ...ids(contributes.submenus, 'id')]) if (id) known.add(id);
  expect([...used].filter((id) => !known.has(id))).toEqual([]);
  const text = JSON.stringify(contributes);
  for (const key of Object.values(CONTEXT_KEYS)) expect(text).toContain(key);
});

it('defines every command that a menu or the walkthrough refers to', () => {
  const inMenus = Object.values(contributes.menus as Record<string, { command?: string }[]>).flatMap((entries) =>
    entries.flatMap((entry) => entry.command ?? []),
  );
  const linked = [...JSON.stringify(strings).matchAll(/command:(fiscal\.\w+)/g)].map((match) => match[1]);
  expect(linked.length).toBeGreaterThan(0);
  for (const id of [...inMenus, ...linked]) expect(COMMANDS).toContain(id);
});

it('package.nls.json has every text of the manifest, and no unused text', () => {
  const used = [...JSON.stringify(manifest).matchAll(/%([\w.]+)%/g)].map((match) => match[1]);
  expect(Object.keys(strings).sort()).toEqual([...new Set(used)].sort());
});

it('every file that the manifest refers to exists', () => {
  const named = [
    manifest.icon,
    contributes.viewsContainers.activitybar[0].icon,
    ...ids(contributes.chatSkills, 'path'),
    ...contributes.walkthroughs[0].steps.map((step: { media: { markdown: string } }) => step.media.markdown),
  ];
  for (const path of named) expect(existsSync(new URL(path, root)), path).toBe(true);
});

it('the manifest activates nothing at startup, and its keys are for selected text and for a chat with the focus only', () => {
  expect(manifest.activationEvents).not.toContain('onStartupFinished');
  expect(manifest.activationEvents).not.toContain('*');
  const inChat = 'activeWebviewPanelId == fiscal.chatPanel && !focusedView && !fiscal.chatViewFocused';
  const keys = contributes.keybindings as { key: string; when: string }[];
  expect(keys.map(({ key, when }) => [key, when])).toEqual([
    ['ctrl+k ctrl+shift+a', 'editorTextFocus && editorHasSelection'],
    ...['alt+f1', 'alt+f2', 'ctrl+f'].flatMap((key) => [
      [key, 'fiscal.chatViewFocused'],
      [key, inChat],
    ]),
  ]);
});

it('the settings that name research modes use their identifiers', () => {
  for (const id of ['limits.perDay', 'limits.perMonth', 'limits.confirmModes']) {
    const names = Object.keys(properties[`fiscal.${id}`]?.properties ?? {});
    expect(names.sort()).toEqual([...ASK_MODES].sort());
  }
});

it('settings that could redirect a question or cost something have application scope', () => {
  const scope = (id: string) => properties[`fiscal.${id}`]?.scope;
  for (const id of [
    'baseUrl',
    'askMode',
    'chat.questions',
    'connection.timeouts.connect',
    'chat.notifyWhenDone',
    'limits.perDay',
  ]) {
    expect(scope(id), id).toBe('application');
  }
});

it('every user-facing text of the host passes through l10n', () => {
  const missing: string[] = [];
  for (const file of globSync('src/extension/**/*.ts', { cwd: fileURLToPath(root) })) {
    const source = read(file);
    for (const match of source.matchAll(/show(?:Information|Warning|Error)Message\(\s*(['"`][^'"`]{3})/g)) {
      missing.push(`${file}: ${match[1]}`);
    }
  }
  expect(missing).toEqual([]);
});

it('each setting is listed once, in the titled section that its name says', () => {
  const all = sections.flatMap((section) => Object.keys(section.properties));
  expect(new Set(all).size).toBe(all.length);
  for (const { title, properties: own } of sections) {
    const group = title.match(/^%settings\.(\w+)%$/)?.[1];
    expect(group).toBeDefined();
    for (const id of Object.keys(own)) if (id.split('.').length > 2) expect(id.split('.')[1]).toBe(group);
  }
});

it('every value of a setting with fixed values has a description', () => {
  for (const [id, property] of Object.entries(properties)) {
    for (const { enum: values, enumDescriptions } of [property, ...(property.items ? [property.items] : [])]) {
      expect(enumDescriptions?.length, id).toBe(values?.length);
    }
  }
});

it('commands that need an item of a tree are not in the palette', () => {
  const hidden = contributes.menus.commandPalette
    .filter((entry: { when: string }) => entry.when === 'false')
    .map((entry: { command: string }) => entry.command);
  const onItems = ids(contributes.menus['view/item/context'], 'command').filter((id) =>
    /Source|Citation/.test(id ?? ''),
  );
  for (const id of onItems) expect(hidden).toContain(id);
});

it('conditions of commands outside of a view use no context key that only a loaded Fiscal sets, except for a running answer', () => {
  const conditions = [
    ...contributes.menus.commandPalette.map((entry: { when: string }) => entry.when),
    ...ids(contributes.commands, 'enablement').filter((each) => each !== undefined),
  ];
  const unset = Object.values(CONTEXT_KEYS).filter((key) => key !== CONTEXT_KEYS.running);
  for (const condition of conditions) for (const key of unset) expect(condition).not.toContain(key);
});

it('a file of each language that is read for citations activates Fiscal, but plain text, which VS Code has in each window', () => {
  const languages = [...READABLE_LANGUAGES].filter((id) => id !== 'plaintext').sort();
  const events = manifest.activationEvents.filter((event: string) => event.startsWith('onLanguage'));
  expect(events).toEqual(languages.map((id) => `onLanguage:${id}`));
});
