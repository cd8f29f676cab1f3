import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { matterNameOf, matterOf, watchSettings } from '../../../src/extension/common/settings.ts';
import { ASK_MODES } from '../../../src/protocol/chatCompletions.ts';
import { fakeVscode, type SettingValues } from '../../support/fakeVscode.ts';

function read(settings: SettingValues, folders: string[] = ['/matter'], trusted = true) {
  const fake = fakeVscode();
  fake.trusted = trusted;
  fake.settings = settings;
  fake.folders = folders;
  return watchSettings(fake.api).current;
}

it('Fiscal takes the address of the service from the user settings, whatever workspace and folder say', () => {
  const settings = read({
    baseUrl: { default: '', workspace: 'https://evil.example', folder: 'https://evil.example' },
  });
  expect(settings.address).toBeNull();
  const own = read({ baseUrl: { global: 'https://service.example/v1/', workspace: 'https://evil.example' } });
  expect(own.address).toMatchObject({ origin: 'https://service.example', base: 'https://service.example/v1' });
});

it('Fiscal ignores an address that a remote machine, a workspace file or one of several folders sets', () => {
  const evil = 'https://evil.example';
  const everywhere = { remote: evil, workspace: evil, folder: evil };
  expect(read({ baseUrl: { default: '', ...everywhere } }, ['/a', '/b']).address).toBeNull();
  const own = read({ baseUrl: { global: 'https://service.example', ...everywhere } }, ['/a', '/b']);
  expect(own.address).toMatchObject({ origin: 'https://service.example' });
});

it('Fiscal reports an invalid address as a problem instead of using the built-in library', () => {
  expect(read({ baseUrl: { global: 'http://service.example' } }).address).toHaveProperty('problem');
  expect(read({ baseUrl: { global: 'https://user:pass@service.example' } }).address).toHaveProperty('problem');
  expect(read({ baseUrl: { global: 42, default: '' } }).address).toBeNull();
});

it('Fiscal lists the settings whose own value is not valid, and uses their defaults', () => {
  const fast = 'tax_research_fast_research';
  const settings = read({
    askMode: { default: fast, global: 'fast' },
    'chat.fontSize': { default: 0, global: -1 },
    'chat.sendKey': { default: 'enter', global: 'ctrlEnter', workspace: 'never' },
  });
  expect(settings).toMatchObject({ askMode: fast, fontSize: 0, sendKey: 'ctrlEnter' });
  expect(settings.invalid).toEqual(['fiscal.askMode', 'fiscal.chat.fontSize']);
  expect(read({ askMode: { default: fast } }).invalid).toEqual([]);
});

it('Fiscal treats settings of a remote machine like those of a folder', () => {
  const settings = read({
    zeroDataRetention: { global: true, remote: false },
    'library.folders': { global: ['/shelf'], remote: ['/etc'] },
    'connection.timeouts.idle': { global: 60, remote: 1 },
  });
  expect(settings).toMatchObject({ zeroRetention: { on: true, byFolder: false }, timeouts: { idleTimeout: 60_000 } });
  expect(settings.library).toMatchObject({ folders: ['/shelf'], within: [] });
  expect(read({ zeroDataRetention: { remote: true } }).zeroRetention).toEqual({ on: true, byFolder: true });
});

it('Fiscal lets a folder turn zero retention on but not off', () => {
  expect(read({ zeroDataRetention: { global: false, folder: true } }).zeroRetention).toEqual({
    on: true,
    byFolder: true,
  });
  expect(read({ zeroDataRetention: { global: true, workspace: false, folder: false } }).zeroRetention.on).toBe(true);
});

it('Fiscal lets a folder shorten the list of modes but not extend it', () => {
  const settings = read({
    askMode: { global: 'tax_research_deep_research' },
    allowedAskModes: {
      global: ['tax_research_fast_research', 'tax_research_deep_research'],
      workspace: ['tax_research_fast_research', 'audit_research'],
    },
  });
  expect(settings.askModes).toEqual(['tax_research_fast_research', 'audit_research', 'auto']);
  expect(settings.allowedAskModes).toEqual(['tax_research_fast_research']);
  expect(settings.askMode).toBe('tax_research_fast_research');
});

it('a mode must be on the list of the workspace and on that of its folder', () => {
  const settings = read({
    allowedAskModes: {
      workspace: ['tax_research_fast_research', 'audit_research'],
      folder: ['tax_research_deep_research', 'audit_research'],
    },
  });
  expect(settings.allowedAskModes).toEqual(['audit_research']);
});

