// What staff do: the board, moves of an order, walk-in orders, pictures, live news. Every route names the roles that may use it.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import { uploadImage } from '@balcao/shared/http/contracts/images.ts';
import * as staffContracts from '@balcao/shared/http/contracts/staff.ts';
import * as orderContracts from '@balcao/shared/http/contracts/staff-orders.ts';
import { Role, type Board } from '@balcao/shared/http/staff.ts';
import { orderSeenBy } from '@balcao/shared/http/staff-order.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { UNPAID_SHOWN_MAX } from '@balcao/shared/order/unpaid.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import { businessDayStart } from '@balcao/shared/store/business-day.ts';
import type { Db } from '../../storage/open.ts';
import type { GroupCommit } from '../../storage/group-commit.ts';
import type { Config } from '../../config.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Outbox } from '../../storage/outbox.ts';
import type { MenuStore } from '../menu/menu-store.ts';
import type { OrderContext } from './context.ts';
import type { Users } from '../users/users.ts';
import type { Audit } from '../audit/audit.ts';
import type { Cash } from '../cash/cash.ts';
import type { Images } from '../images/images.ts';
import type { Broadcast } from '../../http/live/broadcast.ts';
import type { Streams } from '@balcao/shared/host/live-streams.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { setSettings } from '@balcao/shared/menu/document.ts';
import { imageProblem } from '../images/refusal.ts';
import { createBestSellers } from './best-sellers.ts';
import { createLineChanges } from './change-lines.ts';
import { placeCounterSale } from './counter-sale.ts';
import type { OnlinePayments } from './online-payments.ts';
import { createDifferences } from './settle-difference.ts';
import { createStaffMoves } from './staff-move.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { placedReply } from './public-routes.ts';

/** What these routes use. */
type Deps = {
  db: Db;
  commits: GroupCommit;
  config: Config;
  clock: () => number;
  wake: Wake;
  outbox: Outbox;
  menu: MenuStore;
  orders: OrderContext;
  users: Users;
  audit: Audit;
  cash: Cash;
  payments: OnlinePayments;
  images: Images;
  broadcast: Broadcast;
  streams: Streams;
};

/** Of the unpaid ones in the list that is there to look through and to clear them. */
const UNPAID_LISTED_MAX = 300;

type BoardOrders = Pick<Board, 'orders' | 'unpaidMore' | 'begun' | 'delivered' | 'deliveredToday'> & {
  cancelled: Order[];
};
const HISTORY_MAX = 12;
const CANCELLED_SHOWN_MAX = 12;

