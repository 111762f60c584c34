// What of an erasure follows its commit: written down with it, done once, and whatever comes meanwhile stays for its own turn.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Db } from '../../storage/open.ts';
import { inbox } from '../../storage/schema/replication.ts';
import { createErasureRest, GONE_OUTCOME } from './erasure-rest.ts';

let db: Db;
let swept: number;
let sweep: () => Promise<void>;
let forgotten: string[];
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  swept = 0;
  forgotten = [];
  sweep = () => {
    swept += 1;
    return Promise.resolve();
  };
});
afterEach(() => void db.$client.close());

const rest = () =>
  createErasureRest({
    db,
    inboxOfBuyers: (ids) => ({ run: () => void (forgotten = [...forgotten, ...ids]) }),
    sweep: () => sweep(),
  });
const answered = (id: string): void => {
  const order = { id, customerPhone: '11987654321', observations: 'Maria', totalCents: 5 };
  db.insert(inbox)
    .values({
      id: `command ${id}`,
      kind: 'order.place',
      requestHash: 'r',
      outcome: JSON.stringify({ order }),
      atMs: 1,
    })
    .run();
};
const answers = (): string[] =>
  db
    .select()
    .from(inbox)
    .all()
    .map(({ outcome }) => outcome);

it('takes an order out of old answers, the person out of others, and leaves the rest', async () => {
  for (const id of ['gone', 'cleaned', 'stays']) answered(id);
  const { note, work } = rest();
  note({ deleted: ['gone'], cleaned: ['cleaned'], bought: ['wholesale'] });
  expect(await work()).toBe(true);
  const [gone, cleaned, stays] = answers();
  expect(gone).toBe(GONE_OUTCOME);
  expect(JSON.parse(cleaned ?? '')).toEqual({
    order: { id: 'cleaned', customerPhone: null, observations: '', totalCents: 5 },
  });
  expect(stays).toContain('Maria');
  expect([swept, forgotten]).toEqual([1, ['wholesale']]);
  expect(await work()).toBe(false);
  expect(swept).toBe(1);
});

it('of two erasures is both, though one more came before the first was done', async () => {
  for (const id of ['one', 'other', 'first', 'second']) answered(id);
  const { note, work } = rest();
  note({ cleaned: ['one'], deleted: ['first'], bought: ['a'] });
  note({ cleaned: ['other'], deleted: ['second'], bought: ['b'] });
  await work();
  expect(JSON.stringify(answers())).not.toContain('Maria');
  expect(forgotten).toEqual(['a', 'b']);
});

it('that comes while the disk is swept has a turn of its own, also where it leaves nothing by name', async () => {
  const { note, work } = rest();
  note({});
  sweep = () => {
    swept += 1;
    if (swept === 1) note({});
    return Promise.resolve();
  };
  expect(await work()).toBe(true);
  expect(await work()).toBe(true);
  expect(await work()).toBe(false);
  expect(swept).toBe(2);
});

it('that the disk refused is there at the next try, and after a start', async () => {
  answered('one');
  sweep = () => Promise.reject(new Error('the disk is full'));
  const { note, work } = rest();
  note({ cleaned: ['one'] });
  await expect(work()).rejects.toThrow('the disk is full');
  sweep = () => Promise.resolve();
  expect(await rest().work()).toBe(true);
  expect(await rest().work()).toBe(false);
});
