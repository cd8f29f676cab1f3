/** The rights of the firm over all endpoints, with random grants and walls, for any store of documents. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Credential } from '../../../src/firm/access/access.ts';
import { addCollection } from '../../../src/firm/access/administration.ts';
import { verifyAudit } from '../../../src/firm/access/audit.ts';
import { type Connection, type Database, openDatabase } from '../../../src/firm/database/database.ts';
import { createFirmApp, type FirmApp } from '../../../src/firm/http/firmApp.ts';
import type { FirmStore } from '../../../src/firm/library/firmStore.ts';
import type { ServiceLogEntry } from '../../../src/service/app/log.ts';
import { POSTGRES, startPostgres, type TestPostgres, WITHOUT_POSTGRES } from './postgres.ts';
import { addPeople, apply, type Change, collectionName, ExpectedRights, GROUPS, USERS } from './rights.ts';

const COLLECTIONS = 5;
/** A word that only the documents of the collection have, in the text, the title, the heading and the path. */
const secretOf = (collection: number) => `zq${collection}kx`;
/** A word of the same form that no document has. */
const NOWHERE = `zq${COLLECTIONS + 2}kx`;
/** Each collection has another number of documents, so that a sum of them names the collections. */
const documentsIn = (collection: number) => 2 ** collection;
const QUESTION = 'What is the dollar limit for the packaging line?';

const change: fc.Arbitrary<Change> = fc
  .record({
    table: fc.constantFrom('grants' as const, 'grants' as const, 'walls' as const),
    isUser: fc.boolean(),
    number: fc.nat(),
    collection: fc.nat(COLLECTIONS - 1),
    exists: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  })
  .map(({ isUser, number, ...rest }) => ({
    ...rest,
    kind: isUser ? ('user' as const) : ('group' as const),
    who: number % (isUser ? USERS : GROUPS),
  }));

const grant = (user: number, collection: number): Change => ({
  table: 'grants',
  ...{ kind: 'user', who: user, collection, exists: true },
});