const CONCRETE = [
  'tax_research_normal',
  'tax_research_fast_research',
  'tax_research_deep_research',
  'audit_research',
] as const;
const allSet = (value: boolean) => Object.fromEntries(CONCRETE.map((mode) => [mode, value]));

it('Fiscal reads modes from check boxes: those of the user, those of a folder, and all of them as no limit', () => {
  const read_ = (values: Parameters<typeof read>[0]['allowedAskModes']) => read({ allowedAskModes: values });
  expect(read_({ global: allSet(true) })).toMatchObject({ allowedAskModes: [], askModes: { length: 5 } });
  expect(read_({ global: { tax_research_normal: false, audit_research: false } }).allowedAskModes).toEqual([
    'tax_research_fast_research',
    'tax_research_deep_research',
  ]);
  expect(read_({ workspace: { tax_research_deep_research: false } }).askModes).not.toContain(
    'tax_research_deep_research',
  );
  expect(read({ 'limits.confirmModes': { global: { auto: true, audit_research: false } } }).confirmModes).toEqual([
    'auto',
  ]);
});

it('Fiscal offers no mode if a folder turns all of them off, and not `auto` if the user does', () => {
  expect(read({ allowedAskModes: { workspace: allSet(false) } }).askModes).toEqual([]);
  expect(read({ allowedAskModes: { global: allSet(false) } }).askModes).toEqual(
    [...CONCRETE].toSorted((a, b) => ASK_MODES.indexOf(a) - ASK_MODES.indexOf(b)),
  );
});

it('Fiscal does not offer `auto` when the lists of user and folder have no mode in common', () => {
  const settings = read({
    allowedAskModes: { global: ['tax_research_deep_research'], workspace: ['audit_research'] },
  });
  expect(settings.askModes).not.toContain('auto');
});

it('Fiscal ignores a mode, questions and timeouts that a folder sets', () => {
  const settings = read({
    askMode: { default: 'tax_research_fast_research', workspace: 'tax_research_deep_research' },
    'chat.questions': { default: [], workspace: [{ label: 'x', text: 'send me everything' }] },
    'connection.timeouts.idle': { default: 600, workspace: 1 },
  });
  expect(settings.askMode).toBe('tax_research_fast_research');
  expect(settings.questions).toEqual([]);
  expect(settings.timeouts.idleTimeout).toBe(600_000);
});

it('Fiscal lets a folder limit the library to its own subfolders and to nothing outside', () => {
  const settings = read({
    'library.folders': { global: ['/shelf'], folder: ['docs', '../secrets', '/etc', '~/keys', 'C:\\keys', ''] },
  });
  expect(settings.library).toMatchObject({ folders: ['/shelf'], within: ['docs'] });
});

it('Fiscal lets a folder add modes to confirm, and patterns to exclude below it only', () => {
  const settings = read({
    'limits.confirmModes': { global: ['auto'], workspace: ['audit_research'] },
    'library.exclude': { global: ['a/**'], folder: ['b/**'] },
  });
  expect(settings.confirmModes).toEqual(['auto', 'audit_research']);
  expect(settings.library.exclude).toEqual(['a/**']);
  expect(settings.library.excludeWithin).toEqual([{ folder: expect.any(String), globs: ['b/**'] }]);
});

it('Fiscal uses the default of a setting whose value is not valid', () => {
  const settings = read({
    askMode: { global: 'free_lunch', default: 'auto' },
    'chat.fontSize': { global: 'huge', default: 0 },
    'connection.timeouts.connect': { global: -1, default: 15 },
    'chat.questions': { global: { __proto__: null }, default: [{ label: 'a', text: 'b' }] },
  });
  expect(settings.askMode).toBe('auto');
  expect(settings.fontSize).toBe(0);
  expect(settings.timeouts.connectTimeout).toBe(15_000);
  expect(settings.questions).toEqual([{ label: 'a', text: 'b' }]);
});

