// A bare TCP client for tests: writes bytes, and resolves with an answer when as many bytes came as asked.

import { connect } from 'node:net';
import type { Socket } from 'node:net';

export type RawClient = {
  write(...parts: (string | readonly number[])[]): void;
  /** The next `count` bytes that come back. */
  read(count: number): Promise<number[]>;
  received(): number[];
  end(): void;
  closed: Promise<void>;
};

export async function connectRaw(port: number): Promise<RawClient> {
  const socket: Socket = connect(port, '127.0.0.1');
  let buffer: number[] = [];
  let wake: (() => void) | null = null;
  socket.on('data', (chunk) => {
    buffer.push(...chunk);
    wake?.();
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  // A printer that dies resets the connection; `closed` tells.
  socket.removeAllListeners('error').on('error', () => undefined);
  return {
    write: (...parts) => {
      socket.write(
        Buffer.concat(
          parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
        ),
      );
    },
    async read(count) {
      while (buffer.length < count) await new Promise<void>((resolve) => (wake = resolve));
      const taken = buffer.slice(0, count);
      buffer = buffer.slice(count);
      return taken;
    },
    received: () => buffer,
    end: () => socket.end(),
    closed,
  };
}
