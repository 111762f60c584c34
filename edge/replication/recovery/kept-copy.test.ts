// Which of the copies that the relay keeps is brought back; and how long is waited for what it gives, piece by piece and page by page.
import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { RelayClient } from '../../shop/relay/relay-client.ts';
import { newestKept, streamOf } from './kept-copy.ts';
import { createRelayCopy, DeviceRefused } from './relay-copy.ts';

/** A piece holds 192 KiB, at this store and at every relay. */
const COPY_PART_BYTES = 192 * 1024;
const copyOf = (day: number) => ({
  name: `noturna-2026-11-${day}-0430-abcd-0a1b2c.db.age`,
  atMs: Date.UTC(2026, 10, day, 7, 30),
  bytes: 4096,
  sha256: 'a'.repeat(64),
});

it('is the newest, in whatever order the relay names them', async () => {
  const copies = [copyOf(20), copyOf(22), copyOf(21)];
  const request = () => Promise.resolve(Response.json({ copies, bytesMax: 1_000_000 }));
  expect(await newestKept(request)).toEqual(copyOf(22));
});

const answering = (answer: () => Response) => {
  const asked: [path: string, patienceMs: number | undefined][] = [];
  const request: RelayClient['request'] = (path, { timeoutMs } = {}) => {
    asked.push([path, timeoutMs]);
    return Promise.resolve(answer());
  };
  return { asked, request };
};

it('is waited for a minute with each piece: whoever restores may have a poor line', async () => {
  const { asked, request } = answering(() => Response.json({ copies: [copyOf(20)], bytesMax: 1 }));
  await newestKept(request);
  await expect(streamOf(request, copyOf(20)).toArray()).rejects.toThrow('inteira');
  expect(asked).toEqual([
    ['/edge/copies', 60_000],
    [`/edge/copies/${copyOf(20).name}/0`, 60_000],
  ]);
});

it.each([
  ['is no JSON', () => new Response('<html>')],
  ['says something else', () => Response.json({ copies: [{ name: 'x' }] })],
])('whose list %s is not whole', async (_what, answer) => {
  await expect(newestKept(answering(answer).request)).rejects.toMatchObject({
    failure: { code: 'relay-broken' },
  });
});

it('is read no further than it is long, whatever the relay goes on sending', async () => {
  const copy = { ...copyOf(20), bytes: COPY_PART_BYTES + 10 };
  const tooMuch = answering(() => new Response(new Uint8Array(COPY_PART_BYTES)));
  const read: number[] = [];
  const stream = streamOf(tooMuch.request, copy);
  stream.on('data', (piece: Uint8Array) => read.push(piece.length));
  await expect(once(stream, 'end')).rejects.toMatchObject({ failure: { code: 'relay-broken' } });
  expect(read.reduce((sum, bytes) => sum + bytes, 0)).toBe(COPY_PART_BYTES);
  // Nor more in one piece than a piece may hold.
  const large = answering(() => new Response(new Uint8Array(COPY_PART_BYTES + 1)));
  await expect(streamOf(large.request, copy).toArray()).rejects.toMatchObject({
    failure: { code: 'relay-broken' },
  });
  expect(large.asked).toHaveLength(1);
});

it('is asked for with its rows, document and pictures, half a minute each, and told from a key that is refused', async () => {
  const { asked, request } = answering(() => Response.json({ rows: [] }));
  const copy = createRelayCopy(request);
  expect(await copy.rows(7)).toEqual([]);
  await copy.document();
  expect(await copy.image('f00', 'thumb')).toMatchObject({ mediaType: 'application/json' });
  expect(asked).toEqual([
    ['/edge/restore/rows?after=7', 30_000],
    ['/edge/restore/document', 30_000],
    ['/edge/restore/images/f00/thumb', 30_000],
  ]);
  const refusing = createRelayCopy(answering(() => new Response(null, { status: 401 })).request);
  await expect(refusing.document()).rejects.toBeInstanceOf(DeviceRefused);
  const failing = createRelayCopy(answering(() => new Response(null, { status: 403 })).request);
  await expect(failing.document()).rejects.not.toBeInstanceOf(DeviceRefused);
});
