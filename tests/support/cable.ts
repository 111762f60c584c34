// A network cable between two parts that a test can pull: connections through it are cut, refused or left
// hanging, and pass again when it is plugged in. It never looks at what passes.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Cable = {
  /** The near end: what one part dials instead of the other. */
  url: string;
  /** Cuts what is open and refuses what comes. */
  pull(): void;
  /** Nothing passes and nobody is told: the half-open link of bad Wi-Fi. */
  stall(): void;
  /** Lets everything pass again. What was stalled goes on where it stopped. */
  plug(): void;
  close(): Promise<void>;
};

export async function createCable(farPort: number): Promise<Cable> {
  let state: 'plugged' | 'pulled' | 'stalled' = 'plugged';
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (state === 'stalled') socket.pause();
  };
  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    if (state === 'pulled') {
      near.resetAndDestroy();
      return;
    }
    const remote = connect({ host: '127.0.0.1', port: farPort });
    remote.on('error', () => near.destroy());
    for (const [from, to] of [
      [near, remote],
      [remote, near],
    ] as const) {
      from.on('data', (chunk) => {
        if (!to.write(chunk)) from.pause();
      });
      to.on('drain', () => {
        if (state !== 'stalled') from.resume();
      });
    }
    near.once('end', () => remote.end());
    remote.once('end', () => near.end());
    near.once('close', () => remote.destroy());
    remote.once('close', () => near.destroy());
    keep(near);
    keep(remote);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pull() {
      state = 'pulled';
      cut();
    },
    stall() {
      state = 'stalled';
      for (const socket of sockets) socket.pause();
    },
    plug() {
      state = 'plugged';
      for (const socket of sockets) socket.resume();
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
