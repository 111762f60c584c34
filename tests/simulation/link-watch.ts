// What goes over the link, as the relay says it to the store: noted for the auditor, and held against what the relay has.
import { earlierWaits, heldUpTo } from './invariants.ts';
import type { Recorder } from './recorder.ts';
import type { RelayDatabase } from './sides.ts';

export function createLinkWatch(deps: {
  recorder: Recorder;
  database: RelayDatabase;
  surprises: string[];
  busy: <T>(work: Promise<T>) => Promise<T>;
}) {
  const { recorder, database, surprises, busy } = deps;
  /** Invariant 3, for what goes over the link: an earlier command of the order is settled, and a row that is said to be held is. */
  return function onCall(path: string, body: unknown): void {
    if (path === '/link/commands') {
      const { id, kind, payload } = body as {
        id: string;
        kind: string;
        payload: { orderId?: string; order?: { id: string }; changeForCents?: number | null };
      };
      recorder.add({
        type: 'sent',
        order: payload.orderId ?? payload.order?.id ?? '',
        kind,
        detail: String(payload.changeForCents),
      });
      void busy(earlierWaits(database, id)).then((earlier) => {
        if (earlier !== null) surprises.push(`command ${id} went before a ${earlier} of its order`);
      });
    }
    if (path === '/link/checkpoint') {
      const { seq } = body as { seq: number };
      void busy(heldUpTo(database)).then((held) => {
        recorder.add({ type: 'mark', seq, held });
        if (held < seq) surprises.push(`the relay said that it holds row ${seq} and held ${held}`);
      });
    }
  };
}
