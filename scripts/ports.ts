// Which ports are free. A free port can be taken by another process a moment later: callers must still
// cope with a child that cannot listen.
import { createServer } from 'node:net';

const LOOPBACK_AND_ALL = ['::', '0.0.0.0', '127.0.0.1'];

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has nobody there.
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(true);
      else if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** True when nobody listens there, on any address that our servers may use. */
export async function isFree(port: number): Promise<boolean> {
  for (const host of LOOPBACK_AND_ALL) if (!(await canListen(port, host))) return false;
  return true;
}

/** So many different free ports, all held open until the last is found, so that none comes twice. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer().once('error', reject);
          server.listen({ port: 0, host: '0.0.0.0', exclusive: true }, () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a listening socket without a port');
    return address.port;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
