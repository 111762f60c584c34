// Each order that is written down reaches every open screen once, and a screen that was opened late hears nothing of before.
import { expect, it } from 'vitest';
import type { Outbox } from '../../storage/outbox.ts';
import { Wake } from '../../storage/wake.ts';
import { createBroadcast } from './broadcast.ts';

type Row = { seq: number; kind: string; body: string | null };
const rows: Row[] = [];
const outbox = {
  head: () => ({ seq: rows.length, hash: '' }),
  after: (seq: number, limit: number) => rows.filter((row) => row.seq > seq).slice(0, limit),
} as unknown as Outbox;
const write = (kind: string, order: string | null): void =>
  void rows.push({
    seq: rows.length + 1,
    kind,
    body: order === null ? null : JSON.stringify({ order: { id: order } }),
  });

it('tells of orders that were written since somebody listens, each once, and of nothing else', async () => {
  const wake = new Wake();
  const told = async (): Promise<void> => {
    wake.notify('log');
    await new Promise((resolve) => setImmediate(resolve));
  };
  const broadcast = createBroadcast(outbox, wake);
  const heard: string[] = [];
  write('order', 'before');
  await told();
  const stop = broadcast.subscribe(({ seq, order }) => heard.push(`${seq} ${order.id}`));
  write('order', 'one');
  write('payment', 'x');
  // Erased since.
  write('order', null);
  await told();
  await told();
  expect(heard).toEqual(['2 one']);
  expect(broadcast.head()).toBe(4);

  // More than are read at once.
  for (let more = 0; more < 250; more += 1) write('order', 'more');
  await told();
  expect(heard).toHaveLength(251);

  stop();
  write('order', 'unheard');
  await told();
  expect(broadcast.head()).toBe(255);
  broadcast.subscribe(({ order }) => heard.push(order.id));
  write('order', 'last');
  await told();
  expect(heard.slice(251)).toEqual(['last']);
});