export function staffRoutes(deps: Deps): OpenAPIHono<Env> {
  const { orders, menu, users, clock, audit, cash } = deps;
  const bestSellers = createBestSellers(deps.db);
  const app = new OpenAPIHono<Env>();
  const panelNow = (nowMs: number) => {
    const { date, series } = orders.panel.slot(nowMs);
    return { date, series };
  };
  const moveOrder = createStaffMoves({ orders, cash, audit, pins: users.pins, payments: deps.payments });
  const changeLines = createLineChanges({ orders, audit, pins: users.pins, payments: deps.payments });
  const settleDifference = createDifferences({ orders, cash, audit, payments: deps.payments });
  const anyone = requireRole(users);
  const shop = requireRole(users, 'ADMIN', 'KITCHEN', 'ATTENDANT');
  const front = requireRole(users, 'ADMIN', 'ATTENDANT');
  const kitchen = requireRole(users, 'ADMIN', 'KITCHEN');
  const everyRole = requireRole(users, ...Role.options);
  const sellers = requireRole(users, 'ADMIN', 'WHOLESALE');

  handle(app, staffContracts.readMe, anyone, ({ context }) => accepted(context.get('me')));

  // After every change each screen of the shop asks at once; what they see is read and written for the first of them. The hash of the log's last
  // row stands for all that happened to orders, and unlike its number it never comes again for something else.
  let boardKept: {
    hash: string;
    dayMs: number;
    board: BoardOrders;
    written: Map<Role | null, Buffer>;
  } | null = null;
  function boardAt(hash: string, dayMs: number, panelDate: string, role: Role | null): Buffer {
    if (boardKept?.hash !== hash || boardKept.dayMs !== dayMs) {
      const unpaid = orders.repository.awaitingCash(UNPAID_SHOWN_MAX);
      boardKept = {
        hash,
        dayMs,
        board: {
          orders: [...orders.repository.paidOpen(), ...unpaid.orders],
          unpaidMore: unpaid.more,
          begun: orders.repository.begunAtCounter(UNPAID_SHOWN_MAX),
          delivered: orders.repository.delivered(HISTORY_MAX),
          deliveredToday: orders.repository.deliveredSince(dayMs),
          cancelled: orders.repository.cancelledInWork(panelDate, CANCELLED_SHOWN_MAX),
        },
        written: new Map(),
      };
    }
    const { board, written } = boardKept;
    const before = written.get(role);
    if (before) return before;
    const seen = (order: Order) => orderSeenBy(role, order);
    const json = JSON.stringify({
      ...board,
      orders: board.orders.map(seen),
      begun: (board.begun ?? []).map(seen),
      delivered: board.delivered.map(seen),
      cancelled: board.cancelled.map(seen),
    } satisfies BoardOrders);
    const beginning = Buffer.from(json.slice(0, -1));
    written.set(role, beginning);
    return beginning;
  }

  handle(app, orderContracts.readBoard, shop, ({ context }) => {
    const nowMs = clock();
    const { kitchenWarnMinutes, kitchenLateMinutes } = menu.catalog().settings;
    const head = deps.outbox.head();
    const panel = panelNow(nowMs);
    const present = {
      seq: head.seq,
      now: nowMs,
      panel,
      ageLimits: { warnMinutes: kitchenWarnMinutes, lateMinutes: kitchenLateMinutes },
    } satisfies Omit<Board, keyof BoardOrders>;
    const dayMs = businessDayStart(nowMs, deps.config.timeZone);
    const beginning = boardAt(head.hash, dayMs, panel.date, context.get('me').role);
    const end = Buffer.from(`,${JSON.stringify(present).slice(1)}`);
    return context.body(Buffer.concat([beginning, end]), 200, { 'content-type': 'application/json' });
  });

  handle(app, orderContracts.moveOrder, shop, async ({ context, params: { id }, body: move }) => {
    const me = context.get('me');
    const moved = await moveOrder({ me, actor: actorOf(context) }, id, move);
    return moved.ok ? accepted({ order: orderSeenBy(me.role, moved.value) }) : moved;
  });

  handle(app, orderContracts.changeOrderLines, front, async ({ context, params: { id }, body }) => {
    const me = context.get('me');
    const changed = await changeLines({ me, actor: actorOf(context) }, id, body);
    return changed.ok ? accepted({ order: orderSeenBy(me.role, changed.value) }) : changed;
  });

  handle(app, orderContracts.settleDifference, front, async ({ context, params: { id }, body }) => {
    const me = context.get('me');
    const settled = await settleDifference({ me, actor: actorOf(context) }, id, body);
    return settled.ok ? accepted({ order: orderSeenBy(me.role, settled.value) }) : settled;
  });

  handle(app, orderContracts.placeCounterOrder, front, async ({ context, body: { pin, ...request } }) => {
    const actor = actorOf(context);
    const { pins } = users;
    const approved = await pins.approverOf(context.get('me'), actor, pin);
    if (!approved.ok)
      return approved.refusal === 'wrong-pin' ? refused({ code: 'wrong-pin' }) : refused(approved.refusal);
    const seller = { actor, approver: approved.value, hasPin: pins.any() };
    const placed = await deps.commits.run(() => placeCounterSale(orders, audit, request, seller));
    return placed.ok ? accepted(placedReply(deps, placed.value)) : placed;
  });

  handle(app, orderContracts.resetPanel, kitchen, ({ context }) => {
    const nowMs = clock();
    const openOrders = orders.repository.openWithPanel(orders.panel.today(nowMs));
    const series = inTransaction(deps.db, () => {
      const begun = orders.panel.reset(nowMs);
      audit.record(
        actorOf(context),
        'order',
        'panel-reset',
        `resetou o painel: série ${begun.series}, com ${openOrders} ${openOrders === 1 ? 'pedido' : 'pedidos'} em aberto`,
      );
      return begun;
    });
    deps.wake.notify('log');
    // Every kitchen screen reads the board again, and with it the new series.
    deps.wake.notify('erased');
    return accepted({ ...series, openOrders });
  });

  handle(app, staffContracts.pauseOrders, shop, ({ context, body: { minutes } }) => {
    const pausedUntilMs = minutes === null ? null : clock() + minutes * 60_000;
    menu.edit(
      (doc) => setSettings(doc, { pausedUntilMs }),
      () =>
        audit.record(
          actorOf(context),
          'settings',
          'pause',
          minutes === null ? 'retomou os pedidos' : `pausou os pedidos por ${minutes} minutos`,
        ),
    );
    deps.wake.notify('log');
    return accepted({ pausedUntilMs });
  });

  handle(app, orderContracts.listAwaitedCash, front, ({ context }) => {
    const { role } = context.get('me');
    const { orders: waiting, more } = orders.repository.awaitingCash(UNPAID_LISTED_MAX);
    return accepted({ orders: waiting.map((order) => orderSeenBy(role, order)), more });
  });

  handle(app, orderContracts.listBestSellers, front, () =>
    accepted({ productIds: bestSellers.productIds() }),
  );

  handle(app, uploadImage, sellers, async ({ context }) => {
    const stored = await deps.images.storeForm({
      body: context.req.raw.body,
      contentType: context.req.header('content-type') ?? '',
      mayBeLogo: context.get('me').role === 'ADMIN',
    });
    return stored.ok
      ? accepted(stored.value)
      : refused(imageProblem(stored.refusal, stored.use ?? 'product'));
  });

  handle(app, staffContracts.hearStaffEvents, everyRole, ({ context, query }) => {
    const since = Number(context.req.header('last-event-id') ?? query.since ?? Number.NaN);
    const { headers } = context.req.raw;
    const { role } = context.get('me');
    const hearsOrders = role !== 'WHOLESALE';
    const hearsWholesale = role === 'ADMIN' || role === 'WHOLESALE';
    return deps.streams.open(context, null, (push, end) => {
      // Somebody who was deleted, given another role, or signed out elsewhere must not go on listening.
      const recheck = setInterval(() => {
        users
          .whoIs(headers, context.env.transport)
          .then((me) => (me?.role === role ? undefined : end()), end);
      }, RECHECK_MS);
      push({ event: 'hello', data: { now: clock() } });
      const head = deps.outbox.head().seq;
      if (hearsOrders && Number.isInteger(since) && since < head) {
        const missed = head - since <= REPLAY_MAX ? deps.outbox.after(since, REPLAY_MAX) : null;
        if (missed === null) push({ event: 'resync', data: {} });
        for (const row of missed ?? []) {
          if (row.kind === 'order' && row.body !== null)
            push({
              event: 'order',
              data: orderSeenBy(role, (JSON.parse(row.body) as { order: Order }).order),
              id: String(row.seq),
            });
        }
      }
      const stops = [
        () => clearInterval(recheck),
        hearsOrders
          ? deps.broadcast.subscribe(({ seq, order }) =>
              push({ event: 'order', data: orderSeenBy(role, order), id: String(seq) }),
            )
          : () => undefined,
        hearsWholesale
          ? deps.wake.on('wholesale', () => push({ event: 'wholesale', data: {} }))
          : () => undefined,
        deps.wake.on('menu', () => push({ event: 'menu', data: {} })),
        deps.wake.on('printer', () => push({ event: 'printer', data: {} })),
        deps.wake.on('condition', () => push({ event: 'condition', data: {} })),
        deps.wake.on('erased', () => push({ event: 'resync', data: {} })),
      ];
      return () => stops.forEach((stop) => stop());
    });
  });

  return app;
}

const REPLAY_MAX = 400;
const RECHECK_MS = 30_000;
