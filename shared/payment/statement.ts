// The provider's own statement of a month against our books, to the centavo. Pure.
import type { StatementLine } from './statement-file.ts';

/** One payment as we know it. `refunds`: ours, each when it was asked for and when it was through; `refundedCents`: all that went back, by whomever. */
export type BookedPayment = {
  providerPaymentId: string;
  orderCode: string;
  /** The order's id, where the statement has this payment under a number that we do not know. */
  reference?: string | null;
  status: string;
  /** The bank took it back, and the shop won the dispute. */
  isWonBack?: boolean;
  paidCents: number;
  refundedCents: number;
  approvedAtMs: number;
  refunds: readonly { cents: number; atMs: number; doneAtMs?: number | null }[];
};

/** Why a payment and its lines do not agree. */
export type StatementDifference =
  /** Of one of our orders, and we know of no such payment. */
  | 'unknown-payment'
  /** Approved in the month, and the statement does not have it. */
  | 'not-in-statement'
  | 'amount'
  | 'refund'
  /** The bank took back what we take for paid. */
  | 'chargeback'
  /** Gross less fee is not the net of the line. */
  | 'net';

/** One payment that moved in the month; null where one side knows nothing of it. */
export type StatementRow = {
  providerPaymentId: string;
  orderCode: string | null;
  statementCents: number | null;
  ourCents: number | null;
  statementReturnedCents: number;
  ourReturnedCents: number | null;
  feeCents: number;
  differences: StatementDifference[];
};

/** `other`: lines of the account that are no payments of ours, such as a sale of another shop or money taken out. */
export type StatementMatch = {
  rows: StatementRow[];
  totals: {
    grossCents: number;
    returnedCents: number;
    feeCents: number;
    netCents: number;
    differences: number;
  };
  other: number;
};

const ORDER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TYPES: Partial<Record<string, 'came' | 'returned' | 'charged-back'>> = {
  SETTLEMENT: 'came',
  REFUND: 'returned',
  CHARGEBACK: 'charged-back',
};

