// What payments need from the rest of the relay, and what they give it. Types only.
import type { Traces } from '@balcao/shared/host/traces.ts';
import type { Context, MiddlewareHandler } from 'hono';
import type { Command } from '@balcao/shared/link/commands.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Db, Tx } from '../storage/open.ts';
import type { Counts } from '../storage/limits/counts.ts';
import type { Provider, ProviderApi } from './provider/provider.ts';

export type PaymentCommands = {
  /**
   * Stores the command for the store, in the caller's transaction when one is given. `replacedId`: an earlier command that says less of the same;
   * where it was not answered yet it need not be delivered any more.
   */
  enqueue(storeId: string, command: Command, tx?: Tx, replacedId?: string | null): Promise<unknown>;
  /** Called once the transaction is over: whoever delivers may look now. Without it delivery waits for its own look. */
  wake?(storeId: string): void;
};

/** The relay's copy of the orders. */
export type PaymentOrders = {
  byId(storeId: string, orderId: string): Promise<Order | null>;
  /** The order under a code as it was typed; null also where the header carries another token than its own. */
  heldByCode(storeId: string, code: string, authorization: string | undefined): Promise<Order | null>;
};

/** One trouble: its kind, and what has it (an attempt). */
export type Trouble = { kind: string; of: string };

/** Tells the owner. The same since the same moment may be said again; since a later one it is told anew, also while it lasts. */
export type Alarms = {
  raise(storeId: string, trouble: Trouble & { sinceMs: number }, text: string): Promise<void> | void;
  /** Ended without ever having been raised is nothing. */
  end(storeId: string, trouble: Trouble): Promise<void> | void;
};

export type PaymentLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

export type PaymentConfig = {
  /** Where the provider can reach this relay; null when it cannot, and polling has to do. */
  publicUrl: string | null;
  /** 32 bytes that seal what is kept of the stores' accounts; null when no account may be kept. */
  secretsKey: Uint8Array | null;
  /** The previous key, while the key is being changed. */
  previousSecretsKey?: Uint8Array | null;
  mercadoPago: {
    /** The provider's address; set only for a simulator. */
    baseUrl: string | null;
    /** The browser's script; null for the provider's own. */
    sdkUrl: string | null;
    /** The account of stores that gave none. */
    accessToken: string | null;
    publicKey: string | null;
    webhookSecret: string | null;
    /** Through which of the provider's interfaces that account makes payments. */
    api: ProviderApi;
  };
  /** Of the hours that the owner reads; the shops' usual one when it is not given. */
  timeZone?: string;
  /** Paid and not answered by the store: after this long the owner is told… */
  unacknowledgedAlarmMs?: number;
  /** …and after this long the customer gets the money back. */
  unacknowledgedRefundMs?: number;
};

/** Behind the store's own device. */
export type DeviceEnv = { Variables: { storeId: string } };

export type PaymentDeps = {
  db: Db;
  commands: PaymentCommands;
  orders: PaymentOrders;
  config: PaymentConfig;
  log: PaymentLog;
  traces?: Traces | null;
  clock: () => number;
  /** Lets in the store's own device and leaves `storeId` behind in the context. */
  requireDevice: MiddlewareHandler;
  /** Limits, counted for all processes together. */
  counts: Pick<Counts, 'limit'>;
  /** What limits count of a caller: the address, or the network of an IPv6 household. */
  householdOf(context: Context): string;
  /** The store a customer's request is for, by host name; null when there is none. */
  storeOf(context: Context): Promise<string | null> | string | null;
  alarms?: Alarms;
  /** For tests: fewer declined cards than a shop may have. */
  cardLimits?: { store: number };
  /** For tests: how often the test of an account looks for its notice. */
  noticeLooksMax?: number;
  /** For tests; otherwise made from the configuration. */
  provider?: Provider;
  /** Whether the shop's settings offer the method. */
  methodEnabled?(storeId: string, method: 'pix' | 'credit_card'): Promise<boolean> | boolean;
};
