// [P33] [P35] From when until when a sale by the shop's static code is looked for, and what of all that was paid can prove it.
import { expect, it } from 'vitest';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { ProviderPayment } from './provider/provider.ts';
import { findStaticPix } from './static-pix.ts';

type Deps = Parameters<typeof findStaticPix>[0];

const NOW_MS = Date.UTC(2026, 10, 21, 15);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ACCOUNT = { accessToken: 'token', api: 'orders', hasChangedApi: true };
const SALE = { txid: 'SALE1', amountCents: 2500, atMs: NOW_MS };
const PAID = {
  ...{ id: '7', status: 'approved', attemptId: null, currency: 'BRL', amountCents: 2500, reference: null },
  transactionIds: ['SALE1'],
} as unknown as ProviderPayment;

async function find(
  pix: Parameters<typeof findStaticPix>[2],
  paid: readonly ProviderPayment[] = [],
  account: object | null = ACCOUNT,
) {
  const asked: unknown[] = [];
  const deps = {
    clock: () => NOW_MS,
    credentials: { of: () => Promise.resolve(account) },
    provider: {
      searchByCreation: (...range: unknown[]) => {
        asked.push(range);
        return Promise.resolve(accepted(paid));
      },
    },
  } as unknown as Deps;
  return { found: await findStaticPix(deps, 'store', pix), asked };
}

it.each([
  ['an hour before it', [SALE], HOUR_MS],
  ['an hour before the first of several', [SALE, { ...SALE, atMs: NOW_MS - DAY_MS }], DAY_MS + HOUR_MS],
  ['three days ago and no earlier', [{ ...SALE, atMs: NOW_MS - 4 * DAY_MS }], 3 * DAY_MS + HOUR_MS],
  ['its own moment at three days', [{ ...SALE, atMs: NOW_MS - 3 * DAY_MS + 1 }], 3 * DAY_MS + HOUR_MS - 1],
])('a sale is looked for from %s, until an hour from now, for clocks differ', async (_what, pix, agoMs) => {
  const { asked } = await find(pix);
  // Where nobody asked for the money, it stands at the Payments API alone.
  const received = { ...ACCOUNT, api: 'payments', hasChangedApi: false };
  expect(asked).toEqual([[received, NOW_MS - agoMs, NOW_MS + HOUR_MS]]);
});

const FOUND = [{ txid: 'SALE1', providerPaymentId: '7' }];
it.each<[string, Partial<ProviderPayment>, object[]]>([
  ['money that carries its name', {}, FOUND],
  ['money that carries it in the reference', { transactionIds: [], reference: 'SALE1' }, FOUND],
  ['money whose other part went back', { status: 'partially_refunded' }, FOUND],
  ['no payment of ours, which pays its own order', { attemptId: 'attempt' }, []],
  ['no money that went back', { status: 'refunded' }, []],
  ['none that is yet to come', { status: 'pending' }, []],
  ['none that the bank took back', { status: 'charged_back' }, []],
  ['no other currency', { currency: 'USD' }, []],
  ['none of an amount that cannot be read', { amountCents: null }, []],
  ['none of a centavo less', { amountCents: 2499 }, []],
])('a sale is proved by %s', async (_what, changes, found) => {
  expect((await find([SALE], [{ ...PAID, ...changes }])).found).toEqual(accepted({ found }));
});

it('nothing is looked for without an account', async () => {
  expect(await find([SALE], [PAID], null)).toEqual({ found: refused({ code: 'method-off' }), asked: [] });
});
