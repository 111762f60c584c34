// What an administrator changes about a printer and about the kitchen's stations, and what is sent for it.
import type { PrinterConfig } from '@balcao/shared/http/printing.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { usePrintingState } from '../../../data/staff/printing/printer-notice.tsx';
import { openScreen, refusal, type Answers, type Sent } from '../../../testing/screen.ts';
import { Toaster } from '../../../ui/toast.tsx';
import { FoundPrintersList } from './found-printers.tsx';
import { PrintJobs } from './print-jobs.tsx';
import { PrinterForm } from './printer-form.tsx';
import { StationsPanel } from './stations-panel.tsx';

const PRINTER: PrinterConfig = {
  id: 'k',
  name: 'Cozinha',
  enabled: true,
  transport: { kind: 'tcp', host: '192.168.0.50', port: 9101 },
  columns: 48,
  codePage: 'PC850',
  family: 'EPSON',
  pictures: true,
  purposes: ['kitchen'],
};
const SAVE = 'PUT /api/staff/printers/k';
const VIEW = {
  ...PRINTER,
  state: 'ok' as const,
  stateText: 'pronta',
  detail: null,
  paperLow: false,
  sinceMs: 0,
  waiting: 0,
  held: 0,
  failed: 0,
};

describe('a printer', () => {
  const open = async (
    printer: Partial<PrinterConfig> = {},
    answers: Answers = {},
    detail: string | null = null,
  ) => {
    const onChanged = vi.fn<() => void>();
    const form = createElement(PrinterForm, {
      printer: { ...PRINTER, ...printer },
      view: { ...VIEW, detail },
      removable: true,
      onChanged,
    });
    const screen = await openScreen(createElement('div', null, form, createElement(Toaster)), { answers });
    return { screen, onChanged };
  };

  it('is saved as the form says, and remembered on this device', async () => {
    const { screen, onChanged } = await open();
    await screen.type('IP da impressora', ' 192.168.0.60 ');
    await screen.type('Papel', '32');
    await screen.tap('Fechamento de caixa');
    await screen.tap('Salvar');
    expect(screen.changes()).toEqual([
      {
        route: SAVE,
        body: {
          ...PRINTER,
          transport: { kind: 'tcp', host: '192.168.0.60', port: 9101 },
          columns: 32,
          purposes: ['kitchen', 'close'],
        },
      },
    ]);
    expect(JSON.parse(screen.stored?.get('balcao-printer') ?? '')).toEqual({
      printer_enabled: 'true',
      printer_ip: '192.168.0.60',
      printer_port: '9101',
    });
    expect(screen.words()).toContain('Configurações da impressora salvas');
    expect(onChanged).toHaveBeenCalledOnce();
  });

  it('on a cable is saved with its device, and is none that another device could reach', async () => {
    const { screen } = await open({ columns: 32 });
    await screen.type('Ligação', 'file');
    await screen.type('Dispositivo', '/dev/usb/lp1');
    await screen.type('Papel', '48');
    await screen.tap('Salvar');
    expect(screen.changes()[0]?.body).toMatchObject({
      transport: { kind: 'file', devicePath: '/dev/usb/lp1' },
      columns: 48,
    });
    expect(screen.stored?.has('balcao-printer')).toBe(false);
  });

  it('that could not be saved says why, and is not remembered', async () => {
    const { screen, onChanged } = await open({}, { [SAVE]: refusal(400, 'invalid', 'Digite o IP.') });
    await screen.tap('Salvar');
    expect(screen.alerts()).toContain('Digite o IP.');
    expect(screen.words()).not.toContain('Configurações da impressora salvas');
    expect(screen.stored?.has('balcao-printer')).toBe(false);
    expect(onChanged).not.toHaveBeenCalled();
  });

  it('prints what is ticked, and no more what is unticked', async () => {
    const { screen } = await open({ purposes: ['kitchen', 'counter'] });
    await screen.tap('Comandas da cozinha');
    await screen.tap('Salvar');
    expect(screen.changes()[0]?.body).toMatchObject({ purposes: ['counter'] });
  });

  it('of another make keeps its letters where that make has them, and has its first where not', async () => {
    const { screen } = await open();
    const letters = (): string[] =>
      screen
        .all('option')
        .map((one) => one.getAttribute('value') ?? '')
        .filter((value) => /^(PC|WPC)/.test(value));
    expect(letters()).toContain('PC850');
    expect(screen.valueOf('Acentos')).toBe('PC850');
    await screen.type('Comandos', 'DARUMA');
    expect(screen.valueOf('Acentos')).toBe('PC850');
    await screen.type('Comandos', 'STAR');
    expect(letters()).toEqual(['PC860', 'WPC1252']);
    expect(screen.valueOf('Acentos')).toBe('WPC1252');
  });

  it('on a cable has its device, and one in the network its port as before', async () => {
    const { screen } = await open();
    await screen.type('Ligação', 'file');
    expect(screen.valueOf('Dispositivo')).toBe('/dev/usb/lp0');
    await screen.type('Ligação', 'tcp');
    expect([screen.valueOf('IP da impressora'), screen.valueOf('Porta')]).toEqual(['', '9100']);
  });

  it('that was heard has its own port, whatever was typed before', async () => {
    const found = { network: [{ name: 'EPSON TM', host: '192.168.0.77', port: 9101 }], devices: [] };
    const { screen } = await open({}, { 'GET /api/staff/found-printers': found });
    await screen.type('Porta', '9200');
    await screen.tap('Procurar impressoras');
    await screen.tap('Usar esta');
    expect(screen.valueOf('Porta')).toBe('9101');
  });

  it('without a port has the usual one', async () => {
    const { screen } = await open();
    await screen.type('Porta', '');
    await screen.tap('Salvar');
    expect(screen.changes()[0]?.body).toMatchObject({ transport: { port: 9100 } });
  });

  it('says more of itself only where that is more than its state', async () => {
    expect((await open({}, {}, 'sem papel desde 18:04')).screen.words()).toContain('sem papel desde 18:04');
    expect((await open({}, {}, 'pronta')).screen.words().match(/pronta/g)).toHaveLength(1);
  });

  it('is taken away by a button, with what was typed for it', async () => {
    const { screen, onChanged } = await open();
    await screen.type('Nome', 'Outra');
    await screen.tap('Remover');
    expect(screen.changes().map(({ route }) => route)).toEqual(['DELETE /api/staff/printers/k']);
    expect(onChanged).toHaveBeenCalledOnce();
    expect(screen.valueOf('Nome')).toBe('Cozinha');
  });

  it('that was changed is tried on paper once it is saved: what would print is the one before', async () => {
    const { screen } = await open();
    expect(screen.words()).not.toContain('Salve antes de testar.');
    await screen.type('IP da impressora', '192.168.0.60');
    expect(screen.buttons()).toContain('Imprimir teste (off)');
    expect(screen.words()).toContain('Salve antes de testar.');
    await screen.tap('Salvar');
    expect(screen.buttons()).toContain('Imprimir teste');
  });

  it('that is kept is tried on paper; a new one cannot be yet', async () => {
    expect((await open()).screen.buttons().join()).toContain('teste');
    expect((await open({ id: 'new' })).screen.buttons().join()).not.toContain('teste');
  });
});

