// One end of a WebSocket that says what it likes, as fast as it can, and reads nothing.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

const CHUNK_BYTES = 64 * 1024;

/** A whole frame: 2 is a binary message, 9 a ping. A client's is masked, here with zeros. */
export function frameOf(opcode: 2 | 9, payload: Uint8Array, masked: boolean): Buffer {
  const { length } = payload;
  const head = length < 126 ? [length] : length < 65_536 ? [126, length >> 8, length & 255] : null;
  if (head === null) throw new Error('longer than a test needs');
  const [short = 0, ...more] = head;
  const mask = masked ? [0, 0, 0, 0] : [];
  return Buffer.concat([
    Uint8Array.of(0x80 | opcode, short | (masked ? 0x80 : 0), ...more, ...mask),
    payload,
  ]);
}

/** Says `frame` again and again until the other end ends the connection, or `bytesMax` went. Answers whether it was ended. */
export async function flood(socket: Socket, frame: Buffer, bytesMax: number): Promise<boolean> {
  const chunk = Buffer.concat(Array.from({ length: Math.ceil(CHUNK_BYTES / frame.length) }, () => frame));
  for (let said = 0; said < bytesMax; said += chunk.length) {
    if (socket.destroyed) return true;
    await new Promise<void>((resolve) => {
      socket.once('close', resolve);
      socket.write(chunk, () => {
        socket.off('close', resolve);
        resolve();
      });
    });
  }
  return socket.destroyed;
}

/** Opens a WebSocket and reads nothing that comes over it. */
export async function openDeaf(url: string, path: string, authorization: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    [
      `GET ${path} HTTP/1.1`,
      'host: localhost',
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}`,
      `authorization: ${authorization}`,
      '',
      '',
    ].join('\r\n'),
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  if (!answer.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error(answer.toString('latin1'));
  return socket;
}

/** Takes WebSockets and reads nothing that comes over them. */
export async function listenDeaf(): Promise<{ url: string; arrived: Promise<Socket>; close(): void }> {
  const arrived = Promise.withResolvers<Socket>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (asked: Buffer) => {
      const key = /sec-websocket-key: (\S+)/i.exec(asked.toString('latin1'))?.[1] ?? '';
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      socket.pause();
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
      );
      arrived.resolve(socket);
    });
  });
  const { url } = await listen(server);
  return {
    url,
    arrived: arrived.promise,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
