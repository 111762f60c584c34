// A shop that is put back from what the relay was told of it: which rows are as they were, and which are not.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shapeOf } from '@balcao/shared/link/aggregates/rows.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { createRowReaders } from '../../../edge/replication/recovery/restore-rows.ts';
import { createRestoredOrders } from '../../../edge/shop/orders/restored-orders.ts';
import { openDatabase, type Db } from '../../../edge/storage/open.ts';
import { createSealer } from '../../../edge/storage/sealing.ts';
import type { TestStore } from '../../../edge/testing/open-test-store.ts';
import { orderId } from '../../../edge/testing/sell.ts';
import { differenceLines, factLines, factsOf } from '../../harness/plain-facts.ts';
import { createRowReader } from '../../harness/store-rows.ts';
import { openBrowser, type Browser } from './browser.ts';
import { openOffice, type Office } from './office.ts';

let office: Office;
let restored: Db;
beforeAll(async () => {
  office = await openOffice(['ana'], {}, workAllDay);
  restored = openDatabase(':memory:', 'edge/storage/migrations');
});
afterAll(async () => {
  await office?.close();
  restored?.$client.close();
});

async function workAllDay({ store, ana }: { store: TestStore; ana: Browser }): Promise<void> {
  const ask = async (request: string, json?: unknown, who: Pick<Browser, 'ask'> = ana): Promise<void> => {
    const [method = '', path = ''] = request.split(' ');
    const answer = await who.ask(path, { method, ...(json === undefined ? {} : { json }) });
    if (!answer.ok) throw new Error(`${request}: ${answer.status} ${await answer.text()}`);
  };
  const idOf = (name: string): string =>
    store.users.accounts.list().find(({ email }) => email.startsWith(name))?.id ?? '';
  await ask('PUT /api/staff/pix-key', { key: 'ana@loja.com', holder: 'Ana Souza', city: 'Belém' });
  await ask('PUT /api/staff/first-run', { skipped: ['printer'], dismissed: true });
  await ask('PUT /api/staff/sign-up', { open: false });
  await ask('PUT /api/staff/privacy', { retentionMonths: 6 });
  await ask('PUT /api/staff/backups', { maxAgeDays: 7 });
  await ask(`PUT /api/staff/users/${idOf('ana')}/pin`, { pin: '4829' });
  await ask(`PUT /api/staff/users/${idOf('nina')}/disabled`, { disabled: true });
  await ask(`POST /api/staff/users/${idOf('vera')}/password`);
  await ask(`DELETE /api/staff/users/${idOf('caio')}`);
  const printer = {
    enabled: true,
    columns: 32,
    codePage: 'PC860',
    family: 'EPSON',
    pictures: false,
    transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 },
  };
  await ask('PUT /api/staff/printers/new', { ...printer, name: 'Atacado', purposes: ['wholesale'] });
  await ask('PUT /api/staff/printers/new', {
    ...printer,
    name: 'Velha',
    purposes: ['kitchen'],
    transport: { kind: 'file', devicePath: '/dev/usb/lp0' },
  });
  const { wholesaleProducts } = sampleWholesale();
  await ask('PATCH /api/staff/catalog', {
    entries: wholesaleProducts.map(({ id, ...fields }) => ({ kind: 'wholesaleProducts', id, fields })),
  });
  const buyer = {
    customerName: 'Maria',
    customerPhone: '11987654321',
    customerCpfCnpj: '529.982.247-25',
    customerAddress: 'Rua 9',
    observations: 'Ligar',
  };
  const items = [
    { id: 'x', productId: 'balde', selectedSize: '10 L', selectedFlavor: 'Banana', quantity: 2 },
    { id: 'y', productId: 'casquinha', quantity: 1 },
  ];
  await ask(
    'POST /api/wholesale/orders',
    { ...buyer, id: orderId(1), claim: 'claim-of-the-buyer-that-is-long-enough', items },
    store,
  );
  await ask(
    'POST /api/wholesale/orders',
    { id: orderId(2), customerName: 'Zé', customerPhone: '1133334444', items },
    store,
  );
  for (const kind of ['start', 'finish'])
    await ask(`POST /api/staff/wholesale/orders/${orderId(1)}/moves`, { kind });
  await ask(`POST /api/staff/wholesale/orders/${orderId(1)}/payment`, {
    paid: { onDate: '2026-11-21', method: 'boleto' },
  });
  await ask(`POST /api/staff/wholesale/orders/${orderId(2)}/moves`, { kind: 'cancel' });
  // Who signs in far away on a device that nobody knows rings.
  await ask(
    'POST /api/auth/sign-in/email',
    { email: 'ana@loja.com', password: 'segredo-da-loja' },
    openBrowser(store, 'Ana far away', { from: 'link' }),
  );
  await ask(
    'POST /api/auth/sign-in/email',
    { email: 'ana@loja.com', password: 'segredo-da-loja' },
    openBrowser(store, 'Ana elsewhere'),
  );
}

it('is put back but for what the machine alone knows', async () => {
  const { store } = office;
  const { namer } = office.record;
  const sealer = createSealer(store.db);
  const readers = createRowReaders(restored, createRestoredOrders(restored));
  const before = createRowReader(store, [])();
  const none = createRowReader({ db: restored }, [])();
  for (const { kind, aggregateId, body, sealed, seq, lineage, epoch, atMs } of store.outbox.after(0, 1000)) {
    const text = sealed
      ? sealer.open({ kind, aggregateId, seq, lineage, epoch }, String(body))
      : String(body);
    readers.find(({ row }) => row === shapeOf(kind, aggregateId))?.restore(aggregateId, { seq, atMs, text });
  }
  const after = createRowReader({ db: restored }, [])();
  const audit = (db: Db) => db.$client.prepare('select * from audit order by id').all();

  const lines: string[] = ['## What comes back as it was', ''];
  const isPutBack = (key: string): boolean => after.has(key) && !none.has(key);
  for (const [key, row] of before) if (isPutBack(key) && after.get(key) === row) lines.push(namer.named(key));
  lines.push('', '## What comes back otherwise', '');
  for (const [key, row] of after) {
    if (!isPutBack(key) || before.get(key) === row) continue;
    const known = before.get(key);
    if (known === undefined)
      lines.push(...factLines(factsOf(row, namer).values(), `+ ${namer.named(key)}: `));
    else lines.push(namer.named(key), ...differenceLines(factsOf(known, namer), factsOf(row, namer)));
  }
  lines.push('', '## What does not come back', '');
  const gone = [...before.keys()].filter((key) => !after.has(key));
  lines.push(...new Set(gone.map((key) => `${key.replace(/ .*/, '')} …`)));
  expect(audit(restored)).toEqual(audit(store.db));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./put-back.txt');
});
