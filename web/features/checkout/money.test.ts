import { expect, it } from 'vitest';
import { moneyState } from './money.ts';

const money = (receivedCents: number, returnedCents = 0, returning = false) => ({
  receivedCents,
  returnedCents,
  returning,
});

it.each([
  ['nothing came', 'pending', money(0), 'kept', null],
  ['it came and the store knows', 'approved', money(2500), 'kept', null],
  ['it came and the store has not heard', 'pending', money(2500), 'unheard', /volta sozinho/],
  ['it is going back', 'pending', money(2500, 0, true), 'returning', /Estamos devolvendo/],
  [
    'it went back, whatever the store knows',
    'pending',
    money(2500, 2500),
    'returned',
    /^Devolvemos R\$ 25,00\./,
  ],
  [
    'a part went back',
    'partially_refunded',
    money(2500, 1000),
    'returned-part',
    /^Devolvemos R\$ 10,00 deste/,
  ],
  ['the second of two went back', 'approved', money(5000, 2500), 'returned-second', /duas vezes.*R\$ 25,00/],
] as const)('says what became of the money when %s', (_case, status, given, state, text) => {
  const said = moneyState(status, given);
  expect(said.state).toBe(state);
  if (text === null) expect(said.text).toBeNull();
  else expect(said.text?.replaceAll(' ', ' ')).toMatch(text);
});
