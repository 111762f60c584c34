// What an order, the board and the minute's timers ask of the orders is as quick after years of them: nothing reads them all.
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Db } from '../../storage/open.ts';
import { createOrderRepository, type OrderRepository } from './order-repository.ts';

const { $client } = openDatabase(':memory:', 'edge/storage/migrations');
const asked: { text: string; values: unknown[] }[] = [];
const db = drizzle({
  client: $client,
  logger: { logQuery: (text, values) => void asked.push({ text, values }) },
}) as Db;
const repository = createOrderRepository(db);
beforeEach(() => void asked.splice(0));
afterAll(() => void $client.close());

/** How SQLite goes about what was asked of the orders: one line for each look at the table. */
const looks = (): string[] =>
  asked
    .flatMap(({ text, values }) => $client.prepare(`explain query plan ${text}`).all(...values))
    .map((step) => (step as { detail: string }).detail)
    .filter((detail) => /^(SCAN|SEARCH) orders\b/.test(detail));

// The index of the open orders holds a few hundred, however many there ever were: it may be read whole. That of phones holds them all,
// and of orders without a phone there are as many as the counter ever took.
const BOUNDED =
  /^(SCAN|SEARCH) orders USING INDEX orders_open|^SCAN orders USING COVERING INDEX orders_unpaid_remote|^SEARCH orders USING (INTEGER PRIMARY KEY|INDEX orders_(code|panel|delivered|unpaid_phone|unpaid_caller|phone \(customer_phone=\? AND created_at_ms>\?))/;

const NOW_MS = 1_800_000_000_000;
const DUE = {
  unpaidBeforeMs: NOW_MS,
  dayStartMs: NOW_MS,
  remoteChosenBeforeMs: NOW_MS,
  remotePlacedBeforeMs: NOW_MS,
};

it.each<[string, (orders: OrderRepository) => unknown]>([
  ['what is paid and open, for the board', (orders) => orders.paidOpen()],
  ['what waits for cash, for the board', (orders) => orders.awaitingCash(100)],
  ['what waits for cash, when there is more than is shown', (orders) => orders.awaitingCash(0)],
  ['what is open and unpaid, of a phone and an address', (orders) => orders.openUnpaid('11999998888', 'x')],
  ['what is open and unpaid, in all', (orders) => orders.openUnpaid(null, null)],
  ['what gives way to the next order of a phone', (orders) => orders.oldestUnbegun('11999998888', null)],
  ['what gives way to the next order without a phone', (orders) => orders.oldestUnbegun(null, 'x')],
  ['what came unpaid within ten minutes', (orders) => orders.unpaidPlacedSince(NOW_MS)],
  ['whose time is over', (orders) => orders.unpaidDue(DUE, 200)],
  ['what was handed over, for the board', (orders) => orders.delivered(20)],
  ['what was cancelled in the making, for the board', (orders) => orders.cancelledInWork('2026-11-21', 12)],
  ['how many were handed over today', (orders) => orders.deliveredSince(NOW_MS)],
  ['how long the kitchen takes', (orders) => orders.madeSince(NOW_MS)],
  ['which panel numbers are taken', (orders) => orders.openWithPanel('2026-11-21')],
  ['the orders of a phone', (orders) => orders.byPhone('11999998888', NOW_MS, 5)],
  ['an order by its code', (orders) => orders.byCode('ABCDEFGH22')],
  ['an order by its number', (orders) => orders.byNumber(7, NOW_MS)],
  ['an order by its panel number', (orders) => orders.byPanelNumber(7, '2026-11-21', NOW_MS)],
])('[41] finds %s without reading every order', (_name, ask) => {
  ask(repository);
  expect(looks()).not.toEqual([]);
  expect(looks().filter((look) => !BOUNDED.test(look))).toEqual([]);
});

// In a rush hundreds are open and unpaid: an order that read them all, or its phone's whole history, took three times as long.
it('[41] counts what is unpaid of a phone, an address and the site without reading what else is open', () => {
  repository.openUnpaid('11999998888', 'x');
  expect(looks()).toEqual([
    'SEARCH orders USING INDEX orders_unpaid_phone (customer_phone=?)',
    'SEARCH orders USING INDEX orders_unpaid_caller (caller=?)',
    'SCAN orders USING COVERING INDEX orders_unpaid_remote',
  ]);
});
