/**
 * The service under long load, by hand: `node test/service/soak/main.ts [requests] [library folder]`. Prints figures and ends with
 * code 1 if one is missed: 0 failures, memory within 10 % after warm-up, 1,000 slow sockets delay a good caller by < 100 ms.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProgram } from '../../../scripts/support/buildProgram.ts';

const REQUESTS = Number(process.argv[2] ?? 100_000);
const AT_ONCE = 8;
const WARM_UP = 0.2;
const SLOW_SOCKETS = 1_000;
const KEY = 'soak-key';

const own = process.argv[3] === undefined ? mkdtempSync(join(tmpdir(), 'fiscal-soak-')) : null;
if (own !== null) {
  for (let count = 0; count < 50; count++) {
    writeFileSync(
      join(own, `memo-${count}.md`),
      `# Memo ${count}\n\n${'The cost of a laptop may be expensed. '.repeat(30)}\n`,
    );
  }
}

const built = mkdtempSync(join(tmpdir(), 'fiscal-soak-program-'));
const program = await buildProgram(built);
const service = spawn(
  process.execPath,
  [program, 'serve', '--in-memory', '--library', own ?? process.argv[3] ?? '', '--key', KEY],
  {
    stdio: ['ignore', 'pipe', 'ignore'],
  },
);
const port = await new Promise<number>((resolve) => {
  let printed = '';
  service.stdout.on('data', (bytes) => {
    printed += bytes;
    const found = /at http:\/\/127\.0\.0\.1:(\d+)[\s\S]*^Ready:/m.exec(printed);
    if (found !== null) resolve(Number(found[1]));
  });
});

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const question = (fields: object): string =>
  JSON.stringify({
    model: 'service-1.0',
    messages: [{ role: 'human', content: 'Is a laptop deductible?' }],
    ...fields,
  });

type Kind = 'stream' | 'whole' | 'refused' | 'left';
const KINDS: readonly Kind[] = ['stream', 'whole', 'stream', 'refused', 'stream', 'whole', 'stream', 'left'];

/** Resolves to whether the reply was the right one for its kind. */
function ask(kind: Kind): Promise<boolean> {
  return new Promise((resolve) => {
    const outgoing = request(
      {
        port,
        host: '127.0.0.1',
        agent,
        method: 'POST',
        path: '/chat/completions',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
      },
      (incoming) => {
        let body = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (text) => {
          body += text;
          if (kind === 'left') {
            incoming.destroy();
            resolve(true);
          }
        });
        incoming.on('error', () => resolve(kind === 'left'));
        incoming.on('end', () => {
          if (kind === 'refused') resolve(incoming.statusCode === 400);
          else if (kind === 'whole') resolve(incoming.statusCode === 200 && body.includes('"finish_reason":"stop"'));
          else resolve(body.endsWith('data: [DONE]\n\n'));
        });
      },
    );
    outgoing.on('error', () => resolve(kind === 'left'));
    outgoing.end(question(kind === 'refused' ? { askMode: 'x' } : { stream: kind !== 'whole' }));
  });
}

const megabytes = (): number => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(service.pid)]).toString()) / 1024;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

let asked = 0;
let failures = 0;
const memory: number[] = [];
const every = Math.max(1, Math.floor(REQUESTS / 100));

async function worker(): Promise<void> {
  while (asked < REQUESTS) {
    const number = asked++;
    if (number % every === 0) memory.push(megabytes());
    if (number > 0 && number % (every * 10) === 0) console.log(`${number} requests, ${memory.at(-1)?.toFixed(0)} MB`);
    if (!(await ask(KINDS[number % KINDS.length] ?? 'stream'))) failures++;
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: AT_ONCE }, worker));
const seconds = (performance.now() - startedAt) / 1000;
const warm = median(memory.slice(memory.length * WARM_UP, memory.length * 2 * WARM_UP));
const last = median(memory.slice(memory.length * (1 - WARM_UP)));

async function latencies(count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let at = 0; at < count; at++) {
    const from = performance.now();
    if (!(await ask('whole'))) failures++;
    taken.push(performance.now() - from);
  }
  return taken;
}

const alone = await latencies(200);
const head = `POST /chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\n`;
const body = question({ stream: true });
const slow: Socket[] = [];
for (let at = 0; at < SLOW_SOCKETS; at++) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  // One half never ends its header, the other half asks and never reads.
  if (at % 2 === 0) socket.write(head);
  else socket.pause().write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  slow.push(socket);
}
await Promise.all(
  slow.map((socket) => new Promise((resolve) => (socket.connecting ? socket.once('connect', resolve) : resolve(null)))),
);
const beside = await latencies(200);
for (const socket of slow) socket.destroy();
const delay = median(beside) - median(alone);

const closing = performance.now();
service.kill('SIGTERM');
const code = await new Promise((resolve) => service.on('exit', resolve));
agent.destroy();
rmSync(built, { recursive: true });
if (own !== null) rmSync(own, { recursive: true });

console.log(
  `requests           ${REQUESTS} in ${seconds.toFixed(0)} s (${(REQUESTS / seconds).toFixed(0)}/s), ${failures} failures`,
);
console.log(
  `memory             ${warm.toFixed(0)} MB after warm-up, ${last.toFixed(0)} MB at the end (${(last / warm).toFixed(2)}x)`,
);
console.log(
  `slow sockets       ${SLOW_SOCKETS}: a good caller waits ${delay.toFixed(1)} ms more (median ${median(alone).toFixed(1)} -> ${median(beside).toFixed(1)} ms)`,
);
console.log(`shutdown           code ${code} after ${(performance.now() - closing).toFixed(0)} ms`);
process.exitCode = failures === 0 && last <= warm * 1.1 && delay < 100 && code === 0 ? 0 : 1;
