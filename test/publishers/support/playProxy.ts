/** A proxy that connects everything to one server, until the end of the test. */
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';

export interface PlayedProxy {
  readonly address: string;
  /** `www.ecfr.gov:443`, for each connection that was asked for. */
  readonly asked: string[];
}

/** `target` is the address of the server. Null: the proxy asks for credentials. */
export async function playProxy(target: string | null): Promise<PlayedProxy> {
  const asked: string[] = [];
  const server = createServer();
  server.on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    if (target === null) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const { hostname, port } = new URL(target);
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(socket);
      socket.pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
