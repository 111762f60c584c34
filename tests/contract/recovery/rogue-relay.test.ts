// What a relay in the wrong hands can say and serve to a store that runs: nothing that it did not get from that very store is taken.
import { afterEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { KEEP_SELLING_WORD, type Resync } from '@balcao/shared/http/resync.ts';
import type { ReceivedRow } from '@balcao/shared/link/changes.ts';
import { sampleOrder, sampleRequest } from '@balcao/shared/order/sample.ts';
import { createProver } from '../../../edge/storage/row-proof.ts';
import { openTestStore, type TestStore } from '../../../edge/testing/open-test-store.ts';
import { asRole, PASSWORD, signIn, type Asking } from '../../../edge/testing/sign-in.ts';
import { bodyOf, soon } from '../../harness/relay.ts';
import { snapshot } from '../../harness/real-store.ts';
import {
  createRogue,
  follow,
  invented,
  rechained,
  reopen,
  rowsOf,
  tellVerdict,
  type Rogue,
  ROOT,
} from './rogue.ts';

const open: TestStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});
const opened = async (making: Promise<TestStore>): Promise<TestStore> => {
  const store = await making;
  open.push(store);
  return store;
};
const place = async (store: TestStore) => {
  const answer = await store.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } });
  return { status: answer.status, order: (await bodyOf(answer))['order'] };
};
const count = (store: TestStore, sql: string): number => Number(store.db.$client.prepare(sql).pluck().get());
const alarmsOf = (store: TestStore): string[] => store.alarms.open().map(({ id }) => id);
/** As the owner's phone shows it. */
const wordsOf = (store: TestStore, id: string): string | undefined => {
  const alarm = store.alarms.open().find((one) => one.id === id);
  return alarm && `${alarm.title}. ${alarm.text}`;
};

const PIX = JSON.stringify({ key: 'ladrao@rogue.example', holder: 'Ladrão', city: 'Natal' });

/** A store with an administrator, orders and a key, at a relay that has all its rows. */
async function shop(): Promise<{ store: TestStore; rogue: Rogue; admin: Asking }> {
  const rogue = createRogue([]);
  const store = await opened(openTestStore({ relay: rogue }));
  const admin = await asRole(store, 'ADMIN');
  await admin('/api/staff/pix-key', {
    method: 'PUT',
    json: { key: 'loja@example.com', holder: 'Loja', city: 'Natal' },
  });
  await place(store);
  rogue.rows = rowsOf(store);
  return { store, rogue, admin };
}

type Attack = (rows: ReceivedRow[], store: TestStore) => ReceivedRow[];
const newest = (rows: ReceivedRow[], kind: string): ReceivedRow => {
  const found = rows.findLast((row) => row.kind === kind);
  if (!found) throw new Error(`no ${kind}`);
  return found;
};
const ATTACKS: [string, Attack][] = [
  [
    'an unsealed account and key',
    (rows, { identity }) =>
      rechained([
        ...rows,
        invented(identity, { kind: 'user', aggregateId: 'root', body: ROOT }),
        invented(identity, { kind: 'setting', aggregateId: 'pix_key', body: PIX }),
      ]),
  ],
  [
    'an account that calls itself sealed',
    (rows, { identity }) =>
      rechained([
        ...rows,
        invented(identity, { kind: 'user', aggregateId: 'root', body: ROOT, sealed: true }),
      ]),
  ],
  [
    "a store's own rows once more, with their proofs",
    (rows) => rechained([...rows, newest(rows, 'user'), newest(rows, 'setting')]),
  ],
  [
    'a row with a proof by another recovery code',
    (rows, { identity }) => {
      const chained = rechained([
        ...rows,
        invented(identity, { kind: 'user', aggregateId: 'root', body: ROOT }),
      ]);
      const last = chained.at(-1) as ReceivedRow;
      return [...rows, { ...last, proof: `1.${'A'.repeat(43)}` }];
    },
  ],
  [
    'an invented paid order',
    (rows, { identity }) => {
      const order = sampleOrder({
        id: v7(),
        code: 'ROGUE00001',
        orderNumber: 9,
        simpleId: 9,
        paymentStatus: 'approved',
      });
      const body = JSON.stringify({ order, trackingTokenHash: 'a'.repeat(64) });
      return rechained([...rows, invented(identity, { kind: 'order', aggregateId: order.id, body })]);
    },
  ],
  [
    'an erasure of everything',
    (rows, { identity }) => {
      const body = JSON.stringify({ scope: 'history', upToNumber: 1_000_000 });
      return rechained([...rows, invented(identity, { kind: 'erasure', aggregateId: v7(), body })]);
    },
  ],
  [
    'a kind that nobody knows',
    (rows, { identity }) =>
      rechained([...rows, invented(identity, { kind: 'loyalty', aggregateId: 'x', body: '{}' })]),
  ],
  ['rows of nobody', (rows) => rows.map((row) => ({ ...row, seq: row.seq + 1000 }))],
  ['nothing at all', (rows) => rows],
];

