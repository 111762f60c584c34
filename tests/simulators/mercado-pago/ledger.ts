// The simulated provider's books: every payment, its transitions, and the memory of idempotency keys. All
// state changes happen here, each tells `changed` once; nothing here knows HTTP.

import { createHash } from 'node:crypto';
import type { CardTokens } from './card-tokens.ts';
import { PAYMENT_METHODS } from './card-outcomes.ts';
import { centsOf, isObject, readCreateRequest } from './create-request.ts';
import type { CreateRequest } from './create-request.ts';
import type { TerminalOrderRequest } from './order-request.ts';
import type { FaultBox } from './faults.ts';
import { refundedCents } from './payment.ts';
import type { OrderPart, Payment, PaymentStatus, Refund } from './payment.ts';
import { AT_TERMINAL, requestAtTerminal, requestFor, startOf } from './first-state.ts';
import { pixCode } from './pix-code.ts';
import { badRequest, done, refusal, refused } from './refusal.ts';
import type { Outcome } from './refusal.ts';

const PAYMENTS_MAX = 2000;
const KEYS_MAX = 5000;
/** So long a terminal takes to let go of what it shows. */
const LETS_GO_MS = 1000;
const REFUND_WINDOW_MS = 180 * 24 * 3_600_000;

export type Change = { payment: Payment; action: 'payment.created' | 'payment.updated' };
export type Ledger = ReturnType<typeof createLedger>;

