// How far strangers get with an order's number, code or phone at the relay.
import { expect, it } from 'vitest';
import { tokenOf } from '../../harness/fake-shop.ts';
import { bodyOf, onOneDatabase, soon, type Scene } from '../../harness/relay.ts';
import { anOrder } from '../../harness/store-log.ts';

const PHONE = '11987654321';

async function withOrders(scene: Scene, ...orders: ReturnType<typeof anOrder>[]): Promise<void> {
  const store = await scene.linkedStore((one) =>
    orders.forEach((order) => one.log.appendOrder(order, tokenOf(order.id))),
  );
  await soon(() => expect(store.checkpoints.at(-1)?.seq).toBe(orders.length));
}

onOneDatabase('[39] the end of the phone', (scene) => {
  const guess = async (query: string, lastFour: string, address: string) => {
    const headers = { 'x-forwarded-for': address };
    const answer = await scene.relay.ask('/api/track', { json: { query, lastFour }, headers });
    return { status: answer.status, body: await bodyOf(answer) };
  };

  it('may be guessed five times an order and business day, from whatever address; the sixth is not judged', async () => {
    const [mine, other] = [anOrder({ customerPhone: PHONE }), anOrder({ customerPhone: PHONE })];
    await withOrders(scene, mine, other);
    for (let at = 1; at <= 5; at += 1)
      expect(await guess(mine.code, '0000', `198.51.100.${at}`)).toMatchObject({
        status: 403,
        body: { code: 'wrong-digits', triesLeft: 5 - at },
      });
    expect(await guess(mine.code, '4321', '198.51.100.6')).toMatchObject({
      status: 429,
      body: { code: 'digits-spent', detail: expect.stringMatching(/balcão.*aparelho que fez o pedido/) },
    });
    expect((await guess(other.code, '4321', '198.51.100.6')).status).toBe(200);
    const own = await scene.relay.ask(`/api/orders/${mine.code}`, { token: tokenOf(mine.id) });
    expect(await bodyOf(own)).toMatchObject({ access: 'whole' });
    scene.relay.advance(24 * 3_600_000);
    expect((await guess(mine.code, '4321', '198.51.100.6')).status).toBe(200);
  });

  it('counts wrong ones alone, and every one of many at once; an order without a phone has the words for wrong digits', async () => {
    const [mine, bare] = [anOrder({ customerPhone: PHONE }), anOrder({ customerPhone: null })];
    await withOrders(scene, mine, bare);
    for (let at = 0; at < 10; at += 1)
      expect((await guess(mine.code, '4321', `198.51.100.${at}`)).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => guess(mine.code, '0000', `203.0.113.${at}`)),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
    expect(await guess(bare.code, '4321', '203.0.113.99')).toMatchObject({
      status: 403,
      body: { code: 'wrong-digits', triesLeft: 4 },
    });
  });
});

onOneDatabase('[29] walking', (scene) => {
  const track = async (json: object, address: string) => {
    const answer = await scene.relay.ask('/api/track', { json, headers: { 'x-forwarded-for': address } });
    return [answer.status, await bodyOf(answer)] as const;
  };

  it('through numbers ends after four that are not there, for one household and with one word for all', async () => {
    const mine = anOrder({ customerPhone: PHONE });
    await withOrders(scene, mine);
    const number = String(mine.simpleId);
    for (let at = 0; at < 4; at += 1)
      expect((await track({ query: `${90_000_000 + at}` }, `2001:db8:7:7::${at + 1}`))[0]).toBe(200);
    const there = await track({ query: number }, '2001:db8:7:7:9::1');
    expect(there).toEqual(await track({ query: '90000009' }, '2001:db8:7:7::1'));
    expect(there).toMatchObject([429, { code: 'number-searches-spent' }]);
    expect((await track({ query: number }, '2001:db8:7:8::1'))[0]).toBe(200);
    for (const json of [
      { phone: PHONE },
      { query: mine.code },
      { query: number, tokens: [tokenOf(mine.id)] },
    ])
      expect((await track(json, '2001:db8:7:7::1'))[0]).toBe(200);
  });

  it('through numbers ends for everybody after forty, and an order that is followed costs none', async () => {
    const mine = anOrder();
    await withOrders(scene, mine);
    const number = String(mine.simpleId);
    for (let at = 0; at < 10; at += 1) expect((await track({ query: number }, '192.0.2.1'))[0]).toBe(200);
    for (let at = 0; at < 40; at += 1)
      expect((await track({ query: `${90_000_000 + at}` }, `198.51.100.${at}`))[0]).toBe(200);
    expect((await track({ query: number }, '192.0.2.1'))[0]).toBe(429);
  });

  it('through phones ends after twenty that ordered nothing', async () => {
    await withOrders(scene, anOrder({ customerPhone: PHONE }));
    for (let at = 0; at < 25; at += 1) expect((await track({ phone: PHONE }, '192.0.2.2'))[0]).toBe(200);
    for (let at = 0; at < 20; at += 1)
      expect((await track({ phone: `1190000${1000 + at}` }, '192.0.2.2'))[0]).toBe(200);
    const there = await track({ phone: PHONE }, '192.0.2.2');
    expect(there).toEqual(await track({ phone: '11900009999' }, '192.0.2.2'));
    expect(there).toMatchObject([429, { code: 'phone-searches-spent' }]);
  });
});