it('a part of a protecting setting that is not valid does not take the other parts away', () => {
  const many = Array.from({ length: 501 }, (_, at) => `Client ${at} GmbH`);
  const { privacy, library, limits, confirmModes, askModes } = read({
    'privacy.clientNames': { global: ['Meyer GmbH', 4711, 'x'.repeat(201)], folder: many },
    'library.exclude': { global: ['secret/**', null], folder: [...many.map((name) => `${name}/**`), {}] },
    'limits.perDay': { global: { tax_research_deep_research: 5, audit_research: '5' } },
    'limits.confirmModes': { global: { tax_research_deep_research: true, audit_research: 'yes' } },
    allowedAskModes: { folder: ['tax_research_normal', 'no_such_mode'] },
  });
  expect(privacy.clientNames).toEqual(['Meyer GmbH', ...many.slice(0, 500)]);
  expect(library.exclude).toEqual(['secret/**']);
  expect(library.excludeWithin[0]?.globs).toHaveLength(501);
  expect(limits.day).toEqual({ tax_research_deep_research: 5 });
  expect(confirmModes).toEqual(['tax_research_deep_research']);
  expect(askModes).toEqual(['tax_research_normal', 'auto']);
});

it('Fiscal calls listeners with a new frozen snapshot, and only when a value differs', () => {
  const fake = fakeVscode();
  const holder = watchSettings(fake.api);
  const before = holder.current;
  const heard: number[] = [];
  holder.onDidChange((settings) => heard.push(settings.fontSize));
  fake.configurationChanged();
  expect(heard).toEqual([]);
  fake.settings = { 'chat.fontSize': { global: 16 } };
  fake.configurationChanged();
  expect(heard).toEqual([16]);
  expect(before.fontSize).toBe(0);
  expect(Object.isFrozen(holder.current)).toBe(true);
  expect(Object.isFrozen(holder.current.privacy.clientNames)).toBe(true);
});

it('Fiscal lets a folder make the identifier guard stricter but not weaker', () => {
  expect(read({}).privacy.guard).toBe('warn');
  const guard = (values: SettingValues[string]) => read({ 'privacy.identifierGuard': values }).privacy.guard;
  expect(guard({ global: 'replace', folder: 'off' })).toBe('replace');
  expect(guard({ global: 'off', workspace: 'block' })).toBe('block');
  expect(guard({ global: 'nonsense', workspace: 7 })).toBe('warn');
});

it('Fiscal adds the client names of a folder to those of the user', () => {
  const { privacy } = read({ 'privacy.clientNames': { global: ['Acme'], workspace: [], folder: ['Roe', ' '] } });
  expect(privacy.clientNames).toEqual(['Acme', 'Roe']);
});

it('Fiscal refuses client names that are common words, and knows which names only a folder without trust gives', () => {
  const values = { 'privacy.clientNames': { global: ['Acme', 'EY'], folder: ['Acme', 'Roe', 'unless', '179'] } };
  const names = { clientNames: ['Acme', 'Roe'], refusedNames: ['EY', 'unless', '179'] };
  expect(read(values).privacy).toMatchObject({ ...names, untrustedNames: [] });
  expect(read(values, ['/matter'], false).privacy).toMatchObject({ ...names, untrustedNames: ['Roe'] });
});

it('Fiscal lets only a trusted folder turn the research log on, and no folder turn it off', () => {
  const log = (values: SettingValues[string], trusted = true) => {
    const { researchLog, researchLogByFolder } = read({ 'privacy.researchLog': values }, ['/matter'], trusted).privacy;
    return [researchLog, researchLogByFolder];
  };
  expect(log({ folder: 'folder' })).toEqual(['folder', true]);
  expect(log({ folder: 'folder' }, false)).toEqual(['off', false]);
  expect(log({ global: 'global', folder: 'off' })).toEqual(['global', false]);
});

it('Fiscal reads the settings again when the user grants trust', () => {
  const fake = fakeVscode();
  fake.trusted = false;
  fake.folders = ['/matter'];
  fake.settings = { 'privacy.researchLog': { folder: 'folder' } };
  const holder = watchSettings(fake.api);
  expect(holder.current.privacy.researchLog).toBe('off');
  fake.grantTrust();
  expect(holder.current.privacy.researchLog).toBe('folder');
});

it('Fiscal ignores what a folder sets for deletion, zero-retention logging and usage limits', () => {
  const folder = {
    'privacy.deleteAfterDays': 1,
    'privacy.logZeroRetention': true,
    'limits.perDay': { auto: 1 },
    'limits.whenReached': 'block',
  };
  const settings = Object.fromEntries(
    Object.entries(folder).map(([id, value]) => [id, { workspace: value, folder: value }]),
  );
  expect(read(settings)).toMatchObject({
    privacy: { deleteAfterDays: 0, logZeroRetention: false },
    limits: { day: {}, month: {}, whenReached: 'confirm' },
  });
});

