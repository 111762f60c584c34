// The answer to a store whose socket is not taken.
import type { Duplex } from 'node:stream';

const REASONS: Record<number, string> = {
  401: 'Unauthorized',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/** Answers with the status, and with one header line more if there is one, and hangs up. */
export function refuseUpgrade(socket: Duplex, status: number, header?: string): void {
  const more = header === undefined ? '' : `${header}\r\n`;
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\n${more}connection: close\r\ncontent-length: 0\r\n\r\n`,
  );
}
