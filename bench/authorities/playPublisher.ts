/** A server with two versions of the title. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeTitle } from './makeTitle.ts';

/** `offered`: the version that the list names after so many files were asked for. */
export async function playPublisher(sections: number, offered: (asked: number) => 1 | 2) {
  const titles = { 1: makeTitle(sections, 1), 2: makeTitle(sections, 2) };
  let asked = 0;
  const server = createServer((request, response) => {
    if (request.url?.endsWith('download.shtml')) {
      const version = offered(asked);
      response.end(`<h3>Public Law 119-${version} (0${version}/01/2026)</h3><a href="xml_uscAll@119-${version}.zip">`);
      return;
    }
    asked += 1;
    response.end(titles[request.url?.includes('119-2.zip') ? 2 : 1].archive);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, unpacked: titles[1].unpacked, close: () => server.close() };
}
