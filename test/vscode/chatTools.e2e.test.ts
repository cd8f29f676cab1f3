import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, createAgent } from './support/agent.ts';
import { keepPictures } from './support/pictures.ts';
import { type RecordingService, startRecordingService } from './support/recordingService.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const KEY = 'sk-test-tools-4711';

describe('tools of agents', () => {
  let service: RecordingService;
  let agent: Agent;
  let workbench: Workbench;
  keepPictures(() => workbench);

  beforeAll(async () => {
    agent = await createAgent();
    service = await startRecordingService(KEY);
    workbench = await openWorkbench({
      settings: { 'chat.disableAIFeatures': false, 'fiscal.baseUrl': service.address },
      ...agent.driver,
      env: { ...agent.driver.env, FISCAL_API_KEY: KEY },
    });
  });
  afterAll(async () => {
    await workbench?.close();
    await service?.close();
    await agent?.close();
  });

  const dialog = () => workbench.page.locator('.monaco-dialog-box');

  it('#fiscalResearch shows its text, mode, cost and retention, and asks the service only after Continue', async () => {
    service.answer((reply) => {
      reply.text('The limit is $2,500,000 [1].');
      reply.sources([{ title: '§ 179', url: 'https://example.org/179' }]);
      reply.done();
    });
    const result = await agent.call('fiscal_research', { question: 'What is the limit for 2025?', mode: 'deep' });
    await dialog().waitFor();
    const shown = await dialog().innerText();
    expect(shown).toContain('What is the limit for 2025?');
    expect(shown).toContain('Deep research');
    expect(shown).toContain('as one question');
    expect(shown).toContain('Data retention');
    expect(service.requests).toHaveLength(0);
    await dialog()
      .getByRole('button', { name: /^(?:Allow|Continue|Yes|OK)/ })
      .first()
      .click();
    expect((await result()).text).toContain(
      'The limit is $2,500,000 [1].\n\nSources:\n[1] § 179 · https://example.org/179',
    );
    expect(service.requests[0]?.body?.askMode).toBe('tax_research_deep_research');
  });

  it('The call of an agent is in the list of conversations', async () => {
    await workbench.runCommand('Fiscal: Open Conversation');
    await workbench.pick(/Agent: What is the limit for 2025\?/);
    await workbench.chat().getByText('The limit is $2,500,000').first().waitFor();
  });

  it('#fiscalLibrary finds passages without a request to the service', async () => {
    const before = service.requests.length;
    const result = await agent.call('fiscal_library', { query: 'dollar limit section 179 2025' });
    await dialog().waitFor();
    expect(await dialog().innerText()).toContain('Free. The question is answered on this machine.');
    await dialog()
      .getByRole('button', { name: /^(?:Allow|Continue|Yes|OK)/ })
      .first()
      .click();
    expect((await result()).text).toContain('2,500,000');
    expect(service.requests).toHaveLength(before);
  });

  it('A call with 2 MB of input is refused with a sentence', async () => {
    const result = await agent.call('fiscal_research', { question: 'x'.repeat(2 * 1024 * 1024) });
    expect((await result()).error).toContain('Enter a question of at most 20,000 characters.');
  });
});
