// The shop's card terminals at the provider, and an amount that the counter sends to one.
import { z } from 'zod';
import { TERMINAL_STATES } from '../payment/terminal.ts';

const TerminalId = z.string().min(1).max(80);
const TerminalName = z
  .string('Dê um nome à maquininha')
  .trim()
  .min(1, 'Dê um nome à maquininha')
  .max(40, 'O nome da maquininha tem no máximo 40 letras');

/** Which one is meant, in a path. */
export const OfTerminal = z.object({ terminalId: TerminalId });
/** `PUT …/terminals/:terminalId`: what the shop calls it. */
export const KeepTerminal = z.object({ name: TerminalName });

/** The ones that the counter may send to, by the shop's names. */
export const ShopTerminals = z.object({ terminals: z.array(z.object({ id: z.string(), name: z.string() })) });
export type ShopTerminals = z.infer<typeof ShopTerminals>;

/** All of the account. `name`: null where the shop does not use it; `isReady`: it takes what it is sent; `isThere`: the account still has it. */
export const AccountTerminals = z.object({
  terminals: z.array(
    z.object({ id: z.string(), name: z.string().nullable(), isReady: z.boolean(), isThere: z.boolean() }),
  ),
});
export type AccountTerminals = z.infer<typeof AccountTerminals>;

/** `POST /edge/payments/terminal`: the amount of one order, as the store has it. */
export const SendToTerminal = z.object({
  order: z.object({
    id: z.uuid(),
    code: z.string().min(1).max(20),
    totalCents: z.int().min(1).max(100_000_00),
  }),
  terminalId: TerminalId,
});

/** `POST /edge/payments/parts/terminal`: a part of one order; `totalCents` is what the part is. */
export const SendPartToTerminal = SendToTerminal.extend({ part: z.uuid() });

/** `POST /api/staff/orders/:id/terminal`: which one, and the part that is paid there; absent: all of the order. */
export const SendOrderToTerminal = OfTerminal.extend({
  part: z.object({ id: z.uuid(), cents: z.int().min(1).max(100_000_00) }).optional(),
});

/** How an amount stands that was sent. `method`: how it was paid; `statusDetail`: the provider's word for why it was refused. */
export const TerminalPayment = z.object({
  attemptId: z.string(),
  terminalId: z.string(),
  amountCents: z.number(),
  state: z.enum(TERMINAL_STATES),
  method: z.enum(['pix', 'credit_card', 'debit_card']).nullable(),
  statusDetail: z.string().nullable(),
  /** Money came and was set aside, because whose it is, or how much, was not proved: a person takes it or gives it back. */
  isSetAside: z.boolean().optional(),
});
export type TerminalPayment = z.infer<typeof TerminalPayment>;
