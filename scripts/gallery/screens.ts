// The screens of the gallery: whose they are, where, and how one gets there.
import type { Page } from '@playwright/test';
import type { StaffRole } from '../../tests/e2e/staff.ts';

export type GalleryScreen = {
  name: string;
  role: StaffRole;
  path: string;
  /** Of the colours that the screen keeps on the device. */
  theme: 'cozinha' | 'balcao' | 'admin' | 'painel';
  /** Shown with every number of open orders; else with an evening's alone. */
  byCount?: boolean;
  open?: (page: Page) => Promise<void>;
};

const tap = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();
const tab = (name: RegExp) => (page: Page) =>
  page.getByRole('navigation', { name: 'Balcão' }).getByRole('button', { name }).click();

async function fillTicket(page: Page): Promise<void> {
  await tap(page, 'Açaí');
  await tap(page, /^Médio 500 ml/);
  await tap(page, /^Açaí Tradicional/);
  for (const name of [/^Creme/, /^Banana/, /^Granola/]) await tap(page, name);
}

/** Fills the ticket and begins to pay it. */
const paying = (method: string) => async (page: Page) => {
  await fillTicket(page);
  await tap(page, method);
};

/** The drawer is counted by notes, after what still waits for money was said. */
async function countByNotes(page: Page): Promise<void> {
  await tab(/^Caixa/)(page);
  for (const name of ['Fechar caixa', 'Contar a gaveta', 'Contar por notas']) await tap(page, name);
}

const counter = (name: string, rest: Partial<GalleryScreen>): GalleryScreen => ({
  name: `counter-${name}`,
  role: 'ATTENDANT',
  path: '/balcao',
  theme: 'balcao',
  ...rest,
});
const owner = (name: string, path: string, rest: Partial<GalleryScreen> = {}): GalleryScreen => ({
  name: `owner-${name}`,
  role: 'ADMIN',
  path: `/admin${path}`,
  theme: 'admin',
  ...rest,
});

export const SCREENS: readonly GalleryScreen[] = [
  { name: 'kitchen', role: 'KITCHEN', path: '/cozinha', theme: 'cozinha', byCount: true },
  counter('catalogue', {}),
  counter('ticket', { open: fillTicket }),
  counter('builder', { open: (page) => tap(page, 'Açaí') }),
  counter('payment', { open: paying('Dinheiro') }),
  counter('payment-card', { open: paying('Maquininha') }),
  counter('payment-later', { open: paying('Pagar depois') }),
  counter('discount', { open: paying('Desconto ou cortesia') }),
  counter('sold-out', { open: (page) => tap(page, 'Acabou') }),
  counter('till', { open: tab(/^Caixa/) }),
  counter('till-notes', { open: countByNotes }),
  counter('orders', { byCount: true, open: tab(/^Pedidos/) }),
  counter('pending', { byCount: true, open: tab(/^Pendentes/) }),
  counter('pickup', { byCount: true, open: tab(/^Entregar/) }),
  owner('orders', '', { byCount: true }),
  owner('menu', '/cardapio'),
  owner('toppings', '/cardapio/complementos'),
  owner('bulk', '/cardapio/complementos', {
    open: async (page) => {
      await page.getByLabel(/^Selecionar todos/).check();
      await tap(page, 'Mudar preços');
    },
  }),
  owner('product', '/cardapio/produtos', { open: (page) => tap(page, 'Novo produto') }),
  owner('cups', '/taca'),
  owner('reports', '/relatorios'),
  owner('reports-panel', '/relatorios/painel'),
  owner('reports-matching', '/relatorios/conferencia'),
  owner('till', '/dinheiro/caixa'),
  owner('closes', '/dinheiro/fechamentos'),
  owner('settings', '/configuracoes'),
  owner('payments', '/configuracoes/pagamentos'),
  owner('team', '/configuracoes/usuarios'),
  owner('printers', '/configuracoes/impressoras'),
  owner('tv', '/configuracoes/tv'),
  ...['', '/clientes', '/relatorios'].map((part) => ({
    ...owner(`wholesale${part.replace('/', '-')}`, ''),
    path: `/atacado/admin${part}`,
  })),
  { name: 'tv', role: 'ATTENDANT', path: '/painel', theme: 'painel', byCount: true },
];

export const SIZES = [
  [1024, 600],
  [768, 1024],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
  [390, 844],
] as const;
export const COUNTS = [0, 5, 26, 60] as const;
/** With which the screens stand that show no orders. */
export const EVENING = 26;
