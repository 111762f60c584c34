// What a person gets who asks for their data: all of it, nobody else's, and only from who may give it. The list of what is personal
// comes from the database's own columns.
import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Role } from '@balcao/shared/http/staff.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { sampleCatalog, sampleOrder, sampleRequest } from '@balcao/shared/order/sample.ts';
import { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { formatPhone } from '@balcao/shared/phone.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { columnsIn, NOT_OF_CUSTOMERS, REPEATED, TOLD } from '../../testing/person-columns.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

const PHONE = '85977771234';
const OTHER = '21900000000';
let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore({ seed: false });
  store.menu.seed({ ...sampleCatalog(), ...sampleWholesale() });
  admin = await asRole(store, 'ADMIN');
  await ok(
    admin('/api/staff/printers/new', {
      method: 'PUT',
      json: {
        name: 'Cozinha',
        enabled: true,
        transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 },
        columns: 48,
        codePage: 'PC850',
        purposes: ['kitchen', 'wholesale'],
      },
    }),
  );
});
afterEach(() => store.close());

const all = <T>(sql: string): T[] => store.db.$client.prepare(sql).pluck().all() as T[];
const tables = (): string[] =>
  all<string>(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '\\_\\_%' escape '\\'",
  );
const columnsOf = (table: string): string[] => all<string>(`select name from pragma_table_info('${table}')`);
const exported = async (phone: string): Promise<string> => {
  const answer = await admin('/api/staff/privacy/export', { json: { phone } });
  expect(answer.status).toBe(200);
  return answer.text();
};
const ok = async (answer: Promise<Response>): Promise<void> => {
  const response = await answer;
  expect(response.ok, `${response.status} ${await response.clone().text()}`).toBe(true);
};

/** Something in every table that knows customers, each word of it with `name`. */
async function liveHere(phone: string, name: string): Promise<void> {
  const order = () => ({ ...sampleRequest(), id: v7(), customerPhone: phone, observations: `${name} pede` });
  await ok(store.ask('/api/orders', { json: order() }));
  await ok(
    store.askLink('/link/commands', { json: { id: v7(), kind: 'order.place', payload: { order: order() } } }),
  );
  const bought = sell(store, store.clock.nowMs, { customerPhone: phone, observations: `${name} comeu` });
  store.printing.queue.enqueueTicket(bought, 'kitchen', store.clock.nowMs);
  const wanted = {
    id: v7(),
    customerName: `${name} de Souza`,
    customerPhone: phone,
    customerCpfCnpj: '',
    customerAddress: `Rua ${name}, 9`,
    observations: `${name} busca`,
    items: [{ id: 'a', productId: 'balde', selectedSize: '10 L', selectedFlavor: 'Banana', quantity: 2 }],
  };
  await ok(
    store.askLink('/link/commands', {
      json: { id: v7(), kind: 'wholesale.place', payload: { wholesale: wanted } },
    }),
  );
  const fact = PaymentFact.parse({
    attemptId: randomUUID(),
    orderId: bought.id,
    provider: 'mercadopago',
    providerPaymentId: `${name}-77`,
    method: 'pix',
    status: 'approved',
    statusDetail: `${name}-detalhe`,
    amountCents: 1,
    refundedCents: 0,
    mismatch: null,
    observedAtMs: store.clock.nowMs,
  });
  const { $client } = store.db;
  $client
    .prepare('insert into payments values (?, ?, ?, ?, ?)')
    .run(fact.attemptId, bought.id, JSON.stringify(fact), null, store.clock.nowMs);
  $client
    .prepare(
      "insert into hand_payments (order_id, kind, method, card, amount_cents, user_name, at_ms) values (?, 'in', 'terminal', 'debito', 1, 'Ana', 1)",
    )
    .run(bought.id);
  store.db.$client.exec("update wholesale_orders set paid_on = '2024-01-31', paid_with = 'pix'");
  await store.rollups.upToDate();
}

