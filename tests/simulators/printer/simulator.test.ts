// The printer's promises: paper as a real one would show it, answers bit by bit, and failures that look like
// failures.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CharacterSet, PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import { PNG } from 'pngjs';
import type { PaperItem } from './paper.ts';
import { paperSvg } from './paper-svg.ts';
import { connectRaw } from './raw-client.ts';
import { startPrinterSimulator } from './simulator.ts';
import { createRealTimeScanner } from './status-bytes.ts';
import type { PrinterSimulator } from './printer-simulator.ts';

const INIT = [0x1b, 0x40];
const CUT = [0x1d, 0x56, 0x00];
const status = (n: number): number[] => [0x10, 0x04, n];
const processId = (id: string): number[] => [0x1d, 0x28, 0x48, 6, 0, 48, 48, ...Buffer.from(id)];

let simulator: PrinterSimulator;

beforeEach(async () => {
  simulator = await startPrinterSimulator({ port: 0, httpPort: 0 });
});
afterEach(() => simulator.close());

const library = (characterSet: CharacterSet, width = 48): ThermalPrinter =>
  new ThermalPrinter({
    type: PrinterTypes.EPSON,
    interface: `tcp://127.0.0.1:${simulator.port}`,
    characterSet,
    width,
  });

const itemsOf = <K extends PaperItem['kind']>(kind: K): Extract<PaperItem, { kind: K }>[] =>
  simulator.jobs().flatMap((job) => job.paper.items.filter((item) => item.kind === kind)) as Extract<
    PaperItem,
    { kind: K }
  >[];

