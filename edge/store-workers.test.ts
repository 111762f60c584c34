// The store's background jobs through its real composition: started by `start()` on a fake timer, their effect seen, ended by `stop()`.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import type { WorkerReport } from '@balcao/shared/host/worker.ts';
import type { Diagnostics } from '@balcao/shared/http/diagnostics.ts';
import type { HelpOpened } from '@balcao/shared/http/help.ts';
import { checksOf } from './machine/diagnostics/checks.ts';
import { THE_STORE } from './shop/audit/audit.ts';
import { asRole } from './testing/sign-in.ts';
import { endFakeTime, fakeTimers } from './testing/fake-timers.ts';
import { openTestStore, type TestStore } from './testing/open-test-store.ts';
import { report, WELL } from './testing/well-machine.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const IDLE = new Set(['alarms', 'read-again']);

let store: TestStore;
beforeEach(async () => {
  fakeTimers();
  store = await openTestStore();
});
afterEach(() => endFakeTime(store));

/** Lets `ms` pass for timers and for the store's clock. */
async function pass(ms: number): Promise<void> {
  store.clock.nowMs += ms;
  await vi.advanceTimersByTimeAsync(ms);
}

async function placeUnpaid(): Promise<string> {
  const id = v7();
  expect((await store.ask('/api/orders', { json: { ...sampleRequest(), id } })).status).toBe(201);
  return id;
}
const statusOf = (id: string) => store.orders.repository.byId(id)?.status;
const reports = async (): Promise<WorkerReport[]> =>
  ((await (await store.ask('/readyz')).json()) as { workers: WorkerReport[] }).workers;
const reportOf = async (name: string) => (await reports()).find((one) => one.name === name);

