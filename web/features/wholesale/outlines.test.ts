// What a wholesale buyer reads and hears; `outlines/` is read by whoever changes it.
import { wholesaleCatalogue, type WholesaleCatalogue } from '@balcao/shared/wholesale/catalogue.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { createElement, type ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { loadCatalogueAtom } from '../../data/wholesale.ts';
import { NOW_MS, openFullShop, standClock } from '../../testing/full-shop.ts';
import { refused, streams } from '../../testing/shop.ts';
import { createWalk } from '../../testing/walk.ts';
import WholesaleAuthPage from './auth-page.tsx';
import CartPage from './cart-page.tsx';
import CataloguePage from './catalogue-page.tsx';
import StatusPage from './status-page.tsx';

const CATALOGUE = 'GET /api/wholesale/catalogue';
const SEND = 'POST /api/wholesale/orders';
const TRACK = 'POST /api/wholesale/track';
const sample = wholesaleCatalogue(sampleWholesale());
const [bucket, cones] = sample.products;
const catalogue: WholesaleCatalogue = {
  ...sample,
  categories: [...sample.categories, { ...sample.categories[0]!, id: 'vazia', name: 'Vazia' }],
  products: [
    {
      ...bucket!,
      description: 'Balde de açaí puro',
      image: 'aaaaaaaa',
      sizes: ['10 L', '5 L'],
      flavors: ['Tradicional', 'Banana'],
      tiers: [
        { from: 5, priceCents: 11_000 },
        { from: 10, priceCents: 10_000 },
      ],
    },
    cones!,
    { ...bucket!, id: 'sabores', name: 'Sorbet', sizes: null, flavors: ['Tradicional'], priceCents: 8_000 },
    { ...bucket!, id: 'sem', name: 'Sem tamanho agora', sizes: [], flavors: null },
  ],
  fields: sample.fields.map((field, at) => ({ ...field, enabled: true, required: at % 2 === 0 })),
  rules: { minimumCents: 30_000, weekdays: [1, 4], leadDays: 2, terms: 'Boleto 28 dias' },
};
const line = (id: string, productId: string, quantity: number, more = {}) => ({
  id,
  productId,
  name: productId,
  priceCents: productId === 'balde' ? 12_000 : 4_550,
  image: null,
  selectedSize: productId === 'balde' ? '10 L' : null,
  selectedFlavor: productId === 'balde' ? 'Tradicional' : null,
  quantity,
  totalPriceCents: 0,
  ...more,
});
const BUYER = {
  customerName: 'Maria',
  customerPhone: '(11) 98765-4321',
  customerCpfCnpj: '529.982.247-25',
  customerAddress: 'Rua B, 2',
  observations: 'Portão azul',
};
const buy = (
  walk: ReturnType<typeof createWalk>,
  screen: ComponentType,
  path: string,
  more: Parameters<typeof openFullShop>[2] = {},
) => {
  vi.stubGlobal('navigator', {});
  return openFullShop(walk, createElement(screen), {
    path,
    before: (store) => store.set(loadCatalogueAtom),
    ...more,
    answers: Object.assign(more.answers ?? {}, { [CATALOGUE]: catalogue, ...more.answers }),
  });
};

it('the catalogue', async () => {
  standClock();
  const walk = createWalk();
  const open = (more?: Parameters<typeof openFullShop>[2]) => buy(walk, CataloguePage, '/atacado', more);
  const page = await open();
  page.see('something of everything');
  await page.go('Açaí', 'Vazia', 'Ver todos os produtos', 'Adicionar Casquinhas', 'Adicionar Casquinhas');
  await page.go('Adicionar Açaí em balde', 'Aumentar Açaí em balde', 'Diminuir Açaí em balde');
  for (const [field, text] of [
    ['Tamanho', '5 L'],
    ['Sabor', 'Banana'],
    ['Quantidade de Açaí em balde', '5'],
    ['Quantidade de Açaí em balde', ''],
    ['Quantidade de Açaí em balde', '10'],
  ] as const) {
    await page.type(field, text);
    page.see(`type: ${text}`);
  }
  await page.go('Adicionar · R$ 1.000,00', 'Adicionar Açaí em balde', 'Cancelar');
  await page.go('Adicionar Sorbet', 'Cancelar');
  await page.when(() => streams[0]?.dispatchEvent(new Event('error')));
  await page.later(10_000);
  page.see('the line is lost');
  (
    await open({
      answers: {
        [CATALOGUE]: {
          ...catalogue,
          products: [],
          rules: { ...catalogue.rules, minimumCents: 0, terms: '' },
        },
      },
    })
  ).see('without products');
  (await open({ answers: { [CATALOGUE]: refused(503, 'Sem internet.') } })).see('it did not come');
  (await open({ before: () => undefined, answers: { [CATALOGUE]: () => new Promise(() => undefined) } })).see(
    'on its way',
  );
  await expect(walk.text()).toMatchFileSnapshot('./outlines/catalogue.txt');
});