describe('a relay that says a healthy store lost rows', () => {
  it.each(ATTACKS)(
    '[T4] and serves %s changes nothing: the store sells on, with an alarm',
    async (_what, attack) => {
      const { store, rogue } = await shop();
      await follow(store);
      rogue.rows = attack(rowsOf(store), store);
      const head = store.outbox.head();
      expect((await tellVerdict(store, 'rolled-back')).status).toBe(200);
      await soon(() => expect(alarmsOf(store)).toEqual(['link.log']));
      expect(wordsOf(store, 'link.log')).toBe(
        'Site pede dados sem prova. O site diz que faltam pedidos nesta loja e não prova. As vendas continuam na loja. Confira o site em Configurações e chame o suporte.',
      );
      expect(store.outbox.after(head.seq, 10).map(({ kind }) => kind)).toEqual(['alarm']);
      expect(count(store, "select count(*) from user where email like '%rogue%'")).toBe(0);
      expect(
        store.db.$client.prepare("select value from meta where key = 'pix_key'").pluck().get(),
      ).not.toContain('rogue');
      expect(count(store, 'select count(*) from orders')).toBe(1);
      expect(store.writeGate.held()).toBeNull();
      expect((await place(store)).status).toBe(201);
    },
  );

  it('[T4] and does not answer keeps nobody waiting once the store sells', async () => {
    const { store, rogue } = await shop();
    await follow(store);
    const silence = Promise.withResolvers<never>();
    rogue.answers = () => silence.promise;
    await tellVerdict(store, 'rolled-back');
    expect((await place(store)).status).toBe(201);
    silence.reject(new Error('the relay is gone'));
  });
});

