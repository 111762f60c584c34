// Expected by hand: gross, returned, fee and net of each way in a session.
import { expect, it } from 'vitest';
import { closeWaysOf } from './close-ways.ts';

const RATES = { pix: 0.99, debito: 1.99, credit_card: 4.98 };

it('says of each way what came, what went back, what the provider keeps and what stays', () => {
  expect(
    closeWaysOf(
      [
        { way: 'cash', name: 'Dinheiro', receivedCents: 5000, returnedCents: 700 },
        { way: 'debito', name: 'Maquininha: débito', receivedCents: 10_000, returnedCents: 0 },
        // Parts of orders and whole orders came the same way.
        { way: 'pix', name: 'PIX', receivedCents: 1000, returnedCents: 0 },
        { way: 'pix', name: 'PIX', receivedCents: 4000, returnedCents: 1000 },
      ],
      RATES,
    ),
  ).toEqual([
    { name: 'Dinheiro', receivedCents: 5000, returnedCents: 700, feeCents: 0, netCents: 4300 },
    // 1,99 % of R$ 100,00.
    { name: 'Maquininha: débito', receivedCents: 10_000, returnedCents: 0, feeCents: 199, netCents: 9801 },
    // 0,99 % of R$ 40,00 is 39,6 centavos.
    { name: 'PIX', receivedCents: 5000, returnedCents: 1000, feeCents: 40, netCents: 3960 },
  ]);
});

it('has the fee back of what went back of an earlier session', () => {
  expect(
    closeWaysOf([{ way: 'credit_card', name: 'Cartão', receivedCents: 0, returnedCents: 1350 }], RATES),
    // 4,98 % of R$ 13,50 is 67,23 centavos.
  ).toEqual([{ name: 'Cartão', receivedCents: 0, returnedCents: 1350, feeCents: -67, netCents: -1283 }]);
});

it('says what came and went whole, and nothing of a way in which nothing moved', () => {
  expect(
    closeWaysOf(
      [
        { way: 'pix', name: 'PIX', receivedCents: 1350, returnedCents: 1350 },
        { way: 'vale', name: 'Vale', receivedCents: 0, returnedCents: 0 },
      ],
      RATES,
    ),
  ).toEqual([{ name: 'PIX', receivedCents: 1350, returnedCents: 1350, feeCents: 0, netCents: 0 }]);
});
