// Orders as their customers follow them: those of this device, those that are searched for, and what is told of a change.
import { publicOrder, statusOrder } from '@balcao/shared/http/orders.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readyItem } from '../../cart/cart.ts';
import { loadCart } from '../../cart/cart-state.ts';
import '../../data/cancel-dialog.tsx';
import '../../data/ready-notice-switch.tsx';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { openShop, refused, streams } from '../../testing/shop.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import { publicOrder as listed } from './public-order.ts';
import './status-card.tsx';
import TrackingPage from './tracking-page.tsx';

const NOW_MS = 10 * 86_400_000;
const HOUR_MS = 3_600_000;
const NOTHING = { receivedCents: 0, returnedCents: 0, returning: false };
const order = (code: string, changes: Partial<Order> = {}): Order =>
  sampleOrder({ code, simpleId: 41, totalCents: 2_365, customerPhone: '11987654321', ...changes });
const own = (code: string, changes: Partial<Order> = {}) => ({
  access: 'whole',
  order: order(code, changes),
  ticket: `ticket-${code}`,
  money: NOTHING,
});
const paid = { paymentMethod: 'pix', paymentStatus: 'approved' } as const;

let stored: Map<string, string>;
const keep = (...kept: [string, number?][]): void =>
  void stored.set(
    'balcao-orders',
    JSON.stringify(kept.map(([code, age = 0]) => ({ code, token: `token-${code}`, atMs: NOW_MS - age }))),
  );
