// Each field of the shop's own settings comes back as it was, trimmed, and bounded where the specification says so.
import { Settings } from '@balcao/shared/menu/menu.ts';
import { expect, it } from 'vitest';
import { clampPercent, settingsOf, typedOf } from './general-panel.tsx';

/** Each of them another one, so that none can stand for another. */
const SETTINGS = Settings.parse({
  storeName: 'Açaí da Praça',
  storePhone: '(91) 3222-1111',
  storeAddress: 'Rua Um, 1',
  legalName: 'Açaí da Praça Ltda',
  taxId: '11.222.333/0001-81',
  instagramUrl: 'https://instagram.com/praca',
  whatsappUrl: 'https://wa.me/5591988887777',
  openingHoursText: 'Todo dia',
  logo: 'a'.repeat(64),
  specialDiscountPercent: 7.5,
  attendantDiscountPercentMax: 12,
  kitchenWarnMinutes: 6,
  kitchenLateMinutes: 11,
  remoteCashMinutes: 35,
  unpaidPerPhoneMax: 2,
  unpaidPerAddressMax: 4,
  unpaidPerLanAddressMax: 8,
  remoteCashOrdersMax: 40,
});

it('what is not touched is saved as it was', () => {
  const { openingHours, ...kept } = settingsOf(typedOf(SETTINGS));
  expect(openingHours).toEqual(SETTINGS.openingHours);
  expect(kept).toEqual({
    storeName: 'Açaí da Praça',
    storePhone: '(91) 3222-1111',
    storeAddress: 'Rua Um, 1',
    legalName: 'Açaí da Praça Ltda',
    taxId: '11.222.333/0001-81',
    instagramUrl: 'https://instagram.com/praca',
    whatsappUrl: 'https://wa.me/5591988887777',
    openingHoursText: 'Todo dia',
    logo: 'a'.repeat(64),
    specialDiscountPercent: 7.5,
    attendantDiscountPercentMax: 12,
    kitchenWarnMinutes: 6,
    kitchenLateMinutes: 11,
    remoteCashMinutes: 35,
    unpaidPerPhoneMax: 2,
    unpaidPerAddressMax: 4,
    unpaidPerLanAddressMax: 8,
    remoteCashOrdersMax: 40,
  });
});

it('what is typed is saved without what stands around it, and with a comma for a point', () => {
  const typed = typedOf(SETTINGS);
  expect(typed.specialDiscountPercent).toBe('7,5');
  expect(
    settingsOf({
      ...typed,
      storeName: ' Loja ',
      storeAddress: ' Rua Dois ',
      specialDiscountPercent: ' 12,5 ',
      kitchenLateMinutes: ' 9 ',
    }),
  ).toMatchObject({
    storeName: 'Loja',
    storeAddress: 'Rua Dois',
    specialDiscountPercent: 12.5,
    kitchenLateMinutes: 9,
  });
});

it.each([
  ['-1', 0],
  ['0', 0],
  ['0,5', 0.5],
  ['100', 100],
  ['100,1', 100],
  ['', 0],
  ['muito', 0],
])('a discount of "%s" percent is %d', (text, percent) => {
  expect(clampPercent(text)).toBe(percent);
});
