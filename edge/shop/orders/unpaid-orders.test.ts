// Unpaid orders by the hundred: what is paid stands first and whole on the kitchen's board and at the counter.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AwaitedCash, Board } from '@balcao/shared/http/staff.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole } from '../../testing/sign-in.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

/** What the board lists of unpaid orders, and the list that is there to clear them. */
const SHOWN_MAX = 100;
const LISTED_MAX = 300;
const FAKE: Partial<Order> = {
  status: 'PENDING',
  paymentStatus: 'pending',
  paymentMethod: 'cash',
  source: 'relay',
  receivedAtMs: null,
  deliveredAtMs: null,
};
/** One each second, each from another phone, as many addresses would send them. */
const fakes = (count: number, fromMs: number): Order[] =>
  inTransaction(store.db, () =>
    Array.from({ length: count }, (_, n) =>
      sell(store, fromMs + n * 1_000, { ...FAKE, customerPhone: `119${String(n).padStart(8, '0')}` }),
    ),
  );
const paid = (atMs: number, status: 'RECEBIDO' | 'PREPARING' | 'READY' = 'RECEBIDO') =>
  sell(store, atMs, { status, source: 'relay', deliveredAtMs: null });
const ids = (orders: readonly Order[]) => orders.map((order) => order.id);
const boardOf = async (role: 'KITCHEN' | 'ATTENDANT'): Promise<Board> =>
  (await (await asRole(store, role))('/api/staff/board')).json() as Promise<Board>;

describe('of 500 unpaid orders and a few paid ones among them', () => {
  it.each(['KITCHEN', 'ATTENDANT'] as const)(
    '[41] the board for %s holds every paid one, first',
    async (role) => {
      fakes(250, START_MS - 600_000);
      const first = paid(START_MS - 300_000, 'READY');
      const second = paid(START_MS - 200_000);
      fakes(250, START_MS - 150_000);
      const third = paid(START_MS, 'PREPARING');
      const board = await boardOf(role);
      expect(ids(board.orders.slice(0, 3))).toEqual(ids([first, second, third]));
      expect(board.orders.slice(3).every((order) => order.status === 'PENDING')).toBe(true);
      expect(board.orders).toHaveLength(3 + SHOWN_MAX);
      expect(board.unpaidMore).toBe(500 - SHOWN_MAX);
    },
  );

  it('[41] the board cuts off no paid order, however many there are', async () => {
    const orders = inTransaction(store.db, () =>
      Array.from({ length: 400 }, (_, n) => paid(START_MS - 400_000 + n * 1_000)),
    );
    fakes(1, START_MS);
    expect(ids((await boardOf('KITCHEN')).orders.slice(0, 400))).toEqual(ids(orders));
  });

  it('[41] the board shows those who stand in the shop before strangers on the site, and of these the newest', async () => {
    const old = START_MS - 3_600_000;
    const counter = sell(store, old, { ...FAKE, source: 'counter' });
    const wifi = sell(store, old + 1_000, { ...FAKE, source: 'lan' });
    const remote = fakes(SHOWN_MAX, START_MS - 600_000);
    const { orders, unpaidMore } = await boardOf('KITCHEN');
    expect(ids(orders)).toEqual(ids([counter, wifi, ...remote.slice(2)]));
    expect(unpaidMore).toBe(2);
  });

  it.each([
    [SHOWN_MAX - 1, SHOWN_MAX - 1, 0],
    [SHOWN_MAX, SHOWN_MAX, 0],
    [SHOWN_MAX + 1, SHOWN_MAX, 1],
  ])(
    '[41] of %i unpaid orders the board lists %i and says that %i are not there',
    async (count, shown, more) => {
      fakes(count, START_MS - 600_000);
      const { orders, unpaidMore } = await boardOf('KITCHEN');
      expect([orders.length, unpaidMore]).toEqual([shown, more]);
    },
  );

  it('[41] the list of awaited cash says how many more there are', async () => {
    fakes(LISTED_MAX + 5, START_MS - 600_000);
    const attendant = await asRole(store, 'ATTENDANT');
    const list = (await (await attendant('/api/staff/cash')).json()) as AwaitedCash;
    expect([list.orders.length, list.more]).toEqual([LISTED_MAX, 5]);
  });
});

describe('cancelling many unpaid orders at once', () => {
  const statusOf = (order: Order) => store.orders.repository.byId(order.id)?.status;
  const audited = async (): Promise<string[]> => {
    const page = await (await asRole(store, 'ADMIN'))('/api/staff/audit?subject=order');
    return ((await page.json()) as { rows: { text: string }[] }).rows.map((row) => row.text);
  };
  const path = '/api/staff/orders/cancel-unpaid';

  it('[41] cancels all of them in one go, each with its line in the audit, and tells what became of each', async () => {
    const orders = fakes(300, START_MS - 600_000);
    const admin = await asRole(store, 'ADMIN');
    const answer = await admin(path, { json: { ids: ids(orders), reason: 'expirado' } });
    expect(await answer.json()).toEqual({
      outcomes: orders.map(({ id }) => ({ id, outcome: 'cancelled' })),
    });
    expect(store.orders.repository.byId(orders[0]?.id ?? '')).toMatchObject({
      status: 'CANCELLED',
      cancelReason: 'expirado',
    });
    expect(new Set(orders.map(statusOf))).toEqual(new Set(['CANCELLED']));
    expect(await audited()).toContain(`cancelou o pedido nº ${orders[299]?.simpleId} (motivo: expirado)`);
    expect((await boardOf('KITCHEN')).orders).toEqual([]);
  });

  it('[41] leaves alone what was paid meanwhile, and says so of it and of what is not there', async () => {
    const [fake] = fakes(1, START_MS);
    const bought = paid(START_MS);
    const gone = '01890a5d-ac96-774b-bcce-ffffffffffff';
    const admin = await asRole(store, 'ADMIN');
    const answer = await admin(path, { json: { ids: [bought.id, fake?.id, gone], reason: 'loja' } });
    expect(await answer.json()).toEqual({
      outcomes: [
        { id: bought.id, outcome: 'paid' },
        { id: fake?.id, outcome: 'cancelled' },
        { id: gone, outcome: 'gone' },
      ],
    });
    expect(statusOf(bought)).toBe('RECEBIDO');
    expect(await audited()).toEqual([`cancelou o pedido nº ${fake?.simpleId} (motivo: loja)`]);
  });

  it.each([
    [0, 422],
    [1, 200],
    [300, 200],
    [301, 422],
  ])('[41] takes %i orders in one request: %i', async (count, status) => {
    const admin = await asRole(store, 'ADMIN');
    const asked = Array.from(
      { length: count },
      (_, n) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`,
    );
    expect((await admin(path, { json: { ids: asked, reason: 'loja' } })).status).toBe(status);
  });

  it("[41] is the administrator's", async () => {
    const [fake] = fakes(1, START_MS);
    const attendant = await asRole(store, 'ATTENDANT');
    expect((await attendant(path, { json: { ids: [fake?.id], reason: 'loja' } })).status).toBe(403);
  });
});
