/**
 * Two servers of a firm and three nodes of OpenSearch under load, of which a server and the node that manages the cluster are killed in
 * the middle and started again: `npm run bench -- firmLoad [--seconds 60] [--callers 100] [--pause 0]`. Counts wrong answers, errors by
 * their kind, and what the audit lacks. Ends with code 1 for a wrong answer, an entry that is missing, or an error that the interface
 * does not have.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addCollection, addKey, addPrincipal, setRight } from '../../src/firm/access/administration.ts';
import { isAllowed, missingInAudit } from '../firm/expected.ts';
import { ask, percentiles, type Reply, startFirm } from '../firm/firm.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seconds: { type: 'string', default: '60' },
    callers: { type: 'string', default: '100' },
    pause: { type: 'string', default: '0' },
  },
});
const SECONDS = Number(values.seconds);
const CALLERS = Number(values.callers);
/** Milliseconds between an answer and the next question of a caller. */
const PAUSE = Number(values.pause);
/** The server answers as many questions as it can. It names 3 seconds in `Retry-After`. */
const BUSY = '503 server_busy';
const MATTERS = 10;
const LEASES = 50;
const SYLLABLES = ['ba', 'de', 'fo', 'gu', 'ki', 'lo', 'ma', 'ne', 'po', 'ru', 'sa', 'ti', 'vo', 'wu', 'za'];

/** A name that only one document has. */
const nameOf = (at: number) =>
  [at % 15, Math.floor(at / 15) % 15, Math.floor(at / 225) % 15, (at * 7 + 3) % 15]
    .map((one) => SYLLABLES[one])
    .join('');
const amountOf = (at: number) => `$${(10_000 + at * 37).toLocaleString('en-US')}`;
const matterOf = (at: number) => Math.floor(at / LEASES);
/** A caller may see two of the matters. */
const maySee = (caller: number, matter: number) => matter === caller % MATTERS || matter === (caller + 1) % MATTERS;

const folder = mkdtempSync(join(tmpdir(), 'fiscal-firm-load-'));
const firm = await startFirm(3);
const keys: string[] = [];
try {
  for (let matter = 0; matter < MATTERS; matter += 1) {
    const own = join(folder, `matter${matter}`);
    mkdirSync(own);
    for (let at = matter * LEASES; at < (matter + 1) * LEASES; at += 1)
      writeFileSync(
        join(own, `lease-${at}.md`),
        `# Lease of ${nameOf(at)}\n\nThe tenant ${nameOf(at)} pays a deposit of ${amountOf(at)} under this lease.\n`,
      );
    await addCollection(firm.admin, { name: `matter${matter}`, kind: 'matter', folder: own });
  }
  for (let caller = 0; caller < CALLERS; caller += 1) {
    const name = `caller${caller}`;
    await addPrincipal(firm.admin, { kind: 'user', name });
    for (let matter = 0; matter < MATTERS; matter += 1)
      if (maySee(caller, matter)) await setRight(firm.admin, 'grants', { kind: 'user', name }, `matter${matter}`, true);
    keys.push((await addKey(firm.admin, name, ['ask'], null)).key);
  }
  await firm.program.index(...firm.engine);
  await fetch(`${firm.cluster.urls[0]}/_cluster/health?wait_for_status=green&timeout=60s`);
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await firm.stop();
  rmSync(folder, { recursive: true });
}

