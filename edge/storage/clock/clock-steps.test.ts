// The clock of the machine is set by a day, or a year, and set back: while the store runs and between two runs of it. `skewMs` is what
// somebody set; time itself goes on as ever.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { changeOrder } from '../../shop/orders/change-order.ts';
import { endFakeTime, fakeTimers, passUntil } from '../../testing/fake-timers.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole } from '../../testing/sign-in.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let store: TestStore;
let doubted = false;
beforeEach(() => {
  doubted = false;
  fakeTimers();
});
afterEach(() => endFakeTime(store));

const open = async (options: { folder?: string; nowMs?: number } = {}): Promise<void> => {
  store = await openTestStore({ ...options, isClockDoubted: () => doubted });
  store.start();
};
/** The same machine, switched on again `offMs` later with a clock that says `saysMs` more than that. */
async function restart(offMs: number, saysMs: number): Promise<void> {
  const nowMs = store.clock.nowMs + offMs + saysMs;
  await passUntil(store.stop());
  await open({ folder: store.folder, nowMs });
}
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= MINUTE) {
    store.clock.nowMs += Math.min(left, MINUTE);
    await vi.advanceTimersByTimeAsync(Math.min(left, MINUTE));
  }
}
async function place(): Promise<{ id: string; orderNumber: number }> {
  const placed = await store.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } });
  expect(placed.status).toBe(201);
  return ((await placed.json()) as { order: { id: string; orderNumber: number } }).order;
}
const statusOf = ({ id }: { id: string }) => store.orders.repository.byId(id)?.status;
const panelOf = ({ id }: { id: string }) => {
  const paid = changeOrder(store.orders, id, { kind: 'approve', method: 'cash' });
  if (!paid.ok) throw new Error(paid.refusal.code);
  return [paid.value.panelDate, paid.value.panelNumber];
};

describe('[101] a clock that leaps a day ahead', () => {
  it('ends no unpaid order, whether it is undone or kept: each has its two hours', async () => {
    await open();
    const early = await place();
    await pass(10 * MINUTE);
    store.clock.skewMs = DAY;
    const late = await place();
    await pass(20 * MINUTE);
    store.clock.skewMs = 0;
    await pass(5 * MINUTE);
    expect([statusOf(early), statusOf(late)]).toEqual(['PENDING', 'PENDING']);

    store.clock.skewMs = DAY;
    await pass(40 * MINUTE);
    expect([statusOf(early), statusOf(late)]).toEqual(['PENDING', 'PENDING']);
    await pass(46 * MINUTE);
    expect([statusOf(early), statusOf(late)]).toEqual(['CANCELLED', 'PENDING']);
    await pass(10 * MINUTE);
    expect(statusOf(late)).toBe('CANCELLED');
  });

  it('gives no number again, and the panel goes on until it is known which day it is', async () => {
    await open();
    const first = await place();
    expect(panelOf(first)).toEqual(['2026-11-21', 1]);
    store.clock.skewMs = DAY;
    const second = await place();
    expect(panelOf(second)).toEqual(['2026-11-21', 2]);
    store.clock.skewMs = 0;
    const third = await place();
    expect(panelOf(third)).toEqual(['2026-11-21', 3]);
    expect([first, second, third].map(({ orderNumber }) => orderNumber)).toEqual([1, 2, 3]);
    store.clock.skewMs = DAY;
    await pass(31 * MINUTE);
    expect(panelOf(await place())).toEqual(['2026-11-22', 1]);
  });

  it('holds no ticket back that was queued a moment before, and does hold what waited for two hours', async () => {
    await open();
    expect(store.printing.printers.save(null, PRINTER).ok).toBe(true);
    panelOf(await place());
    // Without the slip of a store that has no owner yet.
    const states = () =>
      store.printing.queue
        .list()
        .filter(({ purpose }) => purpose === 'kitchen')
        .map(({ state }) => state);
    expect(states()).toEqual(['queued']);
    store.clock.skewMs = DAY;
    await pass(2 * MINUTE);
    expect(states()).toEqual(['queued']);
    await pass(2 * HOUR);
    expect(states()).toEqual(['held']);
  });
});

describe('[101] a clock that is set back by a day', () => {
  it('takes orders on, with new numbers, in the day that it was, and keeps everybody signed in', async () => {
    await open();
    const admin = await asRole(store, 'ADMIN');
    const first = await place();
    expect(panelOf(first)).toEqual(['2026-11-21', 1]);
    store.clock.skewMs = -DAY;
    const second = await place();
    expect(second.orderNumber).toBe(2);
    expect(panelOf(second)).toEqual(['2026-11-21', 2]);
    await pass(10 * MINUTE);
    const board = (await (await admin('/api/staff/board')).json()) as { orders: { orderNumber: number }[] };
    expect(board.orders.map(({ orderNumber }) => orderNumber)).toEqual([1, 2]);
  });

  it('makes nobody wait longer after wrong passwords than was said', async () => {
    await open();
    await asRole(store, 'ADMIN');
    const place = { account: 'admin@loja.com', from: 'here', trust: 'lan' } as const;
    let wait = 0;
    for (let tries = 0; tries < 12 && wait === 0; tries += 1)
      wait = store.users.loginThrottle.admitTry(place);
    expect(wait).toBe(60);
    store.clock.skewMs = -DAY;
    expect(store.users.loginThrottle.admitTry(place)).toBe(60);
    await pass(MINUTE);
    expect(store.users.loginThrottle.admitTry(place)).toBe(0);
  });

  it('makes the copy of the night, although one is dated tomorrow, and takes it for the newest', async () => {
    await open();
    await asRole(store, 'ADMIN');
    store.clock.skewMs = DAY;
    const ahead = await store.backups.make('manual');
    store.clock.skewMs = 0;
    store.clock.nowMs += 14 * HOUR;
    await store.backups.makeDueBackup();
    const newest = await store.backups.newest();
    expect(newest?.name).toMatch(/^noturna-2026-11-22/);
    expect(newest?.name).not.toBe(ahead.name);
  });
});