describe('a store that did lose rows, at a relay in the wrong hands', () => {
  /** What the store had, and the machine as it was before. */
  async function fallen() {
    const { store, rogue } = await shop();
    const earlier = await snapshot(store);
    const sold = await place(store);
    await store.users.create({ name: 'Bia', email: 'bia@loja.com', password: PASSWORD, role: 'ADMIN' });
    const rows = rowsOf(store);
    const again = await opened(reopen(earlier, rogue));
    return { rogue, rows, again, sold, before: store };
  }

  it('[T5] takes genuine rows up to the last proof and nothing after it, and sells', async () => {
    const { rogue, rows, again, sold } = await fallen();
    rogue.rows = rechained([
      ...rows,
      invented(again.identity, { kind: 'user', aggregateId: 'root', body: ROOT }),
    ]);
    await tellVerdict(again, 'rolled-back');
    await soon(() => expect(again.resync.progress().state).toBe('done'));
    expect(again.orders.repository.byId(sold.order.id)).toMatchObject({ totalCents: sold.order.totalCents });
    expect(alarmsOf(again)).toEqual(['link.missing', 'link.resync']);
    expect(wordsOf(again, 'link.missing')).toBe(
      'O site não devolveu tudo. Parte do que faltava nesta loja não voltou do site. As vendas continuam. Confira os pedidos de hoje e chame o suporte.',
    );
    expect(count(again, "select count(*) from user where id = 'root'")).toBe(0);
    expect((await place(again)).status).toBe(201);
  });

  it.each<[string, (rows: ReceivedRow[], head: number) => ReceivedRow[]]>([
    [
      'a cheaper order',
      (rows, head) =>
        rechained(
          rows.map((row) =>
            row.seq > head && row.body?.includes('totalCents')
              ? { ...row, body: row.body.replace(/"totalCents":\d+/, '"totalCents":1') }
              : row,
          ),
        ),
    ],
    [
      'rows in another order',
      (rows, head) => rechained([...rows.slice(0, head), ...rows.slice(head).reverse()]),
    ],
    ['a row left out', (rows, head) => rechained([...rows.slice(0, head), ...rows.slice(head + 1)])],
    ['no proofs', (rows) => rows.map((row) => ({ ...row, proof: null }))],
    [
      'an order without its person whose price was changed',
      (rows, head) =>
        rows.map((row) => {
          if (row.kind !== 'order' || row.seq <= head || row.body === null) return row;
          const { order, ...rest } = JSON.parse(row.body) as { order: object };
          const changed = { ...order, customerPhone: null, observations: '', totalCents: 1 };
          return { ...row, body: JSON.stringify({ ...rest, order: changed }) };
        }),
    ],
  ])('[T5] takes nothing from %s', async (_what, change) => {
    const { rogue, rows, again, sold } = await fallen();
    rogue.rows = change(rows, again.outbox.head().seq);
    await tellVerdict(again, 'rolled-back');
    await soon(() => expect(alarmsOf(again)).not.toEqual([]));
    expect(again.orders.repository.byId(sold.order.id)).toBeNull();
    expect(again.writeGate.held()).toBeNull();
    expect((await place(again)).status).toBe(201);
  });

  it('[T2] takes rows without a proof below one that has it: an older version wrote them', async () => {
    const { rogue, rows, again, sold } = await fallen();
    rogue.rows = rows.map((row, at) => (at === rows.length - 1 ? row : { ...row, proof: null }));
    await tellVerdict(again, 'rolled-back');
    await soon(() => expect(again.resync.progress().state).toBe('done'));
    expect(again.orders.repository.byId(sold.order.id)).not.toBeNull();
    expect(
      again.outbox
        .after(0, 100)
        .slice(0, rows.length)
        .map(({ hash }) => hash),
    ).toEqual(rows.map(({ hash }) => hash));
  });

  it('[T6] sells at once; accounts wait for an administrator in the shop, who sees them, and refuses or accepts', async () => {
    const { rogue, rows, again } = await fallen();
    rogue.rows = rows;
    await tellVerdict(again, 'rolled-back');
    await soon(() => expect(again.resync.progress().state).toBe('done'));
    expect((await place(again)).status).toBe(201);
    await expect(signIn(again, 'bia@loja.com')).rejects.toThrow('401');
    expect(alarmsOf(again)).toEqual(['link.resync']);
    const admin = await signIn(again, 'admin@loja.com');
    const seen = (await bodyOf(await admin('/api/staff/relay/resync'))) as Resync;
    expect(seen).toEqual({
      held: null,
      waiting: [
        {
          seq: expect.any(Number),
          what: 'Conta da equipe',
          now: null,
          offered: 'Bia (bia@loja.com), Administrador',
          secretDiffers: true,
        },
      ],
    });
    const decide = (decision: string, rowsSeen = seen.waiting.map(({ seq }) => seq)) =>
      admin('/api/staff/relay/resync', { json: { decision, seen: rowsSeen } });
    expect((await decide('accept', [])).status).toBe(409);
    expect((await decide('accept')).status).toBe(204);
    await signIn(again, 'bia@loja.com');
    // What is left is that an administrator came in on a device where she had never been.
    expect(alarmsOf(again)).toEqual([expect.stringMatching(/^device\./)]);
    expect(((await bodyOf(await admin('/api/staff/relay/resync'))) as Resync).waiting).toEqual([]);
    expect(count(again, "select count(*) from audit where detail like 'aceitou o que voltou do site%'")).toBe(
      1,
    );
  });

  it('[T6] shows beside what came what is here now, and not what was here before', async () => {
    const { store, rogue, admin } = await shop();
    const name = (key: string) =>
      admin('/api/staff/pix-key', { method: 'PUT', json: { key, holder: 'Loja', city: 'Natal' } });
    await name('nova@example.com');
    const earlier = await snapshot(store);
    await name('outra@example.com');
    rogue.rows = rowsOf(store);
    const again = await opened(reopen(earlier, rogue));
    await tellVerdict(again, 'rolled-back');
    await soon(() => expect(again.resync.progress().state).toBe('done'));
    expect(again.parked.list()).toMatchObject([
      {
        what: 'Chave PIX da loja',
        now: 'nova@example.com, de Loja',
        offered: 'outra@example.com, de Loja',
        secretDiffers: false,
      },
    ]);
  });

  it('[T6] refused, what is here stays, and the log says so', async () => {
    const { rogue, again, before } = await fallen();
    await before.users.create({ name: 'Caio', email: 'caio@loja.com', password: PASSWORD, role: 'KITCHEN' });
    rogue.rows = rowsOf(before);
    await tellVerdict(again, 'rolled-back');
    await soon(() => expect(again.resync.progress().state).toBe('done'));
    const admin = await signIn(again, 'admin@loja.com');
    const { waiting } = (await bodyOf(await admin('/api/staff/relay/resync'))) as Resync;
    const json = { decision: 'refuse', seen: waiting.map(({ seq }) => seq) };
    expect((await admin('/api/staff/relay/resync', { json })).status).toBe(204);
    expect(count(again, 'select count(*) from user')).toBe(1);
    expect(
      rowsOf(again)
        .slice(rogue.rows.length)
        .filter(({ kind }) => kind === 'user'),
    ).toHaveLength(2);
  });

  it('[T6] is no matter for the link, nor for who is no administrator', async () => {
    const { again } = await fallen();
    const admin = await signIn(again, 'admin@loja.com');
    const afar = await signIn({ ...again, ask: again.askLink }, 'admin@loja.com');
    const keep = { json: { confirm: KEEP_SELLING_WORD } };
    expect((await admin('/api/staff/relay/resync')).status).toBe(200);
    expect((await again.askLink('/api/staff/relay/resync')).status).toBe(401);
    expect((await afar('/api/staff/relay/resync')).status).toBe(403);
    expect((await afar('/api/staff/relay/keep-selling', keep)).status).toBe(403);
    const kitchen = await asRole(again, 'KITCHEN');
    expect((await kitchen('/api/staff/relay/resync')).status).toBe(403);
  });

  it('[T7] believes orders without a row only as unpaid, and no number or epoch that leaps', async () => {
    const { rogue, rows, again } = await fallen();
    const highest = count(again, 'select max(number) from orders') + 1;
    const stray = (orderNumber: number) =>
      sampleOrder({
        id: v7(),
        code: `STRAY${String(orderNumber).padStart(5, '0')}`,
        simpleId: orderNumber,
        orderNumber,
        status: 'READY',
        paymentStatus: 'approved',
        paymentMethod: 'pix',
      });
    const [near, edge, far] = [stray(highest + 1), stray(highest + 101), stray(highest + 500)];
    rogue.rows = rows;
    rogue.summary = { strays: [near, edge, far], orderNumberMax: 2_000_000_000, epoch: 2_000_000_000 };
    await tellVerdict(again, 'rolled-back');
    await soon(() => expect(again.resync.progress().state).toBe('done'));
    expect(again.orders.repository.byId(near.id)).toMatchObject({
      orderNumber: highest + 1,
      status: 'PENDING',
      paymentStatus: 'pending',
      paymentMethod: null,
    });
    expect(again.orders.repository.byId(far.id)).toBeNull();
    expect(wordsOf(again, 'link.strays')).toBe(
      `Pedidos sem registro voltaram. Do site voltaram como não pagos, sem prova: nº ${near.orderNumber}. Confira o pagamento antes de entregar.`,
    );
    expect(again.identity.epoch).toBe(102);
    expect((await place(again)).order.orderNumber).toBeLessThanOrEqual(highest + 300);
  });
});