const job = (id: number, state: string) => ({
  id,
  printerId: 'k',
  purpose: 'kitchen',
  orderId: 'one',
  code: null,
  panelNumber: 7,
  simpleId: 40 + id,
  copy: 1,
  state,
  stateText: state,
  attempts: 0,
  nextAtMs: 0,
  lastError: null,
  createdAtMs: 0,
  updatedAtMs: 0,
});

it('what waits in the queue is printed, tried again, sent elsewhere or thrown away; then it is looked at', async () => {
  const STATE = 'GET /api/staff/printing';
  const Queue = () => createElement(PrintJobs, { printing: usePrintingState() });
  const screen = await openScreen(createElement(Queue), {
    answers: {
      [STATE]: {
        printers: [VIEW, { ...VIEW, id: 'b', name: 'Balcão' }],
        jobs: [job(1, 'held'), job(2, 'failed')],
      },
    },
  });
  screen.sent.splice(0);
  for (const name of [
    'Imprimir: Comanda #41',
    'Tentar de novo: Comanda #42',
    'Mandar para Balcão: Comanda #42',
    'Descartar: Comanda #41',
  ])
    await screen.tap(name);
  expect(screen.sent.map(({ route }) => route)).toEqual([
    'POST /api/staff/print-jobs/1/release',
    STATE,
    'POST /api/staff/print-jobs/2/retry',
    STATE,
    'POST /api/staff/print-jobs/2/move-to/b',
    STATE,
    'POST /api/staff/print-jobs/1/cancel',
    STATE,
  ]);
});

it('what waits for a printer that is gone is told by its id, and can go to any that is in use', async () => {
  const Queue = () => createElement(PrintJobs, { printing: usePrintingState() });
  const others = [VIEW, { ...VIEW, id: 'b', name: 'Balcão', enabled: false }];
  const screen = await openScreen(createElement(Queue), {
    answers: {
      'GET /api/staff/printing': { printers: others, jobs: [{ ...job(1, 'failed'), printerId: 'velha' }] },
    },
  });
  expect(screen.words()).toContain('velha');
  expect(screen.buttons().filter((name) => name.startsWith('Mandar para'))).toEqual([
    'Mandar para Cozinha: Comanda #41',
  ]);
});

