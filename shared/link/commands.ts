// `POST /link/commands` (relay → store): one command at a time per order, repeated until its outcome is known.
import { z } from 'zod';
import { OrderId } from '../ids.ts';
import { ClaimHash } from '../order/claim.ts';
import { Order } from '../order/order.ts';
import { PlaceOrder } from '../order/place.ts';
import type { Refusal } from '../order/refusal.ts';
import { PaymentFact } from '../payment/payment.ts';
import { WholesaleOrder } from '../wholesale/order.ts';
import { PlaceWholesale } from '../wholesale/place.ts';

const envelope = { id: z.uuid() };

/** `claimHash` of the placement that lapsed: under the id of somebody else's order it takes nothing back. */
const Withdrawal = z.object({ orderId: OrderId, claimHash: ClaimHash.optional() });

/** One command, with an id under which it is known for ever: repeated, it is answered and not carried out again. */
export const Command = z.discriminatedUnion('kind', [
  z.object({
    ...envelope,
    kind: z.literal('order.place'),
    payload: z.object({ order: PlaceOrder }),
    /**
     * A keyed digest of the caller's address, which the store cannot undo: it bounds what one caller may leave unpaid. Beside the payload,
     * for the same order may be sent again from another address. Absent where the relay knows no address.
     */
    caller: z
      .string()
      .regex(/^[\w-]{16,64}$/)
      .optional(),
  }),
  z.object({ ...envelope, kind: z.literal('order.withdraw'), payload: Withdrawal }),
  z.object({
    ...envelope,
    kind: z.literal('order.choose-cash'),
    payload: z.object({ orderId: OrderId, changeForCents: z.number().int().min(0).nullable() }),
  }),
  /** The customer's own word: only while nothing is paid. */
  z.object({ ...envelope, kind: z.literal('order.cancel'), payload: z.object({ orderId: OrderId }) }),
  z.object({ ...envelope, kind: z.literal('payment.fact'), payload: PaymentFact }),
  z.object({
    ...envelope,
    kind: z.literal('wholesale.place'),
    payload: z.object({ wholesale: PlaceWholesale }),
  }),
  z.object({ ...envelope, kind: z.literal('wholesale.withdraw'), payload: Withdrawal }),
]);
export type Command = z.infer<typeof Command>;

/** Any command, also one that this version does not know. */
export const UnknownCommand = z.object({ id: z.uuid(), kind: z.string().max(60), payload: z.unknown() });
const KNOWN_KINDS: ReadonlySet<string> = new Set(Command.options.map((option) => option.shape.kind.value));

/** What a message is to the store: a kind that it does not know waits for an upgrade; a known kind of the wrong form is poison. */
export function readCommand(
  message: unknown,
): { status: 'readable'; command: Command } | { status: 'deferred'; kind: string } | { status: 'malformed' } {
  const { data: command } = Command.safeParse(message);
  if (command !== undefined) return { status: 'readable', command };
  const { data: unknown } = UnknownCommand.safeParse(message);
  if (unknown === undefined || KNOWN_KINDS.has(unknown.kind)) return { status: 'malformed' };
  return { status: 'deferred', kind: unknown.kind };
}

/** The order a command is about: commands of one order keep their order, others pass. */
export function orderOf(command: Command): string {
  switch (command.kind) {
    case 'order.place':
      return command.payload.order.id;
    case 'wholesale.place':
      return command.payload.wholesale.id;
    default:
      return command.payload.orderId;
  }
}

/** What the store answered, kept for ever under the command's id. */
export type Outcome =
  | { status: 'done'; order: Order; trackingToken: string; trackingTokenHash: string }
  | { status: 'wholesale'; wholesale: WholesaleOrder }
  | { status: 'refused'; refusal: Refusal }
  | { status: 'deferred'; kind: string };

/** What a command came to; `deferred`: this store does not know its kind, so the relay keeps it until the store is newer. */
export const OutcomeShape = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('done'),
    order: Order,
    trackingToken: z.string(),
    trackingTokenHash: z.string().length(64),
  }),
  /** Done, of a wholesale order. */
  z.object({ status: z.literal('wholesale'), wholesale: WholesaleOrder }),
  z.object({
    status: z.literal('refused'),
    // What it carries beside its code is the business of whoever knows the code. `meta` is for the OpenAPI document.
    refusal: z
      .custom<Refusal>((value) => typeof value === 'object' && value !== null && 'code' in value)
      .meta({ type: 'object', properties: { code: { type: 'string' } }, required: ['code'] }),
  }),
  z.object({ status: z.literal('deferred'), kind: z.string() }),
]);