it('the cart, and sending it', async () => {
  standClock();
  const walk = createWalk();
  const open = (more?: Parameters<typeof openFullShop>[2]) => buy(walk, CartPage, '/atacado/carrinho', more);
  (await open()).see('nothing in it');
  const cart = [
    line('a', 'balde', 3),
    line('b', 'casquinha', 2),
    line('c', 'balde', 2, { selectedSize: '5 L', selectedFlavor: 'Banana' }),
  ];
  const answers: Record<string, unknown> = {};
  const page = await open({ kept: { atacado_cart: cart }, answers });
  page.see('three lines');
  await page.go(
    'Finalizar Pedido',
    'Aumentar casquinha',
    'Diminuir casquinha',
    'Remover casquinha',
    'Desfazer',
  );
  await page.type('Nome', 'Maria');
  await page.type('Telefone/ WhatsApp', '119');
  await page.type('CPF/ CNPJ', '123');
  page.see('typed');
  await page.go('Finalizar Pedido');
  await page.type('Telefone/ WhatsApp', '11987654321');
  await page.type('CPF/ CNPJ', '52998224725');
  await page.type('Endereço', 'Rua B, 2');
  await page.type('Observações', 'Portão azul');
  await page.type('Data de entrega desejada', '2026-11-26');
  page.see('typed');
  for (const [what, answer] of [
    [
      'refused',
      refused(422, 'Confira.', {
        errors: [
          { field: 'customerPhone', message: 'Telefone bloqueado' },
          { field: 'wishedDate', message: 'Nesse dia não entregamos.' },
        ],
      }),
    ],
    ['too many', refused(429, 'Muitos pedidos. Espere um pouco.')],
    ['nobody knows', refused(503, 'Sem resposta.')],
    ['it waits', { state: 'waiting', id: 'x' }],
  ] as const) {
    answers[SEND] = answer;
    await page.tap('Finalizar Pedido');
    page.see(`sent: ${what}`);
  }
  const placed = await open({
    kept: {
      atacado_cart: cart,
      atacado_comprador: BUYER,
      atacado_rascunho: { ...BUYER, wishedDate: '2026-11-23' },
    },
    answers: { [SEND]: { state: 'placed', order: { orderNumber: 12 } } },
  });
  placed.see('a buyer who is known');
  await placed.go('Finalizar Pedido');
  const few = await open({ kept: { atacado_cart: [line('b', 'casquinha', 1)], atacado_comprador: BUYER } });
  few.see('less than the least');
  const gone = [
    line('a', 'never', 1),
    line('b', 'balde', 5, { selectedSize: '2 L' }),
    line('c', 'balde', 1, { selectedFlavor: 'Uva' }),
  ];
  (await open({ kept: { atacado_cart: gone, atacado_comprador: BUYER } })).see('all of it is gone');
  (await open({ kept: { atacado_cart: [...gone.slice(0, 1), ...cart.slice(1)] } })).see('some of it is gone');
  (await open({ kept: { atacado_cart: cart }, store: { storeOnline: false } })).see('the shop is away');
  (await open({ kept: { atacado_cart: cart.slice(1, 2) }, answers: { [CATALOGUE]: sample } })).see(
    'a shop that asks for little',
  );
  (await open({ kept: { atacado_cart: cart }, answers: { [CATALOGUE]: refused(503, 'fora') } })).see(
    'the catalogue did not come',
  );
  await expect(walk.text()).toMatchFileSnapshot('./outlines/cart.txt');
});

it('how an order stands, and who runs wholesale', async () => {
  standClock();
  const walk = createWalk();
  const order = (changes = {}) => ({
    orderNumber: 12,
    status: 'NOVO',
    createdAtMs: NOW_MS - 86_400_000,
    updatedAtMs: NOW_MS,
    customerName: 'Maria S.',
    wishedDate: null,
    terms: '',
    paid: false,
    totalCents: 45_100,
    items: [
      {
        productId: 'balde',
        productName: 'Açaí em balde',
        selectedSize: '10 L',
        selectedFlavor: 'Tradicional',
        quantity: 3,
        totalPriceCents: 36_000,
      },
      {
        productId: 'gone',
        productName: 'Antigo',
        selectedSize: null,
        selectedFlavor: null,
        quantity: 1,
        totalPriceCents: 9_100,
      },
    ],
    ...changes,
  });
  const open = (answers: Record<string, unknown>, more: Parameters<typeof openFullShop>[2] = {}) =>
    buy(walk, StatusPage, '/atacado/status', { ...more, answers });
  const page = await open({ [TRACK]: { orders: [] } });
  page.see('opened');
  await page.go('Buscar');
  await page.type('Telefone', '11987654321');
  await page.go('Buscar');
  page.answers[TRACK] = refused(429, 'Espere um minuto.');
  await page.go('Buscar');
  page.answers[TRACK] = refused(503, 'fora');
  await page.go('Tentar Novamente');
  const states = ['NOVO', 'EM_ANDAMENTO', 'FINALIZADO', 'CANCELADO'];
  page.answers[TRACK] = {
    orders: states.map((status, at) =>
      order({
        orderNumber: 20 - at,
        status,
        ...(at === 1 && { wishedDate: '2026-11-26', terms: 'Boleto 28 dias', paid: true }),
      }),
    ),
    ticket: 't',
  };
  await page.go('Tentar Novamente', 'Repetir pedido');
  const sent = await open(
    { [TRACK]: { orders: [order({ items: order().items.slice(1) })] } },
    { state: { sent: 12, phone: '11987654321' }, kept: { atacado_comprador: BUYER } },
  );
  sent.see('just sent');
  await sent.go('Repetir pedido', 'Esquecer meus dados neste aparelho');
  walk.note('who runs wholesale');
  const door = await buy(walk, WholesaleAuthPage, '/atacado/auth');
  door.see('the door');
  await door.go('Entrar');
  door.answers['POST /api/auth/sign-in/email'] = refused(401, 'Email ou senha incorretos.');
  await door.type('Email', 'ana@loja.com');
  await door.type('Senha', 'segredo');
  await door.go('Entrar');
  await expect(walk.text()).toMatchFileSnapshot('./outlines/status.txt');
});
