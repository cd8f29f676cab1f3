import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import {
  buildFirm,
  type FirmFolders,
  type FirmProgram,
  makeDocuments,
  SECRETS,
  type ServerProcess,
} from '../support/firm.ts';
import { POSTGRES, startPostgres, type TestPostgres, WITHOUT_POSTGRES } from '../support/postgres.ts';

const QUESTION = 'Can the cost of the packaging line be expensed under section 179, and what is the dollar limitation?';
const sourceSchema = z.object({ path: z.string(), document: z.string() });
const openedSchema = z.object({ path: z.string(), text: z.string() });

describe.skipIf(POSTGRES === null || inject('searchUrls').length === 0)(
  `two servers over OpenSearch ${WITHOUT_POSTGRES}`,
  () => {
    let postgres: TestPostgres;
    let folders: FirmFolders;
    let built: string;
    let firm: FirmProgram;
    let servers: ServerProcess[];
    let origins: string[];
    const keys: Record<string, string> = {};
    const engine = [
      ...inject('searchUrls').flatMap((url) => ['--search-url', url]),
      ...['--prefix', `servers-${process.pid}`],
    ];

    beforeAll(async () => {
      postgres = await startPostgres();
      folders = makeDocuments();
      built = mkdtempSync(join(tmpdir(), 'fiscal-program-'));
      firm = await buildFirm(built, await postgres.create());
      await firm.run('collection', 'add', 'law', '--kind', 'authority', '--folder', folders.folder('law'));
      for (const [user, matter] of Object.entries({ ada: 'alpha', bob: 'beta' })) {
        await firm.run('user', 'add', user);
        keys[user] = /: (\S+)$/m.exec(await firm.run('key', 'add', '--user', user))?.[1] ?? '';
        await firm.run('collection', 'add', matter, '--folder', folders.folder(matter));
        for (const collection of ['law', matter])
          await firm.run('grant', 'add', '--collection', collection, '--user', user);
      }
      await firm.index(...engine);
      servers = [firm.serve(...engine), firm.serve(...engine)];
      origins = await Promise.all(servers.map(({ origin }) => origin));
    });
    afterAll(async () => {
      for (const { child, exit } of servers ?? []) {
        child.kill('SIGKILL');
        await exit;
      }
      await postgres?.stop();
      folders?.remove();
      if (built) rmSync(built, { recursive: true, force: true });
    });

    const send = (at: number, user: string, path: string, body?: Record<string, unknown>) =>
      fetch(`${origins[at]}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${keys[user]}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const ask = (at: number, user: string, content = QUESTION, fields: Record<string, unknown> = {}) =>
      send(at, user, '/chat/completions', { model: 'service-1.0', messages: [{ role: 'human', content }], ...fields });
    async function sourcesOf(at: number, user: string, question = QUESTION) {
      const stream = await (await ask(at, user, question, { stream: true })).text();
      expect(stream).toContain('data: [DONE]');
      return stream
        .split('\n')
        .filter((line) => line.startsWith('data: {'))
        .map((line) => JSON.parse(line.slice(6)))
        .filter(({ type }) => type === 'source_message')
        .flatMap(({ content }) => z.array(sourceSchema).parse(content));
    }
    const pathsOf = async (user: string, question = QUESTION) =>
      (await sourcesOf(0, user, question)).map(({ path }) => path);

    it('both answer the same, each from the rights of the person, and each opens what the other has quoted', async () => {
      // It is 503 while the engine needs longer than some seconds, as on a machine that is busy.
      await expect.poll(async () => (await send(0, 'ada', '/ready')).status).toBe(200);
      const [first, second] = await Promise.all([sourcesOf(0, 'ada'), sourcesOf(1, 'ada')]);
      expect(first).toEqual(second);
      expect(first.map(({ path }) => path)).toEqual(expect.arrayContaining(['law/section-179.md', 'alpha/memo.md']));
      const own = first.find(({ path }) => path === 'alpha/memo.md');
      const opened = await send(1, 'ada', `/documents/${own?.document}`);
      expect(openedSchema.parse(await opened.json()).text).toContain(SECRETS.alpha);
      const hidden = await send(1, 'bob', `/documents/${own?.document}`);
      const missing = await send(1, 'bob', `/documents/${own?.document.slice(0, 33)}${'0'.repeat(32)}`);
      expect([hidden.status, await hidden.text()]).toEqual([404, await missing.text()]);
      expect(JSON.stringify(await sourcesOf(1, 'bob'))).not.toContain('alpha');
    });

    it('a wall that is set while the index is written holds at the next question of both', async () => {
      const more = join(folders.folder('alpha'), 'more');
      mkdirSync(more);
      for (let at = 0; at < 400; at += 1)
        writeFileSync(join(more, `note${at}.md`), `# Note ${at}\n\nThe ${SECRETS.alpha} note says ${at} dollars.\n`);
      let isWritten = false;
      const writing = firm.index(...engine).then(() => {
        isWritten = true;
      });
      await firm.run('wall', 'add', '--collection', 'alpha', '--user', 'ada');
      let asked = 0;
      for (; !isWritten || asked === 0; asked += 1) {
        const reply = await (await ask(asked % 2, 'ada', `What does the ${SECRETS.alpha} note say?`)).text();
        expect(reply).not.toContain('dollars');
        expect(reply).not.toContain('packaging');
      }
      await writing;
      expect(new Set(await pathsOf('ada'))).toEqual(new Set(['law/section-179.md']));
      await firm.run('wall', 'remove', '--collection', 'alpha', '--user', 'ada');
      expect(await pathsOf('ada')).toContain('alpha/memo.md');
      rmSync(more, { recursive: true });
    });

    it('a document that moves to another matter is found by those who may see that one, and by nobody else', async () => {
      const [from, to] = [join(folders.folder('alpha'), 'moved.md'), join(folders.folder('beta'), 'moved.md')];
      const question = 'What is the retainer of the Wombatgamma escrow?';
      writeFileSync(from, '# Escrow of Wombatgamma\n\nThe retainer of the Wombatgamma escrow is $77,000.\n');
      await firm.index(...engine);
      const before = (await sourcesOf(0, 'ada', question)).find(({ path }) => path === 'alpha/moved.md');
      expect(await pathsOf('bob', question)).not.toContain('alpha/moved.md');
      renameSync(from, to);
      // The file is opened where it was, so that it is gone before the next look of the indexer.
      expect((await send(1, 'ada', `/documents/${before?.document}`)).status).toBe(404);
      await firm.index(...engine);
      expect(await (await ask(1, 'ada', question)).text()).not.toContain('77,000');
      expect(await pathsOf('bob', question)).toContain('beta/moved.md');
      rmSync(to);
      await firm.index(...engine);
      expect(await (await ask(1, 'bob', question)).text()).not.toContain('77,000');
    });

    it('the documents of a collection that was removed are not found, and not those of a new one with its name', async () => {
      const [old, other] = [folders.folder('old'), folders.folder('other')];
      for (const folder of [old, other]) mkdirSync(folder);
      const question = 'What is the fee of the Narwhaldelta audit?';
      writeFileSync(join(old, 'fee.md'), '# Fee of Narwhaldelta\n\nThe fee of the Narwhaldelta audit is $91,000.\n');
      await firm.run('collection', 'add', 'delta', '--folder', old);
      await firm.run('grant', 'add', '--collection', 'delta', '--user', 'ada');
      await firm.index(...engine);
      const [source] = await sourcesOf(0, 'ada', question);
      expect(source?.path).toBe('delta/fee.md');
      await firm.run('collection', 'remove', 'delta');
      await firm.run('collection', 'add', 'delta', '--folder', other);
      await firm.run('grant', 'add', '--collection', 'delta', '--user', 'ada');
      const gone = async () => {
        expect(await (await ask(1, 'ada', question)).text()).not.toContain('91,000');
        expect((await send(0, 'ada', `/documents/${source?.document}`)).status).toBe(404);
      };
      await gone();
      await firm.index(...engine);
      await gone();
      const [, prefix] = engine.slice(-2);
      const url = inject('searchUrls')[0];
      const left = await fetch(
        `${url}/${prefix}-documents/_count?q=path:${encodeURIComponent(`"${join(old, 'fee.md')}"`)}`,
      );
      expect(await left.json()).toMatchObject({ count: 0 });
    });

    it('an answer says how many documents of a collection are not read yet, to those who may see it', async () => {
      const large = folders.folder('large');
      mkdirSync(large);
      const files = 1500;
      for (let at = 0; at < files; at += 1)
        writeFileSync(join(large, `file${at}.md`), `# File ${at}\n\nThe dollar limitation of file ${at} is ${at}.\n`);
      await firm.run('collection', 'add', 'large', '--folder', large);
      await firm.run('grant', 'add', '--collection', 'large', '--user', 'ada');
      let isWritten = false;
      const writing = firm.index(...engine).then(() => {
        isWritten = true;
      });
      let [unread, ofBob] = ['', ''];
      while (!isWritten) {
        unread ||= /Not searched yet: [\d,]+ of [\d,]+ documents/.exec(await (await ask(0, 'ada')).text())?.[0] ?? '';
        ofBob += await (await ask(1, 'bob')).text();
      }
      await writing;
      expect(unread).toMatch(/Not searched yet: [1-9]/);
      expect(ofBob).not.toContain('Not searched yet');
      expect(await (await ask(1, 'ada')).text()).not.toContain('Not searched yet');
      await firm.run('collection', 'remove', 'large');
      await firm.index(...engine);
    });

    it('questions in a query language, of 1,000 words and of 5 MB are answered with what the person may see', async () => {
      const secret = SECRETS.beta;
      for (const hostile of [
        `collection:* OR ${secret}`,
        `"}},{"match_all":{}}],"should":[{"term":{"words":"${secret}"}`,
        `{"query":{"match_all":{}}} {"script":{"source":"1"}} ${secret}`,
        `/.*/ ~ ^ * ? [* TO *] \\ \u0000 \n{"index":"fiscal-passages"}\n ${secret}`,
        Array.from({ length: 1000 }, (_, at) => `word${at} ${secret}`).join(' '),
        `${secret} limitation ${'{"match_all":{}} '.repeat(300_000)}`,
      ]) {
        const reply = await ask(1, 'ada', `${hostile} packaging line?`);
        expect(reply.status, hostile.slice(0, 80)).toBe(200);
        const text = await reply.text();
        for (const hidden of ['beta/', 'delivery vans', '3,100,000']) expect(text).not.toContain(hidden);
      }
    });
  },
);
