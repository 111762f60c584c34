// PIX at the counter: the provider's code, which proves itself, or the shop's own static one, which somebody has to find.
import { z } from 'zod';
import { STATIC_PIX_STATES } from '../payment/static-pix.ts';
import { PixPayment } from './orders.ts';
import { PixCode } from './pix.ts';

/**
 * `POST /api/staff/orders/:id/counter-pix`. `proved`: the order is paid by itself once the provider has the money. `static`: nobody
 * confirms it; `why` there is no other.
 */
export const CounterPix = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('proved'), payment: PixPayment, totalCents: z.number() }),
  z.object({ kind: z.literal('static'), code: PixCode, why: z.enum(['away', 'no-account', 'provider']) }),
]);
export type CounterPix = z.infer<typeof CounterPix>;

/** `POST …/counter-pix`: the part that is paid so; absent: all of the order. */
export const PartByPix = z
  .object({
    part: z.uuid().optional(),
    cents: z.coerce.number().int().min(1).max(100_000_00).optional(),
  })
  .refine(({ part, cents }) => (part === undefined) === (cents === undefined), {
    path: ['cents'],
    message: 'Uma parte precisa de código e valor.',
  });

/** A PIX to the static code that waits for a proof or a word; `simpleId` and `panelNumber` name its order. */
export const UnprovedPix = z.object({
  txid: z.string(),
  orderId: z.string(),
  simpleId: z.number(),
  panelNumber: z.number().nullable(),
  amountCents: z.number(),
  atMs: z.number(),
  /** Who took it for paid. */
  userName: z.string(),
  state: z.enum(STATIC_PIX_STATES),
});
export type UnprovedPix = z.infer<typeof UnprovedPix>;

/** `GET /api/staff/static-pix`: `unconfirmed` oldest first; `lost`: said not to have come, of the last days, newest first. */
export const UnprovedPixes = z.object({ unconfirmed: z.array(UnprovedPix), lost: z.array(UnprovedPix) });
export type UnprovedPixes = z.infer<typeof UnprovedPixes>;

/** `POST /api/staff/static-pix/:txid`: 'Recebi' or 'Não recebi'. */
export const SayOfPix = z.object({ said: z.enum(['received', 'not-received']) });

const PROVED_MAX = 500;
/** `POST /api/staff/static-pix/proved` (ADMIN): what the provider's statement names. */
export const ProvedPixes = z.object({
  proved: z
    .array(
      z.object({
        txid: z.string().max(25),
        providerPaymentId: z.string().max(64),
        amountCents: z.number().int(),
      }),
    )
    .max(PROVED_MAX),
});

const SOUGHT_MAX = 100;
/** `POST /edge/payments/static-pix`: which of these sales the account's payments name, of the last three days. */
export const SoughtPixes = z.object({
  pix: z
    .array(z.object({ txid: z.string().max(25), amountCents: z.int().min(1), atMs: z.int().min(0) }))
    .min(1)
    .max(SOUGHT_MAX),
});
/** The answer: each with the payment that proves it. */
export const FoundPixes = z.object({
  found: z.array(z.object({ txid: z.string(), providerPaymentId: z.string() })),
});
