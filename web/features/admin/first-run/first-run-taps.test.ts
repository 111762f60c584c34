// The first run as somebody goes through it: where each button leads, what it sends, and what is said once a step is done.
import { FIRST_RUN_STEPS } from '@balcao/shared/store/first-run.ts';
import { atom, useAtomValue } from 'jotai';
import { createElement, type ComponentProps } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { progressOf } from '../../../testing/first-run.ts';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { EndScreen } from './end-screen.tsx';
import { PrinterStep } from './printer-step.tsx';
import { SiteStep } from './site-step.tsx';
import { StepFrame } from './step-frame.tsx';
import type { Progress, Screen } from './steps.ts';

const ALL = Object.fromEntries(FIRST_RUN_STEPS.map((id) => [id, 'done' as const]));

describe('a step', () => {
  const open = async (progress: Progress, changes: Partial<ComponentProps<typeof StepFrame>> = {}) =>
    openScreen(
      createElement(StepFrame, {
        screen: 'printer',
        progress,
        title: 'A impressora',
        lead: '',
        ...changes,
      } as ComponentProps<typeof StepFrame>),
    );

  it('says which of how many it is, and leads back to the one before, or to the panel', async () => {
    const screen = await open(progressOf({}));
    expect(screen.words()).toContain('Passo 4 de 7');
    await screen.tap('Voltar');
    expect(screen.path()).toBe('/admin/primeiros-passos/cardapio');
    const first = await open(progressOf({}), { screen: 'shop' });
    expect(first.words()).toContain('Passo 1 de 7');
    await first.tap('Voltar');
    expect(first.path()).toBe('/admin');
  });

  it('is read from its top: its title has the keyboard', async () => {
    const screen = await open(progressOf({}));
    expect(screen.window.document.activeElement?.textContent).toBe('A impressora');
  });

  it('that comes after another is not read from where that one was left', async () => {
    const step = atom<Screen>('printer');
    const frame = { progress: progressOf({}), title: '', lead: '', children: null };
    const Step = () => createElement(StepFrame, { ...frame, screen: useAtomValue(step) });
    const screen = await openScreen(createElement(Step));
    const scrolled: number[][] = [];
    Object.assign(screen.window, { scrollTo: (...to: number[]) => void scrolled.push(to) });
    await screen.when(() => screen.store.set(step, 'site'));
    expect(screen.words()).toContain('Passo 5 de 7');
    expect(scrolled).toEqual([[0, 0]]);
  });

  it('that is put off is kept so, and leads on', async () => {
    const progress = progressOf({ site: 'done' });
    const screen = await open(progress);
    expect(screen.buttons()).not.toContain('Continuar');
    await screen.tap('Pular por enquanto');
    expect(progress.skip).toHaveBeenCalledWith('printer');
    expect(screen.path()).toBe('/admin/primeiros-passos/pagamento');
  });

  it('that could not be put off is not left', async () => {
    const progress = progressOf({});
    progress.skip.mockRejectedValue(new Error('sem rede'));
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const screen = await open(progress, { skipLabel: 'Não uso impressora' });
    await screen.tap('Não uso impressora');
    expect(screen.path()).toBe('/');
  });

  it('that is done goes on', async () => {
    const progress = progressOf({ printer: 'done' });
    const screen = await open(progress, { action: 'Outra vez' });
    expect(screen.buttons()).toEqual(['Voltar', 'Fechar e ir para o painel', 'Continuar']);
    expect(screen.words()).toContain('Continuar Outra vez');
    await screen.tap('Continuar');
    expect(screen.path()).toBe('/admin/primeiros-passos/site');
    expect(progress.skip).not.toHaveBeenCalled();
    // What was put off is no more done than what is open.
    expect((await open(progressOf({ printer: 'skipped' }))).buttons()).not.toContain('Continuar');
  });
});

describe('the site', () => {
  const LINK = 'GET /api/staff/relay';
  const link = (publicUrl: string | null) => ({ relayUrl: 'https://acai.example', publicUrl });

  it('is shown by its address once the shop is joined to it', async () => {
    const open = (progress: Progress, publicUrl: string | null) =>
      openScreen(createElement(SiteStep, { progress }), { answers: { [LINK]: link(publicUrl) } });
    const joined = await open(progressOf({ site: 'done' }), 'https://acai.example');
    expect(joined.words()).toContain('https://acai.example É este endereço que os clientes abrem.');
    expect(joined.words()).toContain('A loja está ligada ao site.');
    for (const publicUrl of ['https://acai.example', null]) {
      const other = await open(progressOf({}), publicUrl);
      expect(other.words()).not.toContain('que os clientes abrem');
      expect(other.buttons()).toContain('Ligar ao site');
      expect(other.words()).not.toContain('A loja está ligada');
    }
    expect((await open(progressOf({ site: 'done' }), null)).buttons()).toContain('Ligar ao site');
  });

  it('is joined by a code, which does not stay on the screen; then both are looked at again', async () => {
    const progress = progressOf({});
    const screen = await openScreen(createElement(SiteStep, { progress }), {
      answers: { [LINK]: link(null) },
    });
    expect(screen.valueOf('Endereço do site')).toBe('https://acai.example');
    await screen.type('Código de pareamento', 'ABCDE-12345');
    await screen.tap('Ligar ao site');
    expect(screen.changes()).toEqual([
      {
        route: 'POST /api/staff/relay/pair',
        body: { relayUrl: 'https://acai.example', code: 'ABCDE-12345' },
      },
    ]);
    expect(screen.sent.at(-1)?.route).toBe(LINK);
    expect(progress.reload).toHaveBeenCalledOnce();
    expect(screen.valueOf('Código de pareamento')).toBe('');
  });
});

