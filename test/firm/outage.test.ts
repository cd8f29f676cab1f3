/** PostgreSQL that is away, or cannot write, while the firm's server answers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addCollection, addKey, addPrincipal, setRight } from '../../src/firm/access/administration.ts';
import { verifyAudit } from '../../src/firm/access/audit.ts';
import { type Database, openDatabase } from '../../src/firm/database/database.ts';
import { createFirmApp, type FirmApp } from '../../src/firm/http/firmApp.ts';
import type { FirmStore } from '../../src/firm/library/firmStore.ts';
import { createLocalStore } from '../../src/firm/library/localStore.ts';
import type { ServiceLogEntry } from '../../src/service/app/log.ts';
import { POSTGRES, startPostgres, type TestPostgres, WITHOUT_POSTGRES } from './support/postgres.ts';

const QUESTION = 'What is the rent of the warehouse?';

describe.skipIf(POSTGRES === null)(
  `PostgreSQL that does not write while a question is answered ${WITHOUT_POSTGRES}`,
  () => {
    let postgres: TestPostgres;
    let admin: Database;
    let server: Database;
    let store: FirmStore;
    let folder: string;
    let key: string;

    beforeAll(async () => {
      postgres = await startPostgres();
      const urls = await postgres.create();
      [admin, server] = [openDatabase({ url: urls.adminUrl, connections: 2 }), openDatabase({ url: urls.serverUrl })];
      folder = mkdtempSync(join(tmpdir(), 'fiscal-outage-'));
      mkdirSync(join(folder, 'law'));
      const rent = 'The rent of the warehouse is $4,100 a month.';
      writeFileSync(
        join(folder, 'law', 'lease.md'),
        `# Lease of the warehouse\n\n${rent} ${'It is due in advance. '.repeat(60)}\n`,
      );
      await addCollection(admin, { name: 'law', kind: 'authority', folder: join(folder, 'law') });
      await addPrincipal(admin, { kind: 'user', name: 'ada' });
      await setRight(admin, 'grants', { kind: 'user', name: 'ada' }, 'law', true);
      ({ key } = await addKey(admin, 'ada', ['ask'], null));
      store = createLocalStore({ indexDir: null, existing: async (ids) => ids, log: () => {} });
      // The words that PostgreSQL has for a full disk, for the entries of the ends of replies.
      for (const sql of [
        'CREATE TABLE fiscal.full_disk (is_full boolean)',
        'GRANT SELECT ON fiscal.full_disk TO fiscal_server',
        `CREATE FUNCTION fiscal.on_full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF EXISTS (SELECT FROM fiscal.full_disk) AND NEW.entry::json->>'action' = 'answer'
         THEN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END IF;
         RETURN NEW; END $$`,
        'CREATE TRIGGER full_disk BEFORE INSERT ON fiscal.audit FOR EACH ROW EXECUTE FUNCTION fiscal.on_full_disk()',
      ])
        await admin.query(z.unknown(), sql);
      const { app } = serve();
      // Until the folder is read.
      while ((await ask(app)).status !== 200);
      await app.settled();
    });
    afterAll(async () => {
      await store?.close();
      await admin?.close();
      await server?.close();
      await postgres?.stop();
      if (folder) rmSync(folder, { recursive: true });
    });

    function serve() {
      const shutdown = new AbortController();
      const logs: ServiceLogEntry[] = [];
      const log = (entry: ServiceLogEntry) => void logs.push(entry);
      let attempts = 0;
      const database: Database = {
        ...server,
        query(row, sql, values) {
          if (values?.[1] === 'answer') attempts += 1;
          return server.query(row, sql, values);
        },
      };
      const app = createFirmApp({ database, store, shutdown: shutdown.signal, log, retryTimes: [1, 5] });
      return { app, logs, shutdown, attempts: () => attempts };
    }
    const ask = (app: FirmApp, stream = false) =>
      app.handle(
        new Request('http://firm.invalid/chat/completions', {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'service-1.0', messages: [{ role: 'human', content: QUESTION }], stream }),
        }),
      );
    const entriesOf = (action: string) =>
      admin.query(z.object({ entry: z.string() }), `SELECT entry FROM fiscal.audit WHERE entry::json->>'action' = $1`, [
        action,
      ]);
    const open = async () => {
      const result = await verifyAudit(admin, null);
      return result.valid ? result.open : result.problem;
    };
    const fillDisk = () => admin.query(z.unknown(), 'INSERT INTO fiscal.full_disk VALUES (true)');
    const freeDisk = () => admin.query(z.unknown(), 'DELETE FROM fiscal.full_disk');

    it('has the end of a reply in the audit when the disk has space again, however many attempts failed', async () => {
      const { app, attempts, logs } = serve();
      const before = (await entriesOf('answer')).length;
      await fillDisk();
      expect((await ask(app)).status).toBe(200);
      expect(await open()).toBe(1);
      await expect.poll(() => attempts()).toBeGreaterThan(10);
      const failures = logs.filter((entry) => 'code' in entry && entry.code === 'audit');
      expect(failures).toHaveLength(1);
      expect((await entriesOf('answer')).length).toBe(before);
      await freeDisk();
      await app.settled();
      expect([(await entriesOf('answer')).length, await open()]).toEqual([before + 1, 0]);
    });

    it('lets a server end although the disk is full, and says in the log that the end of a reply is not in the audit', async () => {
      const { app, logs, shutdown } = serve();
      await fillDisk();
      expect((await ask(app)).status).toBe(200);
      shutdown.abort();
      await app.settled();
      expect(logs.some((entry) => 'code' in entry && entry.code === 'audit')).toBe(true);
      expect(await open()).toBe(1);
      await freeDisk();
    });

    it('ends a running answer whole or with an error, and answers the next one, if PostgreSQL was restarted meanwhile', async () => {
      const { app } = serve();
      const openBefore = await open();
      const reader = (await ask(app, true)).body?.pipeThrough(new TextDecoderStream()).getReader();
      let shown = '';
      while (!shown.includes('source_message')) shown += (await reader?.read())?.value ?? 'source_message';
      await postgres.restart();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) shown += part.value;
      // Rights hold for a moment, in which PostgreSQL may be back.
      expect([shown.includes('"not_ready"'), shown.includes('[DONE]')].toSorted()).toEqual([false, true]);
      await expect.poll(async () => (await ask(app)).status).toBe(200);
      await app.settled();
      expect(await open()).toBe(openBefore);
      expect(await admin.query(z.object({ id: z.string() }), 'SELECT id FROM fiscal.running')).toEqual([]);
    });
  },
);
