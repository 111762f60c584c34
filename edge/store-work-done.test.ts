// What each of the store's background jobs is there for, seen through its real composition: nothing before the start, done by it, and no timer
// left at the end. Which jobs there are, how often they run and what they do when they fail, says `store-workers.test.ts`.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { readMeta } from './storage/identity.ts';
import { printJobs } from './storage/schema/printing.ts';
import { reportDays } from './storage/schema/reports.ts';
import { audit } from './storage/schema/staff.ts';
import { SECRETS_LOGGED } from './replication/recovery/secrets.ts';
import { endFakeTime, fakeTimers, passUntil } from './testing/fake-timers.ts';
import { openTestStore, type TestStore } from './testing/open-test-store.ts';
import { sell } from './testing/sell.ts';
import { asRole } from './testing/sign-in.ts';
import { newDevice, user } from './shop/users/schema.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
let store: TestStore;
let isOpen = false;
let toldOwners: unknown[] = [];
afterEach(async () => {
  if (isOpen) await endFakeTime(store);
  vi.useRealTimers();
});

async function open(): Promise<void> {
  toldOwners = [];
  fakeTimers();
  const request = (path: string, { body }: RequestInit = {}): Promise<Response> => {
    if (path === '/edge/push/owners') toldOwners.push(body);
    return Promise.resolve(Response.json(null));
  };
  store = await openTestStore({ relay: { request } });
  isOpen = true;
}
const alarms = (): string[] => store.alarms.open().map(({ id }) => id);
const said = (): string[] =>
  store.db
    .select()
    .from(audit)
    .all()
    .map(({ detail }) => detail);
const job = (changes: Partial<typeof printJobs.$inferInsert>): void =>
  void store.db
    .insert(printJobs)
    .values({
      printerId: 'gone',
      purpose: 'kitchen',
      copy: 1,
      content: '{}',
      state: 'printed',
      attempts: 1,
      nextAtMs: 0,
      createdAtMs: store.clock.nowMs,
      updatedAtMs: store.clock.nowMs,
      ...changes,
    })
    .run();
const states = () =>
  store.db
    .select()
    .from(printJobs)
    .all()
    .map(({ state }) => state);

