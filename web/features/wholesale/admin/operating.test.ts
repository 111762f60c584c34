// What the operator of wholesale does: an order's steps, its payment, older orders, buyers, and what the form of the cart asks for.
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import { createElement, type ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wholesaleTurnAtom } from '../../../data/staff/board/live.ts';
import { loadSessionAtom } from '../../../data/staff/session/session.ts';
import { stubStorage } from '../../../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../../../testing/screen.ts';
import { openShop, refused } from '../../../testing/shop.ts';
import { toastsAtom } from '../../../ui/toast.tsx';
import WholesaleAdminPage from './admin-page.tsx';
import { BuyersPage, HistoryPage } from './buyers-page.tsx';
import { FieldsTab } from './fields-tab.tsx';
import { OrderCard } from './order-card.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { Report } from './report-page.tsx';

const order = (changes: Partial<WholesaleOrder> = {}): WholesaleOrder =>
  sampleWholesaleOrder({ id: 'o', orderNumber: 12, customerName: 'Maria', ...changes });
const MOVE = 'POST /api/staff/wholesale/orders/o/moves';
const PAY = 'POST /api/staff/wholesale/orders/o/payment';

beforeEach(() => {
  stubStorage();
  vi.useFakeTimers({ now: Date.parse('2026-11-21T18:04:00-03:00'), toFake: ['Date'] });
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
});

async function open(screen: ReactElement, answers: Record<string, unknown> = {}, path = '/atacado/admin') {
  const { store, asked } = await openShop({ answers });
  const page = await openScreen(screen, { store, path });
  return { ...page, asked, answers, store, said: () => store.get(toastsAtom).map(({ title }) => title) };
}

