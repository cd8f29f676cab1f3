/** `npm run bench -- firmLoad` is the same at large. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isAllowed, missingInAudit } from '../../../bench/firm/expected.ts';
import { ask, type BenchFirm, type BenchServer, type Reply, startFirm } from '../../../bench/firm/firm.ts';
import { addCollection, addKey, addPrincipal, setRight } from '../../../src/firm/access/administration.ts';
import { POSTGRES, WITHOUT_POSTGRES } from '../support/postgres.ts';

const CALLERS = 6;
/** Each caller may see one of them. */
const TENANTS = [
  { name: 'Heronwick', deposit: '$41,370' },
  { name: 'Stockbridge', deposit: '$52,810' },
  { name: 'Vandermere', deposit: '$63,290' },
] as const;
/** Complete answers in each state of the firm. */
const ANSWERS = 12;

interface Asked extends Reply {
  readonly server: 'kept' | 'killed';
  readonly isWrong: boolean;
}

describe.skipIf(POSTGRES === null || inject('searchUrls').length === 0)(
  `two servers over three nodes ${WITHOUT_POSTGRES}`,
  () => {
    let firm: BenchFirm;
    let folder: string;
    let servers: { readonly kept: BenchServer; readonly killed: BenchServer };
    const keys: string[] = [];

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'fiscal-killed-'));
      firm = await startFirm(3);
      for (const { name, deposit } of TENANTS) {
        const own = join(folder, name);
        mkdirSync(own);
        writeFileSync(
          join(own, 'lease.md'),
          `# Lease of ${name}\n\nThe tenant ${name} pays a deposit of ${deposit}.\n`,
        );
        await addCollection(firm.admin, { name, kind: 'matter', folder: own });
      }
      for (let caller = 0; caller < CALLERS; caller += 1) {
        const user = { kind: 'user', name: `caller${caller}` } as const;
        await addPrincipal(firm.admin, user);
        await setRight(firm.admin, 'grants', user, TENANTS[caller % TENANTS.length]?.name ?? '', true);
        keys.push((await addKey(firm.admin, user.name, ['ask'], null)).key);
      }
      await firm.program.index(...firm.engine);
      await fetch(`${firm.cluster.urls[0]}/_cluster/health?wait_for_status=green&timeout=60s`);
      servers = { kept: await firm.serve(), killed: await firm.serve() };
    });
    afterAll(async () => {
      await firm?.stop();
      if (folder) rmSync(folder, { recursive: true });
    });

    it('one of each that is killed while questions are asked makes no answer wrong and loses no entry of the audit', async () => {
      const replies: Asked[] = [];
      let isOver = false;
      async function call(caller: number): Promise<void> {
        let server: Asked['server'] = caller < CALLERS / 2 ? 'kept' : 'killed';
        for (let at = 0; !isOver; at += 1) {
          const tenant = TENANTS[at % TENANTS.length] ?? TENANTS[0];
          const question = `What deposit does the tenant ${tenant.name} pay?`;
          const reply = await ask(servers[server].origin, keys[caller] ?? '', question);
          const maySee = tenant === TENANTS[caller % TENANTS.length];
          const isShown = reply.text.includes(tenant.deposit);
          replies.push({ ...reply, server, isWrong: maySee ? reply.outcome === 'done' && !isShown : isShown });
          // As a balancer does that finds a server gone.
          if (reply.outcome === 'no connection') server = 'kept';
        }
      }
      const answered = () => replies.filter(({ outcome }) => outcome === 'done').length;
      const moreAnswers = async () => {
        // A question that was asked before can end without what was killed.
        const least = answered() + CALLERS + ANSWERS;
        await expect.poll(answered, { timeout: 60_000 }).toBeGreaterThan(least);
      };

      const calls = Array.from({ length: CALLERS }, (_, caller) => call(caller));
      try {
        await moreAnswers();
        await servers.killed.kill();
        await moreAnswers();
        await firm.cluster.kill(0);
        await moreAnswers();
      } finally {
        isOver = true;
        await Promise.all(calls);
      }

      expect(replies.filter(({ isWrong }) => isWrong)).toEqual([]);
      expect(replies.filter((reply) => !isAllowed(reply))).toEqual([]);
      const kept = replies.filter(({ server }) => server === 'kept');
      expect(kept.filter(({ outcome }) => /^(cut off|no connection)$/.test(outcome))).toEqual([]);
      // A killed server cannot write any more how its last replies ended.
      await expect.poll(async () => (await missingInAudit(firm.admin, kept)).ends).toBe(0);
      expect(await missingInAudit(firm.admin, replies)).toMatchObject({ questions: 0, documents: 0 });
      expect(await firm.program.run('audit', 'verify')).toContain('The audit is complete');
    });
  },
);
