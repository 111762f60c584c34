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
  counter('payment', {
    open: async (page) => {
      await fillTicket(page);
      await tap(page, 'Dinheiro');
    },
  }),
  counter('pending', { byCount: true, open: tab(/^Pendentes/) }),
  counter('pickup', { byCount: true, open: tab(/^Entregar/) }),
  owner('orders', '', { byCount: true }),
  owner('menu', '/cardapio'),
  owner('reports', '/relatorios'),
  owner('till', '/dinheiro/caixa'),
  owner('settings', '/configuracoes'),
  owner('printers', '/configuracoes/impressoras'),
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
export const LOOKS = ['light', 'dark'] as const;