type Work = { prepare(): unknown; done(): unknown; before?: unknown; after: unknown };
const WORK: Record<string, Work> = {
  'recovery-secrets': {
    prepare: () => undefined,
    done: () => [
      readMeta(store.db, SECRETS_LOGGED),
      store.outbox.after(0, 1000).filter(({ kind }) => kind === 'key').length,
    ],
    before: [null, 0],
    after: ['1', 1],
  },
  'report-sums': {
    prepare: () => sell(store, store.clock.nowMs, { totalCents: 700 }),
    done: () =>
      store.db
        .select()
        .from(reportDays)
        .all()
        .map(({ cents }) => cents),
    before: [],
    after: [700],
  },
  retention: {
    prepare: () => sell(store, store.clock.nowMs - 400 * DAY_MS, { customerPhone: '11911110001' }),
    done: () => store.orders.repository.byNumbers([1]).map(({ customerPhone }) => customerPhone),
    before: ['11911110001'],
    after: [null],
  },
  backup: {
    prepare: () => asRole(store, 'ADMIN'),
    done: async () => (await store.backups.list('any')).length,
    before: 0,
    after: 1,
  },
  leftovers: {
    prepare: () => writeFileSync(join(store.folder, 'store.db.replaced-1'), ''),
    done: () => existsSync(join(store.folder, 'store.db.replaced-1')),
    before: true,
    after: false,
  },
  'outside-alarm': {
    async prepare() {
      await asRole(store, 'ADMIN');
      store.outsideAlarm.checkOutsideCopy();
      store.clock.nowMs += 8 * DAY_MS;
    },
    done: alarms,
    before: [],
    after: ['backup-outside'],
  },
  // The relay of this test answers, and keeps nothing.
  'relay-copies': {
    prepare: () => undefined,
    done: () => store.relayCopies.state().failure,
    before: null,
    after: 'A cópia não chegou ao site. A loja tenta de novo sozinha.',
  },
  refusals: {
    async prepare() {
      const json = { email: 'ana@loja.com', password: 'errada' };
      for (let n = 0; n < 3; n += 1) await store.ask('/api/auth/sign-in/email', { json });
      store.clock.nowMs += 60 * MINUTE_MS;
    },
    done: () => said().filter((text) => text.startsWith('mais ')),
    before: [],
    after: ['mais 2 tentativas com email ou senha errados, de 1 lugar'],
  },
  'new-devices': {
    async prepare() {
      await asRole(store, 'ADMIN');
      const [owner] = store.db.select().from(user).all();
      const at = (days: number) => new Date(store.clock.nowMs - days * DAY_MS);
      for (const [id, days] of [
        ['old', 31],
        ['young', 29],
      ] as const)
        store.db
          .insert(newDevice)
          .values({
            id,
            userId: String(owner?.id),
            sessionId: id,
            at: at(days),
            name: 'Chrome',
            transport: 'lan',
          })
          .run();
    },
    done: () =>
      store.db
        .select()
        .from(newDevice)
        .all()
        .map(({ id }) => id)
        .toSorted(),
    before: ['old', 'young'],
    after: ['young'],
  },
  'sign-ups': {
    async prepare() {
      const json = { name: 'Beto', email: 'beto@loja.com', password: 'mel-roxo' };
      expect((await store.ask('/api/auth/sign-up/email', { json })).status).toBe(200);
      store.clock.nowMs += 15 * DAY_MS;
    },
    done: () => store.users.accounts.list().map(({ name }) => name),
    before: ['Beto'],
    after: [],
  },
  'unpaid-alarm': {
    prepare() {
      for (let n = 0; n < 40; n += 1) sell(store, store.clock.nowMs, { status: 'PENDING', source: 'relay' });
    },
    done: alarms,
    before: [],
    after: ['unpaid-orders'],
  },
  'owner-phones': {
    prepare: () => asRole(store, 'ADMIN'),
    done: () => toldOwners.length,
    before: 0,
    after: 1,
  },
  'print-queue': {
    prepare: () => job({ state: 'sending' }),
    done: states,
    before: ['sending'],
    after: ['held'],
  },
  'print-prune': {
    prepare() {
      job({ updatedAtMs: store.clock.nowMs - 31 * DAY_MS });
      job({ copy: 2, updatedAtMs: store.clock.nowMs - 29 * DAY_MS });
    },
    done: () =>
      store.db
        .select()
        .from(printJobs)
        .all()
        .map(({ copy }) => copy),
    before: [1, 2],
    after: [2],
  },
};

it.each(Object.entries(WORK))('[36] %s is done once the store has started', async (_name, work) => {
  await open();
  await work.prepare();
  expect(await work.done()).toEqual(work.before);
  store.start();
  await vi.waitFor(async () => expect(await work.done()).toEqual(work.after), { timeout: 60_000 });
});

it('[36] printer-alarms ring for a printer that stays dead for three minutes', async () => {
  await open();
  const saved = store.printing.printers.save(null, {
    name: 'Caixa',
    enabled: true,
    transport: { kind: 'tcp', host: '127.0.0.1', port: 1 },
    columns: 48,
    codePage: 'PC850',
    purposes: ['kitchen'],
  });
  store.start();
  await vi.waitFor(() => expect(store.printing.status().map(({ state }) => state)).toEqual(['off']), {
    timeout: 60_000,
  });
  store.clock.nowMs += 2 * MINUTE_MS;
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(alarms()).toEqual([]);
  store.clock.nowMs += MINUTE_MS;
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(alarms()).toEqual([`printer.${saved.ok ? saved.value.id : ''}`]);
});

it('[36] no timer is left once the store has ended', async () => {
  await open();
  const before = vi.getTimerCount();
  store.start();
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(vi.getTimerCount()).toBeGreaterThan(before + 10);
  isOpen = false;
  await passUntil(store.close());
  expect(vi.getTimerCount()).toBe(0);
});
