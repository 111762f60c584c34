// What stands in front of several processes of the relay, as Caddy does: a connection goes to the next of them that takes
// it, and waits for a while when none does. It never looks at what passes.
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from './listen.ts';

export type Balancer = {
  url: string;
  /** From now on it leads to these ports alone, and whoever is connected has to come again. */
  point(ports: readonly number[]): void;
  close(): Promise<void>;
};

const WAIT_MS_MAX = 30_000;
const TRY_EVERY_MS = 50;

export async function createBalancer(first: readonly number[]): Promise<Balancer> {
  let ports = first;
  const open = new Set<Socket>();
  let turn = 0;

  async function reach(): Promise<Socket | null> {
    for (
      const endMs = performance.now() + WAIT_MS_MAX;
      performance.now() < endMs;
      await pause(TRY_EVERY_MS)
    ) {
      turn += 1;
      for (let at = 0; at < ports.length; at += 1) {
        const socket = await connected(ports[(turn + at) % ports.length] ?? 0);
        if (socket) return socket;
      }
    }
    return null;
  }

  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (near) => {
    open.add(near.on('close', () => open.delete(near)));
    near.on('error', () => near.destroy());
    void reach().then((far) => {
      if (far === null || near.destroyed) {
        near.destroy();
        far?.destroy();
        return;
      }
      open.add(far.on('close', () => open.delete(far)));
      far.on('error', () => near.destroy()).on('close', () => near.destroy());
      near.on('close', () => far.destroy());
      near.pipe(far).pipe(near);
    });
  });
  const { url } = await listen(server);
  return {
    url,
    point(next) {
      ports = next;
      for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function connected(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.once('error', () => resolve(null)).once('connect', () => resolve(socket));
  });
}
