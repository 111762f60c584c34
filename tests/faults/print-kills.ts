// The kill loop of printing: a store process is killed at a random byte on its way to the printer, again and again.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase, type Db } from '../../edge/storage/open.ts';
import { inTransaction } from '../../edge/storage/transaction.ts';
import { createPrinting, type Printing } from '../../edge/printing/printing.ts';
import { startPrinterSimulator } from '../simulators/printer/simulator.ts';
import { anOrder } from './print-order.ts';
import { listen } from '../support/listen.ts';

/** A question about status: bytes of no ticket. */
const QUESTION = Buffer.from([0x10, 0x04, 1, 0x10, 0x04, 4]);
/** More than a ticket has, so that some kills come when all of it is out and the row does not know yet. */
const BYTES_MAX = 1000;
const WAIT_MS = 60_000;

export type KillRound = {
  simpleId: number;
  killedAt: number;
  /** Bytes of the ticket that had reached the printer when the store was killed. */
  ticketBytes: number;
  /** Slips with this order's number that came out whole, and whether each was marked. */
  whole: { marked: boolean }[];
};

/** The rounds that lost a ticket, or left a repeat unmarked of which a byte was on its way. */
export const brokenPromises = (rounds: KillRound[]): KillRound[] =>
  rounds.filter(
    ({ whole, ticketBytes, killedAt }) =>
      whole.length === 0 ||
      (ticketBytes > 0 && whole.slice(1).some((slip) => !slip.marked)) ||
      // Cut short before its end, the one whole slip is itself the repeat.
      (ticketBytes > 0 && ticketBytes === killedAt && whole.at(-1)?.marked !== true),
  );

/** Kills a store `kills` times and answers what came out of each ticket. */
export async function killLoop(kills: number, random: () => number): Promise<KillRound[]> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-kills-'));
  const file = join(folder, 'store.db');
  const db = openDatabase(file, fileURLToPath(new URL('../../edge/storage/migrations', import.meta.url)));
  const printer = await startPrinterSimulator({ port: 0 });
  const tap = await startTap(printer.port);
  const printing = settingsOf(db);
  const saved = printing.printers.saveFirst({
    printer_enabled: 'true',
    printer_ip: '127.0.0.1',
    printer_port: tap.port,
  });
  if (!saved.ok) throw new Error('the printer was refused');

  const rounds: KillRound[] = [];
  let store = await startStore(file);
  try {
    for (let count = 0; count < kills; count += 1) {
      const order = anOrder();
      const killedAt = Math.floor(random() * BYTES_MAX);
      const dead = once(store, 'exit');
      const victim = store;
      tap.killAfter(killedAt, () => victim.kill('SIGKILL'));
      inTransaction(db, () => printing.queue.enqueueTicket(order, 'kitchen', Date.now()));
      store.stdin?.write('look\n');
      await Promise.race([dead, ended(printing, order.id)]);
      const ticketBytes = tap.stop();
      store.kill('SIGKILL');
      await dead;
      store = await startStore(file);
      await ended(printing, order.id);
      const whole = printer
        .jobs()
        .filter((job) => job.complete && job.text.includes(`Pedido nº ${order.simpleId} `))
        .map((job) => ({ marked: job.text.includes('2ª VIA') }));
      printer.clearJobs();
      rounds.push({ simpleId: order.simpleId, killedAt, ticketBytes, whole });
    }
  } finally {
    store.kill('SIGKILL');
    tap.close();
    await printer.close();
    db.$client.close();
    rmSync(folder, { recursive: true });
  }
  return rounds;
}

// The parent only writes settings and tickets; it never starts a worker of its own.
const settingsOf = (db: Db): Printing =>
  createPrinting({
    db,
    clock: Date.now,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    timeZone: 'America/Sao_Paulo',
    simulators: true,
    onChange: () => undefined,
  });

async function startStore(file: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('print-child.ts', import.meta.url));
  const store = spawn(process.execPath, [script, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  // Written to after its death: expected here.
  store.stdin.on('error', () => undefined);
  await once(store.stdout, 'data');
  return store;
}

async function ended(printing: Printing, orderId: string): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const jobs = printing.queue.list().filter((job) => job.orderId === orderId);
    if (jobs.length > 0 && jobs.every((job) => job.state === 'printed' || job.state === 'sent')) return;
    if (Date.now() > deadline) throw new Error(`not printed in time: ${JSON.stringify(jobs)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Stands between store and printer, and counts the bytes of tickets that pass. */
async function startTap(printerPort: number) {
  let left = Number.POSITIVE_INFINITY;
  let ticketBytes = 0;
  let kill: () => void = () => undefined;

  function pass(bytes: Buffer, to: Socket): void {
    const isQuestion = bytes.equals(QUESTION);
    const passing = isQuestion ? bytes : bytes.subarray(0, Math.max(0, left));
    if (!isQuestion) {
      ticketBytes += passing.length;
      left -= passing.length;
    }
    to.write(passing);
    if (left <= 0) kill();
  }

  const server = createServer({ noDelay: true, allowHalfOpen: true }, (store) => {
    const printer = connect({ port: printerPort, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    store.on('data', (bytes) => pass(bytes, printer)).on('end', () => printer.end());
    printer.on('data', (bytes) => store.write(bytes)).on('end', () => store.end());
    // A killed store resets its connection; the printer sees it end.
    store.on('error', () => printer.end());
    printer.on('error', () => store.destroy());
  });
  const { port } = await listen(server);
  return {
    port,
    killAfter(bytes: number, victim: () => void): void {
      left = bytes;
      ticketBytes = 0;
      kill = victim;
      if (bytes === 0) victim();
    },
    /** Lets everything pass again; answers how much of the ticket had. */
    stop(): number {
      left = Number.POSITIVE_INFINITY;
      return ticketBytes;
    },
    close: () => void server.close(),
  };
}
