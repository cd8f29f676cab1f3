import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const KEY = 'sk-test-bad-4714';
let workbench: Workbench | undefined;
let server: Server | undefined;

// The last hook runs first.
afterEach(async () => {
  await workbench?.close();
  server?.closeAllConnections();
  server?.close();
});
keepPictures(() => workbench);

it('Fiscal says what to do when the folder is empty', async () => {
  workbench = await openWorkbench({ empty: true });
  await workbench.runCommand('Fiscal: Open Chat');
  const chat = workbench.chat();
  await chat
    .getByText(/contains no documents/)
    .first()
    .waitFor();
  await chat.getByRole('button', { name: 'Connect to research service' }).first().waitFor();
});

it('Fiscal finds the other files next to a binary file, a broken PDF and an empty file', async () => {
  workbench = await openWorkbench({
    files: { 'binary.md': '\0\u0001\u0002\0'.repeat(500), 'broken.pdf': '%PDF-1.7 and nothing else', 'empty.md': '' },
  });
  const chat = chatPage(() => workbench?.chat() as ReturnType<Workbench['chat']>);
  await workbench.runCommand('Fiscal: Open Chat');
  await chat.box.waitFor();
  await chat.ask('What is the dollar limit of section 179 for 2025?');
  expect(await (await chat.answered(1)).innerText()).toContain('$2,500,000');
});

it('Fiscal answers a question while a document that takes long is still being read', async () => {
  workbench = await openWorkbench({ files: { 'long.rtf': `{\\rtf1 ${'\\par a'.repeat(2_000_000)}` } });
  const chat = chatPage(() => workbench?.chat() as ReturnType<Workbench['chat']>);
  await workbench.runCommand('Fiscal: Open Chat');
  await chat.box.waitFor();
  await chat.ask('What is the dollar limit of section 179 for 2025?');
  const answer = await (await chat.answered(1)).innerText();
  expect(answer).toContain('$2,500,000');
  expect(answer).toContain('The library is still being read.');
});

it('Fiscal shows a card with the next action when something else is at the address, and answers the next question', async () => {
  let requests = 0;
  server = createServer((_request, response) => {
    requests += 1;
    if (requests === 1) {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Sign in</title><h1>Sign in to the guest network</h1>');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      'data: {"choices":[{"index":0,"delta":{"content":"Now it works."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
    );
  });
  await new Promise<void>((settle) => server?.listen(0, '127.0.0.1', settle));
  const { port } = server.address() as AddressInfo;
  workbench = await openWorkbench({
    settings: { 'fiscal.baseUrl': `http://127.0.0.1:${port}` },
    env: { FISCAL_API_KEY: KEY },
  });
  const chat = chatPage(() => workbench?.chat() as ReturnType<Workbench['chat']>);
  await workbench.runCommand('Fiscal: Open Chat');
  await chat.box.waitFor();
  await chat.ask('Is this the service?');
  const card = await chat.answered(1);
  expect(await card.innerText()).toContain('Not the research service');
  expect(await card.innerText()).not.toContain('<h1>');
  await card
    .getByRole('button', { name: /Connect to research service|Check connection/ })
    .first()
    .waitFor();
  expect(requests).toBe(1);
  await chat.ask('And now?');
  expect(await (await chat.answered(2)).innerText()).toContain('Now it works.');
});

it('Fiscal shows a card with the next action when the connection is refused', async () => {
  const probe = createServer();
  await new Promise<void>((settle) => probe.listen(0, '127.0.0.1', settle));
  const { port } = probe.address() as AddressInfo;
  await new Promise((settle) => probe.close(settle));
  workbench = await openWorkbench({
    settings: { 'fiscal.baseUrl': `http://127.0.0.1:${port}` },
    env: { FISCAL_API_KEY: KEY },
  });
  const chat = chatPage(() => workbench?.chat() as ReturnType<Workbench['chat']>);
  await workbench.runCommand('Fiscal: Open Chat');
  await chat.box.waitFor();
  await chat.ask('Is anybody there?');
  const card = await chat.answered(1);
  expect(await card.innerText()).toContain('Could not reach the service');
  await card.getByRole('button', { name: 'Check connection' }).first().waitFor();
});
