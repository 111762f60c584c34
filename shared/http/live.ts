// Server-sent events. `menu` and `store` carry nothing: whoever hears them fetches. Order events carry what the hearer may see.
import type { Order } from '../order/order.ts';
import type { TrackedOrder } from './orders.ts';
import type { TvPanel } from './tv.ts';

/**
 * `GET /api/live[?ticket=…]`. Without a ticket only `menu` and `store` come; with one of wholesale `wholesale` too, when an order that it
 * names has changed.
 */
export type LiveEvent =
  | { event: 'hello'; data: { now: number } }
  | { event: 'menu'; data: Record<string, never> }
  | { event: 'store'; data: Record<string, never> }
  | { event: 'wholesale'; data: Record<string, never> }
  | { event: 'order'; data: TrackedOrder };

/** `GET /api/staff/live`: `id:` is the seq of the store's log, so a reconnect with Last-Event-ID misses nothing. */
export type StaffLiveEvent =
  /** `away`: the relay's side, while the store is away. */
  | { event: 'hello'; data: { now: number; away?: true } }
  | { event: 'menu'; data: Record<string, never> }
  | { event: 'printer'; data: Record<string, never> }
  | { event: 'condition'; data: Record<string, never> }
  /** A wholesale order came or changed; only ADMIN and WHOLESALE hear it, and of orders WHOLESALE hears nothing else. */
  | { event: 'wholesale'; data: Record<string, never> }
  | { event: 'order'; data: Order }
  /** Too far behind to replay: fetch the board again. */
  | { event: 'resync'; data: Record<string, never> };

/** `GET /api/tv/live`: the whole panel at once, and again whenever it differs. */
export type TvLiveEvent = { event: 'panel'; data: TvPanel };

/** Between two `ping` events on a quiet stream: proxies keep it open, and who hears none knows that it is dead. */
export const LIVE_PING_MS = 15_000;
