// What is written and said of printers and of tickets that wait for them, and of the alarms that an owner hears, as a text that a person
// approves: `queue.txt`. What comes out of the printers themselves is told elsewhere; here a job goes on as its worker would have it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJobs } from '../../../edge/printing/jobs.ts';
import { createUnpaidAlarm } from '../../../edge/shop/alarms/unpaid-alarm.ts';
import { createPrinterAlarms } from '../../../edge/printing/printer-alarms.ts';
import { inTransaction } from '../../../edge/storage/transaction.ts';
import { textAt } from '../../harness/plain-facts.ts';
import type { Asker } from '../../harness/store-record.ts';
import { bigOne, drink, MINUTE_MS, nth, openRecordedShop, smallOne, type RecordedShop } from './shop.ts';

const KITCHEN = {
  name: ' Cozinha ',
  enabled: true,
  transport: { kind: 'tcp', host: '192.168.0.50', port: '' },
  columns: 48,
  codePage: 'PC850',
  family: 'EPSON',
  pictures: true,
  purposes: ['kitchen'],
};
const COUNTER = {
  ...KITCHEN,
  name: 'Balcão',
  transport: { kind: 'file', devicePath: '/dev/usb/lp0' },
  columns: 32,
  pictures: false,
  purposes: ['kitchen', 'counter', 'close'],
};

let shop: RecordedShop;
beforeAll(async () => {
  shop = await openRecordedShop({
    settings: { remoteCashOrdersMax: 1, unpaidPerLanAddressMax: 1000 },
    environment: { ORDERS_PER_MINUTE: '1000' },
    usbPrinters: () => Promise.resolve(['/dev/usb/lp0']),
  });
});
afterAll(() => shop.close());

