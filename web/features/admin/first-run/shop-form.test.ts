// What the first step keeps of the shop: each field its own, and a WhatsApp link only of a whole number that answers there.
import { Settings } from '@balcao/shared/menu/menu.ts';
import { expect, it } from 'vitest';
import { settingsOf, typedOf } from './shop-step.tsx';

const TYPED = {
  name: ' Açaí da Praça ',
  phone: ' (91) 98888-7777 ',
  address: ' Rua Um, 1 ',
  logo: 'a'.repeat(64),
  whatsapp: true,
};

it('each field is kept as what it is, without what stands around it', () => {
  expect(settingsOf(TYPED)).toEqual({
    storeName: 'Açaí da Praça',
    storePhone: '(91) 98888-7777',
    storeAddress: 'Rua Um, 1',
    whatsappUrl: 'https://wa.me/5591988887777',
    logo: 'a'.repeat(64),
  });
});

it.each([
  ['(91) 3222-1111', true, 'https://wa.me/559132221111'],
  ['(91) 3222-111', true, undefined],
  ['(91) 3222-1111', false, undefined],
  ['', true, undefined],
  // With the country's code before it, which the link has already; Santa Maria's area code is the same.
  ['+55 91 98888-7777', true, 'https://wa.me/5591988887777'],
  ['+55 91 3222-1111', true, 'https://wa.me/559132221111'],
  ['(55) 98888-7777', true, 'https://wa.me/5555988887777'],
  // Two numbers are no number.
  ['(91) 3222-1111 / 98888-7777', true, undefined],
])('of "%s", which answers there: %s, the link is %s', (phone, whatsapp, link) => {
  expect(settingsOf({ ...TYPED, phone, whatsapp }).whatsappUrl).toBe(link);
});

it('nobody has named a new shop; a named one stands as it is', () => {
  const settings = Settings.parse({ storeName: 'Loja', storePhone: '1', storeAddress: 'Rua' });
  expect(typedOf(settings, true)).toMatchObject({ name: '', phone: '1', address: 'Rua', whatsapp: true });
  expect(typedOf(settings, false)).toMatchObject({ name: 'Loja', whatsapp: false });
  expect(typedOf({ ...settings, whatsappUrl: 'https://wa.me/1' }, false)).toMatchObject({ whatsapp: true });
});