describe('a ticket from the printing library', () => {
  test.each([
    ['PC850', CharacterSet.PC850_MULTILINGUAL],
    ['PC860', CharacterSet.PC860_PORTUGUESE],
    ['WPC1252', CharacterSet.WPC1252],
    ['PC858', CharacterSet.PC858_EURO],
  ])('comes out with its accents in %s', async (_, characterSet) => {
    const printer = library(characterSet);
    const words = 'ÁÉÍÓÚ ÃÕ Ç R$ áéíóú âêô ãõ ç à ü';
    printer.println(words);
    printer.cut();
    await printer.execute();
    const job = await simulator.waitForJob();
    expect(job.text.split('\n')[0]).toBe(words);
    expect(job.complete).toBe(true);
    expect(job.paper.warnings).toEqual([]);
  });

  test('shows the wrong letters when the page it was written in is not the one selected', async () => {
    const client = await connectRaw(simulator.port);
    client.write(INIT, [0x1b, 0x74, 2], [0xc7], '\n', [0x1b, 0x74, 16], [0xc7], '\n', CUT);
    client.end();
    expect((await simulator.waitForJob()).text).toMatch(/^Ã\nÇ\n/);
  });

  test('keeps sizes, weight, inversion and alignment', async () => {
    const printer = library(CharacterSet.PC850_MULTILINGUAL);
    printer.alignCenter();
    printer.setTextSize(3, 1);
    printer.println('42');
    printer.setTextNormal();
    printer.setTextDoubleHeight();
    printer.bold(true);
    printer.println('COMER AQUI');
    printer.setTextNormal();
    printer.bold(false);
    printer.alignLeft();
    printer.invert(true);
    printer.print('SEM LEITE');
    printer.invert(false);
    printer.underline(true);
    printer.println(' granola');
    printer.cut();
    await printer.execute();
    await simulator.waitForJob();
    const [number, place, note] = itemsOf('line');
    // On the wire the high half of GS ! is the width, whatever the library calls its arguments.
    expect(number).toMatchObject({ align: 'center', runs: [{ text: '42', style: { width: 4, height: 2 } }] });
    expect(number?.heightDots).toBe(48);
    expect(place).toMatchObject({ align: 'center', runs: [{ style: { width: 1, height: 2, bold: true } }] });
    expect(note).toMatchObject({
      align: 'left',
      runs: [
        { text: 'SEM LEITE', style: { invert: true, underline: 0, bold: false } },
        { text: ' granola', style: { invert: false, underline: 1 } },
      ],
    });
  });

  test('carries its QR code, drawer, beep and picture', async () => {
    const printer = library(CharacterSet.PC850_MULTILINGUAL);
    const png = new PNG({ width: 20, height: 9 });
    png.data.fill(0);
    for (let x = 0; x < 20; x += 1) png.data[(4 * 20 + x) * 4 + 3] = 0xff;
    await printer.printImageBuffer(PNG.sync.write(png));
    printer.alignCenter();
    printer.printQR('https://acai.exemplo/p/7', { cellSize: 6, correction: 'Q', model: 2 });
    printer.beep(2, 1);
    printer.partialCut();
    await printer.execute();
    const job = await simulator.waitForJob();
    expect(itemsOf('qr')).toEqual([
      { kind: 'qr', align: 'center', content: 'https://acai.exemplo/p/7', cellDots: 6, correction: 'Q' },
    ]);
    const [image] = itemsOf('image');
    expect([image?.widthDots, image?.heightDots]).toEqual([24, 9]);
    expect([...(image?.rows.subarray(12, 15) ?? [])]).toEqual([0xff, 0xff, 0xf0]);
    expect([...(image?.rows.subarray(9, 12) ?? [])]).toEqual([0, 0, 0]);
    expect(job.text).toContain('[QR https://acai.exemplo/p/7]');
    expect(job.text).toContain('[bipe 2]');
    expect(job.text).toContain('[corte parcial]');
    expect(job.paper.warnings).toEqual([]);
  });

  test('wraps where the paper ends, earlier in double width', async () => {
    await simulator.close();
    simulator = await startPrinterSimulator({ port: 0, columns: 32 });
    const client = await connectRaw(simulator.port);
    client.write(INIT, 'a'.repeat(40), '\n', [0x1d, 0x21, 0x10], 'b'.repeat(20), '\n', CUT);
    client.end();
    expect((await simulator.waitForJob()).text).toBe(
      ['a'.repeat(32), 'a'.repeat(8), 'b'.repeat(16), 'b'.repeat(4), '[corte]'].join('\n'),
    );
  });

  test('is split at each cut, and what opens the drawer afterwards belongs to the last', async () => {
    const client = await connectRaw(simulator.port);
    client.write(INIT, 'um\n', CUT, INIT, 'dois\n', CUT, [0x1b, 0x70, 0, 25, 250]);
    client.end();
    await simulator.waitForJobs(2);
    await client.closed;
    expect(simulator.jobs().map((job) => job.text)).toEqual(['um\n[corte]', 'dois\n[corte]\n[gaveta 2]']);
  });

  test('tells that the library opens the drawer once and not twice: its kicks lack the length of the pulse', async () => {
    const printer = library(CharacterSet.PC850_MULTILINGUAL);
    printer.println('troco');
    printer.cut();
    printer.openCashDrawer();
    await printer.execute();
    await simulator.waitForJob();
    const next = await connectRaw(simulator.port);
    next.write(status(1));
    await next.read(1);
    expect(itemsOf('drawer')).toEqual([{ kind: 'drawer', pin: 2 }]);
    expect(simulator.jobs()[0]?.paper.warnings).toEqual(['unknown command 01']);
    next.end();
  });

  test('reads columns of dots, and names the commands that it does not know', async () => {
    const client = await connectRaw(simulator.port);
    client.write(INIT, [0x1b, 0x2a, 33, 2, 0, 0x80, 0, 0, 0, 0, 0x01], [0x1b, 0x7e], 'x\n', CUT);
    client.end();
    const job = await simulator.waitForJob();
    const [image] = itemsOf('image');
    expect([image?.rows[0], image?.rows[23]]).toEqual([0x80, 0x40]);
    expect(job.paper.warnings).toEqual(['unknown command 1b7e']);
  });
});

