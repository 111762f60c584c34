// The kitchen's screen as a whole: what it rings for, what each ticket opens, and what is taken off it here alone.
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleCatalog, sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boardOf } from '../../data/staff/board/board.ts';
import { boardLoadAtom } from '../../data/staff/board/live.ts';
import { openScreen, refusal, type Answers } from '../../testing/screen.ts';
import { Size } from '../../testing/staff-screen.ts';
import KitchenPage from './kitchen-page.tsx';

const NOW = Date.parse('2026-11-21T18:20:00-03:00');
const order = (id: string, changes: Partial<Order>): Order =>
  sampleOrder({
    id,
    panelDate: '2026-11-21',
    panelSeries: 1,
    createdAtMs: NOW - 60_000,
    receivedAtMs: NOW - 60_000,
    ...changes,
  });
const ORDERS = [
  order('unpaid', { panelNumber: 1, status: 'PENDING' }),
  order('new', { panelNumber: 2, status: 'RECEBIDO' }),
  order('made', { panelNumber: 3, status: 'PREPARING' }),
  order('ready', { panelNumber: 4, status: 'READY', readyAtMs: NOW }),
];
const CANCELLED = [
  order('gone', { panelNumber: 5, status: 'CANCELLED', preparingAtMs: NOW, readyAtMs: null }),
  order('cold', { panelNumber: 6, status: 'CANCELLED', preparingAtMs: NOW, readyAtMs: NOW }),
];
const board = (changes: object = {}) => ({
  orders: ORDERS,
  delivered: [],
  cancelled: [],
  seq: 1,
  now: NOW,
  panel: { date: '2026-11-21', series: 1 },
  unpaidMore: 2,
  deliveredToday: 12,
  ageLimits: { warnMinutes: 10, lateMinutes: 20 },
  ...changes,
});

const TICKET_PX = 250;
/** A screen on which tickets have a height. */
class Drawn extends Size {
  override observe(target: Element): void {
    Object.defineProperty(target, 'offsetHeight', { value: TICKET_PX, configurable: true });
    super.observe(target);
  }
}
class Silent extends EventTarget {
  static readonly OPEN = 1;
  close(): void {}
}

/** A browser that allows no sound. */
class NoSound {
  readonly state = 'suspended';
  async resume(): Promise<void> {}
}

