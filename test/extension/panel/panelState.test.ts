import { expect, it } from 'vitest';
import { readSettings } from '../../../src/extension/common/settings.ts';
import { describeIndexing, getPanelState, type PanelStateInput } from '../../../src/extension/panel/panelState.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const defaults = readSettings({ get: () => ({ inspect: () => ({ key: '' }) }) as never, folders: [] }, true);

function stateOf(
  part: {
    settings?: Partial<typeof defaults>;
    services?: object;
    store?: object;
    composer?: object;
    chat?: object;
  } = {},
) {
  const composer = { askMode: null, zeroRetention: false, chips: [], ...part.composer };
  const input = {
    chat: { session: { conversation: conversationOf(turnOf('a', null)) }, composer, readOnly: null, ...part.chat },
    settings: { ...defaults, ...part.settings },
    services: {
      service: 'library',
      model: null,
      readiness: 'ready',
      keyState: 'none',
      library: null,
      ...part.services,
    },
    store: { warning: null, status: () => 'disk', ...part.store },
    starters: ['What is leased?'],
  } as unknown as PanelStateInput;
  return getPanelState(input, fakeVscode().api.l10n);
}

it('the panel state shows the research mode of the question box only where the settings allow it', () => {
  const settings = { askMode: 'auto', askModes: ['auto', 'audit_research'] } as const;
  expect(stateOf({ settings }).askMode).toBe('auto');
  expect(stateOf({ settings, composer: { askMode: 'audit_research' } }).askMode).toBe('audit_research');
  expect(stateOf({ settings, composer: { askMode: 'tax_research_deep_research' } }).askMode).toBe('auto');
});

it('the panel state shows the modes that Auto may choose from: those of the settings, or all of them without Auto itself', () => {
  expect(stateOf({ settings: { allowedAskModes: ['audit_research'] } }).allowedAskModes).toEqual(['audit_research']);
  const all = stateOf({ settings: { allowedAskModes: [] } }).allowedAskModes;
  expect(all).not.toContain('auto');
  expect(all.length).toBeGreaterThan(2);
});

it('the panel state shows zero data retention as on and locked if a setting requires it, and as on if the question box does', () => {
  const on = { zeroRetention: { on: true, byFolder: false } };
  expect(stateOf({ settings: on }).zeroRetention).toEqual({ on: true, locked: true });
  expect(stateOf({ composer: { zeroRetention: true } }).zeroRetention).toEqual({ on: true, locked: false });
  expect(stateOf().zeroRetention).toEqual({ on: false, locked: false });
});

it('the panel state shows one warning: first a deleted conversation, then the disk, then the key, then settings, then the library', () => {
  const deleted = { status: () => 'deleted', warning: 'diskFull' };
  expect(stateOf({ store: deleted }).warning).toMatch(/was deleted in another window/);
  expect(stateOf({ store: { warning: 'diskFull' }, services: { keyState: 'session' } }).warning).toMatch(/^Disk full/);
  expect(stateOf({ store: { warning: 'readOnlyFolder' } }).warning).toMatch(/read-only/);
  expect(stateOf({ store: { warning: 'cannotWrite' } }).warning).toMatch(/cannot be saved/);
  const problem = { problem: 'No index.', indexing: { done: 1, total: 2 } };
  expect(stateOf({ services: { keyState: 'session', library: problem } }).warning).toMatch(
    /API key could not be stored/,
  );
  const invalid = { invalid: ['fiscal.askMode', 'fiscal.chat.fontSize'] };
  expect(stateOf({ settings: invalid, services: { library: problem } }).warning).toBe(
    'The defaults are used of these settings, because their values are not valid: fiscal.askMode, fiscal.chat.fontSize. Change them in the settings.',
  );
  expect(stateOf({ services: { library: problem } })).toMatchObject({ warning: 'No index.', indexing: { done: 1 } });
  expect(stateOf()).toMatchObject({ warning: null, indexing: null, starters: ['What is leased?'] });
});

it('the panel state has no questions about documents of the folder for a service that does not have them', () => {
  expect(stateOf({ services: { service: 'firm.example' } }).starters).toEqual([]);
});

it('the panel state says which client names are not used, and why', () => {
  const privacy = { ...defaults.privacy, refusedNames: ['unless'] };
  expect(stateOf({ settings: { privacy } }).matter?.problems).toEqual([
    'The client name “unless” is not used: it is a common word, a number, or has fewer than three letters. Enter the full name.',
  ]);
});

it('the panel state names the matter of the folder only for the server of the firm, and else says that it is not sent', () => {
  const matter = { ...defaults.matter, own: { ...defaults.matter.own, name: 'Harbor' } };
  const address = {
    origin: 'https://firm.example',
    host: 'firm.example',
    base: 'https://firm.example',
    completionsUrl: '',
  };
  expect(stateOf({ settings: { matter, address, isFirmServer: true } }).matter).toMatchObject({
    name: 'Harbor',
    problems: [],
  });
  expect(stateOf({ settings: { address, isFirmServer: true } }).matter).toMatchObject({ name: null });
  const other = stateOf({ settings: { matter, address, isFirmServer: false } }).matter;
  expect(other).not.toHaveProperty('name');
  expect(other?.problems).toEqual([expect.stringMatching(/^The matter “Harbor” is not sent, .* firm\.example /)]);
  expect(stateOf({ settings: { matter } }).matter).toBeUndefined();
});

it('the description of the view says that documents are counted until their number is known', () => {
  const { api } = fakeVscode();
  expect(describeIndexing({ done: 0, total: 0 }, api)).toBe('Counting the documents…');
  expect(describeIndexing({ done: 0, total: 12 }, api)).toBe('Reading 0 of 12');
});
