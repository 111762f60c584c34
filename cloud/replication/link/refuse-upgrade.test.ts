import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { refuseUpgrade } from './refuse-upgrade.ts';

it.each([
  [401, undefined, 'HTTP/1.1 401 Unauthorized\r\n'],
  [404, undefined, 'HTTP/1.1 404 Not Found\r\n'],
  [429, 'retry-after: 60', 'HTTP/1.1 429 Too Many Requests\r\nretry-after: 60\r\n'],
  [503, undefined, 'HTTP/1.1 503 Service Unavailable\r\n'],
])(
  'a store whose socket is not taken hears %i and why, and the connection is over',
  async (status, header, begin) => {
    const socket = new PassThrough();
    refuseUpgrade(socket, status, header);
    expect(await text(socket)).toBe(`${begin}connection: close\r\ncontent-length: 0\r\n\r\n`);
  },
);