beforeEach(() => {
  vi.stubGlobal('AudioContext', NoSound);
  vi.stubGlobal('EventSource', Silent);
  vi.stubGlobal('ResizeObserver', Size);
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
    now: NOW,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (changes: object = {}, answers: Answers = {}) =>
  openScreen(createElement(KitchenPage), {
    me: { id: 'u', name: 'Rui', role: 'KITCHEN' },
    answers: {
      'GET /api/staff/board': board(changes),
      'GET /api/staff/catalog': sampleCatalog(),
      'GET /api/staff/condition': { notices: [] },
      'GET /api/staff/printing': { printers: [], jobs: [] },
      ...answers,
    },
  });

describe('the kitchen', () => {
  it('tells the day in numbers, and its time by the store’s clock', async () => {
    const screen = await open({ now: NOW + 3_600_000 });
    expect(screen.words()).toContain('Aguardando 1 Preparando 1 Prontos 1 Entregues Hoje 12');
    expect(screen.words()).toContain('19:20:00');
  });

  it('is dark until somebody wants it bright', async () => {
    const screen = await open();
    expect(screen.window.document.documentElement.dataset['theme']).toBe('acai-noite');
  });

  it('is open to who works there and to administrators, and to nobody else', async () => {
    const as = (role: 'ADMIN' | 'ATTENDANT') =>
      openScreen(createElement(KitchenPage), {
        me: { id: 'u', name: 'Rui', role },
        answers: { 'GET /api/staff/board': board() },
      });
    expect((await as('ADMIN')).words()).not.toContain('Acesso Negado');
    expect((await as('ATTENDANT')).words()).toContain('Acesso Negado');
  });

  it('rings for what is paid and not begun, and for what was called off, not for what waits for its money', async () => {
    expect((await open()).buttons()).toContain('1 novo');
    expect((await open({ cancelled: CANCELLED })).buttons()).toContain('3 novos');
    const none = await open({ orders: ORDERS.filter(({ status }) => status !== 'RECEBIDO') });
    expect(none.buttons().filter((name) => name.endsWith('novo'))).toEqual([]);
  });

  it('without a ticket in a column says what fills it, by the button that does', async () => {
    const screen = await open({ orders: ORDERS.filter(({ status }) => status === 'RECEBIDO') });
    const [, button] =
      /Nada em preparo\. Toque em “([^”]*)” num pedido recebido\./.exec(screen.words()) ?? [];
    expect(button).toBe('Iniciar Preparo');
    expect(screen.words()).toContain('Nenhum pedido esperando retirada.');
    const none = await open({ orders: [] });
    expect(none.words()).toContain('Nenhum pedido esperando. Os novos aparecem aqui e tocam o sino.');
  });

  it('counts the tickets that are below, and none any more once somebody has scrolled to the end', async () => {
    vi.stubGlobal('ResizeObserver', Drawn);
    const orders = Array.from({ length: 20 }, (_, at) =>
      order(`new-${at}`, { panelNumber: 20 + at, status: 'RECEBIDO' }),
    );
    const screen = await open({ orders });
    const below = () => screen.buttons().filter((name) => name.endsWith('abaixo'));
    expect(below()).toEqual([expect.stringMatching(/^\+[1-9]\d* abaixo$/)]);
    const list = '[aria-label="Recebidos: lista"]';
    for (const region of screen.all(list)) region.scrollTop = 20 * TICKET_PX;
    await screen.happen(list, 'scroll');
    expect(below()).toEqual([]);
    expect(screen.buttons()).toContain('Ao topo');
  });

  it('leads from the foot of a column to what is below, a ticket or more at a time, and back to the top', async () => {
    vi.stubGlobal('ResizeObserver', Drawn);
    const orders = Array.from({ length: 30 }, (_, at) =>
      order(`new-${at}`, { panelNumber: 20 + at, status: 'RECEBIDO' }),
    );
    const screen = await open({ orders });
    const list = '[aria-label="Recebidos: lista"]';
    const below = () => screen.buttons().find((name) => name.endsWith('abaixo')) ?? '';
    const scrolled = async (button: string) => {
      await screen.tap(button);
      await screen.happen(list, 'scroll');
      return screen.all(list)[0]?.scrollTop;
    };
    const first = below();
    expect(await scrolled(first)).toBeGreaterThanOrEqual(TICKET_PX);
    expect(Number(/\d+/.exec(below())?.[0])).toBeLessThan(Number(/\d+/.exec(first)?.[0]));
    expect(await scrolled('Ao topo')).toBe(0);
    expect(below()).toBe(first);
    expect(screen.buttons()).not.toContain('Ao topo');
  });

  it('that cannot read its orders says why, and has no empty board in their place', async () => {
    const screen = await open({}, { 'GET /api/staff/board': refusal(503, 'away', 'A loja reinicia.') });
    expect(screen.alerts().join()).toContain('A loja reinicia. Tentando de novo sozinho…');
    expect(screen.words()).not.toContain('Nenhum pedido esperando');
    // Nobody knows how many there are: none is another answer.
    expect(screen.words()).toContain('– pedidos Aguardando – Preparando – Prontos – Entregues Hoje –');
  });

  it('that waits for its orders does not say that it cannot read them', async () => {
    const screen = await open({}, { 'GET /api/staff/board': () => new Promise(() => undefined) });
    expect(screen.alerts()).toEqual([]);
    expect(screen.words()).not.toContain('Tentando de novo');
  });

  it('says how its printers do, and how many slips are not on paper yet, whyever', async () => {
    const printer = {
      id: 'k',
      name: 'Cozinha',
      enabled: true,
      state: 'ok',
      stateText: 'pronta',
      detail: null,
    };
    const printers = [{ ...printer, paperLow: false, sinceMs: 0, waiting: 1, held: 2, failed: 3 }];
    const screen = await open({}, { 'GET /api/staff/printing': { printers, jobs: [] } });
    expect(screen.buttons()).toContain('Impressão: pronta, 6 na fila');
  });

  it('keeps what is not paid in a drawer, those without a card counted', async () => {
    const screen = await open();
    const drawer = screen.buttons().find((name) => name.includes('não pago')) ?? '';
    expect(drawer).toContain('3');
    await screen.tap(drawer);
    expect(screen.words()).toContain('Ainda não pagos');
    expect(screen.words()).toContain('E mais 2 pedidos não pagos');
  });
});

describe('a ticket', () => {
  const openers = (screen: Awaited<ReturnType<typeof open>>, number: number): string =>
    screen.buttons().find((name) => new RegExp(`^(Abrir p|P)edido:? (Número )?${number}\\b`).test(name)) ??
    '';

  /** Made at two stations, a part at each. */
  const shared = () => {
    const [acai] = sampleOrder().items;
    if (acai === undefined) throw new Error('there is no item');
    const water = { ...acai, id: 'agua', kind: 'product' as const, productName: 'Água', toppings: [] };
    const both = order('new', { panelNumber: 2, status: 'RECEBIDO', items: [acai, water] });
    const { settings, ...catalog } = sampleCatalog();
    const stations = [
      { id: 'copa', name: 'Copa', takes: [], printerId: null },
      { id: 'bar', name: 'Bar', takes: ['acai' as const], printerId: null },
    ];
    const answers = { 'GET /api/staff/catalog': { ...catalog, settings: { ...settings, stations } } };
    return { both, answers, topping: acai.toppings[0]?.name ?? '' };
  };
  /** A store that has not answered yet: taps wait. */
  const unheard: Answers = { 'POST *': () => new Promise(() => undefined) };
  /** To which a line came while the kitchen had it. */
  const withMore = (status: Order['status']) => {
    const one = order('new', { panelNumber: 2, status });
    const addedIds = one.items.map(({ id }) => id);
    return { ...one, changes: [{ id: 'more', atMs: NOW, addedIds, takenOff: [], inKitchen: true }] };
  };

  it('is opened whole by its number, also of one that is ready', async () => {
    const screen = await open();
    for (const number of [2, 3, 4]) {
      await screen.tap(openers(screen, number));
      expect(screen.words()).toContain(`Pedido ${number} `);
      await screen.tap('Fechar');
    }
  });

  it('that left the board while it stood open does not open by itself when it comes back', async () => {
    const screen = await open();
    const show = (orders: Order[]) =>
      screen.when(() =>
        screen.store.set(boardLoadAtom, { state: 'ready', board: boardOf(board({ orders }), NOW) }),
      );
    await screen.tap(openers(screen, 4));
    await show(ORDERS.filter(({ id }) => id !== 'ready'));
    expect(screen.all('dialog[open]')).toEqual([]);
    await show(ORDERS);
    expect(screen.all('dialog[open]')).toEqual([]);
  });

  it('that was called off is taken away by a tap, on this screen, for good', async () => {
    const screen = await open({ cancelled: CANCELLED });
    // A touch beside the button says that it was seen.
    await screen.happen('article.border-error', 'pointerdown');
    expect(screen.buttons()).toContain('2 novos');
    await screen.tap('Tirar da tela: pedido 5');
    expect(screen.buttons()).not.toContain('Tirar da tela: pedido 5');
    expect(screen.stored?.get('balcao-kitchen-bumped')).toBe('["gone"]');
    expect(screen.changes()).toEqual([]);
  });

  it('that was called off when it was ready is opened by its chip, and closed as it is taken away', async () => {
    const screen = await open({ cancelled: CANCELLED });
    const chip = screen.buttons().find((name) => name.includes('6') && !name.startsWith('Tirar')) ?? '';
    await screen.tap(chip);
    expect(screen.words()).toContain('Não preparar este pedido.');
    // Whoever opens it has seen it.
    expect(screen.buttons()).toContain('2 novos');
    await screen.tap('Tirar da tela: pedido 6');
    expect(screen.buttons()).not.toContain(chip);
    expect(screen.buttons()).not.toContain('Fechar');
    expect(screen.stored?.get('balcao-kitchen-bumped')).toBe('["cold"]');
  });

  it('that was taken away here stays away when the screen is opened again', async () => {
    const screen = await open({ cancelled: CANCELLED });
    await screen.tap('Tirar da tela: pedido 5');
    expect((await open({ cancelled: CANCELLED })).buttons()).not.toContain('Tirar da tela: pedido 5');
  });

  it('that was taken away here stays away also where hundreds were before it, and no more are kept for that', async () => {
    const screen = await open({ cancelled: CANCELLED });
    const before = Array.from({ length: 300 }, (_, at) => `old-${at}`);
    screen.stored?.set('balcao-kitchen-bumped', JSON.stringify(before));
    await (await open({ cancelled: CANCELLED })).tap('Tirar da tela: pedido 5');
    const kept: unknown = JSON.parse(screen.stored?.get('balcao-kitchen-bumped') ?? '');
    expect(kept).toContain('gone');
    expect(kept).toContain('old-299');
    expect((kept as string[]).length).toBeLessThanOrEqual(before.length);
    expect((await open({ cancelled: CANCELLED })).buttons()).not.toContain('Tirar da tela: pedido 5');
  });

  it('of a station shows its share, and behind its number all of the order', async () => {
    const { both, answers, topping } = shared();
    const first = await open({ orders: [both] }, answers);
    first.stored?.set('balcao-staff-station', 'copa');
    const screen = await open({ orders: [both] }, answers);
    expect(screen.words()).toContain('Água');
    expect(screen.words()).toContain('+ 1 item em Bar');
    expect(screen.words()).not.toContain(topping);
    await screen.tap(openers(screen, 2));
    const sheet = screen.all('dialog[open]')[0]?.textContent;
    expect(sheet).toContain('Água');
    expect(sheet).toContain(topping);
  });

  it('of another station is not counted at this one', async () => {
    const { both, answers } = shared();
    const acaiAlone = { ...both, id: 'acai', panelNumber: 3, items: both.items.slice(0, 1) };
    const whole = await open({ orders: [both, acaiAlone] }, answers);
    expect(whole.words()).toContain('4 pedidos Aguardando 2 Preparando 0');
    whole.stored?.set('balcao-staff-station', 'copa');
    const screen = await open({ orders: [both, acaiAlone] }, answers);
    expect(screen.words()).toContain('1 pedido · Copa Aguardando 1 Preparando 0');
  });

  it('says whose share is made as soon as it is known which stations there are', async () => {
    const { both, answers } = shared();
    const made: Order = { ...both, status: 'PREPARING', madeAt: ['copa'] };
    let give: (catalog: unknown) => void = () => {};
    const late = () => new Promise((resolve) => (give = resolve));
    const screen = await open({ orders: [made] }, { 'GET /api/staff/catalog': late });
    expect(screen.words()).not.toContain('Pronto em Copa');
    await screen.when(() => give(answers['GET /api/staff/catalog']));
    expect(screen.words()).toContain('Pronto em Copa');
  });

  it('stands whole again once the screen is no station’s, also when it is opened again', async () => {
    const { both, answers, topping } = shared();
    const screen = await open({ orders: [both] }, answers);
    await screen.tap('Tela');
    await screen.tap('Copa');
    expect((await open({ orders: [both] }, answers)).words()).not.toContain(topping);
    const cut = await open({ orders: [both] }, answers);
    await cut.tap('Tela');
    await cut.tap('Todas');
    expect((await open({ orders: [both] }, answers)).words()).toContain(topping);
  });

  it('goes back as a share alone where a station takes it back', async () => {
    const { both, answers } = shared();
    const made: Order = { ...both, status: 'PREPARING', madeAt: ['copa'] };
    const first = await open({ orders: [made] }, answers);
    first.stored?.set('balcao-staff-station', 'copa');
    const screen = await open({ orders: [made] }, { ...answers, ...unheard });
    await screen.tap(screen.buttons().find((name) => name.startsWith('Abrir pedido 2')) ?? '');
    await screen.tap('Voltar para Em Preparo: pedido 2');
    expect(screen.changes().map(({ body }) => body)).toEqual([
      { kind: 'back-to-preparing', seen: 'PREPARING', station: 'copa' },
    ]);
  });

  it('to which something came is marked, and the bell leads there', async () => {
    const screen = await open({ orders: [withMore('PREPARING')] });
    expect(screen.buttons().find((name) => name.startsWith('Abrir pedido: Número 2'))).toContain('NOVO');
    await screen.tap('1 novo');
    expect(screen.buttons().filter((name) => name.endsWith('novo'))).toEqual([]);
  });

  it('that is moved on with a key was seen, and what came to it too', async () => {
    const screen = await open({ orders: [withMore('RECEBIDO')] }, unheard);
    expect(screen.buttons()).toContain('2 novos');
    await screen.press('1');
    expect(screen.words()).toContain('Marcar Pronto');
    expect(screen.buttons().filter((name) => /novos?$/.test(name))).toEqual([]);
  });

  it('is moved on once by a key that bounces, and again by one that is pressed later', async () => {
    const screen = await open({ orders: [order('new', { panelNumber: 2, status: 'RECEBIDO' })] }, unheard);
    await screen.press('1');
    await screen.later(300);
    await screen.press('1');
    expect(screen.words()).toContain('Preparando 1 Prontos 0');
    await screen.later(700);
    await screen.press('1');
    expect(screen.words()).toContain('Preparando 0 Prontos 1');
  });

  it('whose tap the store has not heard says so after a moment, though nothing else changes', async () => {
    const screen = await open({ orders: [order('new', { panelNumber: 2, status: 'RECEBIDO' })] }, unheard);
    await screen.press('1');
    expect(screen.words()).not.toContain('esperando a conexão');
    await screen.later(3_000);
    expect(screen.words()).toContain('Toque guardado; esperando a conexão');
  });

  it('says at once that its number is one of before, where the numbers begin again meanwhile', async () => {
    const orders = [order('new', { panelNumber: 2, status: 'RECEBIDO' })];
    const screen = await open(
      { orders },
      { 'POST /api/staff/panel/reset': { date: '2026-11-21', series: 2 } },
    );
    expect(screen.words()).not.toContain('antes nº 2');
    await screen.tap('Resetar Painel');
    await screen.tap('Resetar');
    expect(screen.words()).toContain('antes nº 2');
  });

  it('has waited for long at once where somebody sets how long it may', async () => {
    const screen = await open({ orders: [order('new', { panelNumber: 2, status: 'RECEBIDO' })] });
    expect(screen.words()).toContain('1 min , no prazo');
    const ageLimits = { warnMinutes: 1, lateMinutes: 20 };
    await screen.when(() =>
      screen.store.set(boardLoadAtom, (load) =>
        load.state === 'ready' ? { ...load, board: { ...load.board, ageLimits } } : load,
      ),
    );
    expect(screen.words()).toContain('1 min , atenção');
  });

  it('is moved on from its sheet, which closes; back as well', async () => {
    const moved = (id: string, status: Order['status'], panelNumber: number) => ({
      order: order(id, { status, panelNumber }),
    });
    const screen = await open(
      {},
      {
        'POST /api/staff/orders/made/moves': moved('made', 'READY', 3),
        'POST /api/staff/orders/ready/moves': moved('ready', 'PREPARING', 4),
      },
    );
    await screen.tap(openers(screen, 3));
    await screen.tap('Marcar Pronto', 0);
    expect(screen.buttons()).not.toContain('Fechar');
    await screen.tap(openers(screen, 4));
    await screen.tap('Voltar para Em Preparo: pedido 4');
    expect(screen.buttons()).not.toContain('Fechar');
    await screen.until(() => screen.changes().length === 2);
    expect(screen.changes().map(({ body }) => body)).toMatchObject([
      { kind: 'mark-ready', seen: 'PREPARING' },
      { kind: 'back-to-preparing', seen: 'READY' },
    ]);
  });

  it('has how long it waits since it was ordered, and goes on paper once more', async () => {
    const since = { createdAtMs: NOW - 12 * 60_000, receivedAtMs: NOW - 60_000, updatedAtMs: NOW };
    const screen = await open({ orders: [order('new', { panelNumber: 2, status: 'RECEBIDO', ...since })] });
    await screen.tap(openers(screen, 2));
    // The kitchen has had it for a minute, and is not late.
    expect(screen.all('dialog[open]')[0]?.textContent).toContain('12 min, no prazo');
    await screen.tap('Imprimir de novo: pedido 2');
    expect(screen.changes().at(-1)?.route).toBe('POST /api/staff/orders/new/reprint');
  });
});
