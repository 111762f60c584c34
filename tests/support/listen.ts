// A server of a test on a port of this machine.
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Resolves with where it listens; without a port of its own on a free one. */
export async function listen(server: Server, port = 0): Promise<{ url: string; port: number }> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const found = (server.address() as AddressInfo).port;
  return { url: `http://127.0.0.1:${found}`, port: found };
}

/** With every connection that is open. */
export const closeServer = (server: HttpServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
