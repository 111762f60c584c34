// A linked store that sells on a disk whose syncs are lies, to be killed by tests: its DATA_DIR, the relay, how many orders, after how many the log
// is folded into the file. Writes a line for each order that it answered for, then `sold` and how long its log is.
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { openTestStore } from '../../edge/testing/open-test-store.ts';
import { asRole } from '../../edge/testing/sign-in.ts';

const [folder = '', relayUrl = '', orders = '', foldedEvery = ''] = process.argv.slice(2);
const store = await openTestStore({ folder, environment: { RELAY_URL: relayUrl }, seed: false });
store.start();
const counter = await asRole(store, 'ATTENDANT');
const done = async (answer: Response): Promise<string> => {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
  return text;
};
for (let count = 1; count <= Number(orders); count += 1) {
  store.clock.nowMs += 1000;
  const json = { ...sampleRequest(), id: v7() };
  const { order } = JSON.parse(await done(await store.ask('/api/orders', { json }))) as {
    order: { id: string };
  };
  if (count % 2 === 0) {
    const move = { kind: 'confirm-payment', method: 'cash' };
    await done(await counter(`/api/staff/orders/${order.id}/moves`, { json: move }));
  }
  process.stdout.write(`${order.id}\n`);
  if (count % Number(foldedEvery) === 0) store.db.$client.pragma('wal_checkpoint(PASSIVE)');
}
process.stdout.write(`sold ${store.outbox.head().seq}\n`);