it('Fiscal uses the matter of each trusted folder over that of the user', () => {
  const settings = read({ matter: { global: { framework: 'IFRS', taxYear: '2024' }, folder: { taxYear: 2025 } } });
  const { facts } = matterOf(settings, { uri: 'file:///matter' });
  expect(facts).toEqual([
    { name: 'taxYear', value: '2025' },
    { name: 'framework', value: 'IFRS' },
  ]);
  expect(matterOf(settings, { uri: 'file:///other' }).facts[0]).toEqual({ name: 'taxYear', value: '2024' });
});

it('Fiscal uses no facts of a folder that is not trusted, but guards its names of clients', () => {
  const matter = { folder: { taxYear: '2025', clientNames: ['Larkspur'] } };
  const settings = read({ matter }, ['/matter'], false);
  expect(matterOf(settings, { uri: 'file:///matter' }).facts).toEqual([]);
  expect(settings.matter.ignored).toBe(true);
  expect(read({ matter }, ['/matter'], true).matter.ignored).toBe(false);
  expect(read({ matter: { global: matter.folder } }, ['/matter'], false).matter.ignored).toBe(false);
  expect(settings.privacy.clientNames).toEqual(['Larkspur']);
});

const FIRM = 'https://firm.example/v1';
const inMatter = { baseUrl: { global: FIRM }, firmServer: { global: `${FIRM}/` }, matterName: { folder: 'Harbor' } };
const nameIn = (values: SettingValues, trusted = true) =>
  matterNameOf(read(values, ['/matter'], trusted), { uri: 'file:///matter' });

it('Fiscal gives the name of the matter of a folder to the server that the user named as that of the firm', () => {
  expect(nameIn(inMatter)).toBe('Harbor');
  expect(nameIn({ ...inMatter, matterName: { global: 'Own' } })).toBe('Own');
  // *No matter* was chosen for the folder.
  expect(nameIn({ ...inMatter, matterName: { global: 'Own', folder: '' } })).toBeNull();
  expect(nameIn({ ...inMatter, matterName: { global: 'Own', folder: '' } }, false)).toBe('Own');
  expect(nameIn({ ...inMatter, matterName: {} })).toBeNull();
});

it.each<[string, SettingValues]>([
  ['another service', { ...inMatter, baseUrl: { global: 'https://service.example' } }],
  ['another path of the same host', { ...inMatter, baseUrl: { global: 'https://firm.example' } }],
  ['the built-in library', { ...inMatter, baseUrl: {} }],
  ['a server that only the folder calls that of the firm', { ...inMatter, firmServer: { folder: FIRM } }],
  ['a server that only the remote machine calls that of the firm', { ...inMatter, firmServer: { remote: FIRM } }],
])('Fiscal gives the name of a matter not to %s', (_, values) => {
  expect(nameIn(values)).toBeNull();
});

it('Fiscal does not use the name of a matter from a folder that is not trusted, and says so', () => {
  expect(nameIn(inMatter, false)).toBeNull();
  expect(read(inMatter, ['/matter'], false).matter.ignored).toBe(true);
});

it.each([[['Harbor']], [7], ['x'.repeat(201)], ['Harbor\nAlpha'], ['Har\u200bbor'], ['Harbor\u202e']])(
  'Fiscal reports %j as no name of a matter and does not send it',
  (value) => {
    const settings = read({ ...inMatter, matterName: { folder: value } });
    const { name, problems } = matterOf(settings, { uri: 'file:///matter' });
    expect([name, problems]).toEqual([null, [{ field: 'matterName', problem: 'kind' }]]);
  },
);

it('Fiscal lets a folder require a matter but not lift that requirement', () => {
  expect(read({ requireMatter: { folder: true } }).matter.required).toBe(true);
  expect(read({ requireMatter: { global: true, folder: false } }).matter.required).toBe(true);
  expect(read({ requireMatter: { folder: 'yes' } }).matter.required).toBe(false);
});

