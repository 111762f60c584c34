// What any staff screen has asked of the store and is not answered yet: whatever would ask the same again is off meanwhile.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { ago, NOW } from '../../testing/evening.ts';
import { MENU } from '../../testing/menu-screen.ts';
import { refusal, type Answers } from '../../testing/screen.ts';
import { sampleStore } from '../../testing/shop.ts';
import { NOTICES, PRINTING, quietAnswers } from '../../testing/staff-answers.ts';
import { beginEvening } from '../../testing/staff-screen.ts';
import { CLOSE, UNPROVED } from '../../testing/till.ts';
import { expectOffMeanwhile, never, slowStore, type Taps } from '../../testing/under-way.ts';
import { CashCloseReport } from './cash/cash-close-report.tsx';
import { CloseDrawer } from './cash/close-drawer.tsx';
import { OpenDrawer } from './cash/open-drawer.tsx';
import { UnprovedPixList } from './cash/unproved-pix.tsx';
import { PauseChoice, PauseNotice } from './menu/pause.tsx';
import { PriceConflicts } from './menu/price-conflicts.tsx';
import { SoldOutList } from './menu/sold-out-list.tsx';
import { usePrintingState } from './printing/printer-notice.tsx';
import { PrintingDialog } from './printing/printing-dialog.tsx';
import { ChoosePassword } from './session/choose-password.tsx';
import { SignOutButton } from './session/header-buttons.tsx';
import { MySessions, NewDeviceDialog } from './session/my-sessions.tsx';
import { SignInAgain } from './session/sign-in-again.tsx';
import { StoreNotices } from './store-notices.tsx';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

const nothing = (): void => {};
const noWork = async (): Promise<void> => {};

type Case = [
  what: string,
  element: ReactElement,
  touches: Taps,
  off: readonly string[],
  more?: Answers,
  sent?: number,
];
const expectOff = (...[, element, touches, off, more = {}, sent = 1]: Case) =>
  expectOffMeanwhile(element, touches, off, { answers: slowStore(quietAnswers(), more), sent });

describe('the drawer', () => {
  const pix = createElement(UnprovedPixList, { pix: UNPROVED, inDialog: false, onChange: nothing });
  const SAID = ['Recebi', 'Não recebi', 'Recebi', 'Não recebi', 'Chegou depois'];
  const close = createElement(CloseDrawer, { onClosed: noWork });
  const differs = refusal(409, 'count-differs', 'Conte de novo.');
  const CLOSE_DRAWER = 'POST /api/staff/cash-session/close';
  let counted = 0;
  it.each<Case>([
    [
      'that is opened',
      createElement(OpenDrawer, { hint: 'Quanto há?', onOpened: nothing }),
      ['Abrir caixa'],
      ['Abrir caixa'],
    ],
    ['that is closed', close, ['Fechar caixa'], ['Fechar caixa']],
    [
      'that is closed though the count differs',
      close,
      ['Fechar caixa', 'Fechar assim mesmo'],
      ['Fechar assim mesmo'],
      { [CLOSE_DRAWER]: () => ((counted += 1) === 1 ? differs : never()) },
      2,
    ],
    [
      'whose close is printed once more',
      createElement(CashCloseReport, { close: CLOSE }),
      ['Imprimir de novo'],
      ['Imprimir de novo'],
    ],
    ['of which a PIX has come', pix, ['Não recebi'], SAID],
    ['of which a PIX came later', pix, ['Chegou depois'], SAID],
  ])('%s', expectOff);
});

describe('who is signed in', () => {
  const me = { id: 'rui', name: 'Rui', email: 'rui@loja.example', role: 'ADMIN' as const };
  const [first, second] = [
    'Sair deste: Chrome no Windows, na rede da loja, desde 21/11, 13:20',
    'Sair deste: Safari no iPhone, pelo site, desde 15/11, 12:20',
  ];
  const TV = (name: string) => `Desligar a TV ${name}, ligada em 21/11, 13:20`;
  const tv = (id: string, name: string) => ({
    id,
    name,
    device: 'TV',
    pairedBy: 'Ana',
    sinceMs: ago(300),
    lastSeenMs: NOW,
  });
  const TVS = { 'GET /api/staff/tv/screens': { screens: [tv('a', 'Salão'), tv('b', 'Rua')] } };
  const news = { device: 'Safari no iPhone', where: 'link', atMs: NOW } as const;
  const sessions = createElement(MySessions, { onClose: nothing });
  it.each<Case>([
    ['and leaves', createElement(SignOutButton, { to: '/' }), ['Sair'], ['Sair']],
    ['and leaves one device', sessions, [second], [first, second, 'Sair de todos'], TVS],
    ['and leaves all of them', sessions, ['Sair de todos'], [first, second, 'Sair de todos'], TVS],
    ['and switches a TV off', sessions, [TV('Rua')], [TV('Salão'), TV('Rua')], TVS],
    ['and was it on a new device', createElement(NewDeviceDialog, { news }), ['Fui eu'], ['Fui eu']],
    [
      'and takes another password',
      createElement(ChoosePassword, { me, role: 'ADMIN' }),
      [['Senha atual', 'a'], ['Senha nova', 'uma senha bem comprida'], 'Trocar a senha'],
      ['Trocar a senha'],
    ],
    [
      'no more, and comes again',
      createElement(SignInAgain, { email: me.email }),
      [['Senha', 'a'], 'Entrar'],
      ['Entrar'],
    ],
  ])('%s', expectOff);
});

