// Orders while the shop is silent, away, too old or too busy, and what is forgotten of them: compared with a text that a person has read.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFERRED_MS, LAPSE_MS } from '@balcao/shared/link/command-state.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { tokenOf } from '../../harness/fake-shop.ts';
import { openRecord, type Record } from '../../harness/relay-record.ts';
import { become, idOf, openShop } from '../../harness/record-shop.ts';
import { soon } from '../../harness/relay.ts';

const HOUR_MS = 3_600_000;
const claimOf = (n: number): string => `a-claim-of-the-browser-${n}`;

let record: Record;
beforeAll(async () => {
  record = await openRecord();
});
afterAll(() => record.close());

const water = (n: number, changes: object = {}) => ({
  ...sampleRequest({ items: [{ id: 'a', productId: 'agua' }], observations: 'sem gelo' }),
  id: idOf(n),
  claim: claimOf(n),
  ...changes,
});
const outcome = (n: number) => record.ask(`/api/orders/by-id/${idOf(n)}`, { token: claimOf(n) });

it('orders wait for the shop, are given up, held and forgotten', async () => {
  const { step, ask, device, chapter, relay } = record;
  const store = await openShop(record);
  const place = (n: number) => ask('/api/orders', { json: water(n) });
  /** The link is there, and nobody answers on it. */
  const silent = (ask_: () => Promise<unknown>) => relay.waitingForNobody(ask_);
  const countOf = (table: string, where = 'true') =>
    relay.rows(sql.raw(`select 1 from ${table} where ${where}`)).then((rows) => rows.length);

  chapter('the shop does not answer');
  await step('an order waits, and its page asks again', async () => {
    store.onCommand = () => ({ httpStatus: 503 });
    await silent(() => place(1));
    await outcome(1);
    await silent(() => place(1));
  });
  await step('it answers after all, a second later', async () => {
    await record.quiet();
    store.onCommand = null;
    await record.pass(1000);
    await outcome(1);
  });
  await step('cash is chosen while it is silent', async () => {
    store.onCommand = () => ({ httpStatus: 503 });
    await silent(() =>
      ask(`/api/orders/${store.order(idOf(1)).code}/cash`, { json: {}, token: tokenOf(idOf(1)) }),
    );
    await silent(() =>
      ask(`/api/orders/${store.order(idOf(1)).code}/cancel`, { method: 'POST', token: tokenOf(idOf(1)) }),
    );
  });
  await step('an order that nobody answers is given up after ten minutes, and taken back', async () => {
    await silent(() => place(2));
    await record.quiet();
    await record.pass(LAPSE_MS - 1000);
    await outcome(2);
    await record.pass(2000);
    await outcome(2);
    await ask('/api/orders', { json: water(2) });
    store.onCommand = null;
    await record.pass(15_000);
  });

  chapter('the shop is too old, or cannot read what it is sent');
  await step('it defers what it does not know', async () => {
    store.onCommand = () => ({ status: 'deferred', kind: 'order.cancel' });
    await silent(() =>
      ask(`/api/orders/${store.order(idOf(1)).code}/cancel`, { method: 'POST', token: tokenOf(idOf(1)) }),
    );
    await record.quiet();
    store.onCommand = null;
  });
  await step('it finds an order unreadable', async () => {
    store.onCommand = () => ({ httpStatus: 422 });
    await place(3);
    store.onCommand = null;
  });
  const held = await step('its administrator looks at what stands still', async () => {
    const { body } = await device(store, '/edge/held');
    await device(store, `/edge/held/${idOf(99)}/retry`, { method: 'POST' });
    await device(store, `/edge/held/${idOf(99)}/discard`, { method: 'POST' });
    return (body.commands as { id: string; kind: string }[]).map(({ id }) => id);
  });
  await step('and tries again, or ends it', async () => {
    for (const id of held) await device(store, `/edge/held/${id}/retry`, { method: 'POST' });
    await soon(async () => expect(await countOf('commands', `state = 'deferred'`)).toBe(0));
    for (const id of held) await device(store, `/edge/held/${id}/discard`, { method: 'POST' });
  });
  await step('what was deferred is asked again by itself', async () => {
    store.onCommand = () => ({ status: 'deferred', kind: 'order.place' });
    await silent(() => place(4));
    await record.quiet();
    store.onCommand = null;
    await record.pass(DEFERRED_MS);
    await soon(async () => expect(await countOf('commands', `state = 'deferred'`)).toBe(0));
  });

  chapter('the shop is away');
  await step(
    'its line breaks; for a minute orders are still taken',
    async () => {
      await record.listen('a page', '/api/live');
      await record.cut(store);
      await ask('/api/store', { isBrief: true });
      await silent(() => place(5));
    },
    { events: 2 },
  );
  await step('then they are not, and the owner hears of it', async () => {
    await record.pass(61_000);
    await ask('/api/orders', { json: water(6) });
    await ask(`/api/orders/${store.order(idOf(1)).code}/cash`, { json: {}, token: tokenOf(idOf(1)) });
    await silent(() => place(5));
    await record.pass(4 * 60_000);
    await record.pass(16_000);
  });
  await step(
    'it comes back with what was missed',
    async () => {
      become(store, idOf(1), {
        status: 'RECEBIDO',
        receivedAtMs: Date.now(),
        paymentStatus: 'approved',
        paymentMethod: 'cash',
      });
      become(store, idOf(1), {
        status: 'READY',
        readyAtMs: Date.now(),
        panelNumber: 3,
        panelDate: '2026-11-21',
        panelSeries: 1,
      });
      await record.link(store);
      await record.quiet();
      await ask('/api/track', { json: { query: '3' } });
      await outcome(5);
      await record.pass(16_000);
    },
    { events: 2 },
  );
  const alarm = {
    title: 'Impressora sem papel',
    text: 'Coloque papel na impressora da cozinha.',
    sinceMs: Date.now(),
    endedAtMs: null,
  };
  await step('a trouble of the shop begins', async () => void store.log.append('alarm', 'printer.1', alarm));
  await step('and ends', async () => {
    await record.pass(16_000);
    store.log.append('alarm', 'printer.1', { ...alarm, endedAtMs: Date.now() });
  });
  await step('rows that the site cannot read', async () => {
    store.log.append('order', idOf(77), { order: { id: idOf(77) } });
    store.log.append('audit', idOf(78), null, { body: null, sealed: true, proof: 'a.proof' });
  });
  await step('its answers come ahead of its rows', async () => {
    store.logsOrders = false;
    await place(11);
    await ask(`/api/orders/${store.order(idOf(11)).code}/cash`, {
      json: { changeForCents: 2000 },
      token: tokenOf(idOf(11)),
      isBrief: true,
    });
    await ask(`/api/orders/${store.order(idOf(11)).code}`, { token: tokenOf(idOf(11)) });
    store.logsOrders = true;
  });

  chapter('what is forgotten');
  const erase = (body: object) =>
    step(
      `the shop forgets: ${JSON.stringify(body)}`,
      async () => void store.log.append('erasure', idOf(90), body),
    );
  await step('two more orders', async () => {
    await place(8);
    await place(9);
  });
  await erase({ scope: 'person', orderIds: [idOf(8)] });
  await erase({ scope: 'orders', orderIds: [idOf(9)] });
  await step('what they are to their customers now', async () => {
    await ask(`/api/orders/${store.order(idOf(8)).code}`, { token: tokenOf(idOf(8)) });
    await ask(`/api/orders/${store.order(idOf(9)).code}`, { token: tokenOf(idOf(9)) });
    await outcome(8);
    await outcome(9);
    await ask('/api/track', { json: { phone: '11 98765-4321' } });
  });
  await step('the shop sends an erased one again', async () => {
    become(store, idOf(8), { status: 'DELIVERED' });
    become(store, idOf(9), { status: 'DELIVERED' });
  });
  await erase({ scope: 'retention', upToNumber: 1 });
  await erase({ scope: 'history', upToNumber: 4 });
  await step('two days later nobody needs what was sent', async () => {
    await place(10);
    await record.pass(48 * HOUR_MS + 1000);
    await outcome(10);
    await ask('/api/track', { json: { phone: '11 98765-4321' } });
    await ask(`/api/orders/${store.order(idOf(10)).code}`);
  });
  await expect(record.text('Orders while the shop is silent')).toMatchFileSnapshot('./relay-silence.txt');
});
