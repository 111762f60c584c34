// From the commit of an order to the first byte of its ticket at a healthy printer: what a kitchen waits for paper.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { openDatabase } from '../../edge/storage/open.ts';
import { inTransaction } from '../../edge/storage/transaction.ts';
import { createPrinting } from '../../edge/printing/printing.ts';
import { anOrder } from '../faults/print-order.ts';
import { judged, percentile } from './figures.ts';
import type { Bench, Scenario } from './scenario.ts';
import { listen } from '../support/listen.ts';

const TICKETS = 200;
const WARM_UP = 20;
const AIM_MS = 30;

export const scenario: Scenario = {
  name: 'printing',
  title: 'A ticket on its way to a healthy printer that answers everything',
  async run(bench) {
    const printer = await startPrinter(bench);
    const db = openDatabase(join(bench.folder('printing'), 'store.db'), 'edge/storage/migrations');
    bench.atEnd(() => db.$client.close());
    const fail = (...said: unknown[]): never => {
      throw new Error('the printing under test complained', { cause: said });
    };
    const printing = createPrinting({
      db,
      clock: Date.now,
      log: { info: () => undefined, warn: fail, error: fail },
      timeZone: 'America/Sao_Paulo',
      simulators: true,
      onChange: () => undefined,
    });
    const saved = printing.printers.saveFirst({
      printer_enabled: true,
      printer_ip: '127.0.0.1',
      printer_port: printer.port,
    });
    if (!saved.ok) throw new Error('the printer was refused');
    printing.start();
    bench.atEnd(() => printing.stop());

    const ticket = async (): Promise<number> => {
      const order = anOrder();
      const out = printer.nextTicket();
      inTransaction(db, () => printing.queue.enqueueTicket(order, 'kitchen', Date.now()));
      const committedAt = performance.now();
      printing.wake();
      const { firstByteAt, finished } = await out;
      await finished;
      while (printing.queue.list().find((job) => job.orderId === order.id)?.state !== 'printed')
        await new Promise((resolve) => setImmediate(resolve));
      return firstByteAt - committedAt;
    };
    const bare = async (): Promise<number> => {
      const out = printer.nextTicket();
      const startedAt = performance.now();
      const socket = connect({ port: printer.port, host: '127.0.0.1', noDelay: true }, () =>
        socket.write('ticket'),
      );
      const { firstByteAt } = await out;
      socket.destroy();
      return firstByteAt - startedAt;
    };

    const ours: number[] = [];
    const theirs: number[] = [];
    for (let count = 0; count < WARM_UP + TICKETS; count += 1) {
      const [one, other] = [await ticket(), await bare()];
      if (count < WARM_UP) continue;
      ours.push(one);
      theirs.push(other);
    }
    for (const [share, name] of [
      [0.5, 'median'],
      [0.95, 'p95'],
    ] as const) {
      bench.add(
        judged({
          what: `commit to first byte, ${name}`,
          value: percentile(ours, share),
          unit: 'ms',
          against: { what: 'bare connect and write', value: percentile(theirs, share) },
          ...(share === 0.95 ? { aim: { of: 'value', atMost: AIM_MS } as const } : {}),
          note: `${TICKETS} tickets; status asked and the row committed before the byte`,
        }),
      );
    }
  },
};

/** Answers status at once and says of every ticket that it is out. Tells when the first byte of one came. */
async function startPrinter(bench: Pick<Bench, 'atEnd'>) {
  let told: ((ticket: { firstByteAt: number; finished: Promise<unknown> }) => void) | null = null;
  const server = createServer({ noDelay: true }, (socket) => {
    const finished = once(socket, 'close');
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      const now = performance.now();
      const text = bytes.toString('latin1');
      if (text === '\x10\x04\x01\x10\x04\x04') return void socket.write(Buffer.from([0x12, 0x12]));
      told?.({ firstByteAt: now, finished });
      told = null;
      for (const [, id = ''] of text.matchAll(/\(H..00(.{4})/gs))
        socket.write(Buffer.concat([Buffer.from([0x37, 0x22]), Buffer.from(id, 'latin1'), Buffer.from([0])]));
    });
  });
  const { port } = await listen(server);
  bench.atEnd(() => server.close());
  return {
    port,
    nextTicket: () =>
      new Promise<{ firstByteAt: number; finished: Promise<unknown> }>((resolve) => (told = resolve)),
  };
}