describe('a relay that says the store is not the store', () => {
  it('[T8] rings no more once an administrator in the shop has said that it is', async () => {
    const { store, admin } = await shop();
    await follow(store);
    await tellVerdict(store, 'fenced');
    expect(alarmsOf(store)).toEqual(['link.log']);
    const keep = { json: { confirm: KEEP_SELLING_WORD } };
    expect((await admin('/api/staff/relay/keep-selling', keep)).status).toBe(204);
    expect(alarmsOf(store)).toEqual([]);
  });

  it('[T8] is not believed against a person’s word, until somebody pairs the machine anew', async () => {
    const { store } = await shop();
    store.resync.keepSelling();
    await tellVerdict(store, 'fenced');
    expect(store.writeGate.held()).toBeNull();
    store.resync.paired();
    await tellVerdict(store, 'fenced');
    expect(store.writeGate.held()).toBe('fenced');
  });

  it('[T8] is not believed once it has followed it, unless whoever has the recovery code says so', async () => {
    const { store } = await shop();
    await follow(store);
    await tellVerdict(store, 'fenced');
    expect(store.writeGate.held()).toBeNull();
    expect(alarmsOf(store)).toEqual(['link.log']);
    expect(wordsOf(store, 'link.log')).toBe(
      'Site diz que há outra loja. O site diz que outra máquina atende como esta loja. Esta continua vendendo, sem o site. Se outra é a loja, desligue esta.',
    );
    const prover = createProver(store.db);
    await tellVerdict(store, 'fenced', prover.succeed(store.identity.deviceKey.publicJwk.x ?? '', 1));
    await tellVerdict(store, 'fenced', prover.succeed('A'.repeat(43), 1).replace('.1.', '.2.'));
    expect((await place(store)).status).toBe(201);
    await tellVerdict(store, 'fenced', prover.succeed('A'.repeat(43), 1));
    expect(store.writeGate.held()).toBe('fenced');
  });

  it('[T8] is believed at a start until an administrator in the shop says otherwise, and then no more', async () => {
    const { store, rogue, admin } = await shop();
    await tellVerdict(store, 'fenced');
    expect((await place(store)).status).toBe(503);
    const keep = (asking: Asking, confirm: string) =>
      asking('/api/staff/relay/keep-selling', { json: { confirm } });
    expect((await keep(admin, 'sim')).status).toBe(422);
    expect((await keep(await opened(openTestStore()).then((one) => one.ask), KEEP_SELLING_WORD)).status).toBe(
      401,
    );
    expect((await keep(admin, KEEP_SELLING_WORD)).status).toBe(204);
    expect((await place(store)).status).toBe(201);
    const again = await opened(reopen(await snapshot(store), rogue));
    await tellVerdict(again, 'fenced');
    expect(again.writeGate.held()).toBeNull();
    expect((await place(again)).status).toBe(201);
  });

  it.each(['quarantined', 'incompatible'] as const)(
    '[T8] or %s, stops no sale in the shop',
    async (condition) => {
      const { store } = await shop();
      await tellVerdict(store, condition);
      expect((await place(store)).status).toBe(201);
    },
  );
});
