// What people do with printers and tickets, and what becomes of it: a printer that comes back, a backlog, a move, a removal, another address, a
// restart in the middle. An approved text that a person reads; what must come of it by the spec is tested beside.
import { expect, it, vi } from 'vitest';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { is, openScene, openScripted, READY, say } from '../testing/scripted-printer.ts';
import type { FoundPrinters } from './found-printers.ts';
import { writeDocument } from './receipt/document.ts';
import { SAMPLES, SAMPLE_LOGO } from './receipt/samples.ts';

vi.mock('./tcp-channel.ts', () => ({
  openTcp: (host: string, port: number) => openScripted(`${host}:${port}`),
}));
vi.mock('./device-channel.ts', () => ({ openDevice: (path: string) => openScripted(path) }));

const HOURS_MS = 3_600_000;
const WELL = { status: READY, tellsAfterMs: 100 };
/** Of the shape of a change of lines; what it brought and took is said where it is used. */
const CHANGE = { id: 'change', atMs: 0 };
const BAR = '10.0.0.10:9100';
const bar = { transport: { kind: 'tcp', host: '10.0.0.10', port: 9100 } };

type Way = (scene: ReturnType<typeof openScene>) => Promise<void>;
const WAYS: Record<string, Way> = {
  'a printer that was off comes back, with three tickets waiting': async (scene) => {
    is({ away: 'recusou a conexão' });
    const id = scene.add('Cozinha');
    scene.printing().start();
    for (let n = 0; n < 3; n += 1) scene.queue(id);
    await scene.pass(30_000);
    is(WELL);
    await scene.pass(20_000);
  },
  'a printer without paper is given some, and is low on it': async (scene) => {
    is({ status: [0x1a, 0x72] });
    const id = scene.add('Cozinha');
    scene.printing().start();
    scene.queue(id);
    await scene.pass(3000);
    is({ status: [0x12, 0x1e], tellsAfterMs: 100 });
    await scene.pass(15_000);
  },
  'a ticket that failed is tried again by a person, and comes out as a repeat': async (scene) => {
    is({ hangsUp: false });
    const id = scene.add('Cozinha');
    scene.printing().start();
    const job = scene.queue(id);
    await scene.pass(5000);
    scene.does('somebody saw paper', scene.printing().printers.sawPaper(id).ok);
    scene.does('again', scene.printing().queue.retry(job).ok);
    await scene.pass(5000);
    scene.does('a printed one again', scene.printing().queue.retry(job));
    scene.does('one that nobody knows', scene.printing().queue.cancel(999));
  },
  'what cannot be read fails, and is discarded': async (scene) => {
    is(WELL);
    const id = scene.add('Cozinha');
    scene.printing().start();
    const job = scene.queue(id, '{"kind":"ticket"}');
    await scene.pass(1000);
    scene.does('discarded', scene.printing().queue.cancel(job).ok);
    await scene.pass(10);
  },
  'a backlog of more than two hours waits for a yes': async (scene) => {
    is({ away: 'fora da rede' });
    const id = scene.add('Cozinha');
    scene.printing().start();
    const [first, second, third] = [scene.queue(id), scene.queue(id), scene.queue(id)];
    await scene.pass(1000);
    scene.jump(2 * HOURS_MS - 2000);
    await scene.pass(500);
    await scene.wait(61_000);
    is(WELL);
    const { queue, printers } = scene.printing();
    const off = { ...printers.byId(id), enabled: false };
    printers.save(id, off);
    scene.does('printed while it is switched off', queue.release(first));
    printers.save(id, { ...off, enabled: true });
    scene.does('printed', queue.release(first).ok);
    scene.does('discarded', queue.cancel(second).ok);
    scene.does('tried again, which is another thing', queue.retry(third));
    await scene.pass(30_000);
  },
  'one printer has tickets that wait, are held and have failed': async (scene) => {
    is({ away: 'fora da rede' });
    const id = scene.add('Cozinha');
    const [failed] = [scene.queue(id), scene.queue(id), scene.queue(id), scene.queue(id)];
    scene.db.$client.exec(`update print_jobs set state = 'failed' where id = ${failed}`);
    scene.db.$client.exec(`update print_jobs set state = 'held' where id > ${failed + 1}`);
    scene.add('Bar', bar);
    await scene.pass(10);
  },
  'a test page that came out lets go at once what was put off': async (scene) => {
    is({ away: 'fora da rede' });
    const id = scene.add('Cozinha');
    scene.printing().start();
    scene.queue(id);
    await scene.pass(4000);
    is(WELL);
    await scene.test(id);
    await scene.pass(10);
  },
  'settings that are refused say where': async (scene) => {
    const { printers } = scene.printing();
    const whole = {
      ...{ name: 'Bar', enabled: true, columns: 48, codePage: 'PC850', purposes: ['kitchen'], ...bar },
    };
    for (const wrong of [
      { name: ' ' },
      { name: 'x'.repeat(41) },
      { enabled: 'yes' },
      { transport: { kind: 'tcp', host: '10.0.0.9', port: 70_000 } },
      { transport: { kind: 'tcp', host: '', port: '' } },
      { transport: { kind: 'tcp', host: '8.8.8.8', port: 9100 } },
      { transport: { kind: 'tcp', host: 'printer.local', port: 9100 } },
      { transport: { kind: 'file', devicePath: '/dev/sda' } },
      { transport: { kind: 'radio' } },
      { columns: 40 },
      { codePage: 'PC437' },
      { family: 'BROTHER' },
      { family: 'OTHER' },
      { purposes: ['lottery'] },
    ])
      scene.does(JSON.stringify(wrong), printers.save(null, { ...whole, ...wrong }));
    scene.does('one that nobody knows', printers.save('x', whole));
    for (let n = 0; n < 16; n += 1) scene.add(`Nº ${n}`);
    scene.does('a seventeenth', printers.save(null, whole));
    scene.does('the first one’s three settings', printers.first());
    const three = { printer_enabled: 'true', printer_ip: '', printer_port: 'x' };
    scene.does('without an address', printers.saveFirst(three));
    scene.does('of another network', printers.saveFirst({ ...three, printer_ip: '8.8.8.8' }));
    scene.does('neither on nor off', printers.saveFirst({ ...three, printer_enabled: 'maybe' }));
    scene.does('well', printers.saveFirst({ ...three, printer_ip: '10.0.0.7' }).ok);
    scene.does('and as they are', printers.first());
  },
  'an order’s slips: approved, changed, called off': async (scene) => {
    is({ status: READY });
    is({ status: READY }, BAR);
    const kitchen = scene.add('Cozinha', { purposes: ['kitchen', 'counter', 'wholesale', 'close'] });
    const second = scene.add('Bar', { ...bar, purposes: ['kitchen'] });
    scene.printing().start();
    const { queue, printers } = scene.printing();
    const order = sampleOrder({ status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' });
    queue.enqueueTicket(order, 'kitchen', Date.now());
    queue.enqueueTicket(order, 'kitchen', Date.now());
    queue.enqueueTicket({ ...order, id: 'unpaid' }, 'charge', Date.now());
    scene.printing().wake();
    await scene.pass(5000);
    printers.save(second, { ...printers.byId(second), enabled: false });
    const [item] = order.items;
    const change = { addedIds: item ? [item.id] : [], takenOff: order.items, inKitchen: true };
    queue.enqueueChange({ ...order, changes: [{ ...CHANGE, ...change }] }, Date.now());
    queue.enqueueTicket(order, 'cancelled', Date.now());
    scene.printing().wake();
    await scene.pass(5000);
    printers.remove(kitchen);
    const slip = { code: '7K2MQ-9XWTB', address: 'http://10.0.0.2', atMs: Date.now() };
    scene.does('a code, with no printer on', queue.enqueueSetup(slip));
    printers.save(second, { ...printers.byId(second), enabled: true });
    scene.does('a code', queue.enqueueSetup(slip));
    scene.does('a code of a later start', queue.enqueueSetup(slip));
    scene.does('a close, which nobody prints', queue.enqueueClose(SAMPLES.close.close, 1, Date.now()));
    await scene.pass(10);
  },
  'a ticket goes to another printer, and the first one is removed with what waits there': async (scene) => {
    is({ away: 'fora da rede' });
    is(WELL, BAR);
    const kitchen = scene.add('Cozinha');
    const id = scene.add('Bar', bar);
    const off = scene.add('Caixa', { ...bar, enabled: false });
    scene.printing().start();
    const [moved] = [scene.queue(kitchen), scene.queue(kitchen)];
    await scene.pass(1000);
    const { queue, printers } = scene.printing();
    scene.does('moved to one that is off', queue.move(moved, off));
    scene.does('moved to one that nobody knows', queue.move(moved, 'x'));
    scene.does('moved', queue.move(moved, id).ok);
    printers.remove(kitchen);
    say('the first one is removed');
    await scene.pass(2000);
  },
  'a printer gets another address, another family and a cable': async (scene) => {
    is(WELL);
    is({ hangsUp: true }, BAR);
    is({ answers: true, hangsUp: null }, '/dev/usb/lp0');
    const id = scene.add('Cozinha', { pictures: true });
    scene.printing().start();
    await scene.pass(1000);
    scene.printing().printers.sawPaper(id);
    const { printers } = scene.printing();
    const settings = printers.byId(id);
    scene.does('its name alone', printers.save(id, { ...settings, name: 'Fogão' }).ok);
    scene.does('paper was seen', printers.byId(id)?.paperSeen);
    scene.does('another address', printers.save(id, { ...settings, ...bar }).ok);
    scene.does('paper was seen', printers.byId(id)?.paperSeen);
    await scene.pass(5000);
    const star = { ...settings, ...bar, family: 'STAR' };
    scene.does('another family, with no such letters', printers.save(id, { ...star, codePage: 'PC850' }));
    scene.does('another family', printers.save(id, { ...star, codePage: 'WPC1252' }).ok);
    scene.queue(id, writeDocument(SAMPLES.counter));
    await scene.pass(5000);
    const transport = { kind: 'file', devicePath: '/dev/usb/lp0' };
    scene.does('a cable', printers.save(id, { ...settings, transport }).ok);
    scene.queue(id, writeDocument(SAMPLES.counter));
    await scene.pass(5000);
    await scene.test(id);
  },
  'a store that ends in the middle of a ticket begins with it': async (scene) => {
    is({ status: READY });
    const id = scene.add('Cozinha');
    scene.printing().start();
    scene.queue(id);
    await scene.pass(300);
    await scene.stop();
    const after = scene.queue(id);
    await scene.pass(60_000);
    scene.db.$client.exec(`update print_jobs set state = 'sending', attempts = 1 where id = ${after}`);
    is(WELL);
    scene.again();
    await scene.pass(2000);
  },
  'a printer that said nothing is asked again after ten minutes': async (scene) => {
    is({ hangsUp: true });
    const id = scene.add('Cozinha');
    scene.printing().start();
    await scene.pass(2000);
    is(WELL);
    scene.queue(id);
    await scene.pass(1000);
    await scene.wait(11 * 60_000);
    scene.queue(id);
    await scene.pass(1000);
  },
  'a printer that answered says nothing more while nothing is printed, and then answers again': async (
    scene,
  ) => {
    is(WELL);
    scene.add('Cozinha');
    scene.printing().start();
    await scene.pass(2000);
    is({});
    await scene.wait(31_000);
    is(WELL);
    await scene.wait(11_000);
  },
  'a store that ends while a test page begins says so, and prints none': async (scene) => {
    is(WELL);
    const id = scene.add('Cozinha');
    scene.printing().start();
    await scene.pass(2000);
    const asked = scene.test(id);
    await scene.stop();
    await asked;
    await scene.pass(0);
  },
  'a test page that is not printed says why': async (scene) => {
    const off = scene.add('Caixa', { enabled: false });
    const kitchen = scene.add('Cozinha');
    const outside = scene.add('Fora');
    scene.db.$client.exec(`update printers set host = '8.8.8.8' where id = '${outside}'`);
    const nowhere = scene.add('Nova');
    scene.db.$client.exec(`update printers set host = '' where id = '${nowhere}'`);
    scene.printing().start();
    for (const id of ['x', off, nowhere, outside]) await scene.test(id);
    is({ away: 'não respondeu' });
    await scene.test(kitchen);
    is({ status: [0x1a, 0x72] });
    await scene.test(kitchen);
    is({ status: [0x1a, 0x12] });
    await scene.test(kitchen);
    is(WELL);
    scene.does('has printed', scene.printing().printers.hasPrinted());
    await scene.test(kitchen);
    scene.does('has printed', scene.printing().printers.hasPrinted());
  },
};

it('what people do with printers comes to what was approved', async () => {
  const texts: string[] = [];
  const logo = {
    hash: () => 'logo',
    read: () => Promise.resolve({ pixels: SAMPLE_LOGO.rows, width: 8, height: 144 }),
  };
  for (const [title, way] of Object.entries(WAYS)) {
    const scene = openScene(title, { logo });
    await way(scene);
    texts.push(await scene.end());
  }
  await expect(texts.join('\n')).toMatchFileSnapshot('./approved/print-life.txt');
});

it('printers are looked for once at a time, and anew the next time', async () => {
  const search = vi.fn<() => Promise<FoundPrinters>>(() => Promise.resolve({ network: [], devices: [] }));
  const scene = openScene('', { findPrinters: search });
  await Promise.all([scene.printing().find(), scene.printing().find()]);
  expect(search).toHaveBeenCalledTimes(1);
  await scene.printing().find();
  expect(search).toHaveBeenCalledTimes(2);
  await scene.end();
});