describe('an order', () => {
  const card = async (
    changes: Partial<WholesaleOrder>,
    answers: Record<string, unknown> = {},
    fresh = false,
  ) => {
    const ends = { onSeen: vi.fn<() => void>(), onChanged: vi.fn<(order: WholesaleOrder) => void>() };
    return {
      ...(await open(createElement(OrderCard, { order: order(changes), fresh, ...ends }), answers)),
      ...ends,
    };
  };

  it('is begun and ended by its own buttons, as it was seen', async () => {
    const after = order({ status: 'EM_ANDAMENTO' });
    const page = await card({ status: 'NOVO' }, { [MOVE]: { order: after } }, true);
    expect(page.buttons()).toContain('Vi o pedido nº 12');
    await page.tap('Iniciar Preparo');
    expect(page.asked).toMatchObject([{ route: MOVE, body: { kind: 'start', seen: 'NOVO' } }]);
    expect(page.onChanged).toHaveBeenCalledWith(after);
    expect(page.onSeen).toHaveBeenCalled();
    expect(page.said()).toEqual(['Status atualizado']);
    const made = await card({ status: 'EM_ANDAMENTO' }, { [MOVE]: { order: after } });
    expect(made.buttons()).not.toContain('Vi o pedido nº 12');
    await made.tap('Finalizar Pedido');
    expect(made.asked).toMatchObject([{ body: { kind: 'finish', seen: 'EM_ANDAMENTO' } }]);
  });

  it('is called off after a question, unless it is over', async () => {
    const page = await card({ status: 'NOVO' }, { [MOVE]: { order: order({ status: 'CANCELADO' }) } });
    await page.tap('Cancelar');
    expect(page.words()).toContain('Combine antes com Maria.');
    await page.tap(
      page
        .buttons()
        .filter((name) => name.startsWith('Cancelar'))
        .at(-1) ?? '',
    );
    expect(page.asked).toMatchObject([{ body: { kind: 'cancel' } }]);
    expect((await card({ status: 'FINALIZADO' })).buttons()).not.toContain('Cancelar');
  });

  it('is asked about without what failed before', async () => {
    const page = await card({ status: 'NOVO' }, { [MOVE]: refused(503, 'A loja reinicia.') });
    await page.tap('Iniciar Preparo');
    expect(page.alerts().join()).toContain('A loja reinicia.');
    await page.tap('Cancelar');
    expect(page.alerts()).toEqual([]);
  });

  it.each([
    ['Iniciar Preparo', ['Iniciar Preparo', 'Cancelar', 'Imprimir pedido nº 12']],
    ['Imprimir pedido nº 12', ['Iniciar Preparo', 'Cancelar', 'Imprimir pedido nº 12']],
    ['Desfazer o pagamento do pedido nº 12', ['Desfazer o pagamento do pedido nº 12']],
  ])('of which the store has not answered "%s" yet has off %j, and no more', async (name, off) => {
    const never = () => new Promise(() => undefined);
    const page = await card(
      { status: 'NOVO', paid: { method: 'pix', onDate: '2026-11-21' } },
      { [MOVE]: never, [PAY]: never, 'POST /api/staff/wholesale/orders/o/print': never },
    );
    await page.tap(name);
    const isOff = page.buttons().flatMap((one) => /^(.*) \(off\)$/.exec(one)?.[1] ?? []);
    expect(isOff.toSorted()).toEqual(off.toSorted());
  });

  it('that somebody else moved is read again', async () => {
    const page = await card({ status: 'NOVO' }, { [MOVE]: refused(409, 'Já mudou.') });
    await page.tap('Iniciar Preparo');
    expect(page.store.get(wholesaleTurnAtom)).toBe(1);
    expect(page.onChanged).not.toHaveBeenCalled();
    const failed = await card({ status: 'NOVO' }, { [MOVE]: refused(503, 'fora') });
    await failed.tap('Iniciar Preparo');
    expect(failed.store.get(wholesaleTurnAtom)).toBe(0);
  });

  it('is printed', async () => {
    const page = await card({}, { 'POST /api/staff/wholesale/orders/o/print': { printers: 1 } });
    await page.tap('Imprimir pedido nº 12');
    expect(page.said()).toEqual(['Pedido nº 12 foi para a impressora']);
    // Whoever prints it has seen it, and the bell is still.
    expect(page.onSeen).toHaveBeenCalled();
    const failed = await card(
      {},
      { 'POST /api/staff/wholesale/orders/o/print': refused(409, 'Sem impressora.') },
    );
    await failed.tap('Imprimir pedido nº 12');
    expect(failed.said()).toEqual(['Não foi possível imprimir']);
  });

  it('that is talked about was seen', async () => {
    const page = await card({}, {}, true);
    await page.tap('WhatsApp de Maria, pedido nº 12');
    expect(page.onSeen).toHaveBeenCalledOnce();
  });

  it('is marked as paid with day and way, and the mark is taken back', async () => {
    const paid = { onDate: '2026-11-20', method: 'pix' } as const;
    const page = await card({}, { [PAY]: { order: order({ paid }) } });
    await page.tap('Marcar como pago o pedido nº 12');
    expect(page.markup()).toMatch(/<input[^>]*max="2026-11-21"/);
    expect(page.markup()).toMatch(/<input[^>]*value="2026-11-21"/);
    await page.type('Data do pagamento', '2026-11-20');
    await page.tap('Marcar como pago');
    expect(page.asked).toMatchObject([{ route: PAY, body: { paid } }]);
    expect(page.said()).toEqual(['Marcado como pago']);
    const undone = await card({ paid }, { [PAY]: { order: order({ paid: null }) } });
    expect(undone.words()).toContain('Pago · PIX, 20/11/2026');
    await undone.tap('Desfazer o pagamento do pedido nº 12');
    expect(undone.asked).toMatchObject([{ body: { paid: null } }]);
    expect(undone.said()).toEqual(['Pagamento desfeito']);
    expect(undone.onChanged).toHaveBeenCalledWith(expect.objectContaining({ paid: null }));
  });

  it('whose mark cannot be taken back says why beside it', async () => {
    const paid = { onDate: '2026-11-20', method: 'pix' } as const;
    const page = await card({ paid }, { [PAY]: refused(409, 'Já mudou.') });
    await page.tap('Desfazer o pagamento do pedido nº 12');
    expect(page.alerts()).toEqual(['Já mudou.']);
    page.answers[PAY] = { order: order({ paid: null }) };
    await page.tap('Desfazer o pagamento do pedido nº 12');
    expect(page.alerts()).toEqual([]);
  });

  it('that was called off after it was paid still says so, and is not marked where it was not', async () => {
    const paid = { onDate: '2026-11-20', method: 'pix' } as const;
    expect((await card({ status: 'CANCELADO', paid })).words()).toContain('Pago · PIX, 20/11/2026');
    expect((await card({ status: 'CANCELADO' })).buttons()).not.toContain('Marcar como pago o pedido nº 12');
  });

  it('without a day is not marked', async () => {
    const page = await card({}, { [PAY]: { order: order() } });
    await page.tap('Marcar como pago o pedido nº 12');
    await page.type('Data do pagamento', '');
    await page.tap('Marcar como pago');
    expect(page.words()).toContain('Diga em que dia foi pago.');
    expect(page.asked).toEqual([]);
  });
});