describe('questions about its state', () => {
  test('are answered at once, bit by bit', async () => {
    const client = await connectRaw(simulator.port);
    client.write(status(1), status(4));
    expect(await client.read(2)).toEqual([0x12, 0x12]);
    await simulator.faults.set({ paperNearEnd: true });
    client.write(status(4));
    expect(await client.read(1)).toEqual([0x1e]);
    await simulator.faults.set({ paperOut: true });
    client.write('preso\n', status(1), status(2), status(4));
    expect(await client.read(3)).toEqual([0x1a, 0x32, 0x7e]);
    await simulator.faults.set({ paperOut: false, coverOpen: true });
    client.write(status(1), status(2));
    expect(await client.read(2)).toEqual([0x1a, 0x16]);
    client.end();
  });

  test('split over packets are still one question, asked once', () => {
    const scan = createRealTimeScanner();
    const asked = [[0x41, 0x10], [0x04], [0x01, 0x10, 0x04], [0x04], [0x42], [0x10, 0x04, 0x02]];
    expect(asked.map((chunk) => scan(Uint8Array.from(chunk)))).toEqual([[], [], [1], [4], [], [2]]);
  });

  test('automatic status tells of every change once asked for', async () => {
    const client = await connectRaw(simulator.port);
    client.write([0x1d, 0x61, 0x0f]);
    expect(await client.read(4)).toEqual([0x10, 0, 0, 0]);
    await simulator.faults.set({ paperOut: true });
    expect(await client.read(4)).toEqual([0x18, 0, 0x0f, 0]);
    client.end();
  });

  test('the process id comes back only when what stood before it is on paper', async () => {
    await simulator.faults.set({ paperOut: true });
    const client = await connectRaw(simulator.port);
    client.write(INIT, 'conta\n', CUT, processId('0042'), status(1));
    expect(await client.read(1)).toEqual([0x1a]);
    expect(client.received()).toEqual([]);
    await simulator.faults.set({ paperOut: false });
    expect(await client.read(7)).toEqual([0x37, 0x22, 0x30, 0x30, 0x34, 0x32, 0x00]);
    expect(simulator.jobs()).toHaveLength(1);
    client.end();
  });

  test('one that leaves connections open prints all the same, and hangs up only when it loses power', async () => {
    await simulator.faults.set({ leavesOpen: true });
    const client = await connectRaw(simulator.port);
    let closed = false;
    void client.closed.then(() => (closed = true));
    client.write(INIT, 'oi\n', CUT);
    client.end();
    await simulator.waitForJob();
    const other = await connectRaw(simulator.port);
    other.write(status(1));
    expect(await other.read(1)).toEqual([0x12]);
    expect(closed).toBe(false);
    await simulator.faults.set({ offline: true });
    await client.closed;
  });

  test('a mute one prints and says nothing', async () => {
    await simulator.faults.set({ mute: true });
    const client = await connectRaw(simulator.port);
    client.write(status(1), INIT, 'oi\n', CUT, processId('0001'), [0x1d, 0x72, 1]);
    await simulator.waitForJob();
    client.end();
    await client.closed;
    expect(client.received()).toEqual([]);
  });
});