export function createLedger(deps: {
  now: () => number;
  tokens: CardTokens;
  faults: FaultBox;
  changed: (change: Change) => void;
}) {
  const payments = new Map<number, Payment>();
  const keys = new Map<string, { bodyHash: string; id: number }>();
  let lastId = 0;

  // Ids go on from the clock, so that a restarted simulator does not hand out the ids of its past life.
  const nextId = (): number => (lastId = Math.max(lastId + 1, Math.floor(deps.now() / 100)));

  function remember(key: string, bodyHash: string, id: number): void {
    keys.set(key, { bodyHash, id });
    if (keys.size > KEYS_MAX) keys.delete(keys.keys().next().value ?? '');
  }

  /** What an idempotency key already stands for: its id, nothing, or a refusal when the body is another. */
  function recall(key: string, bodyHash: string): Outcome<number | null> {
    const known = keys.get(key);
    if (known === undefined) return done(null);
    return known.bodyHash === bodyHash
      ? done(known.id)
      : refused(
          refusal(
            409,
            'idempotency_conflict',
            'The X-Idempotency-Key was already used with another body',
            4293,
          ),
        );
  }

  function move(payment: Payment, status: PaymentStatus, statusDetail: string): Payment {
    payment.status = status;
    payment.statusDetail = statusDetail;
    payment.updatedAtMs = deps.now();
    if (status === 'approved' && payment.approvedAtMs === null) payment.approvedAtMs = deps.now();
    deps.changed({ payment, action: 'payment.updated' });
    return payment;
  }

  const notNow = (payment: Payment, what: string): { ok: false; refusal: ReturnType<typeof badRequest> } =>
    refused(
      badRequest(
        2018,
        `The action requested is not valid for the current payment state (${what}: ${payment.status})`,
      ),
    );

  function expireDue(): void {
    for (const payment of payments.values()) {
      const askedAtMs = payment.order?.terminal?.cancelAskedAtMs ?? null;
      if (payment.status === 'pending' && askedAtMs !== null && deps.now() >= askedAtMs + LETS_GO_MS)
        move(payment, 'cancelled', 'canceled_by_api');
      if (payment.status !== 'pending' || payment.expiresAtMs === null) continue;
      if (payment.expiresAtMs <= deps.now()) move(payment, 'cancelled', 'expired');
    }
  }

  function find(id: number): Outcome<Payment> {
    expireDue();
    const payment = payments.get(id);
    return payment === undefined
      ? refused(refusal(404, 'not_found', 'Payment not found', 2000))
      : done(payment);
  }

  function store(
    request: CreateRequest,
    start: Pick<Payment, 'status' | 'statusDetail' | 'card'>,
    order: Payment['order'],
  ): Payment {
    const nowMs = deps.now();
    const id = nextId();
    const payment: Payment = {
      id,
      transactionId: null,
      order,
      ...start,
      amountCents: request.amountCents,
      methodId: request.method.id,
      typeId: request.method.typeId,
      description: request.description,
      externalReference: request.externalReference,
      notificationUrl: request.notificationUrl,
      metadata: request.metadata,
      additionalInfo: request.additionalInfo,
      payer: request.payer,
      installments: request.installments,
      issuerId: request.method.issuerId,
      statementDescriptor: request.statementDescriptor,
      binaryMode: request.binaryMode,
      captured: start.status !== 'authorized',
      pix:
        request.method.id === 'pix' && !deps.faults.take('createsWithoutCode')
          ? pixCode(id, request.amountCents)
          : null,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      approvedAtMs: start.status === 'approved' ? nowMs : null,
      expiresAtMs: request.expiresAtMs,
      refunds: [],
    };
    payments.set(id, payment);
    if (payments.size > PAYMENTS_MAX) payments.delete(payments.keys().next().value ?? 0);
    deps.changed({ payment, action: 'payment.created' });
    return payment;
  }

  function applyRefund(payment: Payment): void {
    const whole = refundedCents(payment) === payment.amountCents;
    if (whole) move(payment, 'refunded', 'refunded');
    else move(payment, 'approved', 'partially_refunded');
  }

  function refund(id: number, body: unknown): Outcome<{ payment: Payment; refund: Refund }> {
    const found = find(id);
    if (!found.ok) return found;
    const payment = found.value;
    // Of a dispute that was won the money is there again; untried at the real provider.
    const isWon = payment.status === 'charged_back' && payment.statusDetail === 'reimbursed';
    if (payment.status !== 'approved' && !isWon) return notNow(payment, 'refund');
    if (deps.now() - (payment.approvedAtMs ?? 0) > REFUND_WINDOW_MS) {
      return refused(refusal(404, 'not_found', 'Payment too old to be refunded', 2024));
    }
    if (deps.faults.take('refundsWithoutBalance'))
      return refused(badRequest(2030, 'The collector does not have enough balance'));
    const taken = payment.refunds
      .filter((each) => each.status !== 'rejected')
      .reduce((sum, each) => sum + each.amountCents, 0);
    const asked = isObject(body) ? body['amount'] : undefined;
    const amountCents = asked === undefined || asked === null ? payment.amountCents - taken : centsOf(asked);
    if (amountCents === null || amountCents === 0)
      return refused(badRequest(4040, 'amount must be positive'));
    if (amountCents > payment.amountCents - taken) {
      return refused(badRequest(2017, 'The amount to refund is bigger than what remains of the payment'));
    }
    const status = deps.faults.take('inProcessRefunds') ? 'in_process' : 'approved';
    const made: Refund = { id: nextId(), amountCents, status, createdAtMs: deps.now() };
    payment.refunds.push(made);
    if (status === 'approved') applyRefund(payment);
    return done({ payment, refund: made });
  }

  return {
    find,
    expireDue,

    /** The number of a payment, by that or by its order's id; -1 where there is none. */
    numberOf(id: number | string): number {
      const named = [...payments.values()].find(({ order }) => order?.id === id);
      return named?.id ?? (/^\d{1,15}$/.test(String(id)) ? Number(id) : -1);
    },

    /** Newest first. */
    list(): Payment[] {
      expireDue();
      return [...payments.values()].reverse();
    },

    /** `order`: what it is called there, where it is made through the Orders API; `asked`: the body that its key stands for. */
    create(
      key: string,
      body: unknown,
      { order = null, asked = body }: { order?: Payment['order']; asked?: unknown } = {},
    ): Outcome<Payment> {
      const bodyHash = hashOf(asked);
      const known = recall(`payment ${key}`, bodyHash);
      if (!known.ok) return known;
      if (known.value !== null) return find(known.value);

      const read = readCreateRequest(body, deps.now());
      if (!read.ok) return read;
      const start = startOf(read.value, deps.tokens);
      if (!start.ok) return start;
      const payment = store(read.value, start.value, order);
      if (read.value.token !== null) deps.tokens.spend(read.value.token);
      remember(`payment ${key}`, bodyHash, payment.id);
      return done(payment);
    },

    /** A PIX to the account's key, as by a static code: nobody asked for it, and it says no more than its transaction's name. */
    receive(amountCents: number, name: string, namedIn: 'transaction' | 'reference'): Payment {
      const asked = requestFor(amountCents, 'pix');
      const payment = store(asked, { status: 'pending', statusDetail: 'pending', card: null }, null);
      const named = namedIn === 'reference' ? { externalReference: name } : { transactionId: name };
      Object.assign(payment, { ...named, pix: null });
      return move(payment, 'approved', 'accredited');
    },

    /** Sent to a terminal: pending until somebody pays or declines there. */
    createAtTerminal(
      key: string,
      request: TerminalOrderRequest,
      { order, asked }: { order: OrderPart; asked: unknown },
    ): Outcome<Payment> {
      const bodyHash = hashOf(asked);
      const known = recall(`payment ${key}`, bodyHash);
      if (!known.ok) return known;
      if (known.value !== null) return find(known.value);
      expireDue();
      const isBusy = [...payments.values()].some(
        (one) => one.order?.terminal?.id === request.terminalId && one.status === 'pending',
      );
      if (isBusy)
        return refused(
          refusal(409, 'already_queued_order_on_terminal', 'There is already a queued order on the terminal'),
        );
      const payment = store(requestAtTerminal(request), AT_TERMINAL, order);
      remember(`payment ${key}`, bodyHash, payment.id);
      return done(payment);
    },

    askTerminalToLetGo(id: number): void {
      const terminal = payments.get(id)?.order?.terminal;
      if (terminal) terminal.cancelAskedAtMs = deps.now();
    },

    /** What happens in front of the terminal: it shows the amount, is not sure of the outcome, or somebody presses the red key. */
    atTerminal(id: number, what: 'shows' | 'is-unsure' | 'cancels'): Outcome<Payment> {
      const found = find(id);
      if (!found.ok) return found;
      if (found.value.status !== 'pending' || !found.value.order?.terminal) return notNow(found.value, what);
      if (what === 'cancels') return done(move(found.value, 'cancelled', 'canceled_on_terminal'));
      return done(move(found.value, 'pending', what === 'shows' ? 'at_terminal' : 'check_on_terminal'));
    },

    update(id: number, body: unknown): Outcome<Payment> {
      const found = find(id);
      if (!found.ok) return found;
      const payment = found.value;
      if (!isObject(body)) return refused(badRequest(1, 'Params Error'));
      if (body['capture'] === true) {
        if (payment.status !== 'authorized') return notNow(payment, 'capture');
        payment.captured = true;
        return done(move(payment, 'approved', 'accredited'));
      }
      if (body['status'] !== 'cancelled')
        return refused(badRequest(1, 'Params Error: only status cancelled is accepted'));
      if (!['pending', 'in_process', 'authorized'].includes(payment.status)) return notNow(payment, 'cancel');
      return done(move(payment, 'cancelled', 'by_collector'));
    },

    refund(id: number, key: string, body: unknown): Outcome<{ payment: Payment; refund: Refund }> {
      const scoped = `refund ${id} ${key}`;
      const bodyHash = hashOf(body);
      const known = recall(scoped, bodyHash);
      if (!known.ok) return known;
      if (known.value !== null) {
        const payment = payments.get(id);
        const before = payment?.refunds.find((each) => each.id === known.value);
        if (payment !== undefined && before !== undefined) {
          return deps.faults.take('denyKnownRefundKeys')
            ? refused(refusal(404, 'not_found', 'Refund not found', 2032))
            : done({ payment, refund: before });
        }
      }
      const made = refund(id, body);
      if (made.ok) remember(scoped, bodyHash, made.value.refund.id);
      return made;
    },

    /** Lets refunds that were left in_process end. */
    settleRefunds(id: number): Outcome<Payment> {
      const found = find(id);
      if (!found.ok) return found;
      for (const each of found.value.refunds) if (each.status === 'in_process') each.status = 'approved';
      applyRefund(found.value);
      return found;
    },

    /** The bank turns down what was left in_process: the payment stays as it was. */
    rejectRefunds(id: number): Outcome<Payment> {
      const found = find(id);
      if (!found.ok) return found;
      for (const each of found.value.refunds) if (each.status === 'in_process') each.status = 'rejected';
      return found;
    },

    /** What the payer's bank or the card's issuer decides. A PIX may be paid after it expired: that is the point. */
    approve(id: number, methodId?: string): Outcome<Payment> {
      const found = find(id);
      if (!found.ok) return found;
      const method = PAYMENT_METHODS.find((one) => one.id === methodId);
      if (method !== undefined && ['pending', 'in_process'].includes(found.value.status))
        Object.assign(found.value, { methodId: method.id, typeId: method.typeId });
      const late = found.value.status === 'cancelled' && found.value.methodId === 'pix';
      if (!late && !['pending', 'in_process'].includes(found.value.status))
        return notNow(found.value, 'approve');
      return done(move(found.value, 'approved', 'accredited'));
    },

    reject(id: number, detail?: string): Outcome<Payment> {
      const found = find(id);
      if (!found.ok) return found;
      if (!['pending', 'in_process', 'authorized'].includes(found.value.status))
        return notNow(found.value, 'reject');
      const usual = found.value.methodId === 'pix' ? 'rejected_by_bank' : 'cc_rejected_other_reason';
      return done(move(found.value, 'rejected', detail ?? usual));
    },

    expire(id: number): Outcome<Payment> {
      const found = find(id);
      if (!found.ok) return found;
      if (!['pending', 'in_process'].includes(found.value.status)) return notNow(found.value, 'expire');
      return done(move(found.value, 'cancelled', 'expired'));
    },

    chargeback(id: number): Outcome<Payment> {
      const found = find(id);
      if (!found.ok) return found;
      if (found.value.status !== 'approved') return notNow(found.value, 'chargeback');
      return done(move(found.value, 'charged_back', 'in_process'));
    },

    /** The dispute ends for the shop: the bank gives the money back. */
    winChargeback(id: number): Outcome<Payment> {
      const found = find(id);
      if (!found.ok) return found;
      if (found.value.status !== 'charged_back') return notNow(found.value, 'win');
      return done(move(found.value, 'charged_back', 'reimbursed'));
    },
  };
}

/** Key order does not make a body another one. */
function hashOf(body: unknown): string {
  const sorted = JSON.stringify(body ?? null, (_, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
  return createHash('sha256').update(sorted).digest('hex');
}
