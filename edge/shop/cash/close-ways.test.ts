// What a close says of each way: what came in the session, what went back in it, the fee and what stays. Sums worked out by hand from the
// cart's R$ 13,50.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { CashClose } from '@balcao/shared/http/cash.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { CARTS, createTrading, type Online, type Trading } from '../../testing/trading.ts';

let store: TestStore;
let admin: Asking;
let trading: Trading;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
  trading = createTrading(store, await asRole(store, 'ATTENDANT'), admin);
  await admin('/api/staff/settings', {
    method: 'PATCH',
    json: { feePercents: { pix: 0.99, credit_card: 4.98 } },
  });
});
afterEach(() => store.close());

const [, cart] = CARTS;
const later = () => (store.clock.nowMs += 60_000);
async function sold(method: Online = 'pix') {
  if (cart === undefined) throw new Error('there is no such cart');
  const sale = await trading.order('relay', cart(), '11911110001', true);
  await trading.payOnline(sale, method);
  return sale;
}
const open = async () => {
  later();
  await trading.openCash(0);
  later();
};
const close = async (): Promise<CashClose> => {
  later();
  return (await trading.closeCash(0)) as CashClose;
};
/** What all ways say of what came less what went back, beside the drawer, is what its lines say. */
const agrees = ({ methods, ways = [] }: CashClose) =>
  expect(
    ways
      .filter(({ name }) => name !== 'Dinheiro')
      .reduce((sum, { receivedCents, returnedCents }) => sum + receivedCents - returnedCents, 0),
  ).toBe(methods.reduce((sum, { salesCents }) => sum + salesCents, 0));

it('is gross, returned, fee and net; what goes back in a later session is said there', async () => {
  await open();
  const [part, whole] = [await sold(), await sold()];
  const gone = await sold();
  await sold('credit_card');
  await trading.refundPart(part, 100);
  await trading.refundWhole(gone);
  const first = await close();
  expect(first.ways).toEqual([
    // 4,98 % of R$ 13,50 is 67,23 centavos.
    {
      name: 'Cartão de crédito (Mercado Pago)',
      receivedCents: 1350,
      returnedCents: 0,
      feeCents: 67,
      netCents: 1283,
    },
    // Three of R$ 13,50, less R$ 1,00 and R$ 13,50; 0,99 % of R$ 26,00 is 25,74 centavos.
    { name: 'PIX', receivedCents: 4050, returnedCents: 1450, feeCents: 26, netCents: 2574 },
  ]);
  agrees(first);
  await open();
  await trading.refundWhole(whole);
  await sold('credit_card');
  const second = await close();
  expect(second.ways).toEqual([
    {
      name: 'Cartão de crédito (Mercado Pago)',
      receivedCents: 1350,
      returnedCents: 0,
      feeCents: 67,
      netCents: 1283,
    },
    // 0,99 % of R$ 13,50 is 13,37 centavos, which come back.
    { name: 'PIX', receivedCents: 0, returnedCents: 1350, feeCents: -13, netCents: -1337 },
  ]);
  agrees(second);
  await open();
  expect((await close()).ways).toEqual([]);
});

it('has what the site took in the very moment in which the drawer was opened once, as its own', async () => {
  later();
  await trading.openCash(0);
  await sold();
  const { methods, ways } = await close();
  expect(methods).toEqual([{ name: 'PIX', orders: 1, salesCents: 1350 }]);
  expect(ways).toMatchObject([{ name: 'PIX', receivedCents: 1350, returnedCents: 0 }]);
});

it('has a debit card on the site as a way of its own', async () => {
  await open();
  await sold('debit_card');
  const closed = await close();
  expect(closed.methods).toEqual([{ name: 'Cartão de débito (Mercado Pago)', orders: 1, salesCents: 1350 }]);
  agrees(closed);
});

/** R$ 13,50 by two codes: R$ 5,00 and the rest. */
async function soldInParts(): Promise<void> {
  if (cart === undefined) throw new Error('there is no such cart');
  const { id } = await trading.order('counter', cart(), null, true);
  for (const amountCents of [500, 850])
    await trading.hear({ attemptId: v7(), orderId: id, part: v7(), amountCents });
  expect(store.orders.repository.byId(id)).toMatchObject({ paymentStatus: 'approved' });
}

it('counts on one line of a way the orders that were paid by it whole and in parts, each once', async () => {
  await open();
  await sold();
  await sold();
  await soldInParts();
  const closed = await close();
  expect(closed.methods).toEqual([{ name: 'PIX', orders: 3, salesCents: 4050 }]);
  agrees(closed);
});

it('counts on one line so as well what came by that way while no drawer was open', async () => {
  await open();
  await close();
  later();
  await sold();
  await soldInParts();
  await open();
  await sold();
  const closed = await close();
  expect(closed.methods).toEqual([
    { name: 'PIX', orders: 1, salesCents: 1350 },
    { name: 'PIX, com o caixa fechado', orders: 2, salesCents: 2700 },
  ]);
  agrees(closed);
});

it('has what staff gave back over the counter in the session in which they did, and in no other', async () => {
  const byHand = async (method: 'cash' | 'debito') => {
    if (cart === undefined) throw new Error('there is no such cart');
    const sale = await trading.order('relay', cart(), '11911110001', true);
    await trading.payByHand(sale, method);
    return sale;
  };
  const sumsOf = ({ ways = [] }: CashClose) =>
    ways.map(({ name, receivedCents, returnedCents }) => [name, receivedCents, returnedCents]);
  await open();
  const [cash, card] = [await byHand('cash'), await byHand('debito')];
  await trading.cancel(await byHand('cash'));
  expect(sumsOf(await close())).toEqual([
    ['Dinheiro', 2700, 1350],
    ['Maquininha: débito', 1350, 0],
  ]);
  await open();
  await trading.cancel(cash);
  await trading.cancel(card);
  expect(sumsOf(await close())).toEqual([
    ['Dinheiro', 0, 1350],
    ['Maquininha: débito', 0, 1350],
  ]);
  await open();
  expect(sumsOf(await close())).toEqual([]);
});

it('has a chargeback where it was heard, and its money again where it was won', async () => {
  await open();
  const sale = await sold('credit_card');
  agrees(await close());
  await open();
  await trading.chargeBack(sale);
  const lost = await close();
  expect(lost.ways).toMatchObject([{ receivedCents: 0, returnedCents: 1350 }]);
  agrees(lost);
  await open();
  await trading.winChargeback(sale);
  const won = await close();
  expect(won.ways).toMatchObject([{ receivedCents: 1350, returnedCents: 0 }]);
  agrees(won);
});
