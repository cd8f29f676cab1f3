import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { type Recorded, type RecordingService, startRecordingService } from './support/recordingService.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const KEY = 'sk-test-hosted-4711';

describe('the main job with a service over HTTP', () => {
  let service: RecordingService;
  let workbench: Workbench;
  let chat: ChatPage;
  keepPictures(() => workbench);

  beforeAll(async () => {
    service = await startRecordingService(KEY);
    workbench = await openWorkbench({
      settings: { 'fiscal.baseUrl': service.address, 'fiscal.askMode': 'tax_research_deep_research' },
    });
    chat = chatPage(() => workbench.chat());
  });
  afterAll(async () => {
    await workbench?.close();
    await service?.close();
  });

  it('without a key nothing is sent; the key is set by its command', async () => {
    await workbench.openFile('memo-press-line.md');
    await workbench.selectLines(18, 21);
    expect(service.requests).toHaveLength(0);
    await workbench.runCommand('Fiscal: Set API Key');
    await workbench.fillInput(KEY);
    await workbench.page
      .locator('.notifications-toasts')
      .getByText(/API key for/)
      .first()
      .waitFor();
    expect(service.requests).toHaveLength(0);
  });

  it('steps, text, sources and suggestions appear while they arrive', async () => {
    const gate = gates('steps', 'text', 'end');
    service.answer(async (reply) => {
      reply.step('Reading the question');
      await gate.steps;
      reply.text('Yes, if the limits ');
      await gate.text;
      reply.text('of § 179 are kept [1].');
      reply.sources([
        { title: '§ 179 Election to expense', path: 'reference/irc-179-election-to-expense.md', line: 16, endLine: 19 },
      ]);
      reply.suggestions(['What is the dollar limit for 2025?']);
      await gate.end;
      reply.done();
    });
    await workbench.runCommand('Fiscal: Ask About Selection');
    await workbench.pick(/Ask something else/);
    await chat.attached('memo-press-line.md');
    await chat.ask('Can this be expensed at once?');

    await chat.lastAnswer.getByText('Reading the question').waitFor();
    gate.open('steps');
    await chat.lastAnswer.getByText('Yes, if the limits').waitFor();
    expect(await chat.lastAnswer.getAttribute('aria-busy')).toBe('true');
    gate.open('text');
    await chat.lastAnswer.getByText('are kept').waitFor();
    // The sources wait folded while text arrives.
    await chat.lastAnswer.getByRole('button', { name: '1 source' }).waitFor();
    gate.open('end');
    await chat.answered(1);
    await chat.source(1).waitFor();
    expect(await chat.suggestions.allInnerTexts()).toEqual(['What is the dollar limit for 2025?']);
  });

  it('the request carried the key, the fields of the interface and the selected text', () => {
    const [first] = service.requests as [Recorded];
    expect(first.method).toBe('POST');
    expect(first.path).toBe('/v1/chat/completions');
    expect(first.headers['content-type']).toMatch(/^application\/json/);
    expect(first.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(first.headers.cookie).toBeUndefined();
    expect(first.body).toMatchObject({
      model: 'service-1.0',
      stream: true,
      askMode: 'tax_research_deep_research',
    });
    expect(Object.keys(first.body ?? {}).every((name) => FIELDS.includes(name))).toBe(true);
    const messages = first.body?.messages ?? [];
    expect(messages).toHaveLength(1);
    expect(messages[0]?.role).toBe('human');
    expect(messages[0]?.content).toContain('Can this be expensed at once?');
    expect(messages[0]?.content).toContain('memo-press-line.md');
    expect(messages[0]?.content).toContain('a new hydraulic press line');
    expect(messages[0]?.content).not.toContain('packaging line was placed in service');
  });

  it('a source that names a document of the folder opens it at the line', async () => {
    await chat.source(1).click();
    await workbench.editorShows('irc-179-election-to-expense.md', 16, 19);
  });

  it('a suggestion is sent with the whole history before it', async () => {
    service.answer((reply) => {
      reply.text('$2,500,000.');
      reply.done();
    });
    await chat.suggestions.first().click();
    await chat.answered(2);
    const messages = service.requests[1]?.body?.messages ?? [];
    expect(messages.map((message) => message.role)).toEqual(['human', 'ai', 'human']);
    expect(messages[0]?.content).toBe(service.requests[0]?.body?.messages[0]?.content);
    expect(messages[1]?.content).toBe('Yes, if the limits of § 179 are kept [1].');
    expect(messages[2]?.content).toBe('What is the dollar limit for 2025?');
  });

  it('an answer that is stopped in the middle keeps its text and frees the connection', async () => {
    service.answer(async (reply) => {
      reply.text('The roof may be');
      await reply.left;
    });
    await chat.ask('And the roof?');
    await chat.lastAnswer.getByText('The roof may be').waitFor();
    await chat.stopButton.click();
    const answer = await chat.answered(3);
    expect(await answer.innerText()).toContain('The roof may be');
    expect(await answer.innerText()).toContain('You stopped this answer');
    await until('the service sees that the client left', () => service.requests[2]?.left);
  });

  it('a stopped answer is no part of the next history', async () => {
    service.answer((reply) => {
      reply.text('Seven years.');
      reply.done();
    });
    await chat.ask('Which recovery period has the press?');
    await chat.answered(4);
    const messages = service.requests[3]?.body?.messages ?? [];
    expect(messages.map((message) => message.role)).toEqual(['human', 'ai', 'human', 'ai', 'human']);
    expect(messages.at(-1)?.content).toBe('Which recovery period has the press?');
  });

  it('a reload brings everything back and sends nothing', async () => {
    await workbench.reload();
    await chat.answered(4);
    expect(await chat.lastAnswer.innerText()).toContain('Seven years.');
    expect(service.requests).toHaveLength(4);
  });

  it('a refused key is a card with the next action, and the next question works', async () => {
    await workbench.runCommand('Fiscal: Set API Key');
    await workbench.fillInput('sk-wrong');
    await chat.ask('Does a wrong key work?');
    await chat.answered(5);
    await chat.lastAnswer.getByRole('button', { name: 'Set API key' }).waitFor();
    expect(service.requests.at(-1)?.headers.authorization).toBe('Bearer sk-wrong');
    await workbench.runCommand('Fiscal: Set API Key');
    await workbench.fillInput(KEY);
    await chat.ask('And the right one?');
    await chat.answered(6);
    expect(await chat.lastAnswer.innerText()).toContain('Seven years.');
  });

  it('Stop holds the questions that wait: nothing is sent until Send sends each once, and Remove removes them', async () => {
    const held = workbench.chat().locator('.held-questions');
    const questions = () => service.requests.map(({ body }) => body?.messages.at(-1)?.content);
    const stopWithTwoWaiting = async (first: string) => {
      service.answer(async (reply) => {
        reply.text(first);
        await reply.left;
      });
      await chat.ask('Which method?');
      await chat.lastAnswer.getByText(first).waitFor();
      await chat.ask('Which convention?');
      await chat.ask('Which class?');
      service.answer((reply) => {
        reply.text('Half-year.');
        reply.done();
      });
      await chat.stopButton.click();
      await held.getByText('Questions waiting: 2').waitFor();
    };

    await stopWithTwoWaiting('The declining');
    const before = service.requests.length;
    expect(questions().at(-1)).toBe('Which method?');
    await held.getByRole('button', { name: 'Send', exact: true }).click();
    await chat.answered(9);
    expect(questions().slice(before)).toEqual(['Which convention?', 'Which class?']);

    await stopWithTwoWaiting('The straight');
    await held.getByRole('button', { name: 'Remove', exact: true }).click();
    await held.waitFor({ state: 'detached' });
    await chat.answered(10);
    expect(questions().slice(before + 2)).toEqual(['Which method?']);
  });
});

const FIELDS = ['model', 'messages', 'stream', 'askMode', 'allowedAskModes', 'ZeroDataRetention'];

/** Promises by name, each open when the test says so. */
function gates<Name extends string>(...names: Name[]): Record<Name, Promise<void>> & { open(name: Name): void } {
  const openers = new Map<Name, () => void>();
  const promises = Object.fromEntries(
    names.map((name) => [name, new Promise<void>((settle) => openers.set(name, settle))]),
  ) as Record<Name, Promise<void>>;
  return { ...promises, open: (name: Name) => openers.get(name)?.() };
}
