// How many unpaid orders customers may have open, and when the site's cash orders end: below, at and above each bound.
import { describe, expect, it } from 'vitest';
import { Settings } from '../menu/menu.ts';
import { boundReached, hasRoomForCash, isEverybodysAddress, remoteCashEndsAtMs } from './unpaid.ts';

const DEFAULTS = Settings.parse({});
const NOTHING = { ofPhone: 0, ofCaller: 0, remote: 0, remoteCash: 0 };
const MINUTE = 60_000;

describe('one more unpaid order', () => {
  it.each([
    ['relay', { ofPhone: 2 }, null],
    ['relay', { ofPhone: 3 }, { by: 'phone', max: 3 }],
    ['relay', { ofPhone: 4 }, { by: 'phone', max: 3 }],
    ['lan', { ofPhone: 3 }, { by: 'phone', max: 3 }],
    ['relay', { ofCaller: 5 }, null],
    ['relay', { ofCaller: 6 }, { by: 'address', max: 6 }],
    ['lan', { ofCaller: 11 }, null],
    ['lan', { ofCaller: 12 }, { by: 'address', max: 12 }],
    ['relay', { remote: 239 }, null],
    ['relay', { remote: 240 }, { by: 'store', max: 240 }],
    // Whoever is in the shop is not kept out by what comes over the site.
    ['lan', { remote: 240, remoteCash: 60 }, null],
    ['relay', { remote: 60, remoteCash: 60 }, null],
  ] as const)('[O20] [O21] from %s beside %j: %j', (source, open, refusal) => {
    expect(boundReached(source, { ...NOTHING, ...open }, DEFAULTS)).toEqual(
      refusal === null ? null : { code: 'too-many-unpaid', ...refusal },
    );
  });

  it.each([
    [59, true],
    [60, false],
    [61, false],
  ])('[O21] that is to be paid in cash, beside %i of the site that wait: %j', (remoteCash, room) => {
    expect(hasRoomForCash({ remoteCash }, DEFAULTS)).toBe(room);
  });

  it('[O23] is bounded by what the owner set', () => {
    const bounds = { ...DEFAULTS, unpaidPerPhoneMax: 1, remoteCashOrdersMax: 2 };
    expect(boundReached('relay', { ...NOTHING, ofPhone: 1 }, bounds)).toMatchObject({ by: 'phone', max: 1 });
    expect(boundReached('relay', { ...NOTHING, remote: 8 }, bounds)).toMatchObject({ by: 'store', max: 8 });
    expect(hasRoomForCash({ remoteCash: 2 }, bounds)).toBe(false);
  });
});

it.each([
  ['chosen at once', 0, 45, 45],
  ['chosen after 40 minutes', 40, 45, 85],
  ['chosen anew again and again', 110, 45, 120],
  ['where the owner gives three hours', 0, 180, 180],
  ['chosen anew where the owner gives three hours', 100, 180, 180],
])('[O22] cash of the site ends: %s', (_name, chosenMinute, minutes, endsMinute) => {
  const order = { createdAtMs: 0, updatedAtMs: chosenMinute * MINUTE };
  expect(remoteCashEndsAtMs(order, minutes)).toBe(endsMinute * MINUTE);
});

it('[O20] says first what the customer can do most about: phone, then address, then the site', () => {
  const all = { ofPhone: 3, ofCaller: 6, remote: 240, remoteCash: 60 };
  expect(boundReached('relay', all, DEFAULTS)).toMatchObject({ by: 'phone' });
  expect(boundReached('relay', { ...all, ofPhone: 2 }, DEFAULTS)).toMatchObject({ by: 'address' });
  expect(boundReached('relay', { ...all, ofPhone: 2, ofCaller: 5 }, DEFAULTS)).toMatchObject({ by: 'store' });
});

it.each([
  ['an order that was placed long before cash was chosen', 74, 45, 119],
  ['one chosen so late that the two hours end first', 76, 45, 120],
  ['the owner giving two hours', 0, 120, 120],
  ['the owner giving one minute more', 0, 121, 121],
])('[O22] cash of the site ends: %s', (_name, chosenMinute, minutes, endsMinute) => {
  const order = { createdAtMs: 7 * MINUTE, updatedAtMs: (7 + chosenMinute) * MINUTE };
  expect(remoteCashEndsAtMs(order, minutes)).toBe((7 + endsMinute) * MINUTE);
});

it.each([
  ['127.0.0.1', true],
  ['127.9.8.7', true],
  ['::ffff:127.0.0.1', true],
  ['::FFFF:127.0.0.1', true],
  ['::1', true],
  ['unknown', true],
  ['128.0.0.1', false],
  ['10.127.0.1', false],
  ['1.127.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['::1:1', false],
  ['2001:db8::1', false],
  ['unknown.example', false],
  ['', false],
])('the address %j is everybody’s: %s', (address, everybodys) => {
  expect(isEverybodysAddress(address)).toBe(everybodys);
});
