// A shop put back from a copy of days ago, at a relay that has all that came since: everything is back, and nobody is alarmed for nothing.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { checkRecoveryCode, restoreFromFile } from '../../../edge/replication/recovery/restore.ts';
import { takeRestored } from '../../../edge/replication/recovery/restored-file.ts';
import { payments } from '../../../edge/storage/schema/payments.ts';
import { START_MS, type TestStore } from '../../../edge/testing/open-test-store.ts';
import { asRole } from '../../../edge/testing/sign-in.ts';
import { onOneDatabase, soon } from '../../harness/relay.ts';
import { openBusyShop, place, type Placed } from './busy-shop.ts';
import { inStep, openLinkedStore } from '../../harness/real-store.ts';
import { emptyCard } from './restore.ts';

const DAY_MS = 24 * 3_600_000;
const LATER_MS = START_MS + 10 * DAY_MS;
const open: TestStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});
const alarmsOf = (store: TestStore): string[] =>
  store.alarms
    .open()
    .map(({ id }) => id)
    // Somebody did sign in.
    .filter((id) => !id.startsWith('device.'));

onOneDatabase('a copy of days ago, put back at a relay that knows more', (scene) => {
  const pay = (store: TestStore, { order }: Placed): Promise<Response> => {
    const payload = {
      attemptId: v7(),
      orderId: order.id,
      provider: 'mercadopago',
      providerPaymentId: '78',
      method: 'pix',
      status: 'approved',
      statusDetail: null,
      amountCents: store.orders.repository.byId(order.id)?.totalCents ?? 0,
      refundedCents: 0,
      mismatch: null,
      observedAtMs: store.clock.nowMs,
    };
    return store.askLink('/link/commands', { json: { id: v7(), kind: 'payment.fact', payload } });
  };

  /** A shop that had a copy on a stick in a drawer, went on after it, and whose machine died. */
  async function died(): Promise<{ file: string; code: string; kept: Placed[]; gone: Placed[] }> {
    const { store, online, cash, code } = await openBusyShop(scene.relay);
    store.outsideAlarm.checkOutsideCopy();
    const { name } = await store.backups.make('manual');
    const file = join(emptyCard(), name);
    cpSync((await store.backups.pathOf('store', name)) ?? '', file);
    const admin = await asRole(store, 'ADMIN');
    // What was paid online goes back first.
    const remove = async ({ order }: Placed) => {
      const rows = store.db.select().from(payments).where(eq(payments.orderId, order.id)).all();
      for (const fact of rows.map((row) => JSON.parse(row.fact) as PaymentFact)) {
        const { amountCents: refundedCents } = fact;
        const back = { status: 'refunded', refundedCents, observedAtMs: store.clock.nowMs };
        const json = { id: v7(), kind: 'payment.fact', payload: { ...fact, ...back } };
        await store.askLink('/link/commands', { json });
      }
      return admin(`/api/staff/orders/${order.id}`, { method: 'DELETE' });
    };
    const paid = await place(store);
    await pay(store, paid);
    const person = await place(store, '21911111111');
    const statuses = [
      await admin('/api/staff/privacy/erase', { json: { phone: '21911111111' } }),
      await admin('/api/staff/privacy/erase', { json: { phone: '11987654321' } }),
      await remove(paid),
      await remove(online),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 204, 204]);
    const last = await place(store);
    await inStep(scene.relay, store);
    await store.stop();
    return { file, code, kept: [cash, person, last], gone: [paid, online] };
  }

  async function putBack({ file, code }: { file: string; code: string }): Promise<TestStore> {
    const folder = emptyCard();
    await restoreFromFile(
      file,
      { withoutRelay: false, recoveryCode: checkRecoveryCode(code) },
      {
        file: join(folder, 'store.db'),
        migrationsFolder: 'edge/storage/migrations',
        timeZone: 'America/Sao_Paulo',
        clock: () => LATER_MS,
        onProgress: () => undefined,
      },
    );
    takeRestored(join(folder, 'store.db'));
    const again = await openLinkedStore(scene.relay, { folder, start: false });
    open.push(again);
    again.clock.nowMs = LATER_MS;
    again.start();
    return again;
  }

  it('[81] has everything again, and no alarm says that anything is missing', async () => {
    const { kept, gone, ...copy } = await died();
    const again = await putBack(copy);
    await soon(() => expect(again.resync.progress().state).toBe('done'));
    await inStep(scene.relay, again);
    const numberOf = ({ order }: Placed) => again.orders.repository.byId(order.id)?.orderNumber;
    expect(kept.map(numberOf)).toEqual(kept.map(({ order }) => order.orderNumber));
    expect(gone.map(numberOf)).toEqual([undefined, undefined]);
    expect(alarmsOf(again)).toEqual([]);
  });

  it('[81] has a week for a copy outside before it rings', async () => {
    const again = await putBack(await died());
    again.outsideAlarm.checkOutsideCopy();
    expect(alarmsOf(again)).not.toContain('backup-outside');
    again.clock.nowMs = LATER_MS + 8 * DAY_MS;
    await soon(() => expect(again.writeGate.held()).toBeNull());
    again.outsideAlarm.checkOutsideCopy();
    expect(alarmsOf(again)).toContain('backup-outside');
  });

  it('[81] says it when the relay did lose an order that nobody erased', async () => {
    const { kept, ...copy } = await died();
    const [, , last] = kept;
    await scene.relay.rows(sql`update aggregates set body = null where aggregate_id = ${last?.order.id}`);
    const again = await putBack(copy);
    await soon(() => expect(again.resync.progress().state).toBe('done'));
    expect(alarmsOf(again)).toEqual(['link.missing']);
  });
});