describe('printers that were heard', () => {
  const FOUND = 'GET /api/staff/found-printers';
  const open = async (found: object) => {
    const onPick = vi.fn<(transport: PrinterConfig['transport']) => void>();
    const screen = await openScreen(createElement(FoundPrintersList, { onPick }), {
      answers: { [FOUND]: found },
    });
    expect(screen.words()).toBe('Procurar impressoras');
    await screen.tap('Procurar impressoras');
    return { screen, onPick };
  };

  it('are taken each by its own address or device', async () => {
    const { screen, onPick } = await open({
      network: [{ name: 'EPSON TM', host: '192.168.0.77', port: 9101 }],
      devices: ['/dev/usb/lp1'],
    });
    expect(screen.words()).toContain('EPSON TM (192.168.0.77:9101)');
    await screen.tap('Usar esta');
    expect(onPick).toHaveBeenLastCalledWith({ kind: 'tcp', host: '192.168.0.77', port: 9101 });
    await screen.tap('Usar esta', 1);
    expect(onPick).toHaveBeenLastCalledWith({ kind: 'file', devicePath: '/dev/usb/lp1' });
  });

  it('are waited for as long as the store knocks at each address of its network', async () => {
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => bounds.mockRestore());
    await open({ network: [], devices: [] });
    // A few seconds of listening, and up to nine of knocking.
    expect(bounds.mock.calls.at(-1)?.[0]).toBeGreaterThanOrEqual(15_000);
  });

  it('that could not be looked for are said so', async () => {
    const { screen } = await open(refusal(503, 'away', 'A loja não respondeu.'));
    expect(screen.alerts()).toEqual(['A loja não respondeu.']);
  });

  it('may be none, which is said after the search alone', async () => {
    const { screen } = await open({ network: [], devices: [] });
    expect(screen.words()).toContain('Nenhuma impressora respondeu na rede da loja.');
  });
});

describe('stations of the kitchen', () => {
  const station = (id: string, name: string) => ({ id, name, takes: [], printerId: null });
  const BAR = station('bar', 'Bar');
  const COPA = station('copa', 'Copa');
  const open = (stations: object[]) =>
    openScreen(
      createElement(
        'div',
        null,
        createElement(StationsPanel, { printers: [PRINTER] }),
        createElement(Toaster),
      ),
      {
        answers: {
          'GET /api/staff/catalog': () => ({
            ...sampleCatalog(),
            settings: { ...sampleCatalog().settings, stations },
          }),
          'PATCH /api/staff/settings': ({ body }: Sent) => body,
        },
      },
    );

  it('are named, printed where it is said, and saved together', async () => {
    const screen = await open([BAR, COPA]);
    expect(screen.buttons()).toContain('Salvar estações (off)');
    await screen.type('Nome da estação', 'Montagem', 1);
    await screen.type('Impressora', 'k');
    await screen.tap('Salvar estações');
    expect(screen.changes()).toEqual([
      {
        route: 'PATCH /api/staff/settings',
        body: {
          stations: [
            { ...BAR, printerId: 'k' },
            { ...COPA, name: 'Montagem' },
          ],
        },
      },
    ]);
    expect(screen.words()).toContain('Estações salvas');
  });

  it('without a name are not saved; one is taken away alone', async () => {
    const screen = await open([BAR, COPA]);
    await screen.tap('Acrescentar estação');
    await screen.tap('Salvar estações');
    expect(screen.alerts()).toEqual(['Dê um nome a cada estação.']);
    expect(screen.changes()).toEqual([]);
    await screen.tap('Remover a estação ');
    await screen.tap('Remover a estação Bar');
    await screen.tap('Salvar estações');
    expect(screen.changes()[0]?.body).toEqual({ stations: [COPA] });
  });

  it('make each thing at the one that is chosen for it, and what is not chosen at the first', async () => {
    const screen = await open([BAR, COPA]);
    expect(screen.valueOf('Taças e copos prontos')).toBe('bar');
    await screen.type('Taças e copos prontos', 'copa');
    await screen.tap('Salvar estações');
    expect(screen.changes()[0]?.body).toEqual({ stations: [BAR, { ...COPA, takes: ['cup'] }] });
  });

  it('are six at most', async () => {
    const many = (count: number) =>
      open(Array.from({ length: count }, (_, at) => station(`s${at}`, `Estação ${at}`)));
    expect((await many(5)).buttons()).toContain('Acrescentar estação');
    expect((await many(6)).buttons()).not.toContain('Acrescentar estação');
  });

  it('share out what is made once there are two, and print with the kitchen where none is chosen', async () => {
    expect((await open([BAR])).words()).not.toContain('O que vai para onde');
    expect((await open([BAR, COPA])).words()).toContain('O que vai para onde');
    // One that is not named yet is told by its place.
    const unnamed = await open([BAR, { ...COPA, name: '' }]);
    expect(unnamed.all('option').map((one) => one.textContent)).toContain('Estação 2');
    const screen = await open([{ ...BAR, printerId: 'k' }, COPA]);
    await screen.type('Impressora', '');
    await screen.tap('Salvar estações');
    expect(screen.changes()[0]?.body).toEqual({ stations: [BAR, COPA] });
  });
});
