// The drawer: its sessions from opening to close, and each payment that staff took or gave back by hand. Sealed: the shop's takings.
import { z } from 'zod';
import { STATIC_PIX_STATES } from '../../payment/static-pix.ts';
import type { ReplicatedRow } from './replicated-row.ts';

const CashMovement = z.object({
  id: z.string(),
  kind: z.string(),
  amountCents: z.number(),
  note: z.string(),
  userName: z.string(),
  atMs: z.number(),
});

const CashSessionBody = z.object({
  id: z.string(),
  openedAtMs: z.number(),
  openedBy: z.string(),
  floatCents: z.number(),
  movements: z.array(CashMovement),
  /** Final to the letter: a restore keeps the text, and asks for no more of it than where it files it. */
  close: z.looseObject({ number: z.number(), closedAtMs: z.number() }).nullable(),
  // Sums of what other rows say, for whoever opens this one by hand. A restore takes neither.
  cashOrders: z.unknown().optional(),
  payments: z.unknown().optional(),
});

const HandPaymentBody = z.object({
  orderId: z.string(),
  /** `in`: taken; `back`: given back. */
  kind: z.string(),
  /** Which part of what was paid in several; absent: all of it at once. */
  part: z.string().optional(),
  method: z.string(),
  card: z.string().nullable(),
  amountCents: z.number(),
  /** Null: no session was open. */
  sessionId: z.string().nullable(),
  userName: z.string(),
  atMs: z.number(),
});
/** A payment taken by hand, as the log has it: amounts in centavos. */
export type HandPaymentBody = z.infer<typeof HandPaymentBody>;

/** Each by itself: an open drawer would be said again, whole, with every sale. 2: parts; an older reader knows one of them. */
export const handPaymentRow = {
  kind: 'cash',
  ids: 'by-hand.*',
  version: 2,
  sealed: true,
  body: HandPaymentBody,
} as const satisfies ReplicatedRow;

const StaticPixBody = z.object({
  txid: z.string(),
  orderId: z.string(),
  amountCents: z.number(),
  state: z.enum(STATIC_PIX_STATES),
  atMs: z.number(),
  userName: z.string(),
  saidBy: z.string().nullable(),
  providerPaymentId: z.string().nullable(),
  lostAtMs: z.number().nullable(),
  regainedAtMs: z.number().nullable(),
});
/** A PIX to the static code, as the log has it: amount in centavos. */
export type StaticPixBody = z.infer<typeof StaticPixBody>;

/** The newest state of each; looks at the provider are not told. */
export const staticPixRow = {
  kind: 'cash',
  ids: 'pix.*',
  version: 1,
  sealed: true,
  body: StaticPixBody,
} as const satisfies ReplicatedRow;

/** One row a session, under its id. */
export const cashSessionRow = {
  kind: 'cash',
  ids: '*',
  version: 1,
  sealed: true,
  body: CashSessionBody,
} as const satisfies ReplicatedRow;
