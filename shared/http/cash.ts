// The cash session (ADMIN, ATTENDANT): opened with a float, counted blind, closed with a number that never changes.
import { z } from 'zod';

const cents = z.number().int().min(0).max(10_000_000, 'Use no máximo R$ 100.000,00.');
/** Suprimento puts money in, sangria takes it out. */
export const CashMovementKind = z.enum(['suprimento', 'sangria']);

/** Money put into the drawer or taken out of it while the session is open. */
export const CashMovement = z.object({
  id: z.string(),
  kind: CashMovementKind,
  amountCents: cents,
  note: z.string(),
  userName: z.string(),
  atMs: z.number(),
});
/** The open session, without the amount that the drawer should hold. */
export const CashSession = z.object({
  id: z.string(),
  openedAtMs: z.number(),
  openedBy: z.string(),
  floatCents: cents,
  movements: z.array(CashMovement),
  /** How many cash payments; amounts are not told before the count: it is blind. */
  cashOrders: z.number().int(),
});
/** `GET /api/staff/cash-session` → `{ session }`, null when closed. */
export const CashSessionReply = z.object({ session: CashSession.nullable() });

/** `POST /api/staff/cash-session` → CashSessionReply. */
export const OpenCash = z.object({ id: z.uuidv7(), floatCents: cents });
/** `POST /api/staff/cash-session/movements` → CashSessionReply; the id makes a repeat harmless. */
export const MoveCash = z.object({
  id: z.uuidv7(),
  kind: CashMovementKind,
  amountCents: cents.min(1, 'Informe um valor maior que zero.'),
  note: z.string().trim().max(120),
});

/** A count that is further than this from what should be there, in centavos, is asked about before it closes the drawer. */
export const COUNT_ASKED_ABOVE_CENTS = 1_000;

/**
 * `POST /api/staff/cash-session/close` → 201 CashClose, printed on the `close` printer. `ask`: refused (`count-differs`) where the count is
 * far from what should be there, which is not told: it stays a blind count. Without it the drawer closes whatever was counted.
 */
export const CloseCash = z.object({
  countedCents: cents,
  note: z.string().trim().max(200).default(''),
  ask: z.boolean().default(false),
});
/** One way of payment by what came, what went back, the fee by the shop's rates and what stays. */
export const WaySum = z.object({
  name: z.string(),
  receivedCents: z.number().int(),
  returnedCents: z.number().int(),
  feeCents: z.number().int(),
  netCents: z.number().int(),
});
export type WaySum = z.infer<typeof WaySum>;

/** A session that was closed: what was expected, counted and different, in centavos. */
export const CashClose = z.object({
  number: z.number().int().positive(),
  openedAtMs: z.number(),
  closedAtMs: z.number(),
  closedBy: z.string(),
  floatCents: cents,
  /** Less than nothing when more was given back than taken: of orders that were paid into an earlier drawer. */
  cashSalesCents: z.number().int(),
  /** What of it was given back in cash; in no close from before it was counted. */
  cashReturnsCents: z.number().int().min(0).optional(),
  /** Cash taken, and given back, since the close before while no drawer was open: counted in no drawer, and so in no difference. */
  takenClosedCents: z.number().int().min(0).optional(),
  returnedClosedCents: z.number().int().min(0).optional(),
  suprimentoCents: cents,
  sangriaCents: cents,
  /** float + sales + suprimento − sangria. */
  expectedCents: z.number().int(),
  countedCents: cents,
  /** counted − expected. */
  differenceCents: z.number().int(),
  /** Beside the drawer: what came in by other means. */
  methods: z.array(z.object({ name: z.string(), orders: z.number().int(), salesCents: z.number().int() })),
  /**
   * Each way, cash among them, by what came in this session, what went back in it (also of an earlier one), the fee by the shop's rates and
   * what stays; what staff took or gave back since the close before while no drawer was open is among it. In no close from before it was
   * counted.
   */
  ways: z.array(WaySum).optional(),
  note: z.string(),
});
/** `GET /api/staff/cash-closes?limit=` → `{ closes }`, newest first (ADMIN). `POST /api/staff/cash-closes/:number/print` prints one again. */
export const CashCloses = z.object({ closes: z.array(CashClose) });

export type CashMovementKind = z.infer<typeof CashMovementKind>;
export type CashSession = z.infer<typeof CashSession>;
export type CashSessionReply = z.infer<typeof CashSessionReply>;
export type CashClose = z.infer<typeof CashClose>;
export type CashCloses = z.infer<typeof CashCloses>;
