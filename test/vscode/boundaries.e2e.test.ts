import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverFolders } from '../../scripts/support/vscodeServer.ts';
import { type Agent, createAgent } from './support/agent.ts';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { type RecordingService, startRecordingService } from './support/recordingService.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const KEY = 'sk-test-boundaries-7702';
const SSN = '123-45-6789';
const LOAN = `# Loan of the lathe\n\nThe limit on the loan of the lathe is $5,000.\n\n> The borrower of the lathe is 123-45-\n> 6789.\n`;
const RENT = '# Rent\n\nThe annual rent of the warehouse of 123\u200b-45-\u{e0041}6789 is $96,000.\n';

describe('client identifiers and texts of others in the real VS Code', () => {
  let shelf: string;
  let service: RecordingService;
  let agent: Agent;
  let workbench: Workbench;
  let chat: ChatPage;
  keepPictures(() => workbench);

  beforeAll(async () => {
    shelf = await mkdtemp(join(tmpdir(), 'fiscal-shelf-'));
    await writeFile(join(shelf, 'loan.md'), LOAN);
    await writeFile(join(shelf, 'rent.md'), RENT);
    service = await startRecordingService(KEY);
    agent = await createAgent();
    workbench = await openWorkbench({
      settings: {
        'chat.disableAIFeatures': false,
        'fiscal.library.folders': [shelf],
        'fiscal.privacy.identifierGuard': 'replace',
      },
      files: {
        '.vscode/settings.json': JSON.stringify({ 'fiscal.library.exclude': ['**', '/**', '../**', '**/*.md'] }),
      },
      ...agent.driver,
      env: { ...agent.driver.env, FISCAL_API_KEY: KEY },
    });
    chat = chatPage(() => workbench.chat());
    await workbench.runCommand('Fiscal: Open Chat');
    await chat.box.waitFor();
  });
  afterAll(async () => {
    await workbench?.close();
    await agent?.close();
    await service?.close();
    await rm(shelf, { recursive: true, force: true });
  });

  const dialog = () => workbench.page.locator('.monaco-dialog-box');
  const allow = () =>
    dialog()
      .getByRole('button', { name: /^(?:Allow|Continue|Yes|OK)/ })
      .first()
      .click();

  it('a folder that excludes everything hides its own documents from an agent, and none of the shelf of the user', async () => {
    const own = await agent.call('fiscal_library', { query: 'dollar limit section 179 2025' });
    await dialog().waitFor();
    await allow();
    expect((await own()).text).not.toContain('2,500,000');
    const ofShelf = await agent.call('fiscal_library', { query: 'limit loan lathe' });
    await dialog().waitFor();
    await allow();
    expect((await ofShelf()).text).toContain('$5,000');
  });

  it('an agent receives a placeholder for an identifier with hidden characters in a document', async () => {
    const result = await agent.call('fiscal_library', { query: 'annual rent of the warehouse' });
    await dialog().waitFor();
    await allow();
    const { text = '' } = await result();
    expect(text).toContain('The annual rent of the warehouse of [SSN-1] is $96,000.');
    expect(text).not.toContain('6789');
  });

  it('prompts of a model have placeholders for identifiers in a line of their own and in a quotation', async () => {
    await workbench.runCommand('Fiscal: Choose Language Model…');
    await workbench.pick(/Driver Model/);
    await workbench.page.getByRole('button', { name: 'Use Model' }).click();
    await workbench.chat().getByText('Library with Driver Model').first().waitFor();
    await chat.ask(`What is the limit on the loan of the lathe?\n${SSN}`);
    await chat.answered(1);
    const prompts = (await agent.prompts()).filter((prompt) => prompt.includes('lathe'));
    expect(prompts.length).toBeGreaterThan(1);
    for (const prompt of prompts) {
      expect(prompt).toContain('[SSN-1]');
      expect(prompt.replace(/\\n|\W/g, '')).not.toContain('123456789');
    }
    expect(prompts.join('\n')).toContain('$5,000');
  });

  it('a click on a link of an answer carries the placeholder, while the text shows the identifier', async () => {
    service.answer((reply) => {
      reply.text(
        'The number [SSN-1] has [details](https://evil.example/?q=[SSN-1]) at www.evil.example/?q=[SSN-1] too.',
      );
      reply.done();
    });
    const file = serverFolders(workbench.dataFolder).userSettings;
    const settings = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...settings, 'fiscal.baseUrl': service.address }));
    await workbench.reload();
    await chat.box.waitFor();
    await workbench.runCommand('Fiscal: New Conversation');
    await chat.isEmpty();
    await chat.ask(`Is ${SSN} exempt?`);
    const answer = await chat.answered(1);
    await answer.getByText(`The number ${SSN} has`).waitFor();
    const links = answer.locator('.answer-text a');
    expect(await links.count()).toBe(2);
    for (const link of await links.all()) {
      expect(await link.evaluate((element) => element.outerHTML)).not.toContain(SSN);
    }
    await links.first().click();
    await dialog().getByText('evil.example').first().waitFor();
    expect(await dialog().innerText()).not.toContain(SSN);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('the confirmation of the longest question of an agent shows its end, and a longer one is refused', async () => {
    const before = service.requests.length;
    const question = `${'word '.repeat(3_990)}the end of the question`;
    await agent.call('fiscal_research', { question });
    await dialog().waitFor();
    expect((await dialog().innerText()).replace(/\s+/g, ' ')).toContain(question);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    const refused = await agent.call('fiscal_research', { question: 'word '.repeat(20_000) });
    expect((await refused()).error).toContain('Enter a question of at most 20,000 characters.');
    expect(service.requests).toHaveLength(before);
  });
});