/** `openStore`: a store that can answer from all collections of the firm, which are in the database. */
export function hiddenSuite(title: string, openStore: (admin: Database) => Promise<FirmStore>): void {
  describe.skipIf(POSTGRES === null)(`what a person may not see${title} ${WITHOUT_POSTGRES}`, () => {
    let postgres: TestPostgres;
    let folder: string;
    let admin: Database;
    let server: Database;
    let store: FirmStore;
    let app: FirmApp;
    let keys: string[];
    const logs: ServiceLogEntry[] = [];
    const shutdown = new AbortController();
    let expected = new ExpectedRights();

    beforeAll(async () => {
      postgres = await startPostgres();
      const urls = await postgres.create();
      [admin, server] = [openDatabase({ url: urls.adminUrl, connections: 2 }), openDatabase({ url: urls.serverUrl })];
      keys = await addPeople(admin);
      folder = mkdtempSync(join(tmpdir(), 'fiscal-hidden-'));
      for (let collection = 0; collection < COLLECTIONS; collection += 1) {
        const name = collectionName(collection);
        const secret = secretOf(collection);
        mkdirSync(join(folder, name));
        for (let at = 0; at < documentsIn(collection); at += 1)
          writeFileSync(
            join(folder, name, `${secret}-${at}.md`),
            `# ${secret} memo ${at}\n\n## Limit for ${secret}\n\nThe dollar limit for the packaging line of ${secret} is $${collection}${at},000.\n`,
          );
        await addCollection(admin, {
          name,
          kind: collection === 0 ? 'authority' : 'matter',
          folder: join(folder, name),
        });
      }
      store = await openStore(admin);
      app = createFirmApp({
        ...{ database: server, store, shutdown: shutdown.signal, log: (entry) => void logs.push(entry) },
        quota: { perDay: null, running: null },
        fresh: 0,
      });
    });
    afterAll(async () => {
      await app?.settled();
      await store?.close();
      await admin?.close();
      await server?.close();
      await postgres?.stop();
      if (folder) rmSync(folder, { recursive: true, force: true });
    });

    const send = (user: number, path: string, body?: Record<string, unknown>) =>
      app.handle(
        new Request(`http://firm.invalid${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${keys[user]}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
    const ask = (user: number, content = QUESTION, fields: Record<string, unknown> = {}) =>
      send(user, '/chat/completions', { model: 'service-1.0', messages: [{ role: 'human', content }], ...fields });
    /** Calls a tool of the MCP server. */
    const tool = async (user: number, name: string, input: Record<string, unknown> = {}, more = {}) => {
      const request = new Request('http://firm.invalid/mcp', {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${keys[user]}`, 'content-type': 'application/json' },
          ...{ accept: 'application/json, text/event-stream', ...more },
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
      });
      const reply = await app.handle(request);
      return { status: reply.status, text: await reply.text() };
    };
    const set = async (one: Change) => {
      await apply(admin, one);
      expected.apply(one);
    };
    const all = Array.from({ length: COLLECTIONS }, (_, collection) => collection);
    const visibleTo = (user: number) => all.filter((collection) => expected.maySee(user, collection));
    const hiddenFrom = (user: number) => all.filter((collection) => !expected.maySee(user, collection));
    const found = new Map<string, string>();
    const noteDocuments = (text: string) => {
      for (const [, path = '', id = ''] of text.matchAll(/"path":"([^"]+)"[^{}]*"document":"([^"]+)"/g))
        found.set(path, id);
    };
    /** Whatever differs between two replies to one question. */
    const comparable = (text: string) => text.replace(/"(id|created)":("[^"]*"|\d+)/g, '"$1"');

    it('never appears, for random grants and walls, in any reply', { timeout: 240_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(change, { minLength: 1, maxLength: 10 }),
          fc.nat(USERS - 1),
          async (changes, user) => {
            for (const one of changes) await set(one);
            const hidden = hiddenFrom(user);
            const visible = visibleTo(user);
            const replies: string[] = [];
            const stream = await (
              await ask(user, QUESTION, { stream: true, askMode: 'tax_research_deep_research' })
            ).text();
            replies.push(stream, await (await ask(user)).text());
            noteDocuments(stream);
            const searched = /Searching (\d+) document/.exec(stream)?.[1];
            const count = visible.reduce((sum, collection) => sum + documentsIn(collection), 0);
            expect(searched === undefined ? 0 : Number(searched)).toBe(count);
            for (const collection of hidden.slice(0, 2)) {
              const toolFor = async (matter: string) =>
                (await tool(user, 'research', { question: QUESTION, matter })).text;
              expect(await toolFor(collectionName(collection))).toBe(await toolFor('collection9'));
              // The reply repeats words of the question, which are replaced.
              const asked = await (
                await ask(user, `What is the limit of ${secretOf(collection)}?`, { stream: true })
              ).text();
              const nowhere = await (await ask(user, `What is the limit of ${NOWHERE}?`, { stream: true })).text();
              expect(comparable(asked.replaceAll(secretOf(collection), NOWHERE))).toBe(comparable(nowhere));
              const named = await (await ask(user, QUESTION, { matter: collectionName(collection) })).text();
              expect(named).toBe(await (await ask(user, QUESTION, { matter: 'collection9' })).text());
              replies.push(named);
            }
            for (const [path, id] of found) {
              const reply = await send(user, `/v1/documents/${id}`);
              const isVisible = visible.some((collection) => path.startsWith(`${collectionName(collection)}/`));
              expect(reply.status, path).toBe(isVisible ? 200 : 404);
              replies.push(await reply.text());
            }
            const listed = await tool(user, 'list_matters');
            for (const collection of visible.filter((one) => one !== 0))
              expect(listed.text).toContain(collectionName(collection));
            for (const collection of hidden) expect(listed.text).not.toContain(collectionName(collection));
            replies.push((await tool(user, 'research', { question: QUESTION, mode: 'deep' })).text);
            for (const [path, document] of found) {
              const isVisible = visible.some((collection) => path.startsWith(`${collectionName(collection)}/`));
              const { text } = await tool(user, 'read_document', { document });
              expect(text.includes('packaging line of'), path).toBe(isVisible);
              replies.push(text);
            }
            const matters = await (await send(user, '/matters')).json();
            expect(matters).toEqual({
              matters: visible.filter((one) => one !== 0).map((one) => ({ name: collectionName(one) })),
            });
            replies.push(await (await send(user, '/models')).text(), await (await send(user, '/nothing')).text());
            for (const collection of hidden) expect(replies.join('\n')).not.toContain(secretOf(collection));
            // The question fits all documents equally, and an answer quotes some of them: each collection is asked about by its word.
            for (const collection of visible) {
              const asked = await ask(user, `What is the limit of ${secretOf(collection)}?`, { stream: true });
              const answer = await asked.text();
              expect(answer).toContain(`${collectionName(collection)}/`);
              noteDocuments(answer);
            }
          },
        ),
        // The first person sees all collections first, so that later runs open documents of each.
        { numRuns: 8, examples: [[all.map((collection) => grant(0, collection)), 0]] },
      );
      expect(new Set([...found.keys()].map((path) => path.split('/')[0])).size).toBe(COLLECTIONS);
      expect(JSON.stringify(logs)).not.toMatch(/zq|collection\d|packaging|user\d/);
    });

    it('is not asked about over MCP by a web page, or without a key', async () => {
      for (const header of [{ origin: 'http://firm.invalid' }, { origin: 'null' }, { 'sec-fetch-site': 'same-origin' }])
        expect((await tool(0, 'list_matters', {}, header)).status).toBe(403);
      expect((await tool(0, 'list_matters', {}, { authorization: 'Bearer none' })).status).toBe(401);
      expect((await tool(0, 'list_matters')).status).toBe(200);
    });

    it('never leaves after a grant was removed or a wall was set, while rights change at random', {
      timeout: 240_000,
    }, async () => {
      const decoder = new TextDecoder();
      let ended = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.nat(USERS - 1),
          fc.array(change, { minLength: 1, maxLength: 6 }),
          fc.nat(2),
          fc.nat(30),
          async (user, others, taken, reads) => {
            const removed = { table: 'grants', kind: 'user', who: user, collection: taken, exists: false } as const;
            const changes = [...others, removed];
            for (const table of ['grants', 'walls'])
              await admin.query(z.unknown(), `DELETE FROM fiscal.${table} WHERE collection_id > $1`, [0]);
            expected = new ExpectedRights();
            for (const collection of all.slice(0, 3)) await set(grant(user, collection));
            const before = visibleTo(user);
            const reader = (await ask(user, QUESTION, { stream: true })).body?.getReader();
            let text = '';
            for (let at = 0; at < reads; at += 1) {
              const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
              if (done) break;
              text += decoder.decode(value, { stream: true });
            }
            for (const one of changes) await set(one);
            const lost = before.filter((collection) => !expected.maySee(user, collection));
            let rest = '';
            for (;;) {
              const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
              if (done) break;
              rest += decoder.decode(value, { stream: true });
            }
            if (lost.length > 0 && !text.includes('"stop"')) {
              ended += 1;
              // One frame was waiting for the reader when the rights changed.
              const later = rest.slice(rest.indexOf('\n\n') + 2);
              expect(later === '' ? rest : later).toMatch(/"rights_changed"|"stop"/);
              for (const collection of lost) expect(later).not.toContain(secretOf(collection));
            }
            if (rest.includes('rights_changed')) expect(rest).not.toContain('[DONE]');
            const never = all.filter((collection) => !before.includes(collection));
            for (const collection of never) expect(text + rest).not.toContain(secretOf(collection));
          },
        ),
        { numRuns: 30 },
      );
      expect(ended).toBeGreaterThan(3);
      await app.settled();
      expect((await verifyAudit(admin, null)).valid).toBe(true);
    });

    it('never leaves after a wall was set, with the defaults of the program', async () => {
      for (const table of ['grants', 'walls'])
        await admin.query(z.unknown(), `DELETE FROM fiscal.${table} WHERE collection_id > $1`, [0]);
      expected = new ExpectedRights();
      await set(grant(0, 2));
      const asProgram = createFirmApp({ database: server, store, shutdown: shutdown.signal, log: () => {} });
      const reply = await asProgram.handle(
        new Request('http://firm.invalid/chat/completions', {
          method: 'POST',
          headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            model: 'service-1.0',
            messages: [{ role: 'human', content: QUESTION }],
            stream: true,
          }),
        }),
      );
      // A stream that decodes would read ahead.
      const reader = reply.body?.getReader();
      const decoder = new TextDecoder();
      let shown = '';
      while (!shown.includes(secretOf(2))) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) break;
        shown += decoder.decode(value, { stream: true });
      }
      // The last look at the rights does not hold any more. A reply that is produced ahead of its reader would be complete.
      const lookedAt = performance.now();
      await expect.poll(() => performance.now() - lookedAt).toBeGreaterThan(100);
      expect(shown).not.toContain('"stop"');
      await set({ table: 'walls', kind: 'user', who: 0, collection: 2, exists: true });
      let rest = '';
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) break;
        rest += decoder.decode(value, { stream: true });
      }
      expect(rest).toContain('rights_changed');
      expect(rest).not.toContain(secretOf(2));
      await asProgram.settled();
    });

    it('has the end of an answer in the audit although the first attempts to write it failed', async () => {
      let failures = 0;
      const failing: Database = {
        ...server,
        query: (row, sql, values) => {
          if (values?.[1] !== 'answer' || failures === 2) return server.query(row, sql, values);
          failures += 1;
          return Promise.reject(new Error('away'));
        },
      };
      const retrying = createFirmApp({ database: failing, store, shutdown: shutdown.signal, log: () => {} });
      const running = () => admin.query(z.object({ id: z.string() }), 'SELECT id FROM fiscal.running');
      const ends = () =>
        admin.query(z.object({ entry: z.string() }), `SELECT entry FROM fiscal.audit WHERE entry LIKE '%"answer"%'`);
      const before = (await ends()).length;
      const reply = await retrying.handle(
        new Request('http://firm.invalid/chat/completions', {
          method: 'POST',
          headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'service-1.0', messages: [{ role: 'human', content: QUESTION }] }),
        }),
      );
      expect(reply.status).toBe(200);
      await expect.poll(running).toEqual([]);
      await retrying.settled();
      expect([failures, (await ends()).length]).toEqual([2, before + 1]);
    });

    it('stays hidden from a person with a token of the firm, who sees what its groups see until it expires', async () => {
      for (const table of ['grants', 'walls'])
        await admin.query(z.unknown(), `DELETE FROM fiscal.${table} WHERE collection_id > $1`, [0]);
      expected = new ExpectedRights();
      await set({ table: 'grants', kind: 'group', who: 1, collection: 2, exists: true });
      const people: Record<string, Credential> = {
        'member.of.group1': { type: 'token', name: 'tess', groups: ['group1'], expiresAt: Date.now() + 60_000 },
        'member.of.none': { type: 'token', name: 'tom', groups: ['group7'], expiresAt: Date.now() + 60_000 },
        'expired.long.ago': { type: 'token', name: 'tess', groups: ['group1'], expiresAt: Date.now() - 1 },
      };
      const signedIn = createFirmApp({
        ...{ database: server, store, shutdown: shutdown.signal, log: () => {} },
        tokens: { verify: async (token) => people[token] ?? null },
      });
      const reply = (bearer: string) =>
        signedIn.handle(
          new Request('http://firm.invalid/chat/completions', {
            method: 'POST',
            headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
            body: JSON.stringify({ model: 'service-1.0', messages: [{ role: 'human', content: QUESTION }] }),
          }),
        );
      expect(await (await reply('member.of.group1')).text()).toContain(secretOf(2));
      expect(await (await reply('member.of.none')).text()).not.toContain('zq');
      for (const bearer of ['expired.long.ago', 'forged.by.somebody']) expect((await reply(bearer)).status).toBe(401);
      expect((await reply(keys[0] ?? '')).status).toBe(200);
      await signedIn.settled();
    });

    it('costs the same statements as what does not exist, so that the time of a reply does not tell it', async () => {
      for (const table of ['grants', 'walls'])
        await admin.query(z.unknown(), `DELETE FROM fiscal.${table} WHERE collection_id > $1`, [0]);
      expected = new ExpectedRights();
      await set(grant(0, 1));
      await set(grant(1, 3));
      let statements: string[] = [];
      const noted = (connection: Connection): Connection => ({
        query(row, sql, values) {
          statements.push(sql);
          return connection.query(row, sql, values);
        },
      });
      const counting: Database = {
        ...server,
        ...noted(server),
        transaction: (work) => server.transaction((connection) => work(noted(connection))),
      };
      const counted = createFirmApp({ database: counting, store, shutdown: shutdown.signal, log: () => {} });
      const statementsOf = async (path: string, body?: unknown) => {
        statements = [];
        const request = new Request(`http://firm.invalid${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        await (await counted.handle(request)).text();
        await counted.settled();
        return statements;
      };
      const question = (content: string, matter?: string) =>
        statementsOf('/chat/completions', {
          ...{ model: 'service-1.0', messages: [{ role: 'human', content }], matter },
        });
      const inHidden = await question(QUESTION, collectionName(3));
      expect(inHidden.length).toBeGreaterThan(1);
      expect(inHidden).toEqual(await question(QUESTION, 'collection9'));
      const aboutHidden = await question(`What is the limit of ${secretOf(3)}?`);
      expect(aboutHidden).toEqual(await question(`What is the limit of ${NOWHERE}?`));
      const stream = await (await ask(1, QUESTION, { stream: true })).text();
      const hidden = /"document":"([^"]+)"/.exec(stream)?.[1] ?? '';
      expect((await send(1, `/v1/documents/${hidden}`)).status).toBe(200);
      const ofHidden = await statementsOf(`/v1/documents/${hidden}`);
      expect(ofHidden.length).toBeGreaterThan(1);
      expect(ofHidden).toEqual(await statementsOf(`/v1/documents/${'0'.repeat(32)}-${'0'.repeat(32)}`));
    });

    it('is answered with 503 while PostgreSQL is away, and the server works again after it', async () => {
      await set({ table: 'walls', kind: 'user', who: 2, collection: 3, exists: false });
      await set(grant(2, 3));
      expect((await ask(2)).status).toBe(200);
      const stopped = postgres.restart();
      const during = await ask(2);
      expect([200, 503]).toContain(during.status);
      await stopped;
      await expect.poll(async () => (await send(2, '/ready')).status).toBe(200);
      expect((await ask(2)).status).toBe(200);
      await app.settled();
      expect((await verifyAudit(admin, null)).valid).toBe(true);
    });
  });
}
