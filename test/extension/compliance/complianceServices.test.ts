import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FOLDER_LOG } from '../../../src/compliance/researchLog/researchLog.ts';
import { watchSettings } from '../../../src/extension/common/settings.ts';
import { createComplianceServices } from '../../../src/extension/compliance/complianceServices.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';
import { fakeMemento, fakeVscode } from '../../support/fakeVscode.ts';
import { createMemoryStore } from '../../support/memoryStore.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-compliance-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const turn = { ...turnOf('a', null), service: 'service.example' };
const question = { role: 'human', content: 'May we deduct it?' } as const;

/** A workspace whose folder turns the research log on. */
function workspace() {
  const memento = fakeMemento();
  const fake = fakeVscode();
  fake.folders = [folder];
  fake.settings = { 'privacy.researchLog': { default: 'off', folder: 'folder' } };
  const conversation = {
    ...conversationOf(turn),
    folder: { name: 'matter', uri: fake.api.Uri.file(folder).toString() },
  };
  return {
    fake,
    openWindow() {
      const settings = watchSettings(fake.api);
      const services = createComplianceServices(fake.api, join(folder, 'storage'), {
        settings: () => settings.current,
        store: createMemoryStore(),
        memento,
      });
      return { services, ask: () => services.sending(conversation, turn, [question]) };
    },
  };
}

it('a folder that turns the research log on has no log until the user agreed in a dialog', async () => {
  const { fake, openWindow } = workspace();
  await openWindow().ask();
  expect(fake.messages).toEqual(['The settings of this folder turn on the research log. Do you want to keep it?']);
  expect(existsSync(join(folder, FOLDER_LOG))).toBe(false);
  fake.answers.push('Keep Log');
  const { ask } = openWindow();
  await ask();
  await ask();
  expect(fake.messages).toHaveLength(2);
  expect(await readFile(join(folder, FOLDER_LOG), 'utf8')).toContain('May we deduct it?');
});

it('a user is told once that questions cannot be counted', async () => {
  const { fake, openWindow } = workspace();
  fake.settings = {};
  mkdirSync(join(folder, 'storage'));
  writeFileSync(join(folder, 'storage', 'usage'), 'no folder');
  const { ask } = openWindow();
  await ask();
  await ask();
  expect(fake.messages).toEqual(['Questions cannot be counted (EEXIST). Usage limits do not include them.']);
});

it('a user who declined the log of a folder is not asked again in this workspace', async () => {
  const { fake, openWindow } = workspace();
  fake.answers.push('Do Not Keep Log');
  await openWindow().ask();
  await openWindow().ask();
  expect(fake.messages).toHaveLength(1);
  expect(existsSync(join(folder, FOLDER_LOG))).toBe(false);
});

it('a log that was deleted is reported with the next question', async () => {
  const { fake, openWindow } = workspace();
  fake.answers.push('Keep Log');
  const { ask } = openWindow();
  await ask();
  rmSync(join(folder, FOLDER_LOG));
  await ask();
  expect(fake.messages.at(-1)).toMatch(/^The research log was changed: entries are missing/);
});
