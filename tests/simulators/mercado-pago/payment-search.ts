// `GET /v1/payments/search`: filters, sorting and paging over the books. Reads only.

import type { Payment } from './payment.ts';
import { badRequest, done, refused } from './refusal.ts';
import type { Outcome } from './refusal.ts';

const LIMIT_DEFAULT = 30;
const LIMIT_MAX = 100;
const OFFSET_MAX = 10_000;

const DATE_FIELDS: Record<string, (payment: Payment) => number | null> = {
  date_created: (payment) => payment.createdAtMs,
  date_last_updated: (payment) => payment.updatedAtMs,
  date_approved: (payment) => payment.approvedAtMs,
  date_of_expiration: (payment) => payment.expiresAtMs,
  money_release_date: (payment) => payment.approvedAtMs,
};

const FILTERS: Record<string, (payment: Payment) => string | null> = {
  external_reference: (payment) => payment.externalReference,
  status: (payment) => payment.status,
  payment_method_id: (payment) => payment.methodId,
  id: (payment) => String(payment.id),
};

export type SearchPage = { payments: Payment[]; paging: { total: number; limit: number; offset: number } };

export function searchPayments(
  payments: readonly Payment[],
  query: Record<string, string>,
  clock: { nowMs: number; lagMs: number },
): Outcome<SearchPage> {
  const limit = wholeNumber(query['limit'], LIMIT_DEFAULT);
  const offset = wholeNumber(query['offset'], 0);
  if (limit === null || offset === null || limit > LIMIT_MAX || offset > OFFSET_MAX) {
    return refused(badRequest(1000, 'Number of rows exceeded the limits'));
  }
  const range = readRange(query, clock.nowMs);
  if (!range.ok) return range;
  const sortBy = DATE_FIELDS[query['sort'] ?? 'date_created'];
  if (sortBy === undefined || !['asc', 'desc', undefined].includes(query['criteria'])) {
    return refused(badRequest(1, 'Params Error: sort or criteria'));
  }

  const wanted = payments
    .filter((payment) => payment.createdAtMs <= clock.nowMs - clock.lagMs)
    .filter((payment) =>
      Object.entries(FILTERS).every(([name, of]) => !(name in query) || of(payment) === query[name]),
    )
    .filter(range.value)
    .sort(
      (a, b) => ((sortBy(a) ?? 0) - (sortBy(b) ?? 0) || a.id - b.id) * (query['criteria'] === 'asc' ? 1 : -1),
    );
  return done({
    payments: wanted.slice(offset, offset + limit),
    paging: { total: wanted.length, limit, offset },
  });
}

function wholeNumber(value: string | undefined, otherwise: number): number | null {
  if (value === undefined) return otherwise;
  return /^\d{1,6}$/.test(value) ? Number(value) : null;
}

function readRange(query: Record<string, string>, nowMs: number): Outcome<(payment: Payment) => boolean> {
  const { range, begin_date: begin, end_date: end } = query;
  if (range === undefined && begin === undefined && end === undefined) return done(() => true);
  const field = DATE_FIELDS[range ?? 'date_created'];
  const from = begin === undefined ? null : readDate(begin, nowMs);
  const to = end === undefined ? null : readDate(end, nowMs);
  if (field === undefined || from === null || to === null) {
    return refused(
      badRequest(1001, "Date format must be yyyy-MM-dd'T'HH:mm:ss.SSSZ, with range, begin_date and end_date"),
    );
  }
  return done((payment) => {
    const at = field(payment);
    return at !== null && at >= from && at <= to;
  });
}

const UNIT_MS: Record<string, number> = { DAYS: 86_400_000, HOURS: 3_600_000, MINUTES: 60_000 };

/** `NOW`, `NOW-7DAYS`, `NOW+1HOURS`, or a date in the API's format. */
function readDate(value: string, nowMs: number): number | null {
  const relative = /^NOW(?:([+-]\d{1,4})(DAYS?|HOURS?|MINUTES?))?$/.exec(value);
  if (relative !== null) {
    const unit = (relative[2] ?? '').replace(/S?$/, 'S');
    return nowMs + Number(relative[1] ?? 0) * (UNIT_MS[unit] ?? 0);
  }
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:?\d\d)$/.test(value)) return null;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? null : atMs;
}