describe('[36] the background jobs of a store', () => {
  it('are all started, and say when they ran, in readyz', async () => {
    expect((await reports()).map(({ lastRunAtMs }) => lastRunAtMs)).toEqual(
      Array.from({ length: 30 }, () => null),
    );
    store.start();
    await pass(10 * MINUTE);
    const ran = await reports();
    expect(Object.fromEntries(ran.map(({ name, everyMs }) => [name, everyMs]))).toEqual({
      alarms: 5000,
      backup: 10 * MINUTE,
      erasures: MINUTE,
      expiry: MINUTE,
      'last-death': MINUTE,
      leftovers: 10 * MINUTE,
      'new-devices': HOUR,
      'night-updates': MINUTE,
      'outside-alarm': 10 * MINUTE,
      'owner-phones': MINUTE,
      'print-prune': 24 * HOUR,
      'print-queue': MINUTE / 2,
      'printer-alarms': MINUTE / 2,
      'recovery-secrets': HOUR,
      'read-again': MINUTE,
      'reread-copies': 10 * MINUTE,
      refunds: 5000,
      refusals: 10 * MINUTE,
      'remote-help': MINUTE,
      rehearsal: 10 * MINUTE,
      'relay-copies': 10 * MINUTE,
      'report-sums': 10 * MINUTE,
      reseal: 10 * MINUTE,
      retention: HOUR,
      room: 5000,
      scrub: 10 * MINUTE,
      'setup-slip': 15_000,
      'sign-ups': HOUR,
      'static-pix': MINUTE / 2,
      'unpaid-alarm': MINUTE / 2,
    });
    // Two have nothing to do while nothing is wrong.
    for (const { name, lastRunAtMs, lastError } of ran.filter((one) => !IDLE.has(one.name)))
      expect({ name, ran: lastRunAtMs !== null, lastError }).toEqual({ name, ran: true, lastError: null });
  });

  it('are each called by a Portuguese name where one fails', () => {
    const names = [...store.watched.workers().map(({ name }) => name), 'ballast'];
    const facts = { ...WELL, workers: names.map((name) => report({ name, failures: 1, lastError: 'x' })) };
    const text = checksOf(facts).find(({ id }) => id === 'workers')?.text ?? '';
    const called = text.split('; ').map((sentence) => sentence.replace(/ falhou uma vez: x.*$/, ''));
    expect(called).toHaveLength(names.length);
    expect(called.filter((words) => names.includes(words))).toEqual([]);
    expect(new Set(called).size).toBe(names.length);
  });

  it('end unpaid orders a minute after they are due, and not before', async () => {
    store.start();
    await pass(0);
    const id = await placeUnpaid();
    await pass(2 * HOUR);
    expect(statusOf(id)).toBe('PENDING');
    await pass(MINUTE);
    expect(statusOf(id)).toBe('CANCELLED');
  });

  it('do nothing before the start and nothing after the end', async () => {
    const id = await placeUnpaid();
    await pass(5 * HOUR);
    expect(statusOf(id)).toBe('PENDING');
  });

  it('that throw do not end the process: the failure is told, and the work is done when it can be', async () => {
    const id = await placeUnpaid();
    store.clock.nowMs += 3 * HOUR;
    const { $client } = store.db;
    $client.exec(
      "create temp trigger no_room before insert on outbox begin select raise(fail, 'no room'); end",
    );
    store.start();
    await pass(0);
    expect(await reportOf('expiry')).toMatchObject({ failures: 1, lastError: 'no room' });
    await pass(HOUR);
    expect(statusOf(id)).toBe('PENDING');
    expect((await reportOf('expiry'))?.failures).toBeGreaterThan(50);

    $client.exec('drop trigger no_room');
    await pass(MINUTE);
    expect(statusOf(id)).toBe('CANCELLED');
    expect(await reportOf('expiry')).toMatchObject({ failures: 0, lastError: null });
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['reseal', 'a code is replaced', () => Promise.resolve(store.codeReplacement.replace(THE_STORE))],
    ['relay-copies', 'a copy is made', () => store.backups.make('manual')],
  ])('do not wait for their time: %s runs once %s', async (name, _what, happens) => {
    store.start();
    await pass(10 * MINUTE);
    await pass(MINUTE);
    const atMs = store.clock.nowMs;
    expect((await reportOf(name))?.lastRunAtMs).toBeLessThan(atMs);
    await happens();
    await pass(1000);
    expect((await reportOf(name))?.lastRunAtMs).toBeGreaterThanOrEqual(atMs);
  });

  it('[94] say why they failed to an administrator, and to who helps from afar only that they did', async () => {
    await placeUnpaid();
    store.clock.nowMs += 3 * HOUR;
    const admin = await asRole(store, 'ADMIN');
    store.db.$client.exec(
      "create temp trigger no_room before update on orders begin select raise(fail, '11987654321'); end",
    );
    store.start();
    await pass(0);
    const workersIn = async (answer: Response) =>
      ((await answer.json()) as Diagnostics).checks.find(({ id }) => id === 'workers')?.text;
    expect(await workersIn(await admin('/api/staff/diagnostics'))).toContain('uma vez: 11987654321');
    const { code } = (await (await admin('/api/staff/help', { method: 'POST' })).json()) as HelpOpened;
    expect(await workersIn(await store.ask('/api/help/diagnostics', { json: { code } }))).toBe(
      'Pedidos sem pagamento falhou uma vez: o motivo está no registro da máquina. Tenta de novo sozinha.',
    );
    expect(await (await admin('/api/staff/diagnostics/bundle')).text()).not.toContain('11987654321');
  });

  it('end by no word of the relay that cannot be written down: the store is held all the same', () => {
    store.db.$client.exec(
      "create temp trigger no_room before insert on meta begin select raise(fail, 'no room'); end",
    );
    store.writeGate.hold('fenced');
    expect(store.writeGate.held()).toBe('fenced');
  });

  it('leave the database alone while the store is held, and go on when it is free', async () => {
    store.start();
    await pass(0);
    const id = await placeUnpaid();
    store.writeGate.hold('fenced');
    await pass(4 * HOUR);
    expect(statusOf(id)).toBe('PENDING');
    expect(await reportOf('expiry')).toMatchObject({ failures: 0, lastError: null });
    store.writeGate.release();
    await pass(MINUTE);
    expect(statusOf(id)).toBe('CANCELLED');
  });
});
