// Which of the copies that the relay keeps is brought back.
import { expect, it } from 'vitest';
import { newestKept } from './kept-copy.ts';

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