describe('the printer', () => {
  const LIST = 'GET /api/staff/printers';
  const FOUND = 'GET /api/staff/found-printers';
  const open = async (printers: unknown[], progress = progressOf({}), answers: Answers = {}) => ({
    progress,
    screen: await openScreen(createElement(PrinterStep, { progress }), {
      answers: { [LIST]: { printers }, ...answers },
    }),
  });
  const SAVED = {
    id: 'k',
    name: 'Cozinha',
    enabled: true,
    transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 },
    columns: 48,
    codePage: 'PC850',
    family: 'EPSON',
    pictures: true,
    purposes: ['kitchen'],
  };

  it('that was heard is taken as it was found, saved switched on, for all that a first printer prints', async () => {
    const { screen } = await open([], progressOf({}), {
      [FOUND]: { network: [{ name: 'EPSON TM', host: '192.168.0.77', port: 9101 }], devices: [] },
    });
    expect(screen.buttons()).not.toContain('Imprimir teste');
    await screen.tap('Procurar impressoras');
    await screen.tap('Usar esta');
    expect([screen.valueOf('IP da impressora'), screen.valueOf('Porta')]).toEqual(['192.168.0.77', '9101']);
    await screen.tap('Salvar impressora');
    expect(screen.changes()[0]).toMatchObject({
      route: 'PUT /api/staff/printers/principal',
      body: {
        name: 'Cozinha',
        enabled: true,
        transport: { kind: 'tcp', host: '192.168.0.77', port: 9101 },
        columns: 48,
        purposes: ['kitchen', 'wholesale', 'close'],
      },
    });
    expect(screen.sent.at(-1)?.route).toBe(LIST);
  });

  it('that was just saved can be tried at once, whatever the order in which the store names its fields', async () => {
    const answers: Answers = { [LIST]: { printers: [] } };
    const step = createElement(PrinterStep, { progress: progressOf({}) });
    const screen = await openScreen(step, { answers });
    await screen.type('IP da impressora', '192.168.0.50');
    const { transport, ...rest } = SAVED;
    answers[LIST] = { printers: [{ transport, ...rest, id: 'principal' }] };
    await screen.tap('Salvar impressora');
    expect(screen.buttons()).toContain('Imprimir teste');
    expect(screen.words()).not.toContain('Salve antes de testar.');
  });

  it('that is saved is tried on paper, and the step looked at again', async () => {
    const { screen, progress } = await open([SAVED, { ...SAVED, id: 'b' }], progressOf({}), {
      'POST /api/staff/printers/k/test': { confirmed: true, unproven: false, message: 'Saiu.' },
    });
    expect(screen.valueOf('IP da impressora')).toBe('192.168.0.50');
    await screen.tap('Imprimir teste');
    expect(screen.changes().map(({ route }) => route)).toEqual(['POST /api/staff/printers/k/test']);
    expect(progress.reload).toHaveBeenCalledOnce();
  });

  it('that is not saved says why; one that has printed is done', async () => {
    const { screen } = await open([SAVED], progressOf({}), {
      'PUT /api/staff/printers/k': refusal(400, 'invalid', 'Digite o IP.'),
    });
    await screen.tap('Salvar impressora');
    expect(screen.alerts()).toEqual(['Digite o IP.']);
    const done = (await open([SAVED], progressOf({ printer: 'done' }))).screen;
    expect(done.words()).toContain('A impressora imprimiu.');
    expect(done.buttons()).not.toContain('Salvar impressora');
    await done.type('IP da impressora', '192.168.0.99');
    expect(done.buttons()).toContain('Salvar impressora');
    // The printer that is saved is not the one in sight.
    expect(done.buttons()).toContain('Imprimir teste (off)');
  });
});

describe('the end', () => {
  const open = (progress: Progress) => openScreen(createElement(EndScreen, { progress }));

  it('says whether all was tried, or that what was put off waits', async () => {
    expect((await open(progressOf(ALL))).words()).toContain('Sua loja está pronta!');
    const { words } = await open(progressOf({ ...ALL, pix: 'skipped' }));
    expect(words()).toContain('Já dá para abrir a loja O que ficou para depois espera por você no painel.');
  });

  it('leads to the panel, and back to the last step', async () => {
    const screen = await open(progressOf(ALL));
    await screen.tap('Voltar');
    expect(screen.path()).toBe('/admin/primeiros-passos/pix');
    await screen.tap('Ir para o painel');
    expect(screen.path()).toBe('/admin');
  });
});
