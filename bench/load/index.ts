/**
 * The service under mixed load: `npm run bench -- load [--seconds 600] [--at-once 8]`. Streams, whole answers, follow-ups, refused requests and
 * callers that leave, at once. Each question has one right answer. Prints the latency, the errors and the memory of the process; ends with
 * code 1 if an answer is wrong or a request fails.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildProgram } from '../../scripts/support/buildProgram.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { seconds: { type: 'string', default: '15' }, 'at-once': { type: 'string', default: '8' } },
});
const SECONDS = Number(values.seconds);
const AT_ONCE = Number(values['at-once']);
const KEY = 'load-key';
const DOCUMENTS = 200;
const SYLLABLES = ['ba', 'de', 'fo', 'gu', 'ki', 'lo', 'ma', 'ne', 'po', 'ru', 'sa', 'ti', 'vo', 'wu', 'za'];

/** A name that only one document has. */
const nameOf = (at: number) =>
  [at % 15, Math.floor(at / 15) % 15, (at * 7 + 3) % 15].map((syllable) => SYLLABLES[syllable]).join('');
const amountOf = (at: number) => `$${(10_000 + at * 37).toLocaleString('en-US')}`;

const folder = mkdtempSync(join(tmpdir(), 'fiscal-load-'));
for (let at = 0; at < DOCUMENTS; at += 1) {
  const text = `# Lease of ${nameOf(at)}\n\nThe tenant ${nameOf(at)} pays a deposit of ${amountOf(at)} under this lease.\n`;
  writeFileSync(join(folder, `lease-${at}.md`), text);
}
const built = mkdtempSync(join(tmpdir(), 'fiscal-load-program-'));
const program = await buildProgram(built);
const service = spawn(process.execPath, [program, 'serve', '--in-memory', '--library', folder, '--key', KEY], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
const port = await new Promise<number>((resolve) => {
  let printed = '';
  service.stdout.on('data', (bytes) => {
    printed += bytes;
    const found = /at http:\/\/127\.0\.0\.1:(\d+)[\s\S]*^Ready:/m.exec(printed);
    if (found !== null) resolve(Number(found[1]));
  });
});

const KINDS = ['stream', 'whole', 'followUp', 'stream', 'refused', 'whole', 'left', 'stream'] as const;
type Kind = (typeof KINDS)[number];
type Outcome = 'right' | 'wrong' | 'failed';
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

function bodyOf(kind: Kind, at: number): string {
  const question = { role: 'human', content: `What deposit does the tenant ${nameOf(at)} pay under the lease?` };
  const other = (at + 1) % DOCUMENTS;
  const earlier = [
    { role: 'human', content: `What deposit does the tenant ${nameOf(other)} pay?` },
    { role: 'ai', content: `A deposit of ${amountOf(other)}.` },
  ];
  return JSON.stringify({
    model: 'service-1.0',
    messages: kind === 'followUp' ? [...earlier, question] : [question],
    stream: kind === 'stream' || kind === 'left',
    ...(kind === 'refused' && { askMode: 'none' }),
  });
}

function ask(kind: Kind, at: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${KEY}` };
    const outgoing = request({ port, host: '127.0.0.1', agent, method: 'POST', path: '/chat/completions', headers });
    outgoing.on('error', () => resolve(kind === 'left' ? 'right' : 'failed'));
    outgoing.on('response', (incoming) => {
      let body = '';
      incoming.setEncoding('utf8');
      incoming.on('error', () => resolve(kind === 'left' ? 'right' : 'failed'));
      incoming.on('data', (text) => {
        body += text;
        if (kind !== 'left') return;
        incoming.destroy();
        resolve('right');
      });
      incoming.on('end', () => {
        if (kind === 'refused') resolve(incoming.statusCode === 400 ? 'right' : 'wrong');
        else if (incoming.statusCode !== 200) resolve('failed');
        else resolve(body.includes(amountOf(at)) ? 'right' : 'wrong');
      });
    });
    outgoing.end(bodyOf(kind, at));
  });
}

/** Megabytes; null where the system does not tell. */
function memory(): number | null {
  try {
    const pages = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1];
    return pages === undefined ? null : Number(pages) / 1024;
  } catch {
    return null;
  }
}

const times: number[] = [];
const outcomes: Record<Outcome, number> = { right: 0, wrong: 0, failed: 0 };
const used: number[] = [];
const end = performance.now() + SECONDS * 1000;
let asked = 0;

async function caller(): Promise<void> {
  while (performance.now() < end) {
    const number = asked++;
    const kind = KINDS[number % KINDS.length] ?? 'stream';
    const from = performance.now();
    const outcome = await ask(kind, (number * 31) % DOCUMENTS);
    outcomes[outcome] += 1;
    if (kind !== 'refused' && kind !== 'left') times.push(performance.now() - from);
    const now = number % 50 === 0 ? memory() : null;
    if (now !== null) used.push(now);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, caller));
agent.destroy();
service.kill('SIGTERM');
await new Promise((resolve) => service.on('exit', resolve));
for (const made of [folder, built]) rmSync(made, { recursive: true });

const sorted = times.toSorted((a, b) => a - b);
const percentile = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(0);
const { right, wrong, failed } = outcomes;
console.log(
  `requests   ${asked} in ${SECONDS} s, ${AT_ONCE} at once: ${right} right, ${wrong} wrong, ${failed} failed`,
);
console.log(`answers    p50 ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms, p99 ${percentile(0.99)} ms`);
if (used.length > 0) {
  const [first = 0] = used;
  const most = used.reduce((a, b) => Math.max(a, b));
  console.log(
    `memory     ${first.toFixed(0)} MB at the start, ${most.toFixed(0)} MB at most, ${(used.at(-1) ?? 0).toFixed(0)} MB at the end`,
  );
}
process.exitCode = wrong + failed === 0 ? 0 : 1;
