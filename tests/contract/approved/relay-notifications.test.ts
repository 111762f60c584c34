// Who is told what on a phone, and what becomes of a message that does not get through: compared with a text that a person has read.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecord, type Record } from '../../harness/relay-record.ts';
import { become, openShop, placeAside } from '../../harness/record-shop.ts';

let record: Record;
beforeAll(async () => {
  record = await openRecord();
});
afterAll(() => record.close());

it('customers hear that their order is ready, owners what is wrong', async () => {
  const { step, ask, device, chapter, phones, relay } = record;
  const store = await openShop(record);
  const publicKey = await record.aside(async () => {
    const answer = await relay.ask('/api/push/public-key');
    return ((await answer.json()) as { publicKey: string }).publicKey;
  });
  function phone(name: string) {
    const made = phones.subscribe(publicKey);
    record.give(made.device, name);
    return made;
  }
  type Placed = Awaited<ReturnType<typeof placeAside>>;
  const push = ({ code, token }: Placed, json: unknown, init: object = {}) =>
    ask(`/api/orders/${code}/push`, { json, token, ...init });
  const edge = (path: string, init: { method?: string; json?: unknown } = {}) =>
    device(store, `/edge/push${path}`, init);

  chapter('customers');
  const [one, two] = [await placeAside(record, store, 1), await placeAside(record, store, 2)];
  const [maria, rui] = [phone('maria'), phone('rui')];
  await step('two phones want to hear of an order, one of another; one twice', async () => {
    await push(one, maria.subscription);
    await push(one, maria.subscription);
    await push(one, rui.subscription);
    await push(two, maria.subscription);
  });
  await step('who may not, and what is no phone', async () => {
    await push({ ...one, token: two.token }, maria.subscription);
    await push(one, { ...maria.subscription, endpoint: 'https://nobody.example/push' });
    await push(one, { endpoint: 'x', keys: { p256dh: '?', auth: 'short' } });
    for (let n = 0; n < 4; n += 1) await push(one, phone(`phone ${n}`).subscription, { isBrief: true });
  });
  await step('the services of every browser', async () => {
    for (const host of [
      'fcm.googleapis.com',
      'android.googleapis.com',
      'jmt17.google.com',
      'a.push.services.mozilla.com',
      'web.push.apple.com',
      'a.notify.windows.com',
      'push.apple.com.nobody.example',
    ]) {
      const endpoint = `https://${host}/phone`;
      await push(two, { ...maria.subscription, endpoint });
      await push(two, { endpoint }, { method: 'DELETE' });
    }
  });
  await step('one wants no more', async () => {
    await push(one, { endpoint: rui.subscription.endpoint }, { method: 'DELETE' });
    await push(
      { ...one, token: 'somebody' },
      { endpoint: maria.subscription.endpoint },
      { method: 'DELETE' },
    );
  });
  await step('it is called at the panel, and ready', async () => {
    phones.answer(phone('nobody').device);
    become(store, one.id, {
      status: 'READY',
      panelNumber: 12,
      panelDate: '2026-11-21',
      panelSeries: 1,
      readyAtMs: Date.now(),
    });
  });
  await step(
    'another is ready without a number; the push service has too much to do, and takes it later',
    async () => {
      phones.answer(maria.device, { status: 429, headers: { 'retry-after': '60' } }, { status: 503 });
      become(store, two.id, { status: 'READY', readyAtMs: Date.now() });
      await record.pass(0);
      await record.pass(59_000);
      await record.pass(1000);
      await record.pass(10_000);
    },
  );
  await step('an order that is ready wants no phone', () => push(one, rui.subscription));

  chapter('owners');
  const [dona, gone, foreign] = [phone('dona'), phone('gone'), phone('foreign')];
  const add = (label: string, userId: string, { subscription }: typeof dona) =>
    edge('/devices', { json: { label, userId, subscription } });
  await step('three devices, and one that is none', async () => {
    await add(' Celular da dona ', 'u1', dona);
    record.note('(a moment later)');
    await record.pass(1000);
    await add('Tablet', 'u2', gone);
    await record.pass(1000);
    await add('Outro', 'u3', foreign);
    await edge('/devices', { json: { label: '', userId: 'u1', subscription: dona.subscription } });
    await edge('/devices', {
      json: {
        label: 'X',
        userId: 'u1',
        subscription: { ...dona.subscription, endpoint: 'https://nobody.example' },
      },
    });
    await edge('');
  });
  await step('u3 is no administrator any more', async () => {
    await edge('/owners', { method: 'PUT', json: { userIds: ['u1', 'u2'] } });
    await edge('');
  });
  await step('a device is gone, and hears of it by itself', async () => {
    phones.unsubscribe(gone.device);
    store.log.append('alarm', 'printer.1', {
      title: 'Impressora sem papel',
      text: 'Coloque papel.',
      sinceMs: Date.now(),
      endedAtMs: null,
    });
    await record.quiet();
    await edge('');
  });
  await step('all are tried', () => edge('/test', { method: 'POST' }));
  await step('a message that nobody takes is dropped after twelve hours', async () => {
    phones.answer(dona.device, ...Array.from({ length: 9 }, () => ({ status: 503 })));
    await edge('/test', { method: 'POST' });
    for (const wait of [2, 10, 30, 60, 300, 12 * 3600]) await record.pass(wait * 1000);
  });
  await step('one that the push service finds wrong is not sent again', async () => {
    phones.answer(dona.device, { status: 400 });
    await edge('/test', { method: 'POST' });
  });
  await step('a device is taken away', async () => {
    const { body } = await edge('');
    const [first] = body.devices as { id: string }[];
    await edge(`/devices/${first?.id}`, { method: 'DELETE' });
    await edge(`/devices/${first?.id}`, { method: 'DELETE' });
    await edge('/devices/x', { method: 'DELETE' });
    await edge('/test', { method: 'POST' });
  });
  await step('three months later nobody remembers', async () => {
    become(store, one.id, { status: 'DELIVERED' });
    await record.pass(91 * 24 * 3_600_000);
    await edge('');
  });
  await expect(record.text('Notifications')).toMatchFileSnapshot('./relay-notifications.txt');
});
