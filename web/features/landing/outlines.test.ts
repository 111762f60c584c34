// The front page as it is read and heard; `outlines/` is read by whoever changes it.
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { sampleItem, sampleMenu } from '../../cart/sample.ts';
import { meAtom } from '../../data/staff-hint.ts';
import {
  AVOID_KEY,
  BUYER_DRAFT_KEY,
  BUYER_KEY,
  CART_KEY,
  CHECKOUT_KEYS,
  EDIT_PREFIX,
  EDITED_ITEM_KEY,
  NOTIFIED_KEY,
  OPERATOR_KEY,
  ORDERS_KEY,
  STAFF_KEY,
  WAITING_SALES_KEY,
  WHOLESALE_ATTEMPT_KEY,
  WHOLESALE_CART_KEY,
  WIZARD_KEYS,
} from '../../data/stored-keys.ts';
import { fullCart, fullMenu, NOW_MS, openFullShop, standClock } from '../../testing/full-shop.ts';
import { refused } from '../../testing/shop.ts';
import { createWalk } from '../../testing/walk.ts';
import './cache-dialog.tsx';
import { LandingPage } from './landing-page.tsx';
import LandingSections from './landing-sections.tsx';
import PrivacyPage from './privacy-page.tsx';
import './starts.tsx';

const RANKING = 'GET /api/ranking';
const clients = ['1', '2', '3', '4'].map((phone) => ({
  phone: `*****${phone}`,
  orderCount: Number(phone),
  totalSpentCents: 1_000 * Number(phone),
}));

/** Something under every name that this site or its sign-in keeps something, and under one of somebody else's. */
const everyKey = Object.fromEntries(
  [
    ...[...WIZARD_KEYS, EDITED_ITEM_KEY, ...WIZARD_KEYS.map((key) => EDIT_PREFIX + key), ...CHECKOUT_KEYS],
    ...[AVOID_KEY, ORDERS_KEY, NOTIFIED_KEY, STAFF_KEY, WAITING_SALES_KEY, WHOLESALE_CART_KEY, BUYER_KEY],
    ...[BUYER_DRAFT_KEY, WHOLESALE_ATTEMPT_KEY, OPERATOR_KEY, CART_KEY],
    ...['balcao-staff-theme-painel', 'better-auth.session', 'sb-auth', 'other'],
  ].map((key) => [key, '[]']),
);

it('the first screen', async () => {
  standClock();
  const walk = createWalk();
  const open = async (more: Parameters<typeof openFullShop>[2] = {}) => {
    const page = await openFullShop(walk, createElement(LandingPage), more);
    await page.later(0);
    return page;
  };
  for (const [what, store] of [
    ['open', {}],
    ['open for ever', { open: { state: 'open', closesAt: null } }],
    ['closing soon', { open: { state: 'closing-soon', closesAt: '22:00' } }],
    ['closed until tomorrow', { open: { state: 'closed', opensAt: { date: '2026-11-22', time: '10:00' } } }],
    ['closed until tonight', { open: { state: 'closed', opensAt: { date: '2026-11-21', time: '19:00' } } }],
    ['closed until Thursday', { open: { state: 'closed', opensAt: { date: '2026-11-26', time: '10:00' } } }],
    ['closed for good', { open: { state: 'closed', opensAt: null } }],
    ['paused', { open: { state: 'paused', untilMs: NOW_MS + 1_560_000 } }],
    ['away', { storeOnline: false }],
    [
      'in the shop’s own Wi-Fi, with few words',
      { host: 'store', discountPercent: 0, readyTime: null, logo: null },
    ],
  ] as const)
    (await open({ store, kept: { again: [] } })).see(what);
  const again = await open({ kept: { again: fullCart.slice(0, 2) } });
  again.see('with what was ordered last');
  await again.tap('Açaí Pequeno + 1 R$ 40,50 De novo');
  again.see('tap: what was ordered last');
  const cup = await open({ kept: { 'acai-cart': [sampleItem] } });
  await cup.go('Banana split R$ 22,00 Pedir');
  (await open({ answers: { 'GET /api/store': refused(503, 'fora') } })).see('without the shop');
  (await open({ answers: { 'GET /api/menu': refused(503, 'fora') } })).see('without the menu');
  await expect(walk.text()).toMatchFileSnapshot('./outlines/first.txt');
});

it('what stands below it', async () => {
  standClock();
  const walk = createWalk();
  const open = (more: Parameters<typeof openFullShop>[2] = {}) =>
    openFullShop(walk, createElement(LandingSections), {
      ...more,
      answers: { [RANKING]: { clients }, ...more.answers },
    });
  const page = await open({
    answers: { 'GET /api/staff/ranking': { clients: [{ ...clients[1], phone: '91987654321' }, clients[0]] } },
  });
  page.see('something of everything');
  await page.when(() => page.store.set(meAtom, { id: 'u', name: 'Ana', email: 'a@b.c', role: 'ADMIN' }));
  page.see('an administrator looks');
  const few = await open({
    menu: { ...sampleMenu, cupsEnabled: false, products: [] },
    store: {
      address: '',
      phone: '',
      hoursText: '',
      legalName: '',
      taxId: '',
      whatsappUrl: '',
      instagramUrl: '',
    },
    answers: { [RANKING]: { clients: [] } },
  });
  few.see('a shop of few words');
  (
    await open({ menu: { ...fullMenu, sizes: [] }, answers: { [RANKING]: { clients: clients.slice(0, 1) } } })
  ).see('no sizes, one client');
  const none = await open({
    answers: { [RANKING]: refused(503, 'fora'), 'GET /api/menu': refused(503, 'fora') },
  });
  none.see('nothing came');
  none.answers['GET /api/menu'] = fullMenu;
  await none.tap('Tentar de novo');
  none.see('asked for again');
  const clear = await open({ kept: everyKey });
  await clear.tap('Limpar e recarregar');
  await clear.until(() => clear.words().includes('Limpar cache e'));
  clear.see('cleared and loaded anew?');
  await clear.go('Cancelar');
  await clear.tap('Limpar cache');
  await clear.until(() => clear.words().includes('Limpar cache? '));
  clear.see('cleared?');
  await clear.tap('Limpar cache', 0);
  clear.see('cleared');
  await expect(walk.text()).toMatchFileSnapshot('./outlines/below.txt');
});

it('privacy', async () => {
  standClock();
  const walk = createWalk();
  const page = await openFullShop(walk, createElement(PrivacyPage), { path: '/privacidade', kept: everyKey });
  page.see('opened');
  await page.go('Esquecer meus dados', 'Cancelar', 'Esquecer meus dados', 'Esquecer');
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('sessionStorage', undefined);
  await page.go('Esquecer meus dados', 'Esquecer');
  const few = await openFullShop(walk, createElement(PrivacyPage), {
    store: { address: '', phone: '', whatsappUrl: '' },
  });
  few.see('a shop that cannot be called');
  await expect(walk.text()).toMatchFileSnapshot('./outlines/privacy.txt');
});
