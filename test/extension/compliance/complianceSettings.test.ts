import { describe, expect, test } from 'vitest';
import type * as Vscode from 'vscode';
import { newConversation } from '../../../src/conversation/conversation.ts';
import { type KeepingSettings, readKeepingSettings } from '../../../src/extension/compliance/complianceSettings.ts';
import { createGuardGate, createSpendGate } from '../../../src/extension/compliance/preflightChecks.ts';
import type { SpendCounts } from '../../../src/extension/compliance/usage/usageLimits.ts';
import type { Draft } from '../../../src/extension/session/preflight.ts';
import { fakeVscode, type SettingValues } from '../../support/fakeVscode.ts';

function read(settings: SettingValues, trusted = true): KeepingSettings {
  const fake = fakeVscode();
  fake.settings = settings;
  fake.folders = ['/matter'];
  const { workspace, Uri } = fake.api;
  const get = (folder?: Vscode.Uri) => workspace.getConfiguration('fiscal', folder ?? null);
  return readKeepingSettings({ get, folders: [Uri.file('/matter')] }, trusted);
}

describe('a folder', () => {
  test('makes the guard stricter and never weaker', () => {
    expect(read({}).guard).toBe('warn');
    expect(read({ identifierGuard: { global: 'replace', folder: 'off' } }).guard).toBe('replace');
    expect(read({ identifierGuard: { global: 'off', workspace: 'block' } }).guard).toBe('block');
    expect(read({ identifierGuard: { global: 'nonsense', workspace: 7 } }).guard).toBe('warn');
  });

  test('adds names and takes none away', () => {
    expect(read({ 'matter.names': { global: ['Acme'], workspace: [], folder: ['Roe', ' '] } }).names).toEqual([
      'Acme',
      'Roe',
    ]);
  });

  test('turns the log on only when it is trusted, and never off', () => {
    expect(read({ researchLog: { folder: 'folder' } }).researchLog).toBe('folder');
    expect(read({ researchLog: { folder: 'folder' } }, false).researchLog).toBe('off');
    expect(read({ researchLog: { global: 'global', folder: 'off' } }).researchLog).toBe('global');
  });

  test('has no say in what is deleted, logged under zero retention or spent', () => {
    const folder = { keepDays: 1, logZeroRetention: true, 'spend.perDay': { auto: 1 }, 'spend.atCeiling': 'block' };
    const settings = Object.fromEntries(
      Object.entries(folder).map(([id, value]) => [id, { workspace: value, folder: value }]),
    );
    expect(read(settings)).toMatchObject({
      keepDays: 0,
      logZeroRetention: false,
      spend: { day: {}, month: {}, atCeiling: 'confirm' },
    });
  });
});

const { l10n } = fakeVscode().api;
const draft = (more: Partial<Draft> = {}): Draft => ({
  conversation: newConversation({ id: 'c', now: 0 }),
  parent: null,
  question: { text: '', selections: [] },
  askMode: 'auto',
  zeroRetention: false,
  service: 'api.example',
  previewOnly: false,
  agreed: null,
  ...more,
});

test('the guard asks by the settings of the moment', async () => {
  let settings = read({ 'matter.names': { global: ['Acme'] } });
  const guard = createGuardGate(l10n, () => settings);
  const messages = [{ role: 'human', content: 'Does Acme owe tax?' } as const];
  expect(await guard(messages, draft())).toEqual({ findings: [{ kind: 'NAME', masked: 'A…' }], blocked: null });
  settings = read({ 'matter.names': { global: ['Acme'] }, identifierGuard: { global: 'block' } });
  expect((await guard(messages, draft())).blocked).toContain('client identifiers');
});

test('the spend guard says how many of how many, asks at the ceiling, refuses beyond it, and owns up to auto', async () => {
  const counts: SpendCounts = { day: new Map([['auto', 2]]), month: new Map([['auto', 5]]) };
  const gate = (spend: object) =>
    createSpendGate(l10n, () => read({ 'spend.perDay': { global: spend } }), { counts: async () => counts });
  expect(await gate({})(draft())).toEqual({ text: null, confirm: false, blocked: null });
  expect(await gate({ auto: 3 })(draft())).toEqual({
    text: '2 of 3 questions in this mode today · auto: mode not reported',
    confirm: false,
    blocked: null,
  });
  expect(await gate({ auto: 2 })(draft())).toMatchObject({ confirm: true, blocked: null });
  const settings = () => read({ 'spend.perMonth': { global: { auto: 5 } }, 'spend.atCeiling': { global: 'block' } });
  const blocked = await createSpendGate(l10n, settings, { counts: async () => counts })(draft());
  expect(blocked).toMatchObject({
    confirm: false,
    blocked: expect.stringContaining('5 of 5 questions in this mode this month'),
  });
});
