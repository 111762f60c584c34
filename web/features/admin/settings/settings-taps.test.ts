// What the settings send when somebody changes them: hours, printers and people.
import type { OpeningHours } from '@balcao/shared/menu/menu.ts';
import { createElement, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { Toaster, toastsAtom } from '../../../ui/toast.tsx';
import { WordDialog } from '../../../ui/staff/word-dialog.tsx';
import { HoursEditor } from './hours-editor.tsx';
import { NewUserDialog } from './new-user-dialog.tsx';
import { PaperPreview } from './paper-preview.tsx';
import { PrintersPanel } from './printers-panel.tsx';

const nothing = (): void => {};

describe('opening hours', () => {
  const EVENING = { opens: '18:00', closes: '23:00' };
  const USUAL = { opens: '10:00', closes: '22:00' };
  const DEFAULT: OpeningHours = {
    weekly: [[], [EVENING], [], [], [], [], []],
    holidays: [{ date: '2026-12-25', intervals: [] }],
  };
  const open = async (hours = DEFAULT) => {
    let now = hours;
    const Editor = () => {
      const [held, setHeld] = useState(hours);
      now = held;
      return createElement(HoursEditor, { hours: held, onChange: setHeld });
    };
    const screen = await openScreen(createElement(Editor));
    return { screen, now: () => now };
  };

  it('of one day change alone, each end of them', async () => {
    const { screen, now } = await open();
    await screen.type('Segunda: abre', '17:30');
    await screen.type('Segunda: fecha', '23:45');
    expect(now().weekly).toEqual([[], [{ opens: '17:30', closes: '23:45' }], [], [], [], [], []]);
    // An hour that is being typed is none yet.
    await screen.type('Segunda: fecha', '');
    await screen.type('Segunda: abre', '');
    expect(now().weekly[1]).toEqual([{ opens: '17:30', closes: '23:45' }]);
    await screen.tap('Segunda: tirar este horário');
    expect(now().weekly[1]).toEqual([]);
  });

  it('are given to every day of the week', async () => {
    const { screen, now } = await open();
    await screen.tap('Segunda: copiar para todos os dias');
    expect(now().weekly).toEqual(Array.from({ length: 7 }, () => [EVENING]));
  });

  it('are up to four a day, of which one may be taken away', async () => {
    const { screen, now } = await open({
      ...DEFAULT,
      weekly: [[], [EVENING, EVENING, USUAL], [], [], [], [], []],
    });
    const more = () => screen.buttons().filter((name) => name.endsWith(': mais um horário')).length;
    expect(more()).toBe(8);
    await screen.tap('Segunda: mais um horário');
    expect(now().weekly[1]).toEqual([EVENING, EVENING, USUAL, USUAL]);
    expect(more()).toBe(7);
    await screen.tap('Segunda, 3º horário: tirar este horário');
    expect(now().weekly[1]).toEqual([EVENING, EVENING, USUAL]);
  });

  it('of a day that differs are its own, the days in their order, each once', async () => {
    const { screen, now } = await open();
    expect(screen.buttons()).toContain('Acrescentar dia (off)');
    await screen.type('Dia', '2026-12-25');
    expect(screen.buttons()).toContain('Acrescentar dia (off)');
    await screen.type('Dia', '2026-12-24');
    await screen.tap('Acrescentar dia');
    expect(now().holidays.map(({ date }) => date)).toEqual(['2026-12-24', '2026-12-25']);
    expect(screen.valueOf('Dia')).toBe('');
    await screen.type('Dia', '2026-12-25');
    expect(screen.buttons()).toContain('Acrescentar dia (off)');
    await screen.tap('24/12/2026: mais um horário');
    expect(now().holidays).toEqual([
      { date: '2026-12-24', intervals: [USUAL] },
      { date: '2026-12-25', intervals: [] },
    ]);
    await screen.tap('24/12/2026: tirar o dia');
    expect(now().holidays.map(({ date }) => date)).toEqual(['2026-12-25']);
    expect(screen.words()).toContain('25/12/2026 Fechado');
  });
});

it('days that differ are sixty at most', async () => {
  const dates = (length: number) =>
    Array.from({ length }, (_, at) => new Date(Date.UTC(2027, 0, 1 + at)).toISOString().slice(0, 10));
  const canAdd = async (length: number) => {
    const holidays = dates(length).map((date) => ({ date, intervals: [] }));
    const hours: OpeningHours = { weekly: [[], [], [], [], [], [], []], holidays };
    const screen = await openScreen(createElement(HoursEditor, { hours, onChange: nothing }));
    await screen.type('Dia', '2026-12-25');
    return screen.buttons().includes('Acrescentar dia');
  };
  expect([await canAdd(59), await canAdd(60)]).toEqual([true, false]);
});

describe('printers', () => {
  const LIST = 'GET /api/staff/printers';
  const STATE = 'GET /api/staff/printing';
  const printer = (id: string, name: string) => ({
    id,
    name,
    enabled: true,
    transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 },
    columns: 48,
    codePage: 'PC850',
    family: 'EPSON',
    pictures: true,
    purposes: ['kitchen'],
  });
  const view = (id: string, stateText: string) => ({
    ...printer(id, id),
    state: 'ok',
    stateText,
    detail: null,
    paperLow: false,
    sinceMs: 0,
    waiting: 0,
    held: 0,
    failed: 0,
  });
  const open = (printers: unknown[]) =>
    openScreen(createElement(PrintersPanel), {
      answers: {
        [LIST]: { printers },
        [STATE]: { printers: [view('k', 'pronta'), view('b', 'sem resposta')], jobs: [] },
      },
    });

  it('each with its own state; the last one is not taken away', async () => {
    const one = await open([printer('k', 'Cozinha')]);
    expect(one.words()).toContain('pronta');
    expect(one.words()).not.toContain('sem resposta');
    expect(one.buttons().filter((name) => name === 'Remover')).toEqual([]);
    const two = await open([printer('k', 'Cozinha'), printer('b', 'Copa')]);
    expect(two.buttons().filter((name) => name === 'Remover')).toHaveLength(2);
  });

  it('one more is begun by a button, the first one by itself; once it is kept, all are read again', async () => {
    const none = await open([]);
    expect(none.buttons()).not.toContain('Acrescentar impressora');
    expect(none.words()).toContain('IP da impressora');
    const screen = await open([printer('k', 'Cozinha')]);
    await screen.tap('Acrescentar impressora');
    expect(screen.buttons()).not.toContain('Acrescentar impressora');
    await screen.type('IP da impressora', '192.168.0.51', 1);
    screen.sent.splice(0);
    await screen.tap('Salvar', 1);
    expect(screen.sent.map(({ route }) => route)).toEqual(['PUT /api/staff/printers/new', LIST, STATE]);
    expect(screen.changes()[0]?.body).toMatchObject({
      transport: { kind: 'tcp', host: '192.168.0.51', port: 9100 },
      purposes: ['kitchen'],
    });
    expect(screen.buttons()).toContain('Acrescentar impressora');
  });
});

