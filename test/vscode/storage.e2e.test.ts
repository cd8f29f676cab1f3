import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChatPage } from './support/chat.ts';
import { setUpHostedChat } from './support/hostedChat.ts';
import type { RecordingService } from './support/recordingService.ts';
import { until } from './support/until.ts';
import type { Workbench } from './support/workbench.ts';

const KEY = 'sk-test-keeping-8261';

describe('conversations are kept, found, named and deleted', () => {
  let service: RecordingService;
  let workbench: Workbench;
  let chat: ChatPage;

  const settings = {
    'fiscal.privacy.identifierGuard': 'replace',
    'fiscal.privacy.clientNames': ['Harbor Quay LLP'],
    'fiscal.privacy.researchLog': 'global',
  };
  setUpHostedChat(KEY, { settings }, (opened) => {
    ({ service, workbench, chat } = opened);
  });

  const items = () => workbench.page.getByRole('tree', { name: /Conversations/ }).getByRole('treeitem');
  const notification = (text: RegExp) => workbench.page.locator('.notification-list-item').getByText(text).first();

  it('identifiers leave as placeholders and are shown as they are', async () => {
    service.answer((reply) => {
      reply.sources([
        { title: '26 U.S.C. § 6041A', url: 'https://uscode.example/6041A', snippet: 'Returns regarding payments' },
      ]);
      reply.text('For [NAM');
      reply.text('E-1] with [SSN-');
      reply.text('1]: zyzzyva applies.');
      reply.done();
    });
    await chat.ask('Does Harbor Quay LLP report for 123-45-6789?');
    const answer = await chat.answered(1);
    expect(service.requests[0]?.body?.messages.at(-1)?.content).toBe('Does [NAME-1] report for [SSN-1]?');
    expect(await answer.innerText()).toContain('For Harbor Quay LLP with 123-45-6789: zyzzyva applies.');
  });

  it('the Sources view lists the source, and its review state is the same in the page', async () => {
    await workbench.runCommand('Fiscal: Focus on Sources View');
    const source = workbench.page.getByRole('treeitem', { name: /26 U.S.C. § 6041A, Unread/ });
    await source.hover();
    await source.getByRole('button', { name: 'Mark Source as Relied On' }).click();
    await workbench.page.getByRole('treeitem', { name: /26 U.S.C. § 6041A, Relied on/ }).waitFor();
  });

  it('the Conversations view lists the conversation, and a word of its answer finds it', async () => {
    await workbench.runCommand('Fiscal: Focus on Conversations View');
    await until('it is listed', async () => (await items().count()) === 1);
    await workbench.runCommand('Fiscal: New Conversation');
    await until('the chat is empty and has the focus', async () => {
      const focused = await chat.box.evaluate((box) => box.ownerDocument.activeElement === box);
      return focused && (await chat.answers.count()) === 0;
    });
    await workbench.runCommand('Fiscal: Search Conversations…');
    await workbench.page.locator('.quick-input-widget input').first().fill('ZYZZYVA');
    await workbench.pick(/Does Harbor Quay LLP/);
    await chat.answered(1);
    await until('the hit is shown', async () => (await chat.find.inputValue()) === 'ZYZZYVA');
    await workbench.chat().getByText('1 of 1', { exact: true }).waitFor();
  });

  it('the research log verifies, contains what was sent, and reveals an edited line', async () => {
    await workbench.runCommand('Fiscal: Verify Research Log');
    await notification(/The research log is intact: [3-9] entries/).waitFor();
    const [file = ''] = await findLog(workbench.dataFolder);
    const text = await readFile(file, 'utf8');
    expect(text).toContain('Does [NAME-1] report for [SSN-1]?');
    expect(text).not.toContain('123-45-6789');
    await writeFile(file, text.replace('[SSN-1]?', '[SSN-2]?'));
    await workbench.runCommand('Fiscal: Verify Research Log');
    await notification(/The research log was changed: line 2 does not match/).waitFor();
  });

  it('a deleted conversation is removed from the disk', async () => {
    expect(await workbench.dataHolds('zyzzyva applies')).not.toEqual([]);
    await workbench.runCommand('Fiscal: Delete Conversation…');
    await workbench.pick(/Does Harbor Quay LLP/);
    await workbench.page.getByRole('button', { name: 'Delete' }).click();
    await until('the tree is empty', async () => (await items().count()) === 0);
    await until('no file holds it', async () => (await workbench.dataHolds('zyzzyva applies')).length === 0);
  });
});

async function findLog(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('research-log.jsonl')).map((name) => join(folder, name));
}
