// A payment provider in the simulation's own process, with books of its own: what it says of a payment is what was paid. Its answers
// can get lost after the work was done, and it can be out of reach.
import type { Charge } from '../auditor/history.ts';
import type { Provider, ProviderPayment, ProviderResult } from '../../cloud/payments/provider/provider.ts';
import type { ListedRefund } from '@balcao/shared/payment/listed-refund.ts';
import { accepted, refused } from '@balcao/shared/result.ts';

type Payment = ProviderPayment & {
  refundKeys: Map<string, ListedRefund>;
  returnedAtMs: number | null;
  /** Paid after its code was cancelled. */
  late: boolean;
};

export type SimulatedProvider = ReturnType<typeof createSimulatedProvider>;

const PAYEE = 'the-shop';
const unreachable = { kind: 'unreachable', detail: 'simulated' } as const;

/** `returned` is told of money that goes back for the first time. */
export function createSimulatedProvider(
  clock: () => number,
  returned: (paymentId: string, orderId: string) => void = () => undefined,
) {
  const payments: Payment[] = [];
  const byKey = new Map<string, Payment>();
  let failing = 0;
  let losing = 0;

  /** Works, unless it is out of reach; the answer may get lost all the same. */
  async function answer<T>(work: () => ProviderResult<T>): Promise<ProviderResult<T>> {
    if (failing > 0) {
      failing -= 1;
      return refused(unreachable);
    }
    const done = work();
    if (losing > 0) {
      losing -= 1;
      return refused(unreachable);
    }
    return done;
  }
  const find = (id: string): Payment | undefined => payments.find((one) => one.id === id);
  const shown = ({ refundKeys: _, returnedAtMs: __, late: ___, ...payment }: Payment): ProviderPayment =>
    payment;

  const provider: Provider = {
    name: 'mercadopago',
    createPix: (_account, { attemptId, orderId, amountCents, expiresAtMs }) =>
      answer(() => {
        const known = byKey.get(attemptId);
        if (known) return accepted(shown(known));
        const payment: Payment = {
          id: `pix-${payments.length + 1}`,
          status: 'pending',
          statusDetail: null,
          method: 'pix',
          amountCents,
          refundedCents: 0,
          currency: 'BRL',
          payeeId: PAYEE,
          reference: orderId,
          attemptId,
          createdAtMs: clock(),
          approvedAtMs: null,
          expiresAtMs,
          pix: { qrCode: 'code', qrCodeBase64: 'image' },
          refundKeys: new Map(),
          returnedAtMs: null,
          late: false,
        };
        payments.push(payment);
        byKey.set(attemptId, payment);
        return accepted(shown(payment));
      }),
    createCard: () => Promise.resolve(refused({ kind: 'refused', code: 'none', detail: 'no cards here' })),
    createAtTerminal: () =>
      Promise.resolve(refused({ kind: 'refused', code: 'none', detail: 'no terminals here' })),
    listTerminals: () => answer(() => accepted([])),
    integrateTerminal: () => Promise.resolve(refused({ kind: 'not-found' })),
    fetch: (_account, id) =>
      answer(() => {
        const payment = find(id);
        return payment ? accepted(shown(payment)) : refused({ kind: 'not-found' });
      }),
    searchByReference: (_account, reference) =>
      answer(() => accepted(payments.filter((one) => one.reference === reference).map(shown))),
    searchByCreation: (_account, fromMs, toMs) =>
      answer(() =>
        accepted(
          payments
            .filter(({ createdAtMs }) => (createdAtMs ?? 0) >= fromMs && (createdAtMs ?? 0) < toMs)
            .map(shown),
        ),
      ),
    cancel: (_account, id) =>
      answer(() => {
        const payment = find(id);
        if (payment?.status !== 'pending') return refused({ kind: 'not-now', detail: 'not pending' });
        payment.status = 'cancelled';
        return accepted(shown(payment));
      }),
    refund: (_account, { paymentId, refundId, amountCents }) =>
      answer(() => {
        const payment = find(paymentId);
        if (!payment) return refused({ kind: 'not-found' });
        const known = payment.refundKeys.get(refundId);
        if (known !== undefined) return accepted(known);
        const left = (payment.amountCents ?? 0) - payment.refundedCents;
        if (payment.approvedAtMs === null || left === 0)
          return refused({ kind: 'not-now', detail: 'nothing to give back' });
        payment.refundedCents += amountCents ?? left;
        if (payment.returnedAtMs === null) returned(payment.id, payment.reference ?? '');
        payment.returnedAtMs ??= clock();
        payment.status = payment.refundedCents === payment.amountCents ? 'refunded' : 'partially_refunded';
        const made = {
          id: `refund-${refundId}`,
          amountCents: amountCents ?? left,
          state: 'done',
          createdAtMs: clock(),
        } as const;
        payment.refundKeys.set(refundId, made);
        return accepted(made);
      }),
    listRefunds: (_account, paymentId) =>
      answer(() => accepted([...(find(paymentId)?.refundKeys.values() ?? [])])),
    readRefund: (_account, paymentId, providerRefundId) =>
      answer(() => {
        const made = [...(find(paymentId)?.refundKeys.values() ?? [])];
        const found = made.find((one) => one.id === providerRefundId);
        return found === undefined ? refused({ kind: 'not-found' }) : accepted(found);
      }),
    testCredentials: () => answer(() => accepted({ payeeId: PAYEE, name: 'Loja', sandbox: true })),
    listMethods: () => answer(() => accepted(['pix'])),
    readDispute: () => Promise.resolve(refused({ kind: 'not-found' })),
    listOpenClaims: () => Promise.resolve({ disputes: [], failure: null }),
    verifyNotice: (_account, { requestId, dataId }) =>
      accepted({
        noticeId: requestId ?? '',
        paymentId: dataId ?? '',
        action: 'payment.updated',
        topic: 'payment',
      }),
  };

  return {
    provider,
    payments: payments as readonly Payment[],
    /** Somebody pays, perhaps after the code was cancelled; `short`: a centavo less than was asked. False when it is paid already. */
    pay(payment: Payment, short: boolean): boolean {
      if (payment.approvedAtMs !== null) return false;
      payment.late = payment.status !== 'pending';
      payment.status = 'approved';
      payment.approvedAtMs = clock();
      if (short && payment.amountCents !== null) payment.amountCents -= 1;
      return true;
    },
    /** So many calls find nobody, or are done and get no answer. */
    fail(how: 'out-of-reach' | 'answers-lost', calls: number): void {
      if (how === 'out-of-reach') failing = calls;
      else losing = calls;
    },
    heal(): void {
      failing = 0;
      losing = 0;
    },
    charges: (): Charge[] =>
      payments.map((one) => ({
        id: one.id,
        order: one.reference ?? '',
        amountCents: one.amountCents ?? 0,
        approvedAtMs: one.approvedAtMs,
        returnedCents: one.refundedCents,
        returnedAtMs: one.returnedAtMs,
        returnedByHand: false,
      })),
  };
}
