// Copies, USB drives and rehearsals of the shop's machine: what each button asks for, and when it is looked again.
import type { Backups } from '@balcao/shared/http/backups.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { Toaster } from '../../../ui/toast.tsx';
import { BackupsPanel } from './backups-panel.tsx';
import { RecoverySheetCard } from './recovery-sheet.tsx';
import { RehearsalCard } from './rehearsal-card.tsx';
import { SiteCopy } from './site-copy.tsx';
import { UsbDrivesCard } from './usb-drives-card.tsx';

const at = (time: string): number => Date.parse(`2026-11-21T${time}:00-03:00`);

beforeEach(() => {
  vi.useFakeTimers({
    now: at('18:20'),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const STICK = {
  id: 's/1',
  label: 'KINGSTON',
  bytes: 32e9,
  enrolled: true,
  here: true,
  writable: true,
  seenAtMs: 0,
  holdsErased: false,
};

describe('copies', () => {
  const LIST = 'GET /api/staff/backups';
  const STATE: Backups = {
    backups: [],
    lastAtMs: null,
    failure: null,
    sticks: [],
    site: null,
    running: false,
    rehearsals: [],
    rehearsing: false,
    downloadable: true,
    maxAgeDays: 30,
  };
  const open = (changes: Partial<Backups> = {}, answers: Answers = {}) =>
    openScreen(createElement('div', null, createElement(BackupsPanel), createElement(Toaster)), {
      answers: {
        [LIST]: { ...STATE, ...changes },
        'GET /api/staff/recovery-sheet': { seenAtMs: 0, showable: true },
        ...answers,
      },
    });

  it('are made by a button, and the list is read again', async () => {
    const screen = await open();
    screen.sent.splice(0);
    await screen.tap('Fazer cópia agora');
    expect(screen.sent.map(({ route }) => route)).toEqual(['POST /api/staff/backups', LIST]);
    expect(screen.words()).toContain('Cópia feita e conferida');
  });

  it('that are being made are not asked for twice; why the last one failed is said', async () => {
    const screen = await open({ running: true, failure: { atMs: 0, text: 'O disco está cheio.' } });
    expect(screen.buttons()).toContain('Fazendo a cópia… (off)');
    expect(screen.alerts()).toContain('O disco está cheio.');
    expect((await open()).alerts()).toEqual([]);
  });

  it('that could not be made are not said to be', async () => {
    const screen = await open({}, { 'POST /api/staff/backups': refusal(503, 'full', 'O disco está cheio.') });
    await screen.tap('Fazer cópia agora');
    expect(screen.words()).not.toContain('Cópia feita');
  });

  it('are looked at every half minute', async () => {
    const screen = await open();
    screen.sent.splice(0);
    await screen.later(30_000);
    expect(screen.sent.map(({ route }) => route)).toContain(LIST);
  });

  it('that lie in the shop are fetched, those on a drive are not', async () => {
    const copy = { name: 'n', reason: 'noturna', atMs: at('03:00'), bytes: 1, sealed: true } as const;
    const fetched = async (place: 'store' | 'usb') =>
      (await open({ backups: [{ ...copy, place }] })).buttons().filter((name) => name.startsWith('Baixar'));
    expect(await fetched('store')).toEqual(['Baixar a cópia de 21/11/2026 às 03:00']);
    expect(await fetched('usb')).toEqual([]);
  });

  it('may get as old as is said here', async () => {
    const screen = await open({ maxAgeDays: 45 });
    expect(screen.valueOf('Dias')).toBe('45');
    await screen.type('Dias', '60');
    screen.sent.splice(0);
    await screen.tap('Salvar prazo');
    expect(screen.sent.map(({ route }) => route)).toEqual(['PUT /api/staff/backups', LIST]);
    expect(screen.changes()[0]?.body).toEqual({ maxAgeDays: 60 });
    expect(screen.words()).toContain('Prazo salvo');
  });

  it('are not given another age while one is being saved', async () => {
    const screen = await open({}, { 'PUT /api/staff/backups': () => new Promise(() => undefined) });
    await screen.type('Dias', '60');
    await screen.tap('Salvar prazo');
    expect(screen.buttons()).toContain('Salvar prazo (off)');
  });
});

describe('a USB drive', () => {
  const open = async (enrolled: boolean, answers: Answers = {}) => {
    const onChange = vi.fn<() => void>();
    const card = createElement(UsbDrivesCard, { usbDrives: [{ ...STICK, enrolled }], here: true, onChange });
    return {
      onChange,
      screen: await openScreen(createElement('div', null, card, createElement(Toaster)), { answers }),
    };
  };

  it('is taken for copies, of which the first is made before that is answered', async () => {
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    const { screen, onChange } = await open(false);
    await screen.tap('Usar este pen drive para cópias: KINGSTON');
    expect(screen.changes()).toEqual([{ route: 'POST /api/staff/backups/sticks', body: { id: 's/1' } }]);
    // Two minutes: longer than any other call is waited for.
    expect(bounds).toHaveBeenLastCalledWith(120_000);
    expect(screen.words()).toContain('Pen drive em uso');
    expect(onChange).toHaveBeenCalledOnce();
  });

  it('is let go', async () => {
    const { screen, onChange } = await open(true);
    await screen.tap('Parar de usar KINGSTON');
    expect(screen.changes()).toEqual([{ route: 'DELETE /api/staff/backups/sticks/s%2F1', body: undefined }]);
    expect(screen.words()).toContain('Pen drive fora de uso');
    expect(onChange).toHaveBeenCalledOnce();
  });

  it('that could not be used says why', async () => {
    const { screen } = await open(false, {
      'POST /api/staff/backups/sticks': refusal(409, 'full', 'O pen drive está cheio.'),
    });
    await screen.tap('Usar este pen drive para cópias: KINGSTON');
    expect(screen.alerts()).toContain('O pen drive está cheio.');
    expect(screen.words()).not.toContain('em uso');
  });
});

describe('a rehearsal', () => {
  const RESULT = {
    place: 'site',
    atMs: at('12:00'),
    copyAtMs: at('03:00'),
    orders: 1_234,
    failure: null,
  } as const;
  const open = async (state: Parameters<typeof RehearsalCard>[0]['state']) => {
    const onChange = vi.fn<() => Promise<void>>(async () => {});
    return {
      onChange,
      screen: await openScreen(createElement(RehearsalCard, { state, nowMs: at('18:20'), onChange })),
    };
  };

  it('of each place says when it was, of when the copy is, and how many orders came back', async () => {
    const { screen } = await open({
      rehearsing: false,
      rehearsals: [RESULT, { ...RESULT, place: 'usb', orders: 1 }],
    });
    expect(screen.words()).toContain(
      'Do site, hoje às 12:00: deu certo. Abriu a cópia de hoje às 03:00, com 1.234 pedidos.',
    );
    expect(screen.words()).toContain(
      'Do pen drive, hoje às 12:00: deu certo. Abriu a cópia de hoje às 03:00, com 1 pedido.',
    );
    const failure = 'A cópia está quebrada.';
    const bad = await open({ rehearsing: false, rehearsals: [{ ...RESULT, place: 'usb', failure }] });
    expect(bad.screen.alerts()).toEqual([
      'Do pen drive, hoje às 12:00: não deu certo. A cópia está quebrada.',
    ]);
  });

  it('is begun by a button; while it is under way it is looked at, and not begun again', async () => {
    const idle = await open({ rehearsing: false, rehearsals: [] });
    expect(idle.screen.words()).toContain('Nenhum foi feito ainda.');
    await idle.screen.tap('Ensaiar agora');
    expect(idle.screen.changes().map(({ route }) => route)).toEqual(['POST /api/staff/backups/rehearsal']);
    expect(idle.onChange).toHaveBeenCalledOnce();
    await idle.screen.later(10_000);
    expect(idle.onChange).toHaveBeenCalledOnce();
    const busy = await open({ rehearsing: true, rehearsals: [] });
    expect(busy.screen.buttons()).toEqual(['Ensaiando… (off)']);
    await busy.screen.later(6_000);
    expect(busy.onChange).toHaveBeenCalledTimes(3);
  });
});

describe('the recovery sheet', () => {
  const SHEET = '/api/staff/recovery-sheet';
  const shown = (code: string) => ({ storeName: 'Açaí', storeId: 'store-1', siteUrl: null, code, atMs: 0 });
  const open = async (state: object, answers: Answers = {}) => {
    const screen = await openScreen(
      createElement('div', null, createElement(RecoverySheetCard), createElement(Toaster)),
      {
        answers: {
          [`GET ${SHEET}`]: { seenAtMs: null, showable: true, ...state },
          [`POST ${SHEET}/show`]: shown('AAAA-BBBB'),
          [`POST ${SHEET}/replace`]: shown('CCCC-DDDD'),
          [`POST ${SHEET}/print`]: { printer: 'Cozinha' },
          ...answers,
        },
      },
    );
    screen.sent.splice(0);
    return screen;
  };
  const routes = (screen: Awaited<ReturnType<typeof open>>) => screen.sent.map(({ route }) => route);

  it('is shown and printed in the shop alone, and when it was seen is looked at then', async () => {
    const screen = await open({});
    expect(screen.words()).toContain('Ainda não foi impressa.');
    await screen.tap('Mostrar');
    expect(routes(screen)).toEqual([`POST ${SHEET}/show`, `GET ${SHEET}`]);
    expect(screen.words()).toContain('AAAA-BBBB Site Esta loja ainda não está ligada a um site.');
    expect(screen.words()).not.toContain('Jogue a folha antiga fora');
    await screen.tap('Já guardei');
    expect(screen.words()).not.toContain('AAAA-BBBB');
    await screen.tap('Imprimir a folha');
    expect(screen.words()).toContain('Ela sai na impressora Cozinha.');
    const away = await open({ showable: false, seenAtMs: at('10:00') });
    expect(away.words()).toContain('Vista pela última vez em 21/11/2026 às 10:00.');
    expect(away.words()).toContain('Para ver a folha, abra esta tela em um aparelho ligado à rede da loja.');
    expect(away.buttons()).toEqual([]);
  });

  it('that was not shown says so beside the button, and nothing of it in the question', async () => {
    const screen = await open({}, { [`POST ${SHEET}/show`]: refusal(503, 'away', 'A chave não abre.') });
    await screen.tap('Mostrar');
    expect(screen.all('p[role="alert"]').map((one) => one.textContent)).toEqual(['A chave não abre.']);
    await screen.tap('Perdi a folha');
    expect(screen.all('p[role="alert"]')).toEqual([]);
  });

  it('that was lost has another code after a question, and is told to be the only one', async () => {
    const screen = await open({});
    await screen.tap('Perdi a folha');
    expect(routes(screen)).toEqual([]);
    await screen.tap('Trocar o código');
    expect(routes(screen)).toEqual([`POST ${SHEET}/replace`, `GET ${SHEET}`]);
    expect(screen.words()).toContain('Folha de recuperação nova');
    expect(screen.words()).toContain('O código mudou: só este vale agora.');
    expect(screen.words()).toContain('CCCC-DDDD');
    expect(screen.words()).not.toContain('Trocar o código de recuperação?');
  });
});

it('the copy at the site is tried only by a rehearsal of it that worked', async () => {
  const rehearsal = {
    place: 'site',
    atMs: at('12:00'),
    copyAtMs: at('03:00'),
    orders: 3,
    failure: null,
  } as const;
  const words = async (rehearsals: Backups['rehearsals'], failure: string | null = null) =>
    (
      await openScreen(
        createElement(SiteCopy, { site: { atMs: at('03:00'), failure }, rehearsals, nowMs: at('18:20') }),
      )
    ).words();
  expect(await words([rehearsal])).toContain('Última cópia fora: hoje às 03:00, ensaiada hoje.');
  for (const other of [
    { ...rehearsal, failure: 'Não abriu.' },
    { ...rehearsal, place: 'usb' as const },
  ])
    expect(await words([other])).toContain('hoje às 03:00, ainda não ensaiada.');
  expect(await words([], 'O site não respondeu.')).toContain('O site não respondeu.');
});
