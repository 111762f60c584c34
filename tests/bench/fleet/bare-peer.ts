// The bare WebSocket of a fleet's yardstick: a message to the process of the stores and one back, which says the same again.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';

type Message = { id: string; asked: object };

/** The side that asks, of the peer that connected last. */
export function openPeers() {
  let peer: WebSocket | null = null;
  const waiting = new Map<string, (answered: object) => void>();
  return {
    ask(id: string, asked: object): Promise<object> {
      return new Promise((resolve, reject) => {
        if (peer === null) return reject(new Error('no peer has connected'));
        waiting.set(id, resolve);
        peer.send(JSON.stringify({ id, asked } satisfies Message));
      });
    },
    listen(server: Server): void {
      new WebSocketServer({ server }).on('connection', (socket) => {
        peer = socket;
        socket.on('message', (data: Buffer) => {
          const { id, asked } = JSON.parse(data.toString()) as Message;
          waiting.get(id)?.(asked);
          waiting.delete(id);
        });
      });
    },
  };
}

/** The side that answers. Resolves once it is connected. */
export async function answerAsPeer(url: string): Promise<void> {
  const socket = new WebSocket(url);
  socket.on('message', (data: Buffer) => {
    const { id, asked } = JSON.parse(data.toString()) as Message;
    socket.send(JSON.stringify({ id, asked } satisfies Message));
  });
  await once(socket, 'open');
}