describe('[101] a clock that leaps a year ahead', () => {
  it('erases nobody and takes no copy with it, while it is not known to be right', async () => {
    await open();
    await asRole(store, 'ADMIN');
    sell(store, START_MS - DAY, { customerPhone: '11911110001' });
    await store.backups.make('manual');
    await store.backups.make('manual');
    const copies = () => readdirSync(join(store.folder, 'edge', 'backups')).length;
    const phone = () => store.orders.repository.byNumbers([1])[0]?.customerPhone;
    const before = copies();
    store.clock.skewMs = 400 * DAY;
    await pass(25 * MINUTE);
    await store.backups.renew();
    expect([copies() >= before, phone()]).toEqual([true, '11911110001']);
  });

  it('lets the owner hear again of a week without a copy outside', async () => {
    await open();
    await asRole(store, 'ADMIN');
    store.clock.skewMs = 400 * DAY;
    store.outsideAlarm.checkOutsideCopy();
    store.db.$client.prepare("delete from meta where key = 'copy_outside'").run();
    store.outsideAlarm.checkOutsideCopy();
    store.clock.skewMs = 0;
    store.outsideAlarm.checkOutsideCopy();
    store.clock.nowMs += 8 * DAY;
    store.outsideAlarm.checkOutsideCopy();
    expect(store.alarms.open().map(({ id }) => id)).toContain('backup-outside');
  });

  it('is said in the diagnostics, until half an hour after', async () => {
    await open();
    const admin = await asRole(store, 'ADMIN');
    const clock = async () => {
      const { checks } = (await (await admin('/api/staff/diagnostics')).json()) as {
        checks: { id: string; state: string; text: string }[];
      };
      return checks.find(({ id }) => id === 'clock');
    };
    expect((await clock())?.text).not.toContain('pulou');
    store.clock.skewMs = 365 * DAY;
    expect(await clock()).toMatchObject({
      state: 'warn',
      text: expect.stringContaining('pulou 365 dias para a frente') as string,
    });
    await pass(31 * MINUTE);
    expect((await clock())?.state).toBe('ok');
  });
});

describe('[101] a machine without a clock of its own', () => {
  it('begins in the past: what it takes before the network sets the clock is not old by that, and the day is right at once', async () => {
    doubted = true;
    await open({ nowMs: START_MS - 17 * HOUR });
    const order = await place();
    expect(panelOf(await place())).toEqual(['2026-11-20', 1]);
    await pass(5 * MINUTE);
    store.clock.skewMs = 17 * HOUR;
    doubted = false;
    const later = await place();
    expect(panelOf(later)).toEqual(['2026-11-21', 1]);
    await pass(10 * MINUTE);
    expect(statusOf(order)).toBe('PENDING');
    await pass(2 * HOUR);
    expect(statusOf(order)).toBe('CANCELLED');
  });

  it('begins a day ahead: what was ordered a minute before is not old by that', async () => {
    await open();
    const order = await place();
    doubted = true;
    await restart(MINUTE, DAY);
    await pass(10 * MINUTE);
    expect(statusOf(order)).toBe('PENDING');
    store.clock.skewMs = -DAY;
    doubted = false;
    await pass(10 * MINUTE);
    expect(statusOf(order)).toBe('PENDING');
    expect((await place()).orderNumber).toBe(2);
    rmSync(store.folder, { recursive: true, force: true });
    expect(existsSync(store.folder)).toBe(false);
  });
});

describe('[101] what is signed with an end, through a clock that leaps a day ahead, an hour back, and is right again', () => {
  /** A page that follows an order: it reads it, and listens by the token that came with it. */
  const read = async (code: string) =>
    (await (await store.ask(`/api/orders/${code}`)).json()) as { ticket: string };
  const hears = async (ticket: string): Promise<boolean> => {
    const answer = await store.ask(`/api/live?ticket=${ticket}`);
    await answer.body?.cancel();
    return answer.status === 200;
  };

  it.each([
    ['a day ahead', DAY],
    ['an hour back', -HOUR],
  ])(
    '%s: staff stay signed in, and a page listens on with what it is given when it reads again',
    async (_, ms) => {
      await open();
      const admin = await asRole(store, 'ADMIN');
      const { order } = (await (
        await store.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } })
      ).json()) as { order: { code: string } };
      const { ticket } = await read(order.code);
      expect(await hears(ticket)).toBe(true);

      store.clock.skewMs = ms;
      expect((await admin('/api/staff/board')).status).toBe(200);
      expect(await hears((await read(order.code)).ticket)).toBe(true);
      // Somebody comes in meanwhile.
      const late = await asRole(store, 'KITCHEN');
      store.clock.skewMs = 0;
      for (const asked of [admin, late]) expect((await asked('/api/staff/board')).status).toBe(200);
      expect(await hears(ticket)).toBe(true);
    },
  );
});

const PRINTER = {
  name: 'Cozinha',
  // Nobody is there.
  transport: { kind: 'tcp', host: '192.168.77.77', port: 9100 },
  columns: 48,
  codePage: 'PC860',
  purposes: ['kitchen'],
  enabled: true,
};
