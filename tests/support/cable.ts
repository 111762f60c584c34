// A network cable between two parts that a test can pull: connections through it are cut, refused or left
// hanging, and pass again when it is plugged in. It never looks at what passes.
import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

export type Cable = {
  /** The near end: what one part dials instead of the other. */
  url: string;
  /** Cuts what is open and refuses what comes. */
  pull(): void;
  /**
   * Nothing passes and nobody is told: the half-open link of bad Wi-Fi. With 'answers', what the far end says still
   * arrives, and what the near end says to it does not. With 'open', only what is open by now: packets that were lost
   * are sent again after pauses that may be as long as the network was away, and whoever comes after that passes. With
   * 'said', of what is open only what the near end says.
   */
  stall(what?: 'all' | 'answers' | 'open' | 'said'): void;
  /** Lets everything pass again. What was stalled goes on where it stopped. */
  plug(): void;
  close(): Promise<void>;
};

export async function createCable(farPort: number): Promise<Cable> {
  let state: 'plugged' | 'pulled' | 'stalled' | 'deaf' = 'plugged';
  const sockets = new Map<Socket, 'near' | 'far'>();
  const lost = new Set<Socket>();
  const isStalled = (end: 'near' | 'far'): boolean =>
    state === 'stalled' || (state === 'deaf' && end === 'near');
  const keep = (socket: Socket, end: 'near' | 'far') => {
    sockets.set(socket, end);
    socket.once('close', () => {
      sockets.delete(socket);
      lost.delete(socket);
    });
    if (isStalled(end)) socket.pause();
  };
  const server = createServer({ noDelay: true }, (near) => {
    near.on('error', () => near.destroy());
    if (state === 'pulled') {
      near.resetAndDestroy();
      return;
    }
    const remote = connect({ host: '127.0.0.1', port: farPort, noDelay: true });
    remote.on('error', () => near.destroy());
    for (const [from, to, end] of [
      [near, remote, 'near'],
      [remote, near, 'far'],
    ] as const) {
      from.on('data', (chunk) => {
        if (!to.write(chunk)) from.pause();
      });
      to.on('drain', () => {
        if (!isStalled(end) && !lost.has(from)) from.resume();
      });
    }
    near.once('end', () => remote.end());
    remote.once('end', () => near.end());
    near.once('close', () => remote.destroy());
    remote.once('close', () => near.destroy());
    keep(near, 'near');
    keep(remote, 'far');
  });
  const { url } = await listen(server);
  const cut = () => {
    for (const socket of sockets.keys()) socket.destroy();
  };
  return {
    url,
    pull() {
      state = 'pulled';
      cut();
    },
    stall(what = 'all') {
      if (what === 'open' || what === 'said') {
        for (const [socket, end] of sockets) if (what === 'open' || end === 'near') lost.add(socket.pause());
        return;
      }
      state = what === 'all' ? 'stalled' : 'deaf';
      for (const [socket, end] of sockets) if (isStalled(end)) socket.pause();
    },
    plug() {
      state = 'plugged';
      lost.clear();
      for (const socket of sockets.keys()) socket.resume();
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