beforeEach(() => {
  stored = stubStorage();
  vi.useFakeTimers({ now: NOW_MS });
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function follow(
  answers: Record<string, unknown> = {},
  path = '/meu-pedido',
  shop: Parameters<typeof openShop>[0] = {},
) {
  const { store, asked } = await openShop({ answers, ...shop });
  const page = await openScreen(createElement(TrackingPage), { store, path });
  return {
    ...page,
    asked,
    answers,
    said: () => store.get(toastsAtom).map(({ title, text }) => `${title}: ${text}`),
    tones: () => store.get(toastsAtom).map(({ tone }) => tone),
  };
}
const chips = (buttons: string[]): string[] => buttons.filter((name) => /\(\d+\)/.test(name));

describe('the orders of this device', () => {
  it('are those of two days, six at most, each with how many stand how', async () => {
    keep(['A'], ['B'], ['C'], ['D'], ['E'], ['F'], ['G']);
    const statuses = ['PENDING', 'RECEBIDO', 'PREPARING', 'READY', 'DELIVERED', 'CANCELLED'] as const;
    const page = await follow(
      Object.fromEntries(
        statuses.map((status, at) => [
          `GET /api/orders/${'ABCDEF'[at]}`,
          own('ABCDEF'[at] ?? '', { status, simpleId: 40 + at }),
        ]),
      ),
    );
    expect(chips(page.buttons())).toEqual([
      'Todos (6) (pressed)',
      'Recebido (2)',
      'Em Preparo (1)',
      'Pronto (1)',
      'Entregue (1)',
    ]);
    expect(page.words()).toContain('Pedidos deste aparelho');
    expect(page.asked).toHaveLength(6);
    await page.tap('Recebido (2)');
    expect(page.words().match(/Pedido nº \d+/g)).toEqual(['Pedido nº 40', 'Pedido nº 41']);
    expect(document.title).toContain('Pronto!');
    keep(['E']);
    await follow({ 'GET /api/orders/E': own('E', { status: 'DELIVERED' }) });
    expect(document.title).not.toContain('Pronto!');
  });

  it('older than two days, or erased by the shop, are not there', async () => {
    keep(['NEW', 48 * HOUR_MS - 1], ['OLD', 48 * HOUR_MS], ['GONE']);
    const page = await follow({
      'GET /api/orders/NEW': own('NEW'),
      'GET /api/orders/GONE': refused(404, 'x'),
    });
    expect(page.asked.map(({ route }) => route)).toEqual(['GET /api/orders/NEW', 'GET /api/orders/GONE']);
    expect(page.words()).toContain('Pedido nº 41');
  });

  it('none says how one finds another', async () => {
    const { words } = await follow();
    expect(words()).toContain(
      'Nenhum pedido por aqui ainda Os pedidos feitos neste aparelho aparecem aqui sozinhos.',
    );
    expect(words()).toMatch(/^Acompanhar Pedido (Tocar quando ficar pronto )?Telefone Código ou número/);
  });

  it('of a state that nobody is in say so', async () => {
    keep(['A']);
    const page = await follow({ 'GET /api/orders/A': own('A') });
    await page.tap('Entregue (0)');
    expect(page.words()).toContain('Nenhum pedido com este status agora.');
  });

  it('follow the newest that is not over, and tell each change once', async () => {
    keep(['DONE'], ['MINE']);
    const page = await follow({
      'GET /api/orders/DONE': own('DONE', { status: 'DELIVERED', simpleId: 40 }),
      'GET /api/orders/MINE': own('MINE', { ...paid, status: 'PREPARING' }),
    });
    expect(streams.map(({ url }) => url)).toEqual(['/api/live?ticket=ticket-MINE']);
    const vibrate = vi.fn<(pattern: number[]) => boolean>();
    vi.stubGlobal('navigator', { vibrate, userActivation: { hasBeenActive: true } });
    const heard = (status: Order['status']) =>
      page.when(() => streams[0]?.tell('order', publicOrder(order('MINE', { ...paid, status }))));
    await heard('PREPARING');
    expect(page.said()).toEqual([]);
    await heard('READY');
    expect(page.said()).toEqual(['Status Atualizado: Pedido nº 41: Pronto']);
    expect(page.store.get(toastsAtom)).toMatchObject([{ tone: 'success', durationMs: 3_000 }]);
    expect(vibrate).toHaveBeenCalledTimes(1);
    expect(page.words()).toContain('Seu pedido está pronto. Venha buscar!');
    await heard('READY');
    await heard('DELIVERED');
    expect(vibrate).toHaveBeenCalledTimes(1);
    expect(page.said().at(-1)).toBe('Status Atualizado: Pedido nº 41: Entregue');
    expect(page.tones().at(-1)).toBe('info');
  });

  it('are followed where the newest was called off: the one that is still made', async () => {
    keep(['OFF'], ['MINE']);
    await follow({
      'GET /api/orders/OFF': own('OFF', { status: 'CANCELLED', simpleId: 40 }),
      'GET /api/orders/MINE': own('MINE', { ...paid, status: 'PREPARING' }),
    });
    expect(streams.map(({ url }) => url)).toEqual(['/api/live?ticket=ticket-MINE']);
  });

  it('that are over are followed still, the newest of them: its money may go back', async () => {
    keep(['DONE'], ['OFF']);
    await follow({
      'GET /api/orders/DONE': own('DONE', { ...paid, status: 'DELIVERED' }),
      'GET /api/orders/OFF': own('OFF', { status: 'CANCELLED', simpleId: 40 }),
    });
    expect(streams.map(({ url }) => url)).toEqual(['/api/live?ticket=ticket-DONE']);
  });

  it('are read again every twenty seconds, as soon as the line is there or is lost, and when one comes back', async () => {
    keep(['A']);
    const page = await follow({ 'GET /api/orders/A': own('A') });
    await page.later(19_999);
    expect(page.asked).toHaveLength(1);
    await page.later(1);
    expect(page.asked).toHaveLength(2);
    await page.when(() => streams[0]?.tell('hello'));
    expect(page.asked).toHaveLength(3);
    await page.when(() => streams[0]?.dispatchEvent(new Event('error')));
    expect(page.asked).toHaveLength(4);
    await page.when(() => document.dispatchEvent(new page.window.Event('visibilitychange')));
    expect(page.asked).toHaveLength(5);
  });

  it('of a state that this page does not know yet are not there, and the others are', async () => {
    keep(['A'], ['NEW']);
    const unknown = { ...order('NEW', { simpleId: 42 }), status: 'PACKED' };
    const page = await follow({
      'GET /api/orders/A': own('A'),
      'GET /api/orders/NEW': { ...own('NEW'), order: unknown },
    });
    expect(page.words().match(/Pedido nº \d+/g)).toEqual(['Pedido nº 41']);
    expect(chips(page.buttons())[0]).toBe('Todos (1) (pressed)');
    // Nor is it told of in the server's own word.
    page.answers['GET /api/orders/A'] = { ...own('A'), order: { ...order('A'), status: 'PACKED' } };
    await page.later(20_000);
    expect(page.said()).toEqual([]);
    expect(chips(page.buttons())[0]).toBe('Todos (0) (pressed)');
  });

  it('are looked at now and then, while the page is seen, and what failed meanwhile is said', async () => {
    keep(['A']);
    const page = await follow({ 'GET /api/orders/A': own('A') });
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await page.later(20_000);
    expect(page.asked).toHaveLength(1);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    page.answers['GET /api/orders/A'] = refused(503, 'fora');
    await page.later(20_000);
    expect(page.words()).toContain('Erro ao buscar pedidos. Tente novamente.');
    page.answers['GET /api/orders/A'] = refused(429, 'Muitas buscas.');
    await page.later(20_000);
    expect(page.words()).toContain('Muitas buscas.');
    page.answers['GET /api/orders/A'] = own('A');
    await page.later(20_000);
    expect(page.words()).not.toContain('Muitas buscas.');
  });

  it('that could not be read say so, and not that there are none', async () => {
    keep(['A']);
    const { words } = await follow({ 'GET /api/orders/A': refused(503, 'fora') });
    expect(words()).toContain('Erro ao buscar pedidos. Tente novamente.');
    expect(words()).not.toContain('Nenhum pedido');
  });

  it('is called off by its customer, and shown so at once', async () => {
    keep(['A']);
    const page = await follow({
      'GET /api/orders/A': own('A', { status: 'PENDING' }),
      'POST /api/orders/A/cancel': {},
    });
    await page.tap('Cancelar pedido');
    await page.until(() => page.words().includes('Cancelar este pedido?'));
    page.answers['GET /api/orders/A'] = own('A', { status: 'CANCELLED' });
    await page.tap('Cancelar pedido');
    expect(page.words()).toContain('Cancelado');
    expect(page.buttons()).not.toContain('Cancelar pedido');
  });

  it('of which staff took a part say what is still to be paid, as read and as heard, and offer nothing that is refused then', async () => {
    keep(['A']);
    const cash = { status: 'PENDING', paymentMethod: 'cash', paymentStatus: 'pending' } as const;
    const page = await follow({ 'GET /api/orders/A': own('A', cash) });
    const tell = (changes: Partial<Order>) =>
      page.when(() => streams[0]?.tell('order', publicOrder(order('A', changes))));
    expect(page.words()).toMatch(/Pague em dinheiro no balcão .*Total R\$.23,65/);
    expect(page.buttons()).toContain('Cancelar pedido');
    const part = {
      id: 'a',
      method: 'terminal',
      card: null,
      cents: 1_000,
      receivedCents: null,
      atMs: 0,
    } as const;
    await tell({ ...cash, tenders: [part] });
    expect(page.words()).toMatch(/Falta pagar R\$.13,65 no balcão .*Total R\$.23,65/);
    page.answers['GET /api/orders/A'] = own('A', { ...cash, tenders: [part, { ...part, id: 'b' }] });
    await page.later(20_000);
    expect(page.words()).toMatch(/Falta pagar R\$.3,65 no balcão/);
    expect(page.words()).not.toContain('Pagar de outro jeito');
    expect(page.buttons()).not.toContain('Cancelar pedido');
    // Paid, and something was added to it since.
    await tell({ ...paid, status: 'PREPARING', balanceCents: 500 });
    expect(page.words()).toMatch(/Falta pagar R\$.5,00 no balcão/);
    await tell({ ...paid, status: 'PREPARING' });
    expect(page.words()).toContain('Pago com PIX');
  });

  it('that is called off is read again: its money is not on the line', async () => {
    keep(['A']);
    const page = await follow({ 'GET /api/orders/A': own('A', { ...paid, status: 'RECEBIDO' }) });
    const looks = page.asked.length;
    await page.when(() =>
      streams[0]?.tell('order', publicOrder(order('A', { ...paid, status: 'PREPARING' }))),
    );
    expect(page.asked).toHaveLength(looks);
    await page.when(() =>
      streams[0]?.tell('order', publicOrder(order('A', { ...paid, status: 'CANCELLED' }))),
    );
    expect(page.asked.length).toBeGreaterThan(looks);
  });

  it('keep what was paid and what came back in sight when one hears of them: that is not on the line', async () => {
    keep(['A']);
    const money = { ...NOTHING, receivedCents: 2_365 };
    const follows = async (changes: Partial<Order>, returnedCents: number) => {
      const page = await follow({
        'GET /api/orders/A': { ...own('A', changes), money: { ...money, returnedCents } },
      });
      const hear = (status: Order['status']) =>
        page.when(() => streams[0]?.tell('order', publicOrder(order('A', { ...changes, status }))));
      return { ...page, hear };
    };
    const partly = await follows({ ...paid, status: 'RECEBIDO', paymentStatus: 'partially_refunded' }, 500);
    await partly.hear('PREPARING');
    expect(partly.words()).toContain('Em Preparo');
    expect(partly.words()).toMatch(/Devolvemos R\$.5,00 deste pedido\./);
    // Paid, and the shop has not heard of it: nobody is asked to pay again.
    const unheard = await follows({ status: 'PENDING', paymentStatus: 'pending' }, 0);
    await unheard.hear('PENDING');
    expect(unheard.words()).toContain('Estamos avisando a loja.');
    expect(unheard.words()).toContain('Pagamento recebido');
    expect(unheard.markup()).not.toContain('/pedido/pagamento/');
  });

  it('is had again: the same goods, beside what lies in the cart', async () => {
    keep(['A']);
    const page = await follow({ 'GET /api/orders/A': own('A', { ...paid, status: 'DELIVERED' }) });
    await page.tap('Pedir de novo');
    await page.tap('Pedir de novo');
    const { cart } = loadCart();
    expect(cart).toHaveLength(2 * order('A').items.length);
    expect(new Set(cart.map(({ id }) => id)).size).toBe(cart.length);
    expect(page.path()).toBe('/carrinho');
  });

  it('is not had again where its proof is good no more: that is said, and nothing lands in the cart', async () => {
    keep(['A']);
    const page = await follow({ 'GET /api/orders/A': own('A', { ...paid, status: 'DELIVERED' }) });
    const seen = statusOrder(order('A', { status: 'DELIVERED' }), 'code');
    page.answers['GET /api/orders/A'] = { access: 'status', order: seen, ticket: 't' };
    await page.tap('Pedir de novo');
    page.answers['GET /api/orders/A'] = refused(503, 'A loja reinicia.');
    await page.tap('Pedir de novo');
    expect(page.said()).toEqual([
      'Não deu para repetir o pedido: Monte de novo em Fazer Pedido.',
      'Não deu para repetir o pedido: A loja reinicia.',
    ]);
    expect(page.tones()).toEqual(['error', 'error']);
    expect([loadCart().cart, page.path()]).toEqual([[], '/meu-pedido']);
  });

  it('whose proof is good no more stands there by its code, as a stranger sees it', async () => {
    keep(['7K2MQ9XWTB']);
    const seen = statusOrder(order('7K2MQ9XWTB', { status: 'PREPARING' }), 'code');
    const page = await follow({
      'GET /api/orders/7K2MQ9XWTB': { access: 'status', order: seen, ticket: 'status' },
    });
    await page.until(() => page.words().includes('Ver o pedido'));
    expect(page.words()).toContain('Pedido 7K2MQ-9XWTB Em Preparo');
    expect(page.words()).not.toContain('Total');
    expect(streams.map(({ url }) => url)).toEqual(['/api/live?ticket=status']);
  });

  it('is had again as far as the cart takes it: one beyond forty would be no cart any more', async () => {
    keep(['A']);
    const full = Array.from({ length: 40 }, (_, at) => readyItem(`w${at}`, 'agua', 400));
    stored.set('acai-cart', JSON.stringify(full));
    const page = await follow({ 'GET /api/orders/A': own('A', { ...paid, status: 'DELIVERED' }) });
    await page.tap('Pedir de novo');
    expect(loadCart()).toEqual({ cart: full, corrupt: false });
  });
});

describe('the search', () => {
  const TRACK = 'POST /api/track';
  const stranger = (status: Order['status'], by: 'number' | 'panel' | 'code' = 'number') =>
    statusOrder(order('7K2MQ9XWTB', { status, orderNumber: 41, panelNumber: 7 }), by);

  it('by a phone asks with its digits once it is whole, and says what is missing until then', async () => {
    const page = await follow({ [TRACK]: { orders: [publicOrder(order('A'))], ticket: 't' } });
    await page.type('Telefone', '9132224455'.slice(0, 9));
    await page.tap('Buscar');
    expect(page.words()).toContain('Digite um número de telefone para buscar.');
    await page.type('Telefone', '9132224455');
    await page.tap('Buscar');
    expect(page.asked.at(-1)).toMatchObject({ route: TRACK, body: { phone: '9132224455' } });
    expect(page.words()).toContain('Pedidos encontrados');
    await page.tap('Ver os deste aparelho');
    expect(page.words()).toContain('Pedidos deste aparelho');
  });

  it('is folded away where this device has orders of its own, and nowhere else', async () => {
    const folded = (page: Awaited<ReturnType<typeof follow>>) => page.all('details').length;
    const found = await follow({ [TRACK]: { orders: [publicOrder(order('A'))], ticket: 't' } });
    expect(folded(found)).toBe(0);
    await found.type('Telefone', '9132224455');
    await found.tap('Buscar');
    expect(found.words()).toContain('Pedidos encontrados');
    expect(folded(found)).toBe(0);
    for (const status of ['PREPARING', 'DELIVERED'] as const) {
      keep(['A']);
      expect(folded(await follow({ 'GET /api/orders/A': own('A', { status }) }))).toBe(1);
    }
  });

  it('by a code or a number asks with what was typed, however short', async () => {
    const page = await follow({ [TRACK]: { orders: [], ticket: null } });
    await page.tap('Código ou número');
    await page.tap('Buscar');
    expect(page.words()).toContain('Digite um código, ID ou número do pedido para buscar.');
    await page.tap('Telefone');
    expect(page.words()).not.toContain('Digite um código, ID ou número');
    // By arrows alone, and the keyboard goes along.
    for (const key of ['Home', 'ArrowDown']) await page.press(key, 'Telefone');
    expect(page.all('[aria-selected="true"]').map((one) => one.textContent)).toEqual(['Telefone']);
    await page.press('ArrowLeft', 'Telefone');
    expect(page.focused()).toBe('Código ou número');
    await page.press('ArrowRight', 'Código ou número');
    expect(page.focused()).toBe('Telefone');
    expect(page.all('[role="tab"]').map((one) => one.getAttribute('tabindex'))).toEqual(['0', '-1']);
    await page.press('ArrowRight', 'Telefone');
    await page.type('Código, ID ou número do pedido', ' 7 ');
    await page.tap('Buscar');
    expect(page.asked.at(-1)).toMatchObject({ body: { query: '7' } });
    expect(page.words()).toContain('Nenhum pedido encontrado Confira o que digitou.');
    // What was not found is not looked for again by itself.
    const looks = page.asked.length;
    await page.later(40_000);
    expect(page.asked).toHaveLength(looks);
  });

  it('says whose orders these are while they are looked for', async () => {
    const page = await follow({ [TRACK]: () => new Promise(() => undefined) });
    await page.type('Telefone', '9132224455');
    await page.tap('Buscar');
    expect(page.words()).toContain('Pedidos encontrados Ver os deste aparelho');
    expect(page.markup()).toContain('aria-label="Procurando"');
  });

  it('that was refused is not said to be while the next one is under way', async () => {
    const page = await follow({ [TRACK]: refused(429, 'Muitas buscas.') });
    await page.type('Telefone', '9132224455');
    await page.tap('Buscar');
    expect(page.alerts()).toEqual(['Muitas buscas.']);
    page.answers[TRACK] = () => new Promise(() => undefined);
    await page.tap('Buscar');
    expect(page.alerts()).toEqual([]);
  });

  it('whose answer stands below the fold brings one there', async () => {
    const page = await follow({ [TRACK]: { orders: [], ticket: null } });
    const { DOMRect, Element } = page.window;
    const places: string[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      places.push(this.getAttribute('aria-label') ?? '');
    });
    const stands = vi.spyOn(Element.prototype, 'getBoundingClientRect');
    const search = async (top: number): Promise<void> => {
      stands.mockReturnValue(new DOMRect(0, top));
      await page.type('Telefone', '9132224455');
      await page.tap('Buscar');
    };
    await search(innerHeight / 2);
    expect(places).toEqual([]);
    await search(innerHeight / 2 + 1);
    await search(-1);
    expect(places).toEqual(['Pedidos', 'Pedidos']);
    // Whoever reads on is left where they are, also with the orders that stood there before.
    await page.tap('Recebido (0)');
    await page.tap('Ver os deste aparelho');
    expect(page.words()).toContain('Nenhum pedido');
    expect(places).toHaveLength(2);
  });

  it('that was left is not made again by itself, neither in time nor when one comes back to the page', async () => {
    keep(['A']);
    const page = await follow({
      'GET /api/orders/A': own('A'),
      [TRACK]: { orders: [publicOrder(order('B', { simpleId: 42 }))], ticket: 't' },
    });
    await page.type('Telefone', '9132224455');
    await page.tap('Buscar');
    await page.tap('Ver os deste aparelho');
    const searches = () => page.asked.filter(({ route }) => route === TRACK).length;
    expect(searches()).toBe(1);
    await page.later(20_000);
    await page.when(() => document.dispatchEvent(new page.window.Event('visibilitychange')));
    expect(searches()).toBe(1);
    expect(page.words().match(/Pedido nº \d+/g)).toEqual(['Pedido nº 41']);
  });

  it('that is answered late, when it was left, changes nothing', async () => {
    keep(['A']);
    const answer: { give?: (body: object) => void } = {};
    const page = await follow({
      'GET /api/orders/A': own('A'),
      [TRACK]: () => new Promise((resolve) => (answer.give = resolve)),
    });
    await page.type('Telefone', '9132224455');
    await page.tap('Buscar');
    await page.tap('Ver os deste aparelho');
    await page.when(() =>
      answer.give?.({ orders: [publicOrder(order('B', { simpleId: 42 }))], ticket: 't' }),
    );
    expect(page.words()).toContain('Pedidos deste aparelho');
    expect(page.words().match(/Pedido nº \d+/g)).toEqual(['Pedido nº 41']);
  });

  it('that is refused late, when it was left, is not said, and what is looked for now is not said to be missing', async () => {
    keep(['A']);
    const answer: { give?: (body: Response) => void } = {};
    const page = await follow({
      'GET /api/orders/A': own('A'),
      [TRACK]: () => new Promise((resolve) => (answer.give = resolve)),
    });
    await page.type('Telefone', '9132224455');
    await page.tap('Buscar');
    page.answers['GET /api/orders/A'] = () => new Promise(() => undefined);
    await page.tap('Ver os deste aparelho');
    await page.when(() => answer.give?.(refused(429, 'Muitas buscas.')));
    expect(page.alerts()).toEqual([]);
    expect(page.words()).not.toContain('Nenhum pedido por aqui ainda');
    expect(page.markup()).toContain('aria-label="Procurando"');
  });

  it('by the code on a slip is done at once; one that is no code is none', async () => {
    const page = await follow(
      { [TRACK]: { orders: [stranger('PREPARING', 'code')], ticket: 't' } },
      '/meu-pedido?codigo=7k2mq-9xwtb',
    );
    expect(page.asked).toMatchObject([{ body: { query: '7K2MQ9XWTB' } }]);
    await page.until(() => page.words().includes('Pedido 7K2MQ-9XWTB'));
    expect((await follow({}, '/meu-pedido?codigo=1')).asked).toEqual([]);
  });

  it('by a code hears of a stranger’s order under that name, without asking again', async () => {
    const page = await follow(
      { [TRACK]: { orders: [stranger('PREPARING', 'code')], ticket: 't' } },
      '/meu-pedido?codigo=7K2MQ9XWTB',
    );
    await page.until(() => page.words().includes('Ver o pedido'));
    const looks = page.asked.length;
    await page.when(() => streams[0]?.tell('order', stranger('READY', 'code')));
    expect(page.words()).toContain('O pedido está pronto. Venha buscar!');
    expect(page.said()).toEqual(['Status Atualizado: Pedido 7K2MQ-9XWTB: Pronto']);
    expect(page.asked).toHaveLength(looks);
  });

  it.each([
    ['number', 'Pedido nº 41'],
    ['panel', 'Painel 7'],
  ] as const)('names a stranger’s order by its %s alone', async (by, name) => {
    const page = await follow(
      { [TRACK]: { orders: [stranger('READY', by)], ticket: 't' } },
      '/meu-pedido?codigo=7K2MQ9XWTB',
    );
    await page.until(() => page.words().includes('Ver o pedido'));
    expect(page.words()).toContain(`O pedido está pronto. Venha buscar! ${name} Pronto`);
  });

  it('opens a stranger’s order with how its phone ends, and says where it does not', async () => {
    const page = await follow(
      { [TRACK]: { orders: [stranger('PREPARING')], ticket: 't' } },
      '/meu-pedido?codigo=7K2MQ9XWTB',
    );
    await page.until(() => page.words().includes('Ver o pedido'));
    const digits = 'Os 4 últimos dígitos do telefone';
    await page.type(digits, '432');
    await page.tap('Ver o pedido');
    expect(page.words()).toContain('Digite os 4 últimos dígitos do telefone.');
    page.answers[TRACK] = refused(503, 'fora');
    await page.later(20_000);
    expect(page.alerts()).toContain('Erro ao buscar pedidos. Tente novamente.');
    page.answers[TRACK] = refused(404, 'Não confere.');
    await page.type(digits, '43210');
    await page.tap('Ver o pedido');
    expect(page.asked.at(-1)).toMatchObject({ body: { query: '7K2MQ9XWTB', lastFour: '4321' } });
    expect(page.words()).toContain('Não confere.');
    // The next try is typed at once: the field is empty, and the keyboard in it.
    expect([page.valueOf(digits), page.focused()]).toEqual(['', digits]);
    page.answers[TRACK] = {
      orders: [publicOrder(order('7K2MQ9XWTB', { status: 'PREPARING' }))],
      ticket: 'whole',
    };
    await page.type(digits, '4321');
    const before = page.asked.length;
    await page.tap('Ver o pedido');
    expect(page.words()).toContain('Total R$ 23,65');
    expect(page.asked).toHaveLength(before + 1);
    // What failed meanwhile has come, and what is heard from now on is the order whole.
    expect(page.alerts()).toEqual([]);
    expect(streams.map(({ url }) => url)).toEqual(['/api/live?ticket=whole']);
    // The field is gone: the keyboard goes on where the order stands now.
    expect(page.window.document.activeElement?.localName).toBe('ul');
    await page.later(20_000);
    expect(page.asked.at(-1)).toMatchObject({ body: { query: '7K2MQ9XWTB', lastFour: '4321' } });
  });

  it('keeps a stranger’s order open though a look of before is answered later, and asks once at a time', async () => {
    const before = { orders: [stranger('PREPARING')], ticket: 't' };
    const page = await follow({ [TRACK]: before }, '/meu-pedido?codigo=7K2MQ9XWTB');
    await page.until(() => page.words().includes('Ver o pedido'));
    const look = Promise.withResolvers<object>();
    page.answers[TRACK] = () => look.promise;
    await page.later(20_000);
    page.answers[TRACK] = refused(404, 'Não confere.');
    await page.type('Os 4 últimos dígitos do telefone', '1234');
    await page.tap('Ver o pedido');
    expect(page.alerts()).toEqual(['Não confere.']);
    const opened = Promise.withResolvers<object>();
    page.answers[TRACK] = () => opened.promise;
    const asked = page.asked.length;
    await page.type('Os 4 últimos dígitos do telefone', '4321');
    await page.tap('Ver o pedido');
    expect(page.alerts()).toEqual([]);
    await page.tap('Ver o pedido');
    expect(page.asked).toHaveLength(asked + 1);
    await page.when(() =>
      opened.resolve({ orders: [publicOrder(order('7K2MQ9XWTB', { status: 'PREPARING' }))], ticket: 't' }),
    );
    await page.when(() => look.resolve(before));
    expect(page.words()).toContain('Total R$ 23,65');
  });

  it('shows a new order of the phone that was searched for', async () => {
    const page = await follow({ [TRACK]: { orders: [publicOrder(order('A'))], ticket: 't' } });
    await page.type('Telefone', '9132224455');
    await page.tap('Buscar');
    const looks = page.asked.length;
    page.answers[TRACK] = {
      orders: [publicOrder(order('A')), publicOrder(order('B', { simpleId: 42 }))],
      ticket: 'both',
    };
    await page.when(() => streams[0]?.tell('order', publicOrder(order('B', { simpleId: 42 }))));
    expect(page.asked).toHaveLength(looks + 1);
    // The ticket of before says nothing of the new one.
    expect(streams.map(({ url }) => url)).toEqual(['/api/live?ticket=both']);
    await page.when(() => streams[0]?.tell('order', publicOrder(order('A', { status: 'PREPARING' }))));
    expect(page.asked).toHaveLength(looks + 1);
  });
});

describe('the bell', () => {
  const WORDS = 'Tocar quando ficar pronto';
  it('is there while an order is waited for, and says that it is on', async () => {
    vi.stubGlobal('AudioContext', undefined);
    keep(['A']);
    const page = await follow({ 'GET /api/orders/A': own('A', { status: 'PREPARING' }) }, '/meu-pedido', {
      store: { host: 'store' },
    });
    await page.tap(WORDS);
    expect(page.buttons()).toContain('Som ligado: vai tocar quando ficar pronto (pressed)');
  });

  it('is heard at once by whoever switches it on, and once', async () => {
    const start = vi.fn<(seconds: number) => void>();
    const tone = { frequency: {}, connect: () => tone, start, stop: () => undefined };
    const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    const sound = {
      state: 'running',
      currentTime: 0,
      destination: {},
      resume: vi.fn<() => void>(),
      createOscillator: () => tone,
      createGain: () => ({ gain, connect: () => undefined }),
    };
    vi.stubGlobal(
      'AudioContext',
      vi.fn(function AudioContext() {
        return sound;
      }),
    );
    keep(['A']);
    const page = await follow({ 'GET /api/orders/A': own('A', { status: 'PREPARING' }) });
    Object.assign(page.window, { AudioContext });
    // Any touch of the page is one that prepares it: who has not seen the button hears it too.
    await page.happen('h1', 'pointerdown');
    expect(sound.resume).toHaveBeenCalledTimes(1);
    expect(tone.start).not.toHaveBeenCalled();
    await page.tap(WORDS);
    await page.later(100);
    expect(tone.start).toHaveBeenCalledTimes(3);
    // One after the other, and over before one has turned away.
    const begins = tone.start.mock.calls.map(([seconds]) => seconds);
    expect(begins).toEqual([...new Set(begins)].toSorted((a, b) => a - b));
    expect(begins.at(-1)).toBeLessThan(1);
    // A phone holds sound back until a tap asks for it.
    expect(sound.resume).toHaveBeenCalledTimes(2);
    await page.tap('Som ligado: vai tocar quando ficar pronto');
    await page.later(100);
    expect(tone.start).toHaveBeenCalledTimes(3);
    // Once it is ready it rings; not where the phone has put the sound away, which would ring some other time.
    const hear = (status: Order['status']) =>
      page.when(() => streams[0]?.tell('order', publicOrder(order('A', { status }))));
    sound.state = 'suspended';
    await hear('READY');
    expect(tone.start).toHaveBeenCalledTimes(3);
    sound.state = 'running';
    await hear('PREPARING');
    await hear('READY');
    expect(tone.start).toHaveBeenCalledTimes(6);
    sound.state = 'closed';
  });

  it('gives way to the notice on each order’s card, if that can come for all of them', async () => {
    keep(['A']);
    const found = [publicOrder(order('A')), publicOrder(order('B', { simpleId: 42 }))];
    const page = await follow({
      'GET /api/orders/A': own('A', { ...paid, status: 'RECEBIDO' }),
      'POST /api/track': { orders: found, ticket: 't' },
    });
    Object.assign(page.window, { PushManager: class {} });
    await page.when(() =>
      streams[0]?.tell('order', publicOrder(order('A', { ...paid, status: 'PREPARING' }))),
    );
    expect(page.buttons()).not.toContain(WORDS);
    // Of what another device ordered no notice can come here.
    await page.type('Telefone', '9132224455');
    await page.tap('Buscar');
    expect(page.words()).toContain('Pedido nº 42');
    expect(page.buttons()).toContain(WORDS);
  });

  it.each(['DELIVERED', 'CANCELLED'] as const)('is not there for one that is %s', async (status) => {
    keep(['A']);
    const { buttons } = await follow({ 'GET /api/orders/A': own('A', { status }) }, '/meu-pedido', {
      store: { host: 'store' },
    });
    expect(buttons()).not.toContain(WORDS);
  });
});

it('an order of this device is listed as others see it: its phone masked, its toppings by name and layer', () => {
  const [sold] = order('A').items;
  const toppings = [{ toppingId: 'x', name: 'Banana', layer: 'BOTTOM', priceCents: 100 }] as never;
  const one = listed(order('A', { items: [{ ...sold!, toppings }] }));
  expect(one).toMatchObject({ access: 'public', customerPhoneMasked: '***321' });
  expect(one.items[0]).toMatchObject({ description: '', toppings: [{ name: 'Banana', layer: 'BOTTOM' }] });
  expect(Object.keys(one.items[0]?.toppings[0] ?? {})).toEqual(['name', 'layer']);
  expect(listed(order('A', { customerPhone: null })).customerPhoneMasked).toBeNull();
});