describe('failures', () => {
  test('switched off, it refuses; switched on, it is back on its port', async () => {
    await simulator.faults.set({ offline: true });
    await expect(connectRaw(simulator.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await simulator.faults.set({ offline: false });
    const client = await connectRaw(simulator.port);
    client.write('de volta\n', CUT);
    client.end();
    expect((await simulator.waitForJob()).text).toContain('de volta');
  });

  test('stalled, it takes the connection and reads nothing until it is freed', async () => {
    await simulator.faults.set({ stalled: true });
    const client = await connectRaw(simulator.port);
    client.write('depois\n', CUT, status(1));
    await expect(simulator.waitForJob(undefined, 60)).rejects.toThrow(/did not come/);
    expect(client.received()).toEqual([]);
    await simulator.faults.set({ stalled: false });
    expect((await simulator.waitForJob()).text).toContain('depois');
    client.end();
  });

  test('without paper the ticket waits in it, even after the sender left', async () => {
    await simulator.faults.set({ paperOut: true });
    const client = await connectRaw(simulator.port);
    client.write('guardado\n', CUT);
    client.end();
    const later = await connectRaw(simulator.port);
    later.write(status(4));
    expect(await later.read(1)).toEqual([0x7e]);
    expect(simulator.jobs()).toEqual([]);
    await simulator.faults.clear();
    expect((await simulator.waitForJob()).text).toContain('guardado');
    later.end();
  });

  test('paper may end in the middle of a ticket', async () => {
    await simulator.faults.set({ paperOutAfterLines: 2 });
    const client = await connectRaw(simulator.port);
    client.write('um\ndois\ntrês\n', CUT, status(4));
    expect(await client.read(1)).toEqual([0x12]);
    client.write(status(4));
    expect(await client.read(1)).toEqual([0x7e]);
    expect(simulator.open().items).toHaveLength(2);
    expect(simulator.faults.current().paperOut).toBe(true);
    await simulator.faults.set({ paperOut: false });
    expect((await simulator.waitForJob()).complete).toBe(true);
    client.end();
  });

  test('dying in the middle leaves half a ticket, a broken connection and a clean start', async () => {
    await simulator.faults.set({ dieAfterBytes: 12 });
    const client = await connectRaw(simulator.port);
    client.write(INIT, [0x1d, 0x21, 0x11], 'começo', 'x'.repeat(100), '\n', CUT);
    await client.closed;
    expect(simulator.jobs()).toHaveLength(1);
    expect(simulator.jobs()[0]).toMatchObject({ complete: false });
    const again = await connectRaw(simulator.port);
    again.write('inteiro\n', CUT);
    again.end();
    const job = await simulator.waitForJob((each) => each.complete);
    expect(job.text).toBe('inteiro\n[corte]');
    expect(job.paper.items[0]).toMatchObject({ runs: [{ style: { width: 1, height: 1 } }] });
  });

  test('slow, it prints bit by bit and keeps the order', async () => {
    await simulator.faults.set({ slowBytesPerSecond: 2000 });
    const client = await connectRaw(simulator.port);
    client.write('a'.repeat(48).concat('\n').repeat(4), CUT);
    client.end();
    expect(simulator.jobs()).toEqual([]);
    expect((await simulator.waitForJob()).text).toBe(`${'a'.repeat(48)}\n`.repeat(4) + '[corte]');
  });

  test('a second sender waits until the first has gone', async () => {
    const first = await connectRaw(simulator.port);
    const second = await connectRaw(simulator.port);
    second.write('segundo\n', CUT);
    first.write('primeiro\n', CUT);
    await simulator.waitForJobs(1);
    first.end();
    second.end();
    const jobs = await simulator.waitForJobs(2);
    expect(jobs.map((job) => job.text)).toEqual(['primeiro\n[corte]', 'segundo\n[corte]']);
  });

  test('modes that a broken ticket left on stay on until the next one resets them', async () => {
    const broken = await connectRaw(simulator.port);
    broken.write([0x1d, 0x21, 0x11], 'grande\n');
    broken.end();
    await simulator.waitForJobs(1);
    const next = await connectRaw(simulator.port);
    next.write('herdado\n', INIT, 'normal\n', CUT);
    next.end();
    const job = await simulator.waitForJob((each) => each.complete);
    expect(job.paper.items.slice(0, 2)).toMatchObject([
      { runs: [{ style: { width: 2, height: 2 } }] },
      { runs: [{ style: { width: 1, height: 1 } }] },
    ]);
  });
});

describe('its page', () => {
  const url = (path: string): string => `http://127.0.0.1:${simulator.httpPort}${path}`;

  test('shows the paper, and gives tickets and faults to other processes', async () => {
    const client = await connectRaw(simulator.port);
    client.write(INIT, 'a<b & "c"\n', CUT);
    client.end();
    await simulator.waitForJob();
    const page = await (await fetch(url('/'))).text();
    expect(page).toContain('a&#60;b &#38; &#34;c&#34;');
    const jobs = (await (await fetch(url('/jobs'))).json()) as {
      text: string;
      bytes: string;
      complete: boolean;
    }[];
    expect(jobs).toMatchObject([{ id: 1, text: 'a<b & "c"\n[corte]', complete: true, warnings: [] }]);
    expect(Buffer.from(jobs[0]?.bytes ?? '', 'base64').subarray(0, 3)).toEqual(
      Buffer.from([0x1b, 0x40, 0x61]),
    );
    const set = (body: unknown): Promise<Response> =>
      fetch(url('/faults'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await set({ paperOut: true })).status).toBe(200);
    expect(simulator.faults.current().paperOut).toBe(true);
    expect((await set({ paperOut: 'sim' })).status).toBe(400);
  });

  test('draws to scale: letters, QR and picture stay inside the paper', () => {
    const svg = paperSvg({
      columns: 32,
      warnings: [],
      items: [
        {
          kind: 'line',
          align: 'right',
          heightDots: 48,
          runs: [
            {
              text: 'R$ 20',
              style: {
                bold: true,
                underline: 0,
                invert: false,
                upsideDown: false,
                font: 'A',
                width: 2,
                height: 2,
              },
            },
          ],
        },
        { kind: 'qr', align: 'center', content: 'oi', cellDots: 4, correction: 'M' },
        { kind: 'cut', partial: false },
      ],
    });
    expect(svg).toContain('viewBox="0 0 448 ');
    expect(svg).toContain('translate(264 ');
    expect(svg).toContain('textLength="60"');
  });

  test('tells listeners that something changed', async () => {
    const stream = await fetch(url('/events'));
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toContain('event: changed');
    await simulator.faults.set({ paperNearEnd: true });
    expect((await reader.read()).value).toContain('event: changed');
    await reader.cancel();
  });
});
