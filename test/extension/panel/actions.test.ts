import { expect, it } from 'vitest';
import { COMMANDS } from '../../../src/extension/common/contributions.ts';
import { createPageActions } from '../../../src/extension/panel/actions.ts';
import { actionSchema } from '../../../src/panel/pageMessages.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

it('every action of the page is mapped to a command of the extension or a fixed command of VS Code', async () => {
  const { api } = fakeVscode();
  const ran: unknown[][] = [];
  api.commands.executeCommand = async (...args: unknown[]) => {
    ran.push(args);
    return undefined as never;
  };
  const run = createPageActions(api);
  const page = { chat: { session: { conversation: { currentTurnId: 't1' } } } } as never;
  for (const action of Object.values(actionSchema.def.entries)) await run(action, page);
  expect(ran).toHaveLength(Object.keys(actionSchema.def.entries).length);
  const allowed = [...COMMANDS, 'workbench.action.openSettings', 'workbench.action.files.openFolder'] as unknown[];
  for (const [id] of ran) expect(allowed).toContain(id);
  expect(ran).toContainEqual(['fiscal.showResponseEvents', 't1']);
});
