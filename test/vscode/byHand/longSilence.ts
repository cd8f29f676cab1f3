/**
 * A silent service in the real VS Code with default settings, by hand: `node test/vscode/byHand/longSilence.ts [seconds]`.
 * Two windows at once ask a service that is silent for 310 s, one before the headers and one inside the stream: longer than the
 * 300 s after which fetch gives up by itself. Prints what was seen; pictures go to the system's temporary folder. Ends with
 * code 1 unless both answers are whole, after one request each, with the silence told meanwhile. Needs seconds > 30.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureVsCode } from '../../../scripts/support/codeServer.ts';
import { installExtension, serverFolders } from '../../../scripts/support/vscodeServer.ts';
import { makeVsix } from '../../../scripts/support/vsix.ts';
import { launchBrowser } from '../../support/browser.ts';
import { chatPage } from '../support/chat.ts';
import { until } from '../support/until.ts';
import { openWindow, type Parts } from '../support/window.ts';

const SECONDS = Number(process.argv[2] ?? 310);
/** The picture is taken that long before the silence ends, ms. */
const PICTURE_BEFORE_END = 8_000;
const KEY = 'sk-test-silence-4715';
const PIECES = ['The first words of the answer, ', 'and after a long silence the last.'];
const WHERE = ['before the headers', 'inside the stream'] as const;
type Where = (typeof WHERE)[number];

interface Exchange {
  readonly request: string;
  /** When the silence began and ended; `performance.now()`. */
  begun?: number;
  ended?: number;
}

const scratch = await mkdtemp(join(tmpdir(), 'fiscal-silence-'));
const browser = await launchBrowser();
try {
  const vscode = await ensureVsCode();
  await installExtension(vscode, scratch, await makeVsix({ quiet: true }));
  const { extensions } = serverFolders(scratch);
  const parts = { vscode, browser: async () => browser, extensionsFolder: extensions };
  const results = await Promise.allSettled(WHERE.map((where) => hold(parts, where)));
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') continue;
    process.exitCode = 1;
    console.log(`${WHERE[index]}: FAILED`, result.reason);
  }
} finally {
  await browser.close();
  await rm(scratch, { recursive: true, force: true });
}

async function hold(parts: Parts, where: Where): Promise<void> {
  const exchanges: Exchange[] = [];
  const server = createServer((request, response) => void answer(request, response, where, exchanges));
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const { port } = server.address() as AddressInfo;
  const workbench = await openWindow(parts, {
    settings: { 'fiscal.baseUrl': `http://127.0.0.1:${port}` },
    env: { FISCAL_API_KEY: KEY },
  });
  const picture = async (what: string) => {
    const path = join(tmpdir(), `fiscal-silence-${where.replaceAll(' ', '-')}-${what}.png`);
    await workbench.page.screenshot({ path });
    console.log(`${where}: picture ${path}`);
  };
  try {
    const chat = chatPage(() => workbench.chat());
    await workbench.runCommand('Fiscal: Open Chat');
    await chat.box.waitFor();
    await chat.ask(`Does an answer outlive a silence ${where}?`);
    const begun = await until('the silence has begun', () => exchanges[0]?.begun);
    console.log(`${where}: silence of ${SECONDS} s begins ${new Date().toISOString()}`);
    await sleep(Math.max(0, begun + SECONDS * 1000 - PICTURE_BEFORE_END - performance.now()));
    const told = await chat.lastAnswer.getByText(/^Nothing has arrived for/).innerText();
    console.log(`${where}: told near the end of it: "${told}"`);
    await picture('meanwhile');

    await until('the silence has ended', () => exchanges[0]?.ended);
    const shown = await (await chat.answered(1)).innerText();
    await picture('after');
    assert.ok(shown.includes(PIECES.join('')), `The answer is not whole: ${shown}`);
    assert.equal(await chat.lastAnswer.locator('.error-card, .mark').count(), 0, `The answer is marked: ${shown}`);
    const requests = exchanges.map(({ request }) => request);
    assert.deepEqual(requests, ['POST /chat/completions']);
    const silence = ((exchanges[0]?.ended ?? Number.NaN) - begun) / 1000;
    console.log(`${where}: passed. Silence ${silence.toFixed(1)} s, ${exchanges.length} request, the answer is whole.`);
  } catch (error) {
    await picture('failed');
    throw error;
  } finally {
    await workbench.close();
    server.closeAllConnections();
    server.close();
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, where: Where, exchanges: Exchange[]) {
  const exchange: Exchange = { request: `${request.method} ${request.url}` };
  exchanges.push(exchange);
  request.resume();
  if (request.headers.authorization !== `Bearer ${KEY}`) return response.writeHead(401).end();
  const head = () => response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  const send = (delta: object, reason: string | null = null) =>
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`);
  if (where === 'inside the stream') {
    head();
    send({ content: PIECES[0] });
  }
  exchange.begun = performance.now();
  await sleep(SECONDS * 1000);
  if (where === 'before the headers') head();
  for (const content of where === 'before the headers' ? PIECES : PIECES.slice(1)) send({ content });
  send({}, 'stop');
  response.end('data: [DONE]\n\n');
  exchange.ended = performance.now();
}