/** Each payment that moved in [fromMs, toMs), by the statement or by our books; what differs comes first. */
export function matchStatement(
  lines: readonly StatementLine[],
  bookedPayments: readonly BookedPayment[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): StatementMatch {
  const isInMonth = (atMs: number): boolean => atMs >= fromMs && atMs < toMs;
  const bookedById = new Map(bookedPayments.map((payment) => [payment.providerPaymentId, payment]));
  const byPayment = new Map<string, StatementLine[]>();
  let other = 0;
  for (const line of withOurPaymentIds(lines, bookedPayments)) {
    const isOurs = bookedById.has(line.providerPaymentId) || ORDER_ID.test(line.reference);
    if (!isOurs || TYPES[line.type] === undefined) other += 1;
    else byPayment.set(line.providerPaymentId, [...(byPayment.get(line.providerPaymentId) ?? []), line]);
  }
  for (const payment of bookedPayments) {
    const hasMoved =
      isInMonth(payment.approvedAtMs) || payment.refunds.some((refund) => isInMonth(returnedAtMs(refund)));
    if (hasMoved && !byPayment.has(payment.providerPaymentId)) byPayment.set(payment.providerPaymentId, []);
  }
  const rows = [...byPayment].map(([id, own]) =>
    matchPayment(id, own, bookedById.get(id) ?? null, isInMonth),
  );
  const sumOf = (centsOf: (line: StatementLine) => number, type?: string): number =>
    [...byPayment.values()]
      .flat()
      .filter((line) => type === undefined || TYPES[line.type] === type)
      .reduce((sum, line) => sum + centsOf(line), 0);
  const amount = ({ amountCents }: StatementLine): number => amountCents;
  const returnedCents = sumOf(amount, 'returned') + sumOf(amount, 'charged-back');
  const grossCents = sumOf(amount, 'came');
  return {
    rows: rows.toSorted(
      (a, b) =>
        Number(b.differences.length > 0) - Number(a.differences.length > 0) ||
        (a.providerPaymentId < b.providerPaymentId ? -1 : 1),
    ),
    totals: {
      grossCents,
      returnedCents,
      feeCents: sumOf(costOf),
      netCents: sumOf(({ netCents }) => netCents, 'came') - returnedNet(byPayment),
      differences: rows.filter(({ differences }) => differences.length > 0).length,
    },
    other,
  };
}

/** The lines, each under the name that we have for its payment: those of another number by their order, and there by what came and went back. */
function withOurPaymentIds(
  lines: readonly StatementLine[],
  bookedPayments: readonly BookedPayment[],
): readonly StatementLine[] {
  const renumbered = bookedPayments.filter(({ reference }) => typeof reference === 'string');
  if (renumbered.length === 0) return lines;
  const knownIds = new Set(bookedPayments.map(({ providerPaymentId }) => providerPaymentId));
  const idByNumber = new Map<string, string>();
  const takenIds = new Set<string>();
  for (const { providerPaymentId: number, reference } of lines) {
    if (knownIds.has(number) || idByNumber.has(number)) continue;
    const candidates = renumbered.filter(
      (payment) => payment.reference === reference && !takenIds.has(payment.providerPaymentId),
    );
    // Most lines of a month are of others: nothing more is looked for than their name.
    if (candidates.length === 0) continue;
    const sameNumber = lines.filter((line) => line.providerPaymentId === number);
    const returnedCents = sameNumber
      .filter(({ type }) => TYPES[type] === 'returned')
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    const paymentId = (candidates.find((payment) => payment.refundedCents === returnedCents) ?? candidates[0])
      ?.providerPaymentId;
    if (paymentId === undefined) continue;
    idByNumber.set(number, paymentId);
    takenIds.add(paymentId);
  }
  return lines.map((line) => ({
    ...line,
    providerPaymentId: idByNumber.get(line.providerPaymentId) ?? line.providerPaymentId,
  }));
}

/** The fee of a line, in centavos; below nothing where it came back with the money: then less went out than was returned. */
const costOf = ({ type, amountCents, feeCents, netCents }: StatementLine): number =>
  TYPES[type] !== 'came' && netCents < amountCents ? -feeCents : feeCents;

const returnedNet = (byPayment: ReadonlyMap<string, readonly StatementLine[]>): number =>
  [...byPayment.values()]
    .flat()
    .filter(({ type }) => TYPES[type] !== 'came')
    .reduce((sum, { netCents }) => sum + netCents, 0);

function matchPayment(
  providerPaymentId: string,
  lines: readonly StatementLine[],
  booked: BookedPayment | null,
  isInMonth: (atMs: number) => boolean,
): StatementRow {
  const sum = (type: 'came' | 'returned' | 'charged-back'): number =>
    lines
      .filter((line) => TYPES[line.type] === type)
      .reduce((total, { amountCents }) => total + amountCents, 0);
  const cameCents = sum('came');
  const returnedCents = sum('returned');
  const row: StatementRow = {
    providerPaymentId,
    orderCode: booked?.orderCode ?? null,
    statementCents: cameCents === 0 ? null : cameCents,
    ourCents: booked !== null && isInMonth(booked.approvedAtMs) ? booked.paidCents : null,
    statementReturnedCents: returnedCents,
    ourReturnedCents: booked === null ? null : returnedIn(booked, isInMonth),
    feeCents: lines.reduce((total, line) => total + costOf(line), 0),
    differences: [],
  };
  const addDifference = (kind: StatementDifference, isDifferent: boolean): void => {
    if (isDifferent) row.differences.push(kind);
  };
  addDifference('unknown-payment', booked === null);
  if (booked !== null) {
    const isDue = isInMonth(booked.approvedAtMs);
    addDifference('not-in-statement', isDue && cameCents === 0);
    const takenBackCents = sum('charged-back');
    const isWonBack = booked.isWonBack === true;
    // How the statement has money that a won dispute brought back is not documented: not at all, or as money that came again.
    const cameAgainCents = isWonBack && cameCents > booked.paidCents ? takenBackCents : 0;
    addDifference('amount', cameCents !== 0 && cameCents !== booked.paidCents + cameAgainCents);
    addDifference('refund', !isReturnKnown(booked, returnedCents, isInMonth));
    addDifference('chargeback', takenBackCents > 0 && booked.status !== 'charged_back' && !isWonBack);
  }
  addDifference(
    'net',
    lines.some((line) => TYPES[line.type] === 'came' && line.amountCents - line.feeCents !== line.netCents),
  );
  return row;
}

type BookedRefund = BookedPayment['refunds'][number];
/** Of one whose end was not kept, when it was asked for. */
const returnedAtMs = ({ atMs, doneAtMs }: BookedRefund): number => doneAtMs ?? atMs;

const sumOfRefunds = (refunds: readonly BookedRefund[]): number =>
  refunds.reduce((sum, { cents }) => sum + cents, 0);

const returnedIn = (booked: BookedPayment, isInMonth: (atMs: number) => boolean): number =>
  sumOfRefunds(booked.refunds.filter((refund) => isInMonth(returnedAtMs(refund))));

/**
 * What went back in the provider's panel has no date of ours, and of what was asked for in one month and was through in another the provider's day is
 * not known: it agrees with the month that has it.
 */
function isReturnKnown(
  booked: BookedPayment,
  returnedCents: number,
  isInMonth: (atMs: number) => boolean,
): boolean {
  const isCertain = (refund: BookedRefund): boolean =>
    isInMonth(refund.atMs) === isInMonth(returnedAtMs(refund));
  const certainCents = returnedIn({ ...booked, refunds: booked.refunds.filter(isCertain) }, isInMonth);
  const outsideCents = Math.max(0, booked.refundedCents - sumOfRefunds(booked.refunds));
  const uncertainCents = [
    outsideCents,
    ...booked.refunds.filter((refund) => !isCertain(refund)).map(({ cents }) => cents),
  ];
  let possibleSums = new Set([certainCents]);
  for (const cents of uncertainCents)
    possibleSums = new Set([...possibleSums].flatMap((sum) => [sum, sum + cents]));
  return possibleSums.has(returnedCents);
}
