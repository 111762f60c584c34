import { expect, it } from 'vitest';
import { Settings } from '../menu/menu.ts';
import { storeInfoOf, StoreInfo } from './store-info.ts';

const settings = Settings.parse({
  storeName: 'Açaí do Zé',
  storeAddress: 'Rua A, 1',
  storePhone: '11 3265-4321',
  legalName: 'Zé Açaí Ltda.',
  taxId: '11.222.333/0001-81',
  instagramUrl: 'https://instagram.example/ze',
  whatsappUrl: 'https://wa.example/55',
  logo: 'a'.repeat(64),
  specialDiscountPercent: 7.5,
  enableTacaMontada: true,
  remoteCashMinutes: 30,
});
const NOON = Date.parse('2026-11-21T12:00-03:00');

it('a visitor is told of the store what the settings and the clock say', () => {
  expect(storeInfoOf(settings, NOON, 'America/Sao_Paulo')).toEqual({
    name: 'Açaí do Zé',
    address: 'Rua A, 1',
    phone: '11 3265-4321',
    legalName: 'Zé Açaí Ltda.',
    taxId: '11.222.333/0001-81',
    instagramUrl: 'https://instagram.example/ze',
    whatsappUrl: 'https://wa.example/55',
    logo: 'a'.repeat(64),
    hoursText: 'Seg-Dom: 10h às 22h',
    hours: settings.openingHours,
    timeZone: 'America/Sao_Paulo',
    open: { state: 'open', closesAt: '22:00' },
    cupsEnabled: true,
    discountPercent: 7.5,
    remoteCashMinutes: 30,
  });
});

it('hours that somebody typed are shown as typed', () => {
  const typed = { ...settings, openingHoursText: 'Todo dia, do meio-dia à noite' };
  expect(storeInfoOf(typed, NOON, 'America/Sao_Paulo').hoursText).toBe('Todo dia, do meio-dia à noite');
});

it('a store is open by its own clock, wherever the machine stands', () => {
  const openAt = (time: string) =>
    storeInfoOf(settings, Date.parse(`2026-11-21T${time}-03:00`), 'America/Sao_Paulo').open.state;
  expect([openAt('09:59'), openAt('10:00'), openAt('20:30'), openAt('22:00')]).toEqual([
    'closed',
    'open',
    'open',
    'closed',
  ]);
});

it('a store that opens no more is told as closed, without a day', () => {
  const { open } = StoreInfo.shape;
  expect(open.parse({ state: 'closed', opensAt: null })).toEqual({ state: 'closed', opensAt: null });
});
