// One printer's queue as it comes to its turn: what waits and what does not, a printer that takes everything and never says a word,
// and one that prints no pictures.
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Db } from '../storage/open.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createPrinters, type Printer, type Printers } from './printers.ts';
import { writeDocument } from './receipt/document.ts';
import { SAMPLES, SAMPLE_LOGO } from './receipt/samples.ts';
import { createWorker, WORKER_TIMES, type Worker } from './worker.ts';

let db: Db;
let jobs: Jobs;
let printers: Printers;
let server: Server;
let received: Buffer[];
let nowMs: number;
let worker: Worker;
let settle: () => number;
/** It takes all bytes, hangs up after them, and answers nothing. */
beforeEach(async () => {
  received = [];
  nowMs = 1_000_000;
  settle = () => 20;
  server = createServer((socket) => {
    socket.on('data', (bytes) => received.push(bytes));
    socket.on('end', () => socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  db = openDatabase(':memory:', 'edge/storage/migrations');
  jobs = createJobs(db);
  printers = createPrinters(db, { simulators: true });
});
afterEach(async () => {
  await worker.stop(0);
  await new Promise((resolve) => server.close(resolve));
  db.$client.close();
});

function open(changes: { pictures?: boolean } = {}): Printer {
  const saved = printers.save(null, {
    name: 'Bar',
    enabled: true,
    transport: { kind: 'tcp', host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    columns: 48,
    codePage: 'PC850',
    purposes: ['kitchen'],
    ...changes,
  });
  if (!saved.ok) throw new Error('the printer was refused');
  const ignore = (): void => undefined;
  worker = createWorker(saved.value.id, {
    printers,
    jobs,
    clock: () => nowMs,
    log: { info: ignore, warn: ignore, error: ignore },
    timeZone: 'America/Sao_Paulo',
    simulators: true,
    // It looks when it is woken, and not in between.
    times: {
      ...WORKER_TIMES,
      ...{ statusMs: 20, connectMs: 60_000, finishMs: 60_000, checkEveryMs: 3_600_000 },
      get settleMs(): number {
        return settle();
      },
    },
    logo: () => Promise.resolve(SAMPLE_LOGO),
    onChange: ignore,
  });
  return saved.value;
}
function queue(printer: Printer, kind: 'kitchen' | 'counter', copy = 1): number {
  const content = writeDocument(SAMPLES[kind]);
  jobs.insert({ printerId: printer.id, purpose: kind, orderId: null, copy, content, nowMs });
  return Math.max(...jobs.listed().map(({ id }) => id));
}
const states = (ids: number[]) => ids.map((id) => jobs.byId(id)?.state);

it('a ticket that is put off holds up none behind it that never began, and comes out when its time has come', async () => {
  const printer = open();
  const brokenOff = queue(printer, 'kitchen');
  jobs.advance(brokenOff, 'begin', nowMs, { attempts: 1 });
  jobs.advance(brokenOff, 'broke', nowMs, { nextAtMs: nowMs + 5000 });
  const behind = queue(printer, 'counter');
  // Both were put off while the printer was away.
  jobs.postpone(printer.id, brokenOff, 'desligada', nowMs + 5000);
  worker.wake();
  await expect.poll(() => states([brokenOff, behind])).toEqual(['queued', 'sent']);
  nowMs += 5000;
  worker.wake();
  await expect.poll(() => states([brokenOff, behind])).toEqual(['sent', 'sent']);
});

it('that never says a word and takes what it is sent is shown without confirmation, and in no trouble', async () => {
  const printer = open();
  worker.wake();
  await expect.poll(() => worker.health()).toMatchObject({ state: 'unconfirmed', detail: null });
  const ticket = queue(printer, 'kitchen');
  worker.wake();
  await expect.poll(() => states([ticket])).toEqual(['sent']);
  expect(worker.health()).toMatchObject({ state: 'unconfirmed', detail: null, paperLow: false });
});

it('that stands at another address is looked for there at once: what was heard of it where it was is over', async () => {
  const printer = open();
  worker.wake();
  await expect.poll(() => worker.health().state).toBe('unconfirmed');
  const nobody = createServer();
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
  const { port } = nobody.address() as AddressInfo;
  await new Promise((resolve) => nobody.close(resolve));
  printers.save(printer.id, {
    name: 'Bar',
    enabled: true,
    transport: { kind: 'tcp', host: '127.0.0.1', port },
    columns: 48,
    codePage: 'PC850',
    purposes: ['kitchen'],
  });
  worker.wake();
  await expect.poll(() => worker.health().state).toBe('off');
});

it.each([true, false])('has the shop’s logo on its slips where it prints pictures: %s', async (pictures) => {
  const printer = open({ pictures });
  // GS v 0, by which a picture begins.
  const hasPicture = () => Buffer.concat(received).includes(Buffer.from([0x1d, 0x76, 0x30]));
  const slip = queue(printer, 'counter');
  worker.wake();
  await expect.poll(() => states([slip])).toEqual(['sent']);
  expect(hasPicture()).toBe(pictures);
  received = [];
  expect(await worker.testPage(printer)).toMatchObject({ outcome: 'done' });
  expect(hasPicture()).toBe(pictures);
});

it('an error of ours in the middle of a ticket leaves it to a person, who is told so, and the next one is printed', async () => {
  settle = () => {
    throw new TypeError('of ours');
  };
  const printer = open();
  const ticket = queue(printer, 'kitchen');
  worker.wake();
  await expect.poll(() => states([ticket])).toEqual(['failed']);
  expect(jobs.byId(ticket)).toMatchObject({
    attempts: 1,
    lastError: 'erro interno, veja o registro do servidor',
  });
  settle = () => 20;
  const next = queue(printer, 'counter');
  worker.wake();
  await expect.poll(() => states([ticket, next])).toEqual(['failed', 'sent']);
});