async function run(): Promise<boolean> {
  const servers = [await firm.serve(), await firm.serve()];
  await refusals(servers[0]?.origin ?? '');
  const replies: (Reply & { readonly isRight: boolean; readonly at: number })[] = [];
  const begun = performance.now();
  const end = begun + SECONDS * 1000;
  let asked = 0;

  async function call(caller: number): Promise<void> {
    let server = caller % 2;
    while (performance.now() < end) {
      asked += 1;
      const at = (asked * 31) % (MATTERS * LEASES);
      const question = `What deposit does the tenant ${nameOf(at)} pay under the lease?`;
      const reply = await ask(servers[server]?.origin ?? '', keys[caller] ?? '', question);
      const isShown = reply.text.includes(amountOf(at));
      const isVisible = maySee(caller, matterOf(at));
      // Whatever the outcome is, nothing from outside of the rights may be in it.
      const isRight = isVisible ? isShown || reply.outcome !== 'done' : !isShown;
      replies.push({ ...reply, isRight, at: performance.now() - begun });
      // As a balancer does that finds a server gone.
      if (reply.outcome === 'no connection') server = 1 - server;
      if (reply.outcome === BUSY) await wait(3000);
      else if (PAUSE > 0) await wait(PAUSE * (0.5 + Math.random()));
    }
  }

  const until = (share: number) => wait(Math.max(0, begun + share * SECONDS * 1000 - performance.now()));
  async function disturb(): Promise<void> {
    await until(0.3);
    await servers[1]?.kill();
    await until(0.45);
    await firm.cluster.kill(0);
    await until(0.65);
    servers[1] = await firm.serve();
    await firm.cluster.restart(0);
  }
  await Promise.all([disturb(), ...Array.from({ length: CALLERS }, (_, caller) => call(caller))]);
  // The ends of the last answers are written to the audit after their replies.
  await wait(2000);

  const wrong = replies.filter(({ isRight }) => !isRight);
  const kinds = Map.groupBy(replies, ({ outcome }) => outcome);
  const missing = await missingInAudit(firm.admin, replies);
  const verified = await firm.program.run('audit', 'verify').catch(() => 'The audit is broken.');
  const answered = kinds.get('done') ?? [];
  console.log(
    `${CALLERS} callers for ${SECONDS} s, two servers, three nodes; one server killed after ${0.3 * SECONDS} s, the managing node after ${0.45 * SECONDS} s, both started again after ${0.65 * SECONDS} s`,
  );
  console.log(`questions      ${replies.length}, answered ${answered.length}, wrong answers ${wrong.length}`);
  for (const [kind, all] of kinds)
    if (kind !== 'done') {
      const times = all.map(({ at }) => at / 1000);
      console.log(
        `  ${kind}: ${all.length}, from second ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}`,
      );
    }
  console.log(`audit          ${verified.trim().split(',')[0]}`);
  console.log(
    `  replies without a question ${missing.questions}, shown documents without an entry ${missing.documents}`,
  );
  console.log(`  complete answers without an end ${missing.ends}, which a killed server could not write any more`);
  const before = answered.filter(({ at }) => at < 0.3 * SECONDS * 1000);
  for (const [title, some] of [['before the kill', before] as const, ['all', answered] as const]) {
    if (some.length === 0) continue;
    console.log(`first word     ${percentiles(some.flatMap(({ firstWord }) => firstWord ?? []))} (${title})`);
    console.log(`whole answer   ${percentiles(some.map(({ end: time }) => time))} (${title})`);
  }
  return (
    wrong.length === 0 &&
    missing.questions + missing.documents === 0 &&
    verified.startsWith('The audit is complete') &&
    replies.every((reply) => isAllowed(reply))
  );
}

/** Whether the time of a refusal tells that a matter exists. */
async function refusals(origin: string): Promise<void> {
  const times = { hidden: [] as number[], unknown: [] as number[] };
  const matters = { hidden: 'matter5', unknown: 'matter99' };
  for (let at = 0; at < 200; at += 1) {
    for (const kind of ['hidden', 'unknown'] as const) {
      const { outcome, end } = await ask(origin, keys[0] ?? '', 'What is the deposit?', { matter: matters[kind] });
      if (outcome !== '404 matter_not_found') throw new Error(`A matter was answered with: ${outcome}`);
      times[kind].push(end);
    }
  }
  console.log(`refused matter ${percentiles(times.hidden)} (hidden)`);
  console.log(`               ${percentiles(times.unknown)} (does not exist)`);
}
