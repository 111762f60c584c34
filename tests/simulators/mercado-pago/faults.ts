// The misbehaviours that can be asked of the simulator, counted down as they are used up. A test or the page
// sets them; the parts that misbehave ask here and never keep a fault of their own.

import { z } from 'zod';

const times = z.int().min(0).max(1000);

export const faultsSchema = z.strictObject({
  /** The next N webhooks are never sent. */
  loseWebhooks: times,
  /** The next N webhooks are sent twice, each time with a request id of its own. */
  duplicateWebhooks: times,
  delayWebhooks: z.strictObject({ count: times, delayMs: z.int().min(0).max(600_000) }),
  /** The next N webhooks are held until the last of them, then sent one by one in reverse. */
  reorderWebhooks: times,
  unsignedWebhooks: times,
  wrongSignatureWebhooks: times,
  /** `ts` of the next N webhooks is in milliseconds instead of seconds. */
  millisecondWebhooks: times,
  /** The next N creations are stored but answered after so long, or never (null). */
  hangCreates: z.strictObject({ count: times, answerAfterMs: z.int().min(0).max(600_000).nullable() }),
  /** The next N creations are stored and then answered with 500. */
  failCreatesAfterStoring: times,
  /** The next N API calls are refused before they do anything. */
  failRequests: z.strictObject({
    count: times,
    status: z.union([z.literal(429), z.literal(500), z.literal(502), z.literal(503)]),
    retryAfterSeconds: z.int().min(0).max(600).nullable(),
  }),
  /** The next N fetched payments (read or searched) lie in this field. */
  tamperFetches: z.strictObject({
    count: times,
    field: z.enum(['amount', 'currency', 'payee', 'reference', 'no-currency', 'no-payee']),
  }),
  /** The next N creations are refused for the account's sake, with the provider's own status and code. */
  refuseCreates: z.strictObject({
    count: times,
    reason: z.enum([
      'no-pix-key',
      'payer-is-collector',
      'not-for-charging',
      'payer-nil',
      'test-token',
      'lasting-500',
    ]),
  }),
  /** While set, the account's list of payment methods has no active PIX. */
  pixInactive: z.boolean(),
  /** The next N PIX payments are answered without a code, then and for ever. */
  createsWithoutCode: times,
  /** The next N refunds stay in_process until `settleRefunds`. */
  inProcessRefunds: times,
  /** The next N refunds are carried out and then answered with 500. */
  loseRefundAnswers: times,
  /** The next N refunds that come under a known key are answered 404, code 2032, as the provider is known to. */
  denyKnownRefundKeys: times,
  /** The next N refunds are refused because the account's balance does not cover them. */
  refundsWithoutBalance: times,
  /** While set, terminals do not let go of what they show: only their own red key cancels it. */
  terminalsKeepOrders: z.boolean(),
  /** The next N refunds and cancellations of orders are answered 422 and 409 in turn: not yet. */
  ordersNotYet: times,
  /** While set, the notices of orders bear no valid signature, as those of test accounts are reported to. */
  orderSignaturesInvalid: z.boolean(),
  /** The search does not find payments younger than this: the real index lags too. */
  searchLagMs: z.int().min(0).max(600_000),
});

export const faultsPatchSchema = faultsSchema.partial();

export type Faults = z.infer<typeof faultsSchema>;
/** Written out so that a caller may leave fields away under exactOptionalPropertyTypes. */
export type FaultsPatch = z.infer<typeof faultsPatchSchema>;

type Counted = {
  [K in keyof Faults]: Faults[K] extends number ? (K extends 'searchLagMs' ? never : K) : never;
}[keyof Faults];
type Grouped = { [K in keyof Faults]: Faults[K] extends { count: number } ? K : never }[keyof Faults];

const none = (): Faults => ({
  loseWebhooks: 0,
  duplicateWebhooks: 0,
  delayWebhooks: { count: 0, delayMs: 0 },
  reorderWebhooks: 0,
  unsignedWebhooks: 0,
  wrongSignatureWebhooks: 0,
  millisecondWebhooks: 0,
  hangCreates: { count: 0, answerAfterMs: null },
  failCreatesAfterStoring: 0,
  failRequests: { count: 0, status: 503, retryAfterSeconds: null },
  tamperFetches: { count: 0, field: 'amount' },
  refuseCreates: { count: 0, reason: 'no-pix-key' },
  pixInactive: false,
  createsWithoutCode: 0,
  inProcessRefunds: 0,
  loseRefundAnswers: 0,
  denyKnownRefundKeys: 0,
  refundsWithoutBalance: 0,
  terminalsKeepOrders: false,
  ordersNotYet: 0,
  orderSignaturesInvalid: false,
  searchLagMs: 0,
});

export type FaultBox = ReturnType<typeof createFaultBox>;

export function createFaultBox() {
  let current = none();
  return {
    current: (): Readonly<Faults> => current,
    /** Sets what the patch names and leaves the rest. Throws on what the schema does not allow. */
    set(patch: FaultsPatch): void {
      current = { ...current, ...(faultsPatchSchema.parse(patch) as Partial<Faults>) };
    },
    clear(): void {
      current = none();
    },
    /** Uses one up; false when there was none. */
    take(name: Counted): boolean {
      if (current[name] === 0) return false;
      current = { ...current, [name]: current[name] - 1 };
      return true;
    },
    /** Uses one up and gives its settings; null when there was none. */
    takeGroup<K extends Grouped>(name: K): Faults[K] | null {
      const group = current[name];
      if (group.count === 0) return null;
      current = { ...current, [name]: { ...group, count: group.count - 1 } };
      return group;
    },
  };
}
