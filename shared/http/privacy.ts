// LGPD (ADMIN): how long phones and observations are kept, and one person's data on request. A phone is sent in a body, never in an
// address, which browsers and proxies remember.
import { z } from 'zod';

/** `GET` and `PUT /api/staff/privacy`. */
export const Privacy = z.object({
  retentionMonths: z.number().int().min(1, 'Use de 1 a 120 meses.').max(120, 'Use de 1 a 120 meses.'),
});
export type Privacy = z.infer<typeof Privacy>;

/**
 * `POST /api/staff/privacy/person` says in short what is kept about a phone, `POST /api/staff/privacy/export` is the whole of it as a
 * JSON file, `POST /api/staff/privacy/erase` takes the person out of everything.
 */
export const PersonRequest = z.object({ phone: z.string().min(10).max(40) });

const count = z.number().int();
const Period = z.object({
  count,
  firstAtMs: z.number().nullable(),
  lastAtMs: z.number().nullable(),
});

/** What is kept of one phone, counted: shown before anything is exported or erased. */
export const PersonSummary = z.object({
  orders: Period.extend({ withObservations: count }),
  wholesale: Period.extend({
    withName: count,
    withTaxId: count,
    withAddress: count,
    withObservations: count,
  }),
  onlinePayments: count,
  handPayments: count,
  slips: count,
  /** Months in which the phone stands in the report of customers. */
  months: count,
});
export type PersonSummary = z.infer<typeof PersonSummary>;

/** Everything kept about the phone, each part under its Portuguese name. */
export const PersonFile = z.record(z.string(), z.unknown());

/** What was done, fit to be given away: of the person it holds the end of the phone and nothing else. */
export const Erased = z.object({
  atMs: z.number(),
  phoneEnd: z.string().length(4),
  /** What there was of the person when it began. */
  before: PersonSummary,
  /** How often the phone still stands in the bytes of the database afterwards; null when that took too long to find out. */
  left: count.nullable(),
  copies: z.object({
    /** The copies in the shop are being made anew; none with the person is older than that in any case. */
    lastUntilMs: z.number(),
    /** Enrolled sticks: their copies follow when they are in the machine. */
    sticks: count,
    /** Whether there is a site, and whether it was told already or hears of it when it is linked again. */
    relay: z.enum(['none', 'told', 'waits']),
  }),
});
export type Erased = z.infer<typeof Erased>;