describe('a new account', () => {
  const open = async (answers: Answers = {}) => {
    const done = { onClose: vi.fn<() => void>(), onCreated: vi.fn<() => void>() };
    const screen = await openScreen(
      createElement('div', null, createElement(NewUserDialog, done), createElement(Toaster)),
      { answers },
    );
    await screen.type('Nome', ' Nina ');
    await screen.type('Email', ' nina@loja.example ');
    await screen.type('Senha', 'açaí com banana');
    return { screen, ...done };
  };

  it('is the kitchen’s unless another work is chosen, and has what was typed', async () => {
    const { screen, onClose, onCreated } = await open();
    await screen.tap('Criar usuário');
    expect(screen.changes()).toEqual([
      {
        route: 'POST /api/staff/users',
        body: { name: 'Nina', email: 'nina@loja.example', password: 'açaí com banana', role: 'KITCHEN' },
      },
    ]);
    expect(screen.store.get(toastsAtom).map(({ title, text }) => [title, text])).toEqual([
      ['Usuário criado com sucesso', 'Nina: Cozinha.'],
    ]);
    expect([onClose.mock.calls.length, onCreated.mock.calls.length]).toEqual([1, 1]);
  });

  it.each([['Nome'], ['Email'], ['Senha']])('without its "%s" is not asked for', async (field) => {
    const { screen, onClose } = await open();
    await screen.type(field, field === 'Senha' ? '' : ' ');
    await screen.tap('Criar usuário');
    expect(screen.alerts()).toContain('Todos os campos são obrigatórios');
    expect(screen.changes()).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('needs as long a password as its work does', async () => {
    const { screen } = await open();
    await screen.type('Senha', 'dezletras1');
    await screen.type('Função', 'ADMIN');
    await screen.tap('Criar usuário');
    expect(screen.changes()).toEqual([]);
    await screen.type('Função', 'KITCHEN');
    await screen.tap('Criar usuário');
    expect(screen.changes()).toHaveLength(1);
  });

  it('that is refused says why, and stays open', async () => {
    const { screen, onClose, onCreated } = await open({
      'POST /api/staff/users': refusal(409, 'email-taken', 'Já existe uma conta com este email.'),
    });
    await screen.tap('Criar usuário');
    expect(screen.alerts()).toContain('Já existe uma conta com este email.');
    expect(screen.words()).not.toContain('com sucesso');
    expect(onClose).not.toHaveBeenCalled();
    expect(onCreated).not.toHaveBeenCalled();
  });
});

it('a slip is shown as the form says the paper is, the kitchen’s first', async () => {
  const paper = { columns: 32, codePage: 'PC850', family: 'EPSON', pictures: true } as const;
  const pictures = (screen: Awaited<ReturnType<typeof openScreen>>) =>
    screen.all('img').map((one) => [one.getAttribute('src'), one.getAttribute('alt')]);
  const screen = await openScreen(createElement(PaperPreview, { paper }));
  await screen.tap('Ver como sai no papel');
  expect(pictures(screen)).toEqual([
    [
      '/api/staff/print-preview/samples/kitchen?columns=32&codePage=PC850&family=EPSON&pictures=1',
      'Prévia: Comanda da cozinha, papel de 58 mm',
    ],
  ]);
  const wide = await openScreen(
    createElement(PaperPreview, { paper: { ...paper, columns: 48, pictures: false } }),
  );
  await wide.tap('Ver como sai no papel');
  await wide.type('Prévia de', 'close');
  expect(pictures(wide)).toEqual([
    [
      '/api/staff/print-preview/samples/close?columns=48&codePage=PC850&family=EPSON&pictures=0',
      'Prévia: Fechamento de caixa, papel de 80 mm',
    ],
  ]);
});

it('what nothing brings back needs its word typed, letter by letter', async () => {
  const onConfirm = vi.fn<(typed: string) => void>();
  const dialog = { title: 'Limpar', word: 'LIMPAR', label: 'Digite LIMPAR', confirm: 'Limpar tudo' };
  const screen = await openScreen(
    createElement(WordDialog, { ...dialog, busy: false, failed: 'Não deu.', onConfirm, onClose: nothing }),
  );
  expect(screen.words()).toContain('Não deu.');
  for (const typed of ['', 'limpar', 'LIMPA']) {
    await screen.type('Digite LIMPAR', typed);
    expect(screen.buttons()).toContain('Limpar tudo (off)');
  }
  await screen.type('Digite LIMPAR', 'LIMPAR');
  await screen.tap('Limpar tudo');
  expect(onConfirm).toHaveBeenCalledWith('LIMPAR');
});