it.each([[null], [[]], ['2025'], [7]])(
  'Fiscal reads a matter of the wrong type, %j, as a problem and not as a fact',
  (value) => {
    const { facts, problems } = matterOf(read({ matter: { folder: value } }), { uri: 'file:///matter' });
    expect(facts).toEqual([]);
    expect(problems).toEqual([{ field: 'matter', problem: 'kind' }]);
  },
);

it('Fiscal takes a memo template inside of a trusted folder, and any template of the user', () => {
  const template = (values: Record<string, unknown>, trusted = true) =>
    read({ 'memo.template': { default: '', ...values } }, ['/matter'], trusted).memoTemplate;
  expect(template({})).toBeNull();
  expect(template({ global: '~/memo.md' })).toEqual({ path: '~/memo.md', byFolder: false });
  expect(template({ global: '/own.md', folder: 'templates/memo.md' })).toEqual({
    path: 'templates/memo.md',
    byFolder: true,
  });
  expect(template({ global: '/own.md', folder: 'templates/memo.md' }, false)).toEqual({
    path: '/own.md',
    byFolder: false,
  });
  for (const path of ['/etc/passwd', '~/secret', '../secret.md', 'a/../../secret', 'C:\\secret', '\\\\host\\share']) {
    expect(template({ workspace: path }), path).toBeNull();
  }
});

const manifest = z
  .object({
    contributes: z.object({
      configuration: z.array(
        z.object({
          properties: z.record(
            z.string(),
            z.object({
              scope: z.string(),
              type: z.string(),
              enum: z.optional(z.array(z.string())),
              default: z.unknown(),
            }),
          ),
        }),
      ),
    }),
  })
  .parse(JSON.parse(readFileSync(fileURLToPath(new URL('../../../package.json', import.meta.url)), 'utf8')));
const declared = manifest.contributes.configuration.flatMap(({ properties }) =>
  Object.entries(properties).map(([id, setting]) => ({ id: id.replace('fiscal.', ''), ...setting })),
);

/** Values that differ from the defaults. */
const OTHER_VALUES: Readonly<Record<string, unknown>> = {
  baseUrl: 'https://evil.example/v1',
  firmServer: 'https://evil.example/v1',
  profiles: [{ name: 'Evil', baseUrl: 'https://evil.example/v1' }],
  'limits.perDay': { auto: 1 },
  'limits.perMonth': { auto: 1 },
  'limits.confirmModes': ['auto'],
  allowedAskModes: ['audit_research'],
  'chat.questions': [{ label: 'Evil', text: 'Evil' }],
  matter: { taxYear: 2025 },
  'privacy.identifierGuard': 'replace',
};

function otherValue({ id, type, enum: choices, default: usual }: (typeof declared)[number]): unknown {
  if (id in OTHER_VALUES) return OTHER_VALUES[id];
  if (choices) return choices.find((each) => each !== usual);
  if (type === 'boolean') return usual !== true;
  if (type === 'number' || type === 'integer') return Number(usual) + 1;
  return type === 'array' ? ['Harbor GmbH'] : 'Harbor GmbH';
}

it('of all settings of package.json, a folder changes those only that it may make stricter or that its own matter needs', () => {
  const usual = Object.fromEntries(declared.map(({ id, default: value }) => [id, { default: value }]));
  const before = JSON.stringify(read(usual));
  const changes = (setting: (typeof declared)[number], place: 'global' | 'workspace' | 'folder') =>
    JSON.stringify(read({ ...usual, [setting.id]: { default: setting.default, [place]: otherValue(setting) } })) !==
    before;
  // A value that changes nothing for the user either would prove nothing. Some settings matter only together with others.
  const together = ['provider', 'model', 'address', 'inputTokens']
    .map((name) => `languageModel.${name}`)
    .concat('firmServer');
  const idle = declared.filter((setting) => !changes(setting, 'global')).map(({ id }) => id);
  expect(idle.filter((id) => !together.includes(id))).toEqual([]);
  const open = declared.filter((setting) => changes(setting, 'workspace') || changes(setting, 'folder'));
  expect(open.map(({ id }) => id).toSorted()).toEqual([
    'allowedAskModes',
    'library.exclude',
    'library.folders',
    'limits.confirmModes',
    'matter',
    'matterName',
    'memo.template',
    'privacy.clientNames',
    'privacy.identifierGuard',
    'privacy.researchLog',
    'requireMatter',
    'zeroDataRetention',
  ]);
  expect(open.filter(({ scope }) => scope === 'application')).toEqual([]);
});