it.each([
  ['pedidos', 'Admin Atacado'],
  ['clientes', 'Clientes do atacado'],
  ['clientes/12', 'Cliente do atacado'],
  ['relatorios', 'Relatórios do atacado'],
])('the tab at %s is called %s', async (at, title) => {
  const { store } = await openShop({
    answers: {
      'GET /api/staff/me': { id: 'u', name: 'Rui', email: 'rui@loja.com', role: 'WHOLESALE' },
      'GET *': refused(503, 'fora'),
    },
  });
  await store.set(loadSessionAtom, 'sign-in');
  const element = createElement(WholesaleAdminPage);
  const panel = createElement(Routes, null, createElement(Route, { path: '/atacado/admin/*', element }));
  await openScreen(panel, { store, path: `/atacado/admin/${at}` });
  expect(document.title).toMatch(new RegExp(`^${title}( ·|$)`));
});

describe('the list of orders', () => {
  const list = (orders: WholesaleOrder[], more = false) => ({ orders, more, open: 1, over: 2 });
  const bell = {
    muted: false,
    ready: true,
    toggleMuted: () => undefined,
    unseen: new Set<string>(),
    see: vi.fn<(ids: string[]) => void>(),
  };
  const OVER = 'GET /api/staff/wholesale/orders?state=over';
  const tab = async (path: string, answers: Record<string, unknown>) => {
    const openList = {
      value: list([order()]),
      error: null,
      loading: false,
      reload: async () => undefined,
      set: () => undefined,
    };
    const screen = createElement(OrdersTab, {
      open: openList,
      bell: { ...bell, unseen: new Set(['o']) },
    } as never);
    const routes = createElement(
      Routes,
      null,
      createElement(Route, { path: '/atacado/admin/pedidos/*', element: screen }),
    );
    return await open(
      routes,
      { [OVER]: list([order({ id: 'x', orderNumber: 9, status: 'FINALIZADO' })], true), ...answers },
      path,
    );
  };

  it('counts what is to be done and what is over, and says what nobody has seen', async () => {
    const page = await tab('/atacado/admin/pedidos/pendentes', {});
    expect(page.words()).toContain('Pendentes (1) Finalizados (2)');
    expect(page.words()).toContain('Pedido nº 12');
    await page.tap('Vi o pedido nº 12');
    expect(bell.see).toHaveBeenCalledWith(['o']);
  });

  it('goes where an order went that was ended', async () => {
    const page = await tab('/atacado/admin/pedidos/pendentes', {
      [MOVE]: { order: order({ status: 'FINALIZADO' }) },
    });
    await page.tap('Iniciar Preparo');
    expect(page.path()).toBe('/atacado/admin/pedidos/finalizados');
  });

  it('has older ones page by page, each once', async () => {
    const older = 'GET /api/staff/wholesale/orders?state=over&before=';
    const page = await tab('/atacado/admin/pedidos/finalizados', {
      [`${older}9`]: list([order({ id: 'x', orderNumber: 9 }), order({ id: 'y', orderNumber: 8 })], true),
    });
    await page.tap('Mostrar mais antigos');
    page.answers[`${older}8`] = refused(503, 'A loja reinicia.');
    await page.tap('Mostrar mais antigos');
    expect(page.alerts()).toEqual(['A loja reinicia.']);
    page.answers[`${older}8`] = list([order({ id: 'z', orderNumber: 7 })]);
    await page.tap('Mostrar mais antigos');
    expect(page.alerts()).toEqual([]);
    expect(page.words().match(/Pedido nº \d+/g)).toEqual(['Pedido nº 9', 'Pedido nº 8', 'Pedido nº 7']);
    expect(page.buttons()).not.toContain('Mostrar mais antigos');
  });

  it('has an older one as it is once it was marked as paid', async () => {
    const old = order({ id: 'y', orderNumber: 8, status: 'FINALIZADO' });
    const paid = { onDate: '2026-11-21', method: 'pix' } as const;
    const page = await tab('/atacado/admin/pedidos/finalizados', {
      'GET /api/staff/wholesale/orders?state=over&before=9': list([old]),
      'POST /api/staff/wholesale/orders/y/payment': { order: { ...old, paid } },
    });
    await page.tap('Mostrar mais antigos');
    await page.tap('Marcar como pago o pedido nº 8');
    await page.tap('Marcar como pago');
    expect(page.words()).toContain('Pago · PIX, 21/11/2026');
    expect(page.buttons()).not.toContain('Marcar como pago o pedido nº 8');
  });

  it('loses none between the pages when a newer one comes on the list', async () => {
    const over = (orderNumber: number) => order({ id: `n${orderNumber}`, orderNumber, status: 'FINALIZADO' });
    let newest = over(9);
    const page = await tab('/atacado/admin/pedidos/finalizados', {
      [OVER]: () => list([newest], true),
      'GET /api/staff/wholesale/orders?state=over&before=9': list([over(8)]),
    });
    await page.tap('Mostrar mais antigos');
    newest = over(10);
    await page.when(() => page.store.set(wholesaleTurnAtom, (turn) => turn + 1));
    expect(page.words().match(/Pedido nº \d+/g)).toEqual(['Pedido nº 10', 'Pedido nº 9', 'Pedido nº 8']);
  });
});

