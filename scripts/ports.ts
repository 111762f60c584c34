// Which ports are free. A free port can be taken by another process a moment later: callers must still
// cope with a child that cannot listen.
import { randomInt } from 'node:crypto';
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

// Below the ports that systems give to outgoing connections by themselves: a browser's connection took one of those between its being found
// free and being listened on. Each test process has a room of its own, so that two of them never choose the same: Vitest's from the first on,
// Playwright's, which run beside them, from the last down. Browsers refuse 10080.
const FIRST = 10_100;
const ROOMS = 16;
const ROOM_SIZE = 1400;
const { VITEST_POOL_ID: ofVitest, TEST_PARALLEL_INDEX: ofPlaywright } = process.env;
const room =
  ofPlaywright === undefined
    ? Number(ofVitest ?? process.pid) % ROOMS
    : ROOMS - 1 - (Number(ofPlaywright) % ROOMS);
let next = randomInt(ROOM_SIZE);

/** So many different free ports; none comes twice before all others of the room have come. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let tried = 0; ports.length < count; tried += 1) {
    if (tried === ROOM_SIZE) throw new Error('no port is free');
    const port = FIRST + room * ROOM_SIZE + (next++ % ROOM_SIZE);
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}
