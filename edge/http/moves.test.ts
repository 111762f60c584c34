// Who may make which move of an order. The route lets the whole shop in and asks for the role itself, so `roles.test.ts` does not see it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StaffMove } from '@balcao/shared/http/staff.ts';
import type { Order, OrderStatus, Tender } from '@balcao/shared/order/order.ts';
import { openTestStore, type TestStore } from '../testing/open-test-store.ts';
import { sell } from '../testing/sell.ts';
import { asRole, type Asking } from '../testing/sign-in.ts';

const UNPAID = { status: 'PENDING', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
const TENDER: Tender = {
  id: '019a0000-0000-7000-8000-0000000000aa',
  method: 'terminal',
  card: 'vale',
  cents: 1,
  receivedCents: null,
  atMs: 1,
};
const PARTLY = { ...UNPAID, tenders: [TENDER] };
const SHOP = ['ADMIN', 'ATTENDANT', 'KITCHEN'] as const;
type Who = (typeof SHOP)[number];

/** Each move with an order for which it can be made, whom it is for, and what becomes of the order. */
const MOVES: [StaffMove, Partial<Order>, readonly Who[], OrderStatus][] = [
  [{ kind: 'start' }, { status: 'RECEBIDO' }, SHOP, 'PREPARING'],
  [{ kind: 'mark-ready' }, { status: 'PREPARING' }, SHOP, 'READY'],
  [{ kind: 'deliver' }, { status: 'READY' }, SHOP, 'DELIVERED'],
  [{ kind: 'back-to-received' }, { status: 'PREPARING' }, SHOP, 'RECEBIDO'],
  [{ kind: 'back-to-preparing' }, { status: 'READY' }, SHOP, 'PREPARING'],
  [{ kind: 'undo-delivery' }, { status: 'DELIVERED' }, SHOP, 'READY'],
  [{ kind: 'confirm-payment', method: 'cash' }, UNPAID, ['ADMIN', 'ATTENDANT'], 'RECEBIDO'],
  [{ kind: 'confirm-payment', method: 'terminal' }, UNPAID, ['ADMIN', 'ATTENDANT'], 'RECEBIDO'],
  [{ kind: 'confirm-payment', method: 'pix_manual' }, UNPAID, ['ADMIN', 'ATTENDANT'], 'RECEBIDO'],
  [
    { kind: 'take-tender', id: TENDER.id, method: 'cash', cents: 1 },
    UNPAID,
    ['ADMIN', 'ATTENDANT'],
    'PENDING',
  ],
  [{ kind: 'give-tender-back', id: TENDER.id }, PARTLY, ['ADMIN', 'ATTENDANT'], 'PENDING'],
  [{ kind: 'set-status', status: 'DELIVERED' }, { status: 'RECEBIDO' }, ['ADMIN'], 'DELIVERED'],
  [{ kind: 'cancel', reason: 'loja' }, { status: 'RECEBIDO' }, ['ADMIN'], 'CANCELLED'],
  [{ kind: 'cancel', reason: 'cliente' }, UNPAID, ['ADMIN'], 'CANCELLED'],
];

let store: TestStore;
const asking = new Map<Who, Asking>();
beforeAll(async () => {
  store = await openTestStore();
  for (const role of SHOP) asking.set(role, await asRole(store, role));
});
afterAll(() => store.close());

const made = async (who: Who, id: string, json: StaffMove) => {
  const answer = await asking.get(who)?.(`/api/staff/orders/${id}/moves`, { json });
  return { status: answer?.status, order: store.orders.repository.byId(id) };
};

it.each(MOVES)('%j of an order %j is for %j alone', async (move, state, may, status) => {
  for (const who of SHOP) {
    const before = sell(store, store.clock.nowMs, state);
    const after = await made(who, before.id, move);
    if (may.includes(who)) expect(after).toMatchObject({ status: 200, order: { status } });
    else expect(after).toEqual({ status: 403, order: before });
  }
});

it('names every move there is', () => {
  const kinds = StaffMove.options.flatMap(({ shape: { kind } }) => [
    ...('options' in kind ? kind.options : kind.values),
  ]);
  expect(new Set(MOVES.map(([{ kind }]) => kind))).toEqual(new Set(kinds));
});