describe('buyers', () => {
  const buyer = (name: string, changes = {}) => ({
    newestOrder: 9,
    name,
    phone: '11987654321',
    taxId: null,
    orders: 2,
    totalCents: 60_000,
    lastOrderAtMs: Date.parse('2026-11-20T12:00:00-03:00'),
    open: { orders: 0, cents: 0 },
    ...changes,
  });
  const BUYERS = 'GET /api/staff/wholesale/buyers';

  it('are found by what is typed, or by what they owe, and summed', async () => {
    const page = await open(createElement(BuyersPage), {
      [BUYERS]: {
        buyers: [buyer('Estrela'), buyer('Lua', { newestOrder: 8, open: { orders: 1, cents: 12_000 } })],
      },
    });
    expect(page.words()).toContain('2 clientes · R$ 120,00 a receber');
    expect(page.markup()).toContain('href="/atacado/admin/clientes/8"');
    await page.tap('Só com valor a receber');
    expect(page.words()).toContain('1 cliente · R$ 120,00 a receber Lua');
    await page.type('Buscar por nome, telefone ou CNPJ', 'estrela');
    expect(page.words()).toContain('0 clientes · R$ 0,00 a receber Nenhum cliente encontrado');
    await page.tap('Só com valor a receber');
    expect(page.words()).toContain('1 cliente · R$ 0,00 a receber Estrela');
    const none = await open(createElement(BuyersPage), { [BUYERS]: { buyers: [] } });
    expect(none.words()).toContain('Ninguém comprou no atacado ainda');
    // The first of them orders.
    none.answers[BUYERS] = { buyers: [buyer('Estrela')] };
    await none.when(() => none.store.set(wholesaleTurnAtom, (turn) => turn + 1));
    expect(none.words()).toContain('1 cliente');
  });

  it('are saved as a file: those that were found alone', async () => {
    const page = await open(createElement(BuyersPage), {
      [BUYERS]: {
        buyers: [buyer('Estrela'), buyer('Lua', { newestOrder: 8, open: { orders: 1, cents: 12_000 } })],
      },
    });
    await page.type('Buscar por nome, telefone ou CNPJ', 'lua');
    await page.tap('Baixar Clientes do atacado (CSV)');
    const [[name, text] = ['', '']] = await page.saved();
    expect(name).toBe('clientes-atacado.csv');
    expect(text.trim().split(/\r?\n/)).toEqual([
      expect.stringContaining('Nome;Telefone;CPF/CNPJ;Pedidos;Total;A receber;Último pedido'),
      'Lua;(11) 98765-4321;;2;600;120;20/11/2026',
    ]);
  });

  it('have a page each: what was bought, what is owed, and every order', async () => {
    const answers = {
      [`${BUYERS}/9`]: { buyer: buyer('Estrela', { open: { orders: 1, cents: 12_000 } }), orders: [order()] },
      [MOVE]: { order: order() },
    };
    const routes = createElement(
      Routes,
      null,
      createElement(Route, { path: '/atacado/admin/clientes/:order', element: createElement(HistoryPage) }),
    );
    const page = await open(routes, answers, '/atacado/admin/clientes/9');
    expect(page.words()).toContain('Total comprado R$ 600,00 em 2 pedidos A receber R$ 120,00 em 1 pedido');
    expect(page.buttons()).not.toContain('Vi o pedido nº 12');
    const reads = page.asked.length;
    await page.tap('Iniciar Preparo');
    expect(page.asked.length).toBeGreaterThan(reads + 1);
    expect(page.markup()).toMatch(/href="\/atacado\/admin\/clientes"[^>]*>Todos os clientes/);
  });

  it('that gave no name have none made up for them, on their page, on an order and in the file', async () => {
    const nobody = buyer('', { name: null, phone: null, taxId: '52998224725' });
    const page = await open(
      createElement(
        Routes,
        null,
        createElement(Route, { path: '/atacado/admin/clientes/:order', element: createElement(HistoryPage) }),
      ),
      { [`${BUYERS}/9`]: { buyer: nobody, orders: [order({ customerName: null })] } },
      '/atacado/admin/clientes/9',
    );
    expect(page.words()).toContain('Sem nome 529.982.247-25');
    expect(page.buttons()).toContain('WhatsApp de quem pediu, pedido nº 12');
    await page.tap('Cancelar');
    expect(page.words()).toContain('Combine antes com quem pediu.');
    const list = await open(createElement(BuyersPage), { [BUYERS]: { buyers: [nobody] } });
    await list.tap('Baixar Clientes do atacado (CSV)');
    const [[, text] = ['', '']] = await list.saved();
    expect(text.trim().split(/\r?\n/)[1]).toBe(';;529.982.247-25;2;600;0;20/11/2026');
  });
});

