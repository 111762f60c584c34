// [P33] The relay's search for sales by the shop's static code, among all that the account was paid.
import { expect, test } from 'vitest';
import { onBothApis } from '../../harness/payments-suite.ts';
import type { TestRelay } from '../../harness/payments.ts';

const HOUR = 3_600_000;
type Sought = { txid: string; amountCents: number; atMs: number };
const find = async (relay: TestRelay, pix: Sought[]) =>
  (await relay.edge('POST', '/edge/payments/static-pix', { pix })).body;

onBothApis('[P33] sales by the static code', (start) => {
  test('are found by the transaction’s name and the amount, whatever the account pays through', async () => {
    const relay = await start();
    const sale = { txid: 'AB12CD34EF', amountCents: 2500, atMs: relay.clock() };
    expect(await find(relay, [sale])).toEqual({ found: [] });
    relay.advance(60_000);
    const { id } = relay.control.receive(2500, 'AB12CD34EF');
    expect(await find(relay, [sale])).toEqual({
      found: [{ txid: 'AB12CD34EF', providerPaymentId: String(id) }],
    });
  });

  test('are found where the provider names the transaction in the reference alone', async () => {
    const relay = await start();
    const sale = { txid: 'AB12CD34EF', amountCents: 2500, atMs: relay.clock() };
    const { id } = relay.control.receive(2500, 'AB12CD34EF', 'reference');
    expect(await find(relay, [sale])).toEqual({
      found: [{ txid: 'AB12CD34EF', providerPaymentId: String(id) }],
    });
  });

  test.each([
    ['a centavo more', 2501, 'AB12CD34EF'],
    ['another name', 2500, 'AB12CD34EG'],
  ])('are not found by %s', async (_, cents, txid) => {
    const relay = await start();
    const sale = { txid: 'AB12CD34EF', amountCents: 2500, atMs: relay.clock() };
    relay.control.receive(cents, txid);
    expect(await find(relay, [sale])).toEqual({ found: [] });
  });

  test('one payment proves one of two sales', async () => {
    const relay = await start();
    const sale = (txid: string) => ({ txid, amountCents: 2500, atMs: relay.clock() });
    relay.control.receive(2500, 'SALE1');
    expect(await find(relay, [sale('SALE1'), sale('SALE2')])).toMatchObject({ found: [{ txid: 'SALE1' }] });
  });

  test('are not proved by what pays an order by itself, nor by what went back', async () => {
    const relay = await start();
    const placed = relay.placeOrder(2500);
    relay.control.approve((await relay.pix(placed)).paymentId);
    await relay.quiet();
    const sale = (txid: string) => ({ txid, amountCents: 2500, atMs: relay.clock() });
    const { id } = relay.control.receive(2500, 'SALE1');
    relay.control.refundByHand(id);
    expect(await find(relay, [sale(placed.order.code), sale('SALE1')])).toEqual({ found: [] });
  });

  test.each(['currency', 'no-currency'] as const)(
    'are not proved by money that is not said to be in reais: %s',
    async (field) => {
      const relay = await start();
      const sale = { txid: 'SALE1', amountCents: 2500, atMs: relay.clock() };
      relay.control.receive(2500, 'SALE1');
      relay.control.setFaults({ tamperFetches: { count: 1, field } });
      expect(await find(relay, [sale])).toEqual({ found: [] });
      expect(await find(relay, [sale])).toMatchObject({ found: [{ txid: 'SALE1' }] });
    },
  );

  test('are looked for over three days, and an hour before the sale', async () => {
    const relay = await start();
    relay.control.receive(2500, 'SALE1');
    relay.advance(HOUR - 1000);
    const near = { txid: 'SALE1', amountCents: 2500, atMs: relay.clock() };
    expect(await find(relay, [near])).toMatchObject({ found: [{ txid: 'SALE1' }] });
    relay.advance(2000);
    expect(await find(relay, [{ ...near, atMs: relay.clock() }])).toEqual({ found: [] });
  });

  test('are looked for each from its own moment, whatever else is looked for', async () => {
    const relay = await start();
    const sale = (txid: string) => ({ txid, amountCents: 2500, atMs: relay.clock() });
    const first = sale('SALE1');
    relay.control.receive(2500, 'SALE1');
    relay.advance(2 * 24 * HOUR);
    const second = sale('SALE2');
    relay.control.receive(2500, 'SALE2');
    const found = [{ txid: 'SALE1' }, { txid: 'SALE2' }];
    expect(await find(relay, [first, second])).toMatchObject({ found });
    expect(await find(relay, [second, first])).toMatchObject({ found: found.toReversed() });
  });

  test('cannot be looked for where the provider does not answer, or there is no account', async () => {
    const relay = await start();
    relay.control.setFaults({ failRequests: { count: 9, status: 503, retryAfterSeconds: null } });
    const sale = { txid: 'SALE1', amountCents: 2500, atMs: relay.clock() };
    expect(await find(relay, [sale])).toMatchObject({ code: 'provider-unreachable' });
  });
});
