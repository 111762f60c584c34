// What holds for every wholesale order: as the owner types it, as it is kept, and as its operator reads it.
import { Settings } from '@balcao/shared/menu/menu.ts';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { wordsOf } from '../../../testing/words.ts';
import { check, keptOf, Shown, typedOf } from './rules-form.tsx';

const RULES = {
  wholesaleMinimumCents: 15_000,
  wholesaleDeliveryWeekdays: [2, 5],
  wholesaleLeadDays: 3,
  wholesaleTerms: '14 dias',
};
const SETTINGS = Settings.parse(RULES);

it('what is not touched is kept as it was', () => {
  expect(typedOf(SETTINGS)).toEqual({ minimum: '150,00', weekdays: [2, 5], leadDays: '3', terms: '14 dias' });
  expect(keptOf(typedOf(SETTINGS))).toEqual(RULES);
  expect(typedOf(Settings.parse({})).minimum).toBe('');
});

it('an empty minimum is none, and what is no amount or no number of days is refused', () => {
  const typed = typedOf(SETTINGS);
  expect(keptOf({ ...typed, minimum: ' ', terms: ' à vista ' })).toMatchObject({
    wholesaleMinimumCents: 0,
    wholesaleTerms: 'à vista',
  });
  expect(check({ ...typed, minimum: '' })).toEqual({});
  expect(check({ ...typed, minimum: 'muito' })).toEqual({ minimum: 'Use um valor como 150,00.' });
  for (const leadDays of ['0', '30']) expect(check({ ...typed, leadDays })).toEqual({});
  for (const leadDays of ['', '-1', '1,5', '31', '100', 'x'])
    expect(check({ ...typed, leadDays })).toEqual({ leadDays: 'Use dias de 0 a 30.' });
});

it('the operator reads the same in words', () => {
  const words = (settings: Settings): string => wordsOf(createElement(Shown, { settings }));
  expect(words(SETTINGS)).toContain(
    'Pedido mínimo R$ 150,00 Condição de pagamento 14 dias Dias de entrega terça, sexta; a partir de 3 dias',
  );
  expect(words(Settings.parse({}))).toContain(
    'Pedido mínimo sem mínimo Condição de pagamento a combinar Dias de entrega a combinar',
  );
});