it('what was sold month by month is saved as a file, with what came of it', async () => {
  const report = {
    from: '2026-10-01',
    to: '2026-11-30',
    totals: { orders: 4, cents: 100_000, paidCents: 60_000, openCents: 40_000 },
    cancelled: { orders: 0, cents: 0 },
    products: [],
    buyers: [],
    months: [
      { month: '2026-10', orders: 1, cents: 10_000, paidCents: 10_000 },
      { month: '2026-11', orders: 3, cents: 90_000, paidCents: 50_000 },
    ],
  };
  const page = await open(createElement(Report, { report }));
  await page.tap('Baixar Por mês (CSV)');
  const [[name, text] = ['', '']] = await page.saved();
  expect(name).toBe('atacado-meses-2026-10-01-a-2026-11-30.csv');
  expect(text.trim().split(/\r?\n/)).toEqual([
    expect.stringContaining('Mês;Pedidos;Vendas;Recebido'),
    '10/2026;1;100;100',
    '11/2026;3;900;500',
  ]);
});

describe('what the cart asks for', () => {
  const CATALOG = 'GET /api/staff/catalog';
  const patch = (id: string) => `PATCH /api/staff/catalog/wholesaleFields/${id}`;
  const settings = {
    wholesaleMinimumCents: 0,
    wholesaleDeliveryWeekdays: [],
    wholesaleLeadDays: 1,
    wholesaleTerms: '',
  };
  const tab = (wholesaleFields: object[], answers: Record<string, unknown>) =>
    open(createElement(FieldsTab), { [CATALOG]: { wholesaleFields, settings }, ...answers });

  it('is switched one by one; of a field that was never set both are sent', async () => {
    const page = await tab([{ id: 'name', enabled: true, required: false }], {
      [patch('name')]: { id: 'name', enabled: true, required: true },
      [patch('phone')]: { id: 'phone', enabled: false, required: true },
    });
    await page.tap('Obrigatório');
    expect(page.asked.at(-1)).toMatchObject({ route: patch('name'), body: { required: true } });
    expect(page.asked.at(-1)?.body).toEqual({ required: true });
    expect(page.said()).toEqual(['Configuração atualizada']);
    expect(page.words()).not.toContain('quem compra não consegue consultar o pedido');
    // The next one was never set: what it is by itself is sent along.
    await page.tap('Habilitado', 1);
    expect(page.asked.at(-1)).toMatchObject({ route: patch('phone') });
    expect(page.asked.at(-1)?.body).toEqual({ enabled: false, required: true });
  });

  it('is kept as it was typed while the owner looks at another tab', async () => {
    const { store } = await openShop({
      answers: {
        [CATALOG]: { wholesaleFields: [], settings },
        'GET /api/staff/me': { id: 'u', name: 'Ana', email: 'ana@loja.com', role: 'ADMIN' },
      },
    });
    await store.set(loadSessionAtom, 'sign-in');
    const rules = () => openScreen(createElement(FieldsTab), { store });
    await (await rules()).type('Condição de pagamento', '28 dias');
    expect((await rules()).valueOf('Condição de pagamento')).toBe('28 dias');
  });

  it('is brought on the days that the owner picks, which stand as a week has them', async () => {
    const { store, asked } = await openShop({
      answers: {
        [CATALOG]: { wholesaleFields: [], settings },
        'GET /api/staff/me': { id: 'u', name: 'Ana', email: 'ana@loja.com', role: 'ADMIN' },
        'PATCH /api/staff/settings': settings,
      },
    });
    await store.set(loadSessionAtom, 'sign-in');
    const page = await openScreen(createElement(FieldsTab), { store });
    // Each reads as it is called: who presses 'Seg' means a Monday.
    const days = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'];
    expect(days.map((day) => page.all(`button[aria-label="${day}"]`)[0]?.textContent)).toEqual([
      ...['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'],
    ]);
    for (const day of ['sábado', 'quarta', 'segunda', 'quarta']) await page.tap(day);
    expect(page.words()).toContain('Quem compra escolhe uma data destes dias.');
    await page.tap('Salvar condições');
    // What was not touched here somebody else may have changed meanwhile.
    expect(asked.at(-1)).toMatchObject({ route: 'PATCH /api/staff/settings' });
    expect(asked.at(-1)?.body).toEqual({ wholesaleDeliveryWeekdays: [1, 6] });
    expect(store.get(toastsAtom).map(({ title }) => title)).toEqual(['Condições do atacado salvas']);
  });

  it('is said to be kept only where it was', async () => {
    const { store, asked } = await openShop({
      answers: {
        [CATALOG]: { wholesaleFields: [], settings },
        'GET /api/staff/me': { id: 'u', name: 'Ana', email: 'ana@loja.com', role: 'ADMIN' },
        'PATCH /api/staff/settings': refused(503, 'A loja reinicia.'),
      },
    });
    await store.set(loadSessionAtom, 'sign-in');
    const page = await openScreen(createElement(FieldsTab), { store });
    const told = () => store.get(toastsAtom).map(({ title }) => title);
    asked.splice(0);
    await page.type('Pedido mínimo (R$)', 'muito');
    await page.tap('Salvar condições');
    expect(page.words()).toContain('Use um valor como 150,00.');
    expect([asked, told()]).toEqual([[], []]);
    await page.type('Pedido mínimo (R$)', '150');
    await page.tap('Salvar condições');
    expect(asked).toMatchObject([{ body: { wholesaleMinimumCents: 15_000 } }]);
    expect(told()).toEqual(['Não foi possível salvar as condições']);
    expect(page.alerts()).toContain('A loja reinicia.');
    // What comes to what it was asks nothing of a store, also of one that is away.
    await page.type('Pedido mínimo (R$)', '0,00');
    asked.splice(0);
    await page.tap('Salvar condições');
    expect(asked).toEqual([]);
    expect(told()).toContain('Condições do atacado salvas');
  });

  it('stands as it was switched while the store has not answered, and as it was where it refused', async () => {
    let answer = (_: Response): void => undefined;
    const page = await tab([{ id: 'name', enabled: true, required: false }], {
      [patch('name')]: () => new Promise<Response>((resolve) => (answer = resolve)),
    });
    await page.tap('Obrigatório');
    expect(page.isChecked('Obrigatório')).toBe(true);
    await page.when(() => answer(refused(503, 'A loja reinicia.')));
    expect(page.isChecked('Obrigatório')).toBe(false);
  });

  it('says what is lost without the phone, and requires nothing that is not asked', async () => {
    const page = await tab([{ id: 'phone', enabled: false, required: true }], {});
    expect(page.words()).toContain('Sem o telefone, quem compra não consegue consultar o pedido.');
    expect(page.markup()).toMatch(
      /<legend[^>]*>Telefone\/WhatsApp<\/legend>.*?<input[^>]*>.*?<input[^>]*disabled/s,
    );
  });
});