test('printers, their queue and the owner’s alarms: what is answered, written and told is what was approved', async () => {
  const { record, front, kitchen, admin, store, relay, customer, wait } = shop;
  const save = (words: string, id: string, json: object, who: Asker = admin) =>
    record.step(words, who, `PUT /api/staff/printers/${id}`, json);
  const sell = (n: number) =>
    record.aside(async () => {
      await front.ask('/api/staff/orders', {
        json: { id: nth(n), consumptionType: 'local', items: [bigOne('a'), drink('b')] },
      });
      await front.ask(`/api/staff/orders/${nth(n)}/moves`, {
        json: { kind: 'confirm-payment', method: 'cash' },
      });
    });
  const look = async () => {
    await record.look(kitchen, ['/api/staff/printing']);
    await record.look(admin, ['/api/staff/printers']);
  };
  const job = (words: string, id: number, action: string, who: Asker = front) =>
    record.step(words, who, `POST /api/staff/print-jobs/${id}/${action}`);

  record.title('No printer');
  await look();
  await record.look(front, ['/api/staff/printers']);
  await sell(1);
  await record.step('a reprint', front, `POST /api/staff/orders/${nth(1)}/reprint`);

  record.title('Printers are set up');
  await save('nothing is said', 'new', {});
  await save('wrong in every field', 'new', {
    ...KITCHEN,
    name: '',
    transport: { kind: 'tcp', host: '8.8.8.8', port: 0 },
    columns: 40,
    purposes: ['sing'],
  });
  await save('an address outside the shop', 'new', {
    ...KITCHEN,
    transport: { kind: 'tcp', host: '8.8.8.8', port: 9100 },
  });
  await save('a name that is no address', 'new', {
    ...KITCHEN,
    transport: { kind: 'tcp', host: 'cozinha', port: 9100 },
  });
  await save('letters that its family has not', 'new', {
    ...KITCHEN,
    codePage: 'WPC1252',
    family: 'BEMATECH',
  });
  await save('a device that is none', 'new', {
    ...COUNTER,
    transport: { kind: 'file', devicePath: '/etc/passwd' },
  });
  const first = textAt(await save('the kitchen’s', 'new', KITCHEN), 'id');
  const second = textAt(await save('the counter’s', 'new', COUNTER), 'id');
  await save('by the attendant', 'new', COUNTER, front);
  await save('another name', first, { ...KITCHEN, name: 'Cozinha dos fundos', columns: 32 });
  await save('one that is none', 'nada', KITCHEN);
  await record.step('paper was seen', admin, `POST /api/staff/printers/${second}/paper-seen`);
  await record.step('of one that is none', admin, 'POST /api/staff/printers/nada/paper-seen');
  await look();

  await record.aside(async () => {
    for (let n = 3; n <= 16; n += 1)
      await admin.ask('/api/staff/printers/new', {
        method: 'PUT',
        json: { ...KITCHEN, name: `Nº ${n}`, enabled: false },
      });
  });
  await save('a seventeenth', 'new', KITCHEN);
  await save('one of the sixteen', second, COUNTER);
  await record.aside(async () => {
    for (const { id } of store.printing.printers.list())
      if (id !== first && id !== second) await admin.ask(`/api/staff/printers/${id}`, { method: 'DELETE' });
  });

  record.title('The first printer, as the spec names its settings');
  const { printers: settings } = store.printing;
  const saveFirst = async (words: string, given: object) => {
    const saved = await record.doing(words, () => settings.saveFirst(given));
    record.quote('what comes of it', JSON.stringify(saved.ok ? saved.value : saved.refusal, null, 1));
  };
  record.quote('before anybody saved them', JSON.stringify(settings.first()));
  await saveFirst('nothing is said', {});
  await saveFirst('a word for the switch, and an address outside', {
    printer_enabled: 'sim',
    printer_ip: '8.8.8.8',
  });
  await saveFirst('an address outside', {
    printer_enabled: 'true',
    printer_ip: '8.8.8.8',
    printer_port: '9100',
  });
  await saveFirst('on, with a port that is no number', {
    printer_enabled: 'true',
    printer_ip: '192.168.0.60',
    printer_port: 'x',
  });
  await saveFirst('off', { printer_enabled: 'false', printer_ip: '192.168.0.60', printer_port: 9101 });
  record.quote('after it', JSON.stringify(settings.first()));
  await look();
  await record.step('it is removed', admin, 'DELETE /api/staff/printers/principal');

  record.title('Tickets wait, are printed, fail, are held');
  const jobs = createJobs(store.db);
  const advance = (words: string, id: number, event: Parameters<typeof jobs.advance>[1], patch = {}) =>
    record.doing(words, () =>
      inTransaction(store.db, () => jobs.advance(id, event, store.clock.nowMs, patch)),
    );
  for (const n of [2, 3, 4]) await sell(n);
  await look();
  wait(MINUTE_MS);
  await advance('job 1 is sent', 1, 'begin', { attempts: 1 });
  await advance('and printed', 1, 'confirmed');
  await advance('job 2 is sent', 2, 'begin', { attempts: 1 });
  await advance('and nobody knows', 2, 'gaveUp', { lastError: 'Impressora não respondeu' });
  await advance('job 3 is held', 3, 'stale');
  await look();
  for (const action of ['retry', 'cancel', 'release']) {
    await job(`job 1: ${action}`, 1, action);
    await job(`job 2: ${action}`, 2, action);
    await job(`job 3: ${action}`, 3, action);
    await job(`a job that is none: ${action}`, 99, action);
  }
  const move = (words: string, id: number, to: string) =>
    record.step(words, kitchen, `POST /api/staff/print-jobs/${id}/move-to/${to}`);
  await move('job 4 goes to the kitchen’s printer', 4, first);
  await move('job 4 goes to one that is none', 4, 'nada');
  await move('job 1 goes, though it is printed', 1, second);
  await record.step('order 2 again', front, `POST /api/staff/orders/${nth(2)}/reprint?purpose=kitchen`);
  await record.step(
    'order 2 again for the counter',
    front,
    `POST /api/staff/orders/${nth(2)}/reprint?purpose=counter`,
  );
  await record.step(
    'order 2 for the wholesale',
    front,
    `POST /api/staff/orders/${nth(2)}/reprint?purpose=wholesale`,
  );
  await look();
  await save('the kitchen’s is switched off', first, { ...KITCHEN, enabled: false });
  await job('job 3: release', 3, 'release');
  await sell(5);
  await record.step('the kitchen’s is removed', admin, `DELETE /api/staff/printers/${first}`);
  await record.step('and once more', admin, `DELETE /api/staff/printers/${first}`);
  await look();

  record.title('What the owner hears of');
  const { alarms } = store;
  const status = {
    id: second,
    name: 'Balcão',
    state: 'off',
    waiting: 1,
    sinceMs: store.clock.nowMs,
  } as const;
  let printer: { state: 'off' | 'paper-out' | 'ok' | 'unknown'; isThere: boolean } = {
    state: 'off',
    isThere: true,
  };
  const printers = createPrinterAlarms({
    status: () =>
      printer.isThere
        ? store.printing.status().map((one) => ({ ...one, ...status, state: printer.state }))
        : [],
    isOnCable: (id) => store.printing.printers.byId(id)?.transport.kind === 'file',
    settings: () => store.menu.catalog().settings,
    alarms,
    clock: () => store.clock.nowMs,
    timeZone: 'America/Sao_Paulo',
  });
  const check = (words: string, found: Partial<typeof printer>) =>
    record.doing(words, () => {
      printer = { ...printer, ...found };
      printers.checkPrinters();
    });
  await check('a printer is off', {});
  wait(4 * MINUTE_MS);
  await check('and stays so', {});
  await check('seen again', {});
  await check('it has no paper', { state: 'paper-out' });
  await check('nobody knows', { state: 'unknown' });
  await check('it prints', { state: 'ok' });
  wait(MINUTE_MS);
  await check('off again', { state: 'off' });
  await check('and gone', { isThere: false });
  await record.doing('a copy fails, with a long reason', () =>
    alarms.raise('backup', 'Cópia de segurança falhou', `O disco\n\u0007 ${'muito '.repeat(50)}`),
  );
  await record.doing('and works again', () => alarms.end('backup'));
  const unpaid = createUnpaidAlarm({ orders: store.orders, alarms, clock: () => store.clock.nowMs });
  await record.doing('unpaid orders, none', () => unpaid.checkUnpaid());
  for (const n of [11, 12, 13, 14, 15, 16])
    await record.aside(() =>
      relay.ask('/link/commands', {
        json: {
          id: nth(1000 + n),
          kind: 'order.place',
          payload: {
            order: {
              id: nth(n),
              consumptionType: 'local',
              customerPhone: '11987654321',
              items: [smallOne('a')],
            },
          },
        },
      }),
    );
  await record.doing('unpaid orders, more than wait at once', () => unpaid.checkUnpaid());
  await record.step('the owner calls them off', admin, 'POST /api/staff/orders/cancel-unpaid', {
    ids: [11, 12, 13, 14, 15, 16].map(nth),
    reason: 'expirado',
  });
  await record.doing('unpaid orders, few', () => unpaid.checkUnpaid());
  await record.aside(async () => {
    for (let n = 40; n < 80; n += 1)
      await customer.ask('/api/orders', {
        json: { id: nth(n), consumptionType: 'local', customerPhone: '11987654321', items: [drink('a')] },
      });
  });
  wait(9 * MINUTE_MS);
  await record.doing('unpaid orders, forty in ten minutes', () => unpaid.checkUnpaid());
  wait(2 * MINUTE_MS);
  await record.doing('and none since', () => unpaid.checkUnpaid());
  await record.look(admin, ['/api/staff/push', '/api/staff/condition']);
  await record.look(front, ['/api/staff/push', '/api/staff/condition']);

  await expect(record.text()).toMatchFileSnapshot('./queue.txt');
});