describe('the shop', () => {
  const paused = { 'GET /api/store': { ...sampleStore, open: { state: 'paused', untilMs: NOW + 600_000 } } };
  const choice = createElement(PauseChoice, { now: NOW, onClose: nothing });
  const MINUTES = ['10 min', '20 min', '30 min', '1 hora'];
  it.each<Case>([
    ['that is paused', choice, ['20 min'], MINUTES],
    ['that goes on before its time', choice, ['Retomar agora'], [...MINUTES, 'Retomar agora'], paused],
    [
      'that goes on from the bar',
      createElement(PauseNotice, { now: NOW }),
      ['Retomar agora'],
      ['Retomar agora'],
      paused,
    ],
    [
      'in safe mode, which is left',
      createElement(StoreNotices),
      ['Tentar de novo'],
      ['Tentar de novo'],
      { 'GET /api/staff/condition': NOTICES },
    ],
  ])('%s', expectOff);
});

describe('a slip', () => {
  const Printing = () => createElement(PrintingDialog, { printing: usePrintingState(), onClose: nothing });
  const READ = 'GET /api/staff/printing';
  const printing = {
    printers: PRINTING.printers.slice(0, 2),
    jobs: PRINTING.jobs.filter(({ state }) => state === 'held'),
  };
  const OFF = ['Imprimir', 'Mandar para Impressora 2', 'Descartar'];
  let reads = 0;
  it.each<Case>([
    ['that is printed', createElement(Printing), ['Imprimir'], OFF, { [READ]: printing }],
    [
      'that goes to another printer',
      createElement(Printing),
      ['Mandar para Impressora 2'],
      OFF,
      { [READ]: printing },
    ],
    [
      'that was thrown away, until the list is read again',
      createElement(Printing),
      ['Descartar'],
      OFF,
      { [READ]: () => ((reads += 1) === 1 ? printing : never()), 'POST *': null },
    ],
  ])('%s', expectOff);
});

describe('the menu', () => {
  const menu = (what: string, touches: Taps, off: readonly string[], more: Answers = {}, sent = 1) =>
    [what, touches, off, more, sent] as const;
  const MANY = 'PATCH /api/staff/catalog';
  const catalog = sampleCatalog();
  const switchedOff = {
    ...catalog,
    toppings: catalog.toppings.map((one) => ({ ...one, active: one.id !== 'mel' })),
  };
  const after = () => {
    let sent = 0;
    return { [MANY]: () => ((sent += 1) === 1 ? switchedOff : never()) };
  };
  it.each([
    menu('an entry that has run out', [['Disponibilidade de Mel', 'today']], ['Disponibilidade de Mel']),
    menu(
      'an entry that is taken away',
      ['Excluir Mel', 'Excluir'],
      ['Excluir Banana', 'Excluir Mel', 'Excluir Granola', 'Excluir Nutella'],
    ),
    menu(
      'an entry that comes back',
      ['Mostrar inativos (1)', 'Reativar Mel'],
      ['Excluir Banana', 'Reativar Mel', 'Excluir Granola', 'Excluir Nutella'],
      {
        'GET /api/staff/catalog': switchedOff,
      },
    ),
    menu('entries that are switched off', ['Selecionar Mel', 'Desligar'], ['Desligar']),
    menu('entries that are switched on', ['Mostrar inativos (1)', 'Selecionar Mel', 'Ligar'], ['Ligar'], {
      'GET /api/staff/catalog': switchedOff,
    }),
    menu(
      'what was done to many, and is taken back',
      ['Selecionar Mel', 'Desligar', 'Desfazer'],
      ['Desfazer'],
      after(),
      2,
    ),
    menu(
      'prices that move',
      ['Selecionar Nutella', 'Mudar preços', ['Quanto', '1'], 'Aplicar a 1 preço'],
      ['Desligar', 'Aplicar a 1 preço'],
    ),
  ])('%s', (_what, touches, off, more, sent) =>
    expectOffMeanwhile(MENU, touches, off, {
      answers: slowStore(quietAnswers(), more),
      path: '/admin/cardapio/complementos',
      sent,
    }),
  );

  const conflict = (id: string, name: string) => ({
    ...{ kind: 'toppings', id, name, by: 'Nina' },
    ...{ seenCents: 350, storedCents: 380, wantedCents: 400 },
  });
  it.each<Case>([
    ['what has run out', createElement(SoldOutList, { now: NOW }), ['Mel'], ['Mel']],
    [
      'a price that is chosen',
      createElement(PriceConflicts, { onChosen: nothing }),
      ['Mudar Mel para R$ 4,00'],
      [
        'Deixar Mel a R$ 3,80',
        'Mudar Mel para R$ 4,00',
        'Deixar Nutella a R$ 3,80',
        'Mudar Nutella para R$ 4,00',
      ],
      {
        'GET /api/staff/price-conflicts': {
          conflicts: [conflict('mel', 'Mel'), conflict('nutella', 'Nutella')],
        },
      },
    ],
  ])('%s', expectOff);
});
