// Money of an order that is given back in part, as the store asks the relay for it.
import { v7 as uuidv7 } from 'uuid';
import { post, type Doors } from './doors.ts';
import type { Recorder } from './recorder.ts';

/** `again`: the same part once more, as one does that saw no answer. */
export type RefundStep = { do: 'refund'; order: number; cents: number; again: boolean };

type Attempt = { attemptId: string; providerPaymentId: string | null; approvedAtMs: number | null };

export function createRefunds(
  { atRelay, deviceKey }: Pick<Doors, 'atRelay' | 'deviceKey'>,
  recorder: Recorder,
) {
  const parts = new Map<string, { key: string; cents: number }>();

  return async function giveBack(order: string, { cents, again }: RefundStep): Promise<void> {
    const headers = await deviceKey();
    const known = await atRelay(`/edge/payments/attempts?orderId=${order}`, { headers });
    const { attempts } = (await known.json()) as { attempts: Attempt[] };
    const paid = attempts.find(({ approvedAtMs }) => approvedAtMs !== null);
    if (!paid?.providerPaymentId) return;
    const before = parts.get(order);
    const part = again && before ? before : { key: uuidv7(), cents };
    parts.set(order, part);
    const asked = { type: 'refund', order, charge: paid.providerPaymentId, ...part } as const;
    const answer = await atRelay(
      '/edge/payments/refund',
      post({ attemptId: paid.attemptId, amountCents: part.cents, refundId: part.key }, headers),
    );
    await answer.body?.cancel();
    recorder.add({ ...asked, status: answer.status });
  };
}
