// Whether this release can serve this data: opens the store, which brings its database to the present form, and asks it
// once. Listens nowhere, prints nothing, dials nobody: an update tries itself so on a copy before it touches the shop.
import type { Store } from './store.ts';

export type CheckReport = { ready: boolean; reasons: string[]; version: string; seq: number };

export async function checkStore(store: Store, version: string): Promise<CheckReport> {
  const bindings = { transport: 'lan', clientIp: '127.0.0.1', origin: '' };
  const answer = await store.app.request('/readyz', {}, bindings);
  const { ready, reasons, seq } = (await answer.json()) as CheckReport;
  return { ready, reasons, version, seq };
}