const OF_ORDER = 'order_id in (select id from orders where customer_phone = :phone)';
const THEIRS: Record<string, string> = {
  orders: 'customer_phone = :phone',
  order_items: 'order_number in (select number from orders where customer_phone = :phone)',
  order_item_toppings: 'order_number in (select number from orders where customer_phone = :phone)',
  wholesale_orders: 'customer_phone = :phone',
  wholesale_order_items:
    'order_number in (select number from wholesale_orders where customer_phone = :phone)',
  payments: OF_ORDER,
  hand_payments: OF_ORDER,
  print_jobs: OF_ORDER,
  report_clients: 'phone = :phone',
};
/** What is told in words of its own: a value that can stand there, and how the file says it. */
const IN_WORDS: Record<string, [value: string | number, said: string]> = {
  'orders.code': ['ABCDEFGHJK', 'ABCDE'],
  'orders.status': ['CANCELLED', '"situacao": "Cancelado"'],
  'orders.payment_status': ['charged_back', '"pagamento": "Contestado"'],
  'orders.payment_method': ['debit_card', '"formaDePagamento": "Cartão de débito"'],
  'orders.concession': ['{"kind":"courtesy","reason":"marca-motivo","cents":7}', '"motivo": "marca-motivo"'],
  'orders.tenders': [
    '[{"id":"t","method":"terminal","card":"vale","cents":7,"receivedCents":null,"atMs":1}]',
    '"forma": "Maquininha: vale"',
  ],
  'orders.paid_differences': [
    '[{"id":"d","cents":7373,"atMs":1,"proved":{"attemptId":"a","method":"pix"}}]',
    `"valor": "${formatCents(7373)}"`,
  ],
  'orders.changes': [
    '[{"id":"c","atMs":1,"addedIds":[],"takenOff":[{"id":"x","kind":"product","productName":"marca-tirado","toppings":[],"priceCents":1}],"inKitchen":false}]',
    'marca-tirado',
  ],
  'orders.late': [1, '"pagoDepoisDoPrazo": true'],
  'order_items.meio_a_meio': [1, '"meioAMeio": true'],
  'wholesale_orders.status': ['FINALIZADO', '"situacao": "Finalizado"'],
  'wholesale_orders.paid_with': ['boleto', '"pagoCom": "Boleto"'],
  'hand_payments.method': ['cash', '"forma": "Dinheiro"'],
};
/** The row is known by it, or all of its parts are told: they are looked for as they are. */
const AS_IT_IS = ['orders.number', 'orders.customer_phone', 'wholesale_orders.number'];
AS_IT_IS.push('wholesale_orders.customer_phone', 'payments.fact', 'report_clients.phone');

