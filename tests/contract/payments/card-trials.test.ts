// Whoever tries stolen cards at a shop, and who must not notice that they are kept out.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { TestRelay } from '../../harness/payments.ts';
import { onBothApis } from '../../harness/payments-suite.ts';

const ADDRESS = '203.0.113.7';
const HOUR_MS = 3_600_000;
const QUARTER_MS = 15 * 60_000;

onBothApis('declined cards', (start) => {
  const payer = (email: string, number?: string) => ({
    payer: {
      email,
      first_name: 'A',
      last_name: 'B',
      ...(number === undefined ? {} : { identification: { type: 'CPF', number } }),
    },
  });
  const anybody = () => payer(`${randomUUID()}@example.com`);
  const statuses = async (times: number, send: (index: number) => Promise<{ status: number }>) => {
    const found: number[] = [];
    for (let index = 0; index < times; index += 1) found.push((await send(index)).status);
    return found;
  };
  const declined = (relay: TestRelay, more: Record<string, unknown> = anybody(), from = ADDRESS) =>
    relay.card(relay.placeOrder(), 'OTHE', more, from);

  test('[42] of one address: ten, whoever pays for whichever order; then none reaches the provider', async () => {
    const relay = await start();
    expect(await statuses(10, () => declined(relay))).toEqual(Array(10).fill(200));
    const next = await declined(relay);
    expect(next).toMatchObject({ status: 429, body: { code: 'too-many-cards' } });
    expect(next.body['detail']).toContain('pague com PIX ou no balcão');
    expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(relay.control.payments()).toHaveLength(10);
    expect((await declined(relay, anybody(), '203.0.113.8')).status).toBe(200);
    expect((await relay.pix(relay.placeOrder())).status).toBe('pending');
  });

  test.each([16_383, 16_384, 16_385, 65_536])(
    '[42] of one address whose bodies have %i bytes are ten too',
    async (bytes) => {
      const relay = await start();
      const found = await statuses(11, async () => {
        const { code, token } = relay.placeOrder();
        const card = {
          token: await relay.cardToken('OTHE'),
          payment_method_id: 'master',
          ...anybody(),
          pad: '',
        };
        card.pad = 'x'.repeat(bytes - Buffer.byteLength(JSON.stringify(card)));
        const from = { 'x-forwarded-for': ADDRESS };
        return relay.call('POST', `/api/orders/${code}/card`, token, card, from);
      });
      expect(found).toEqual([...Array<number>(10).fill(200), 429]);
      expect(relay.control.payments()).toHaveLength(10);
    },
  );

  test('[42] of one payer: six, from whichever address, however the e-mail or the document is written', async () => {
    const relay = await start();
    const mails = ['ana@example.com', 'Ana@Example.com', 'ana+1@example.com'];
    const byMail = (index: number) =>
      declined(relay, payer(mails[index % mails.length] ?? ''), `203.0.113.${index}`);
    expect(await statuses(7, byMail)).toEqual([...Array<number>(6).fill(200), 429]);
    const wait = Number((await byMail(7)).headers.get('retry-after'));
    expect(wait, 'an hour, as that of an address').toBeGreaterThan(3500);
    const documents = ['12345678909', '123.456.789-09'];
    const byDocument = (index: number) =>
      declined(relay, payer(`${randomUUID()}@example.com`, documents[index % 2]), `203.0.113.1${index}`);
    const found = await statuses(7, byDocument);
    expect(found.slice(0, 6)).not.toContain(429);
    expect(found[6]).toBe(429);
  });

  test('[42] of a payer who must wait use up none of the address: whoever pays next there still has what is left', async () => {
    const relay = await start();
    const ana = () => declined(relay, payer('ana@example.com'));
    expect(await statuses(6, ana)).toEqual(Array(6).fill(200));
    expect(await statuses(5, ana)).toEqual(Array(5).fill(429));
    expect(await statuses(5, () => declined(relay))).toEqual([...Array<number>(4).fill(200), 429]);
  });

  test('[42] of a payer who must wait give nothing back that was not taken: the document stays spent', async () => {
    const relay = await start();
    const ana = (mail: string) => (index: number) =>
      declined(relay, payer(mail, '12345678909'), `203.0.113.${index}`);
    expect(await statuses(6, ana('ana@example.com'))).toEqual(Array(6).fill(200));
    expect(await statuses(6, ana('ana@example.com'))).toEqual(Array(6).fill(429));
    expect(await statuses(1, ana('outra@example.com'))).toEqual([429]);
  });

  test('[42] of one order: nine in a day, after its pauses too', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const found = await statuses(10, async (index) => {
      if (index > 0 && index % 3 === 0) relay.advance(10 * 60_000);
      return relay.card(order, 'OTHE', anybody());
    });
    expect(found).toEqual([...Array<number>(9).fill(200), 429]);
  });

  test('[42] that the pause of an order kept from the provider use nothing up: the address has what it had', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const again = () => relay.card(order, 'OTHE', anybody(), ADDRESS);
    expect(await statuses(3, again)).toEqual(Array(3).fill(200));
    expect(await statuses(12, again)).toEqual(Array(12).fill(429));
    expect(relay.control.payments()).toHaveLength(3);
    expect(await statuses(8, () => declined(relay))).toEqual([...Array<number>(7).fill(200), 429]);
  });

  test('[42] of one store: what is far beyond a shop stops cards there, and PIX goes on', async () => {
    const relay = await start({ cardLimits: { store: 12 } });
    expect(await statuses(13, () => relay.card(relay.placeOrder(), 'OTHE'))).toEqual([
      ...Array<number>(12).fill(200),
      429,
    ]);
    expect((await relay.pix(relay.placeOrder())).status).toBe('pending');
  });

  test('approved cards use nothing up, and one or two declined ones of a customer change nothing', async () => {
    const relay = await start();
    const oneNetwork = (holder: string) => relay.card(relay.placeOrder(), holder, anybody(), ADDRESS);
    expect(await statuses(25, () => oneNetwork('APRO'))).toEqual(Array(25).fill(200));
    const order = relay.placeOrder();
    for (const holder of ['FUND', 'SECU'])
      expect((await relay.card(order, holder, payer('ana@example.com'), ADDRESS)).body['status']).toBe(
        'rejected',
      );
    expect((await relay.card(order, 'APRO', payer('ana@example.com'), ADDRESS)).body['status']).toBe(
      'approved',
    );
    expect(relay.alarms).toEqual([]);
  });

  test('[42] many at once are counted like many one after another', async () => {
    const relay = await start();
    const found = await Promise.all(Array.from({ length: 30 }, () => declined(relay)));
    expect(found.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(relay.control.payments()).toHaveLength(10);
  });

  test('[42] fifteen within a quarter of an hour, and half of all: the owner is told, once an hour', async () => {
    const relay = await start();
    for (let card = 0; card < 14; card += 1) await relay.card(relay.placeOrder(), 'OTHE');
    expect(relay.alarms).toEqual([]);
    await relay.card(relay.placeOrder(), 'OTHE');
    await relay.card(relay.placeOrder(), 'OTHE');
    expect(new Set(relay.alarms.map(({ kind }) => kind))).toEqual(new Set(['payment-card-trials']));
    // The same text is the same alarm: what tells the owner raises it once.
    expect(new Set(relay.alarms.map(({ text }) => text)).size).toBe(1);
    expect(relay.alarms[0]?.text).toContain('Muitos cartões recusados no site (21/11, 12 h)');

    relay.alarms.length = 0;
    relay.advance(HOUR_MS);
    await relay.card(relay.placeOrder(), 'OTHE');
    expect(relay.alarms).toEqual([]);
  });

  test.each([
    ['a moment before a quarter of an hour is over', QUARTER_MS - 1, ['21/11, 11 h']],
    ['once it is over', QUARTER_MS, []],
  ])(
    '[42] fifteen declined, the last of them %s (%i ms), are told in the time of the shop: %j',
    async (_name, laterMs, hours) => {
      const relay = await start({ config: { timeZone: 'America/Manaus' } });
      for (let card = 0; card < 14; card += 1) await relay.card(relay.placeOrder(), 'OTHE');
      relay.advance(laterMs);
      await relay.card(relay.placeOrder(), 'OTHE');
      expect(relay.alarms.map(({ text }) => /\((.*?)\)/.exec(text)?.[1])).toEqual(hours);
    },
  );

  test.each([
    ['exactly half', 15, ['payment-card-trials']],
    ['less than half', 16, []],
  ])('[42] fifteen declined that are %s of all: %i good ones before them', async (_name, good, told) => {
    const relay = await start();
    for (let card = 0; card < good; card += 1) await relay.card(relay.placeOrder(), 'APRO');
    for (let card = 0; card < 15; card += 1) await relay.card(relay.placeOrder(), 'OTHE');
    expect(relay.alarms.map(({ kind }) => kind)).toEqual(told);
  });

  test('[42] declined ones at the counter’s terminal are nobody trying numbers', async () => {
    const relay = await start();
    for (let card = 0; card < 14; card += 1) await relay.card(relay.placeOrder(), 'OTHE');
    await relay.db.execute(sql`update payment_attempts set terminal_id = 'PAX_A910__1'`);
    for (let card = 0; card < 14; card += 1) await relay.card(relay.placeOrder(), 'OTHE');
    expect(relay.alarms).toEqual([]);
    await relay.card(relay.placeOrder(), 'OTHE');
    expect(relay.alarms.map(({ kind }) => kind)).toEqual(['payment-card-trials']);
  });

  test('[42] declined ones among many that are good are a busy shop', async () => {
    const relay = await start();
    for (let card = 0; card < 16; card += 1) {
      await relay.card(relay.placeOrder(), 'APRO');
      await relay.card(relay.placeOrder(), 'APRO');
      await relay.card(relay.placeOrder(), 'OTHE');
    }
    expect(relay.alarms).toEqual([]);
  });
});
