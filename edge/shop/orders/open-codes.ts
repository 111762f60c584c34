// Codes of parts that somebody may still pay, as a part of the same amount is said to be paid by PIX: they are ended first, so that one payment is
// not counted once by hand and once more by itself.
import type { StaffMove } from '@balcao/shared/http/staff.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import type { OnlinePayments, OpenCode } from './online-payments.ts';

type TakeTender = Extract<StaffMove, { kind: 'take-tender' }>;
/** What the question needs of the relay. */
export type OpenCodes = Pick<OnlinePayments, 'codesOf' | 'openParts' | 'cancelOpen' | 'readPix'>;

/** Somebody stands there with a phone in hand; the relay itself waits three seconds for the provider. */
const END_MS_MAX = 5_000;
/** For what the store has not heard of: without an answer it goes on by what it has. */
const ASK_MS_MAX = 3_000;

/**
 * The question whether a part by PIX that is said by hand is what was paid to a code of this order; null where none is open that could be meant, or
 * where all of them were ended unpaid. A code whose parts the move names was asked about before.
 */
export async function askOfOpenCodes(
  payments: OpenCodes,
  order: Order,
  move: TakeTender,
): Promise<Refusal | null> {
  const { method, cents, besideParts } = move;
  // Its own code is asked about as well: it was shown before the line dropped, and may be what was paid.
  const known = new Set(besideParts ?? []);
  const openOnes = () =>
    payments.openParts(order.id).filter((one) => one.cents === cents && !known.has(one.part));
  if (method !== 'pix_manual') return null;
  const codes = await payments.codesOf(order.id, ASK_MS_MAX);
  const meant = codes.flatMap(({ part, ...one }) =>
    part !== null && one.cents === cents && !known.has(part) ? [{ part, ...one }] : [],
  );
  if (meant.length === 0) return null;
  const isEnded = await payments.cancelOpen(order.id, END_MS_MAX);
  const read = await Promise.all(
    meant.map(async ({ part, attemptId }) => {
      const now = await payments.readPix(order.id, attemptId, END_MS_MAX);
      return { part, status: now.ok ? now.value.status : 'pending' };
    }),
  );
  const partsOf = (isMeant: (status: string) => boolean): string[] =>
    read.filter(({ status }) => isMeant(status)).map(({ part }) => part);
  const canNameParts = besideParts !== undefined;
  const came = partsOf((status) => status === 'approved');
  if (came.length > 0) return { code: 'part-came', method, cents, partIds: came, canNameParts };
  const open = partsOf((status) => !isEnded || status === 'pending');
  // Made on another device while these were ended.
  for (const { part } of openOnes()) if (!meant.some((one) => one.part === part)) open.push(part);
  return open.length === 0 ? null : { code: 'code-open', cents, partIds: open, canNameParts };
}

/**
 * Whether a code for all of an order, or for the difference of a paid one, was paid, as staff say by hand that it came by PIX: then it is paid by
 * itself. What is open of it is ended first; where nobody answers it is taken, and what the customer pays beside it goes back.
 */
export async function wasPaidByCode(
  payments: OpenCodes,
  orderId: string,
  ofWhat: 'whole' | 'difference' = 'whole',
): Promise<boolean> {
  const isOfThat = ({ part }: OpenCode): boolean => (part === null) === (ofWhat === 'whole');
  const codes = (await payments.codesOf(orderId, ASK_MS_MAX)).filter(isOfThat);
  if (codes.length === 0) return false;
  await payments.cancelOpen(orderId, END_MS_MAX);
  const read = await Promise.all(
    codes.map(({ attemptId }) => payments.readPix(orderId, attemptId, END_MS_MAX)),
  );
  return read.some((now) => now.ok && now.value.status === 'approved');
}
