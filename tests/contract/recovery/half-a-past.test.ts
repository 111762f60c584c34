// A store that gets its past back from its relay, and what can come between: the relay goes, the disk is full at the last step, a row is not
// what was proven; and until when a store is held that was made anew.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { v7 } from 'uuid';
import { KEEP_SELLING_WORD, type Resync } from '@balcao/shared/http/resync.ts';
import { sampleOrder, sampleRequest } from '@balcao/shared/order/sample.ts';
import { openTestStore, type TestStore } from '../../../edge/testing/open-test-store.ts';
import { asRole, signIn } from '../../../edge/testing/sign-in.ts';
import { snapshot } from '../../harness/real-store.ts';
import { bodyOf, soon } from '../../harness/relay.ts';
import { createRogue, follow, invented, rechained, reopen, rowsOf, tellVerdict, ROOT } from './rogue.ts';

const open: TestStore[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const store of open.splice(0)) await store.close();
});
const opened = async (making: Promise<TestStore>): Promise<TestStore> => {
  const store = await making;
  open.push(store);
  return store;
};
const place = async (store: TestStore) => {
  const answer = await store.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } });
  const body = await bodyOf(answer);
  return { status: answer.status, order: body['order'] };
};
const alarmsOf = (store: TestStore): string[] => store.alarms.open().map(({ id }) => id);
const fakeWaits = (): void => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** A machine as it was before its last order, at a relay that has the row of that; how often the relay was asked. */
async function fallen() {
  const rogue = createRogue([]);
  const store = await opened(openTestStore({ relay: rogue }));
  await asRole(store, 'ADMIN');
  await place(store);
  const earlier = await snapshot(store);
  const { order: sold } = await place(store);
  rogue.rows = rowsOf(store);
  const asked = { times: 0 };
  const { answers } = rogue;
  rogue.answers = (path) => {
    asked.times += 1;
    return answers(path);
  };
  const again = await opened(reopen(earlier, rogue));
  return { rogue, again, asked, soldId: String(sold.id) };
}

describe('a store whose past comes back by half', () => {
  it('[L18] takes nothing in after a last step that came to nothing, until one comes through five seconds later', async () => {
    const { rogue, again, soldId } = await fallen();
    const stray = sampleOrder({ id: v7(), code: 'STRAY00003', simpleId: 3, orderNumber: 3 });
    rogue.summary = { strays: [stray] };
    again.db.$client.exec(
      "create trigger full before insert on orders when new.code = 'STRAY00003' begin select raise(abort, 'the disk is full'); end",
    );
    fakeWaits();
    await tellVerdict(again, 'rolled-back');
    await vi.waitFor(() => expect(again.resync.progress().state).toBe('waiting'), { timeout: 60_000 });
    expect(again.orders.repository.byId(soldId)).not.toBeNull();
    expect(again.writeGate.held()).toBe('behind');
    expect((await place(again)).status).toBe(503);
    again.db.$client.exec('drop trigger full');
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    await soon(() => expect(again.resync.progress().state).toBe('done'));
    expect(again.writeGate.held()).toBeNull();
    expect(again.orders.repository.byId(stray.id)).not.toBeNull();
    expect((await place(again)).status).toBe(201);
  });

  it('[L18] waits for a person, and asks no more, where a proven row comes with other words; the person has it sell', async () => {
    const { rogue, again, asked, soldId } = await fallen();
    const head = again.outbox.head().seq;
    rogue.rows = rogue.rows.map((row) =>
      row.seq > head && row.kind === 'order'
        ? { ...row, body: row.body?.replace(/"totalCents":\d+/, '"totalCents":1') ?? null }
        : row,
    );
    fakeWaits();
    await tellVerdict(again, 'rolled-back');
    await vi.waitFor(() => expect(again.resync.progress().state).toBe('waiting'), { timeout: 60_000 });
    const { times } = asked;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.times).toBe(times);
    vi.useRealTimers();
    const admin = await signIn(again, 'admin@loja.com');
    expect(again.orders.repository.byId(soldId)).toBeNull();
    expect((await bodyOf(await admin('/api/staff/relay/resync'))) as Resync).toEqual({
      held: 'behind',
      waiting: [],
    });
    expect((await place(again)).status).toBe(503);
    const json = { confirm: KEEP_SELLING_WORD };
    expect((await admin('/api/staff/relay/keep-selling', { json })).status).toBe(204);
    expect((await place(again)).status).toBe(201);
  });

  it('[L18] sells while the relay gives nothing, asks it again, and no more once a person says that it sells as it is', async () => {
    const { rogue, again, asked } = await fallen();
    rogue.answers = () => {
      asked.times += 1;
      return Promise.reject(new Error('no relay in reach'));
    };
    fakeWaits();
    await tellVerdict(again, 'rolled-back');
    await vi.waitFor(() => expect(again.resync.progress().state).toBe('waiting'), { timeout: 60_000 });
    expect((await place(again)).status).toBe(201);
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked.times).toBe(2);
    again.resync.keepSelling();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.times).toBe(2);
  });

  it('[L18] whose last step a power cut undid has it done as soon as the relay follows it', async () => {
    const { rogue, again } = await fallen();
    rogue.rows = rowsOf(again);
    again.writeGate.hold('behind');
    expect((await place(again)).status).toBe(503);
    await follow(again);
    await soon(() => expect(again.resync.progress().state).toBe('done'));
    expect((await place(again)).status).toBe(201);
  });

  it('[L18] that another machine took the place of asks for no past, whatever is missing', async () => {
    const { again, asked } = await fallen();
    await tellVerdict(again, 'fenced');
    await tellVerdict(again, 'rolled-back');
    expect((await place(again)).status).toBe(503);
    expect(again.writeGate.held()).toBe('fenced');
    expect(asked.times).toBe(0);
  });
});

describe('a store that was made anew from a copy and waits for its relay', () => {
  it('[T4] writes nothing, no alarm either, for a relay that says rows are missing and shows none', async () => {
    const { rogue, again } = await fallen();
    again.writeGate.hold('unconfirmed');
    const head = again.outbox.head();
    rogue.rows = rechained([
      ...rowsOf(again),
      invented(again.identity, { kind: 'user', aggregateId: 'root', body: ROOT }),
    ]);
    expect((await tellVerdict(again, 'rolled-back')).status).toBe(200);
    await soon(() => expect(again.resync.progress().state).toBe('none'));
    expect(again.outbox.head()).toEqual(head);
    expect(again.writeGate.held()).toBe('unconfirmed');
  });

  it('[L19] sells once the relay follows it; one that is doubted, once the relay has applied its rows', async () => {
    const { again } = await fallen();
    again.writeGate.hold('unconfirmed');
    expect((await place(again)).status).toBe(503);
    expect((await tellVerdict(again, 'quarantined')).status).toBe(200);
    await follow(again);
    expect((await place(again)).status).toBe(503);
    const { seq, hash } = again.outbox.head();
    const applied = { lineage: again.identity.lineage, seq, hash };
    expect((await again.askLink('/link/checkpoint', { method: 'PUT', json: applied })).status).toBe(204);
    expect((await place(again)).status).toBe(201);
  });

  it('[L19] rings as long as it is doubted, and no longer: a new link begins without doubt', async () => {
    const { again } = await fallen();
    await tellVerdict(again, 'quarantined');
    expect(alarmsOf(again)).toEqual(['link.log']);
    await follow(again);
    expect(alarmsOf(again)).toEqual(['link.log']);
    again.resync.linked();
    await follow(again);
    expect(alarmsOf(again)).toEqual([]);
  });
});
