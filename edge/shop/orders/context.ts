// What every change of an order needs, put together once by the composition root.
import type { Order } from '@balcao/shared/order/order.ts';
import type { TicketPurpose } from '@balcao/shared/order/decide.ts';
import type { ClockWatch } from '../../storage/clock/clock-watch.ts';
import type { Db } from '../../storage/open.ts';
import type { Outbox } from '../../storage/outbox.ts';
import type { Wake } from '../../storage/wake.ts';
import type { MenuStore } from '../menu/menu-store.ts';
import { createOrderRepository, type OrderRepository } from './order-repository.ts';
import { createOrderNumbers, createPanel, type Panel } from './panel.ts';
import { logOrder } from './replica.ts';
import type { TrackingTokens } from './tracking-token.ts';

export type OrderContext = {
  db: Db;
  repository: OrderRepository;
  menu: Pick<MenuStore, 'catalog' | 'priceList'>;
  panel: Panel;
  tokens: TrackingTokens;
  wake: Pick<Wake, 'notify' | 'on'>;
  clock: () => number;
  /** How long ago an order was really placed, though the clock was set since. */
  ageMs: (order: Pick<Order, 'orderNumber' | 'createdAtMs'>) => number;
  timeZone: string;
  /** Multiplies the bounds on unpaid orders; 1 in a shop. */
  unpaidOrdersFactor: number;
  nextNumber: () => number;
  /** Appends the order's newest state to the log, in the running transaction. */
  log: (order: Order) => void;
  /** Queues a ticket in the running transaction. */
  enqueueTicket: (order: Order, purpose: TicketPurpose, nowMs: number) => void;
  /** Queues paper of what its newest change brought and took, in the running transaction. */
  enqueueChange: (order: Order, nowMs: number) => void;
  /** Takes what it sold out of the sums of the reports, before its lines are others, in the running transaction. */
  removeSold: (orderId: string) => void;
};

export function createOrderContext(deps: {
  db: Db;
  menu: Pick<MenuStore, 'catalog' | 'priceList'>;
  outbox: Pick<Outbox, 'append'>;
  tokens: TrackingTokens;
  wake: Pick<Wake, 'notify' | 'on'>;
  clock: () => number;
  /** Without it the clock is taken at its word. */
  clockWatch?: Pick<ClockWatch, 'ageMs' | 'isLeaping'>;
  timeZone: string;
  unpaidOrdersFactor?: number;
  /** Whether the machine's clock was not set over the network yet. */
  isClockDoubted?: () => boolean;
  enqueueTicket: OrderContext['enqueueTicket'];
  enqueueChange: OrderContext['enqueueChange'];
  removeSold: OrderContext['removeSold'];
}): OrderContext {
  const { outbox, clockWatch, isClockDoubted = () => false, ...rest } = deps;
  const repository = createOrderRepository(deps.db);
  return {
    unpaidOrdersFactor: 1,
    ...rest,
    repository,
    ageMs: ({ orderNumber, createdAtMs }) =>
      clockWatch?.ageMs('order', orderNumber, createdAtMs) ?? deps.clock() - createdAtMs,
    panel: createPanel(deps.db, deps.timeZone, {
      isClockDoubted,
      isLeaping: clockWatch?.isLeaping ?? (() => false),
    }),
    nextNumber: createOrderNumbers(deps.db),
    log: (order) =>
      logOrder(outbox, order, {
        trackingTokenHash: deps.tokens.hashOf(order.id),
        claimHash: repository.claimHashOf(order.id),
      }),
  };
}