/** Another value for the column, and how it stands in the file. */
function valueFor(table: string, column: string, type: string, n: number): [string | number, string] {
  const words = IN_WORDS[`${table}.${column}`];
  if (words) return words;
  if (column.endsWith('_ms')) {
    const atMs = Date.parse('2024-02-01T12:00:00-03:00') + n * 60_000;
    return [atMs, new Date(atMs - 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')];
  }
  const value = 7_000_000 + n;
  if (column.endsWith('cents')) return [value, formatCents(value)];
  return type === 'TEXT' ? [`marca-${table}-${column}`, `marca-${table}-${column}`] : [value, String(value)];
}

describe('the file with one person’s data', () => {
  it('[59] names every column that there is: a new one must be told, or be none of a customer’s', () => {
    const named = [TOLD, REPEATED, NOT_OF_CUSTOMERS].flatMap(columnsIn);
    const there = tables().flatMap((table) => columnsOf(table).map((column) => `${table}.${column}`));
    expect(named.toSorted()).toEqual(there.toSorted());
  });

  it('[59] holds every column that tells of a person, and nothing of another one', async () => {
    await liveHere(OTHER, 'Beltrana');
    await liveHere(PHONE, 'Fulana');
    const others = () => exported(OTHER);
    const before = await others();
    const missing: string[] = [];
    let n = 0;
    for (const name of columnsIn(TOLD).filter((one) => !AS_IT_IS.includes(one))) {
      const [table = '', column = ''] = name.split('.');
      const type = String(
        store.db.$client
          .prepare(`select type from pragma_table_info('${table}') where name = ?`)
          .pluck()
          .get(column),
      ).toUpperCase();
      n += 1;
      const [value, said] = valueFor(table, column, type, n);
      const where = `rowid = (select max(rowid) from "${table}" where ${THEIRS[table] ?? ''})`;
      const whole = table === 'order_items' || table === 'order_item_toppings';
      const { changes } = store.db.$client
        .prepare(`update "${table}" set "${column}" = :value where ${whole ? (THEIRS[table] ?? '') : where}`)
        .run({ value, phone: PHONE });
      expect(changes, `a row of ${table}`).toBeGreaterThan(0);
      if (!(await exported(PHONE)).includes(said)) missing.push(name);
    }
    expect(missing).toEqual([]);
    const text = await exported(PHONE);
    for (const said of [PHONE, formatPhone(PHONE), 'Fulana-77', 'Fulana-detalhe', 'Fulana pede'])
      expect(text).toContain(said);
    expect(text).not.toMatch(/Beltrana|21900000000/);
    expect(await others()).toBe(before);
  });

  it('[59] leaves out no place where real orders leave their person', async () => {
    await liveHere(PHONE, 'Fulana');
    const known = new Set([TOLD, REPEATED].flatMap(columnsIn));
    const places = tables().flatMap((table) =>
      columnsOf(table)
        .filter((column) =>
          all<unknown>(`select "${column}" from "${table}"`).some((value) =>
            /Fulana|85977771234/.test(Buffer.isBuffer(value) ? value.toString('latin1') : String(value)),
          ),
        )
        .map((column) => `${table}.${column}`),
    );
    expect(places).toEqual(expect.arrayContaining(['orders.observations', 'outbox.body', 'inbox.outcome']));
    expect(places.filter((place) => !known.has(place))).toEqual([]);
  });

  it('[59] counts of wholesale each thing that is kept, and nothing that was left empty', async () => {
    await liveHere(PHONE, 'Fulana');
    const kept = async () => {
      const answer = await admin('/api/staff/privacy/person', { json: { phone: PHONE } });
      const { count, withName, withTaxId, withAddress, withObservations } = (
        (await answer.json()) as { wholesale: Record<string, number> }
      ).wholesale;
      return [count, withName, withTaxId, withAddress, withObservations];
    };
    expect(await kept()).toEqual([1, 1, 0, 1, 1]);
    store.db.$client.exec("update wholesale_orders set customer_name = '', customer_cpf_cnpj = '1'");
    expect(await kept()).toEqual([1, 0, 1, 1, 1]);
    store.db.$client.exec("update wholesale_orders set customer_address = '', observations = ''");
    expect(await kept()).toEqual([1, 0, 1, 0, 0]);
  });

  it('[59] counts the slips of what was bought in the shop and in wholesale, and nobody else’s', async () => {
    await liveHere(OTHER, 'Beltrana');
    await liveHere(PHONE, 'Fulana');
    const slips = async () => {
      const answer = await admin('/api/staff/privacy/person', { json: { phone: PHONE } });
      return ((await answer.json()) as { slips: number }).slips;
    };
    const print = store.db.$client.prepare(
      `insert into print_jobs (printer_id, purpose, order_id, copy, content, state, attempts, next_at_ms, created_at_ms, updated_at_ms)
       values ('x', 'counter', ?, 9, '{}', 'printed', 1, 1, 1, 1)`,
    );
    let before = await slips();
    for (const table of ['orders', 'wholesale_orders'])
      for (const [phone, more] of [
        [PHONE, 1],
        [OTHER, 0],
      ] as const) {
        print.run(all<string>(`select id from ${table} where customer_phone = '${phone}'`)[0]);
        expect([table, phone, await slips()]).toEqual([table, phone, before + more]);
        before += more;
      }
  });

  it('[59] tells of the orders in the order in which they came, of each its own', async () => {
    for (const observations of ['primeiro', 'segundo', 'terceiro'])
      sell(store, store.clock.nowMs, { customerPhone: PHONE, observations });
    const told = JSON.parse(await exported(PHONE)) as { pedidos: { numero: number; observacoes: string }[] };
    expect(told.pedidos.map(({ numero, observacoes }) => [numero, observacoes])).toEqual([
      [1, 'primeiro'],
      [2, 'segundo'],
      [3, 'terceiro'],
    ]);
  });

  it('[59] tells what was paid in the shop in the order in which it was', async () => {
    const order = sell(store, store.clock.nowMs, { customerPhone: PHONE });
    const paid = store.db.$client.prepare(
      "insert into hand_payments (order_id, kind, method, card, amount_cents, user_name, at_ms) values (?, ?, 'pix_manual', null, ?, 'Ana', ?)",
    );
    paid.run(order.id, 'in', 700, store.clock.nowMs);
    paid.run(order.id, 'out', 200, store.clock.nowMs + 1000);
    const told = await exported(PHONE);
    expect(told.indexOf('R$ 7,00')).toBeGreaterThan(0);
    expect(told.indexOf('R$ 2,00')).toBeGreaterThan(told.indexOf('R$ 7,00'));
  });

  it('[59] tells of each change what came, what went, and by which ways money went back', async () => {
    const [item] = sampleOrder().items;
    if (item === undefined) throw new Error('something was sold');
    const water = { ...item, kind: 'product', productName: 'Água', priceCents: 0 } as const;
    sell(store, store.clock.nowMs, {
      customerPhone: PHONE,
      items: [item, { ...water, id: 'added' }],
      changes: [
        {
          ...{ id: 'c', atMs: store.clock.nowMs, addedIds: ['added'], inKitchen: true },
          takenOff: [{ ...water, id: 'gone', productName: 'Suco', priceCents: 360 }],
          givenBack: [
            { method: 'terminal', card: 'debito', cents: 300 },
            { method: 'cash', card: null, cents: 60 },
          ],
        },
      ],
    });
    const { pedidos } = JSON.parse(await exported(PHONE)) as {
      pedidos: { mudancas: Record<'acrescentados' | 'cancelados' | 'devolvido', object[]>[] }[];
    };
    const [told] = pedidos.flatMap(({ mudancas }) => mudancas);
    expect(told?.acrescentados).toMatchObject([{ produto: 'Água' }]);
    expect(told?.cancelados).toMatchObject([{ produto: 'Suco', valor: 'R$ 3,60' }]);
    expect(told?.devolvido).toEqual([
      { forma: 'Maquininha: débito', valor: 'R$ 3,00' },
      { forma: 'Dinheiro', valor: 'R$ 0,60' },
    ]);
  });

  it('[59] is given, like a look and an erasure, to an administrator alone, leaves no phone in the audit, and is kept by no cache', async () => {
    await liveHere(PHONE, 'Fulana');
    const asked = { json: { phone: formatPhone(PHONE) } };
    const paths = ['person', 'export', 'erase'].map((what) => `/api/staff/privacy/${what}`);
    for (const path of paths) {
      expect((await store.ask(path, asked)).status).toBe(401);
      for (const role of Role.options.filter((one) => one !== 'ADMIN'))
        expect((await (await asRole(store, role))(path, asked)).status).toBe(403);
      expect((await admin(path, { json: { phone: '1234567890123' } })).status).toBe(422);
      const answer = await admin(path, asked);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      await answer.text();
    }
    const audited = all<string>("select action || ': ' || detail from audit order by id");
    expect(audited.filter((line) => /^(look|export|erase):/.test(line))).toEqual([
      'look: consultou o que a loja guarda de um telefone',
      'export: baixou os dados de um cliente',
      'erase: apagou os dados pessoais de um telefone (4 pedidos)',
    ]);
    expect(audited.join('\n')).not.toMatch(/85977771234|77771234|77771-234|Fulana/);
  });
});

it.each([
  ['(85) 7777-1234', 200],
  ['85977771234', 200],
  ['977771234', 422],
  ['5585977771234 1', 422],
])('the data of %s is asked for with its area: %i, and stays in no cache', async (phone, status) => {
  for (const what of ['person', 'export']) {
    const answer = await admin(`/api/staff/privacy/${what}`, { json: { phone } });
    expect([what, answer.status]).toEqual([what, status]);
    if (what === 'export' && status === 200) expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});
