import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addCollection } from '../../src/firm/access/administration.ts';
import { indexer } from '../../src/firm/commands/indexer.ts';
import { openDatabase } from '../../src/firm/database/database.ts';
import { POSTGRES, startPostgres, WITHOUT_POSTGRES } from './support/postgres.ts';

/** An engine with one generation that is empty, and the one that is being built. Keeps the requests. */
async function engine() {
  const requests: string[] = [];
  const meta = { mappings: { _meta: { version: '1', build: 'b' } } };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      const url = request.url ?? '';
      requests.push(`${request.method} ${url}`);
      const heads = body.split('\n').filter((line) => /^\{"(?:index|create|update|delete)":\{"_index"/.test(line));
      const items = heads.map((_, at) => ({ index: { status: 200, _seq_no: at, _primary_term: 1 } }));
      const isNew = url.includes('-000002/');
      const answers: [string, unknown][] = [
        ['/_mapping', { [isNew ? 'fiscal-documents-000002' : 'fiscal-documents-000001']: meta }],
        ['/_search', { hits: { hits: [] } }],
        ['/_bulk', { items }],
        ['/_doc/next', { _version: 1 }],
      ];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answers.find(([part]) => url.includes(part))?.[1] ?? {}));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

it.skipIf(POSTGRES === null)(
  `a rebuild replaces the library only if all files of its folders could be read ${WITHOUT_POSTGRES}`,
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'fiscal-indexer-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const folder = join(root, 'law');
    mkdirSync(folder);
    writeFileSync(join(folder, 'one.md'), '# One\n\nThe rent is 1.\n');
    const { url, requests } = await engine();
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const { adminUrl, indexerUrl } = await postgres.create();
    const admin = openDatabase({ url: adminUrl, connections: 1 });
    await addCollection(admin, { name: 'law', kind: 'authority', folder }).finally(() => admin.close());
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const rebuild = () =>
      indexer.run(['--search-url', url, '--database-url', indexerUrl, '--rebuild', '--keep', '0'], {});
    const published = () => requests.filter((request) => request.startsWith('POST /_aliases'));
    // A link that leads out of the folder is not followed.
    writeFileSync(join(root, 'secret.md'), '# Secret\n');
    symlinkSync(join(root, 'secret.md'), join(folder, 'link.md'));
    await expect(rebuild()).rejects.toThrow('nothing was replaced');
    expect(String(printed.mock.calls)).toContain(join(folder, 'link.md'));
    expect(published()).toEqual([]);
    rmSync(join(folder, 'link.md'));
    await rebuild();
    expect(published()).toHaveLength(1);
  },
);
