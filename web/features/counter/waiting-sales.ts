// Cash sales that the store has not heard of yet: kept on this device, sent in their order, each under the id that it had from the
// first try on. The money is taken, so whoever is signed in sends them, and what the store asks for by then is said, not argued.
import type { Order } from '@balcao/shared/order/order.ts';
import { readJson, readStored, writeStored } from '../../data/device.ts';
import { ApiError, sentenceOf } from '../../data/request.ts';
import { moveOrder } from '../../data/staff/board/move.ts';
import { WAITING_SALES_KEY } from '../../data/stored-keys.ts';
import { isKeptSale, keptOf, saleOf, type KeptSale } from './kept-sale.ts';
import { placeSale, type Sale } from './sale.ts';

/** Amounts in centavos. */
export type WaitingSale = {
  /** By which the device tells it from others: the id of its first try. Its sale may be placed under another one, if the order lapsed. */
  keptId: string;
  sale: Sale;
  /** What the customer was told, and paid. */
  totalCents: number;
  receivedCents: number;
  /** What the store is asked to take for it: another amount once it has named its own. */
  askedCents: number;
  userId: string;
  atMs: number;
  /** Null while it waits; then it stays until somebody has read what became of it. */
  outcome: Outcome | null;
};
export type Outcome =
  /** The store has it, at another price. */
  | { kind: 'differs'; number: number; totalCents: number }
  /** The store does not take it. `forManager`: it takes it from a manager. */
  | { kind: 'refused'; words: string; forManager?: true };

type Stored = KeptSale &
  Omit<WaitingSale, 'sale' | 'keptId'> & {
    /** Absent in what was kept by older versions. */
    keptId?: string;
  };

/** Oldest first. What cannot be read is left out. */
export const loadWaitingSales = (): readonly WaitingSale[] =>
  (readJson(WAITING_SALES_KEY, isStoredList) ?? []).flatMap((stored) => {
    const { keptId = stored.id, totalCents, receivedCents, askedCents, userId, atMs, outcome } = stored;
    const sale = saleOf(stored);
    return sale === null
      ? []
      : [{ keptId, sale, totalCents, receivedCents, askedCents, userId, atMs, outcome }];
  });

/** Whether the device really keeps them: its storage may be full or forbidden. */
export function saveWaitingSales(sales: readonly WaitingSale[]): boolean {
  const text = JSON.stringify(
    sales.map(({ sale, userId, atMs, ...rest }): Stored => ({
      ...keptOf(sale, userId, atMs),
      ...rest,
      userId,
      atMs,
    })),
  );
  writeStored(WAITING_SALES_KEY, text);
  return readStored(WAITING_SALES_KEY) === text;
}

/** Whether the store has no paid order of it, as far as is known here. */
export const isUnsold = ({ outcome }: WaitingSale): boolean => outcome?.kind !== 'differs';

/** Nobody answered who could have taken it. */
export const isUnheard = (error: unknown): boolean => error instanceof ApiError && UNHEARD.has(error.status);
const UNHEARD: ReadonlySet<number> = new Set([0, 502, 503, 504]);
/** The store may take it at another time. */
const isLater = ({ status }: ApiError): boolean => status === 0 || status === 429 || status >= 500;

/**
 * Sends one: its order, then the money. `onChanged` is told what has to be kept before it is sent. Answers what became of it, null
 * outcome when all is as it was said; 'later' when it has to wait on. Throws what is no answer of the store, and 401.
 */
export async function sendWaitingSale(
  waiting: WaitingSale,
  onChanged: (waiting: WaitingSale) => void,
): Promise<'later' | Outcome | null> {
  try {
    return await sellWaitingSale(waiting, onChanged);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error;
    if (isLater(error)) return 'later';
    const refused = { kind: 'refused', words: sentenceOf(error) } as const;
    return error.problem.code === 'manager-needed' ? { ...refused, forManager: true } : refused;
  }
}

/** The same, with the PIN of a manager where one was typed. Throws ApiError. */
export async function sellWaitingSale(
  waiting: WaitingSale,
  onChanged: (waiting: WaitingSale) => void,
  pin: Pin = {},
): Promise<Outcome | null> {
  const order = await paidOrder(waiting, onChanged, pin);
  if (order.totalCents === waiting.totalCents) return null;
  return { kind: 'differs', number: order.panelNumber ?? order.simpleId, totalCents: order.totalCents };
}

type Pin = { pin?: string };

async function paidOrder(
  waiting: WaitingSale,
  onChanged: (waiting: WaitingSale) => void,
  pin: Pin,
): Promise<Order> {
  const { order } = await placedAtItsPrice(waiting, onChanged, pin);
  const received = waiting.receivedCents >= order.totalCents ? { receivedCents: waiting.receivedCents } : {};
  return await moveOrder(order.id, { kind: 'confirm-payment', method: 'cash', ...received });
}

async function placedAtItsPrice(waiting: WaitingSale, onChanged: (waiting: WaitingSale) => void, pin: Pin) {
  const onSending = (sale: Sale) => onChanged({ ...waiting, sale });
  try {
    return await placeSale(waiting.sale, waiting.askedCents, onSending, pin);
  } catch (error) {
    const cents = error instanceof ApiError ? error.problem['totalCents'] : null;
    if (!(error instanceof ApiError) || error.problem.code !== 'price-changed' || typeof cents !== 'number')
      throw error;
    // Nothing was placed: the id is still its own.
    const priced = { ...waiting, sale: { ...waiting.sale, sent: null }, askedCents: cents };
    onChanged(priced);
    return await placeSale(priced.sale, cents, (sale) => onChanged({ ...priced, sale }), pin);
  }
}

const isStoredList = (value: unknown): value is Stored[] => Array.isArray(value) && value.every(isStored);

function isStored(value: unknown): value is Stored {
  if (!isKeptSale(value)) return false;
  const { totalCents, receivedCents, askedCents, outcome } = value as Partial<Stored>;
  return (
    [totalCents, receivedCents, askedCents].every((cents) => Number.isSafeInteger(cents)) &&
    (outcome === null || typeof outcome === 'object')
  );
}
