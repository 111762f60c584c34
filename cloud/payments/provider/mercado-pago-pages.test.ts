// How far a list of the provider is read: as many pages as the busiest shop has, and no more where it never ends.
import { afterEach, expect, test, vi } from 'vitest';
import { answering } from '../../testing/answering-provider.ts';
import { createMercadoPago } from './mercado-pago.ts';
import type { Account } from './provider.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 21, 15);
const accountOf = (api: Account['api']): Account => ({
  ...{ api, hasChangedApi: false, accessToken: 'APP_USR-1', publicKey: null, webhookSecret: null },
});
const provider = createMercadoPago({ clock: () => NOW_MS, retryDelayMs: 0 });
const fifty = <T>(one: T): T[] => Array.from({ length: 50 }, () => one);
const PAYMENT = { id: 555, status: 'approved', transaction_amount: 19.9 };
const ORDER = { id: 'ORD1', status: 'processed', total_amount: '19.90' };

afterEach(() => void vi.unstubAllGlobals());

test('of a day two thousand payments', async () => {
  const asked = answering(() => ({ json: { results: fifty(PAYMENT) } }));
  const found = await provider.searchByCreation(accountOf('payments'), NOW_MS - DAY_MS, NOW_MS);
  expect([found.ok && found.value.length, asked.length]).toEqual([2000, 40]);
});

test('of a day two thousand orders', async () => {
  const asked = answering(() => ({ json: { data: fifty(ORDER) } }));
  const found = await provider.searchByCreation(accountOf('orders'), NOW_MS - DAY_MS, NOW_MS);
  expect([found.ok && found.value.length, asked.length]).toEqual([2000, 40]);
});

test('of an account two hundred terminals', async () => {
  const terminals = fifty({ id: 'T1', operating_mode: 'PDV' });
  const asked = answering(() => ({ json: { data: { terminals } } }));
  const found = await provider.listTerminals(accountOf('orders'));
  expect([found.ok && found.value.length, asked.length]).toEqual([200, 4]);
});

test('of open claims five hundred', async () => {
  const asked = answering(() => ({ json: { data: fifty({ resource: 'payment', resource_id: 5 }) } }));
  const { disputes, failure } = await provider.listOpenClaims(accountOf('payments'));
  expect([disputes.length, failure, asked.length]).toEqual([500, null, 10]);
});
