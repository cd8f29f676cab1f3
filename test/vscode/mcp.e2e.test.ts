import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, createAgent } from './support/agent.ts';
import { keepPictures } from './support/pictures.ts';
import { succeeds, TRY, until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

/** It is in no file of the folder. */
const OTHER_CLIENT = 'Borealis Millworks';

describe('the MCP server and the skill in VS Code', () => {
  let agent: Agent;
  let workbench: Workbench;
  keepPictures(() => workbench);

  beforeAll(async () => {
    agent = await createAgent();
    workbench = await openWorkbench({
      settings: {
        'chat.disableAIFeatures': false,
        'fiscal.privacy.clientNames': [OTHER_CLIENT, 'Aurora Bakery'],
        'fiscal.privacy.researchLog': 'global',
      },
      files: { 'clients/facts.md': '# Zymurgy election\n\nThe zymurgy election of Aurora Bakery was filed in 2025.\n' },
      ...agent.driver,
    });
  });
  afterAll(async () => {
    await workbench?.close();
    await agent?.close();
  });

  const toolOf = async (name: string) => (await agent.tools()).find((tool) => tool.endsWith(`_${name}`));

  it('VS Code starts the server, and agents can call its tools', async () => {
    const server = workbench.page.getByRole('option', { name: /Fiscal Library/ }).first();
    // The list has only the servers that VS Code knew when it was opened.
    await until('the server is listed', async () => {
      await workbench.closeInput();
      await workbench.runCommand('MCP: List Servers');
      return succeeds(server.waitFor({ timeout: TRY }));
    });
    await workbench.pick(/Fiscal Library/);
    await workbench.pick('Start Server');
    const name = await until('the tool is there', () => toolOf('search_library'));
    const found = await (await agent.call(name, { query: 'dollar limit section 179 2025' }))();
    expect(found.text).toContain('2,500,000');
  });

  it('the language model of an agent receives placeholders for the names of clients', async () => {
    const name = (await toolOf('search_library')) ?? '';
    const found = await (await agent.call(name, { query: 'zymurgy election of [NAME-2]' }))();
    expect(found.text).toContain('The zymurgy election of [NAME-2] was filed');
    expect(found.text).not.toContain('Aurora');
  });

  it('the questions of agents are in the research log, which verifies', async () => {
    const holding = await workbench.dataHolds('zymurgy election of Aurora Bakery');
    expect(holding.filter((file) => file.endsWith('research-log.jsonl'))).toHaveLength(1);
    await workbench.runCommand('Fiscal: Verify Research Log');
    // Two questions with their answers, and the begin of the chain.
    await workbench.page.getByText('The research log is intact: 5 entries').first().waitFor();
  });

  it('VS Code stores the definition of the server without the names of clients', async () => {
    await until('the definition is stored', () => workbench.storageHolds('FISCAL_BASE_URL'));
    expect(await workbench.storageHolds(OTHER_CLIENT)).toBe(false);
  });

  it('VS Code lists the skill for agents', async () => {
    await workbench.runCommand('Chat: Configure Skills...');
    await workbench.page
      .locator('.quick-input-widget')
      .getByRole('option', { name: /^fiscal-research, Research of US tax/ })
      .waitFor();
    await workbench.pick(/^fiscal-research/);
    await workbench.page.getByRole('tab', { name: /SKILL\.md/, selected: true }).waitFor();
    // VS Code underlines mistakes in the head of a skill.
    await workbench.page.locator('.monaco-editor .view-line').getByText('fiscal-research').first().waitFor();
    expect(await workbench.page.locator('.squiggly-error, .squiggly-warning').count()).toBe(0);
  });
});
