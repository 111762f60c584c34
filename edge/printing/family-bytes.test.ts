// What really goes over the wire to a printer of each family: one that has no status commands is asked nothing, for it would print them.
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PRINTER_FAMILIES, type PrinterFamily } from '@balcao/shared/http/printer-families.ts';
import { openDatabase, type Db } from '../storage/open.ts';
import { createPrinting, type Printing } from './printing.ts';
import { ASK_STATUS, REPORT_CHANGES } from './replies.ts';

let db: Db;
let printing: Printing;
let server: Server;
let received: Buffer[] = [];
beforeEach(async () => {
  received = [];
  server = createServer((socket) => {
    socket.on('data', (bytes) => received.push(bytes));
    socket.on('end', () => socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  db = openDatabase(':memory:', 'edge/storage/migrations');
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  printing = createPrinting({
    db,
    clock: () => Date.now(),
    log: silent,
    timeZone: 'America/Sao_Paulo',
    simulators: true,
    onChange: () => undefined,
    times: { statusMs: 20, doneMs: 20, settleMs: 20, finishMs: 1000 },
  });
});
afterEach(async () => {
  await printing.stop();
  await new Promise((resolve) => server.close(resolve));
  db.$client.close();
});

const ASKED: Record<PrinterFamily, boolean> = {
  EPSON: true,
  TANCA: true,
  CUSTOM: true,
  STAR: false,
  DARUMA: false,
  BROTHER: false,
};

it.each(PRINTER_FAMILIES)(
  'a printer of %s gets its test page, and questions only where it has answers',
  async (family) => {
    const saved = printing.printers.save(null, {
      name: 'Bar',
      enabled: true,
      transport: { kind: 'tcp', host: '127.0.0.1', port: (server.address() as AddressInfo).port },
      columns: 48,
      codePage: 'WPC1252',
      family,
      purposes: ['kitchen'],
    });
    if (!saved.ok) throw new Error('the printer was refused');
    expect(printing.status()).toMatchObject([{ family }]);
    const printed = await printing.testPrint(saved.value.id);
    expect(printed).toMatchObject({ ok: true, value: { confirmed: false } });
    const bytes = Buffer.concat(received);
    expect(bytes.includes('TESTE DE IMPRESS')).toBe(true);
    expect(bytes.toString('latin1')).toMatch(new RegExp(`Comandos +${family}`));
    expect(bytes.includes(Buffer.from(ASK_STATUS))).toBe(ASKED[family]);
    expect(bytes.includes(Buffer.from(REPORT_CHANGES))).toBe(false);
  },
);
