import { expect, it } from 'vitest';
import { daysOf } from './period.ts';

const TODAY = '2026-11-21';
const daysFrom = (from?: string, to?: string) => daysOf({ from, to }, TODAY);

it('is the last thirty days, today among them, for who names none', () => {
  expect(daysFrom()).toEqual({ ok: true, value: { from: '2026-10-23', to: TODAY } });
  expect(daysFrom(undefined, '2026-01-30')).toEqual({
    ok: true,
    value: { from: '2026-01-01', to: '2026-01-30' },
  });
});

it('reaches to today from a day that is named alone, or is that day where it is still to come', () => {
  expect(daysFrom('2026-11-01')).toEqual({ ok: true, value: { from: '2026-11-01', to: TODAY } });
  expect(daysFrom('2026-11-22')).toEqual({ ok: true, value: { from: '2026-11-22', to: '2026-11-22' } });
});

it('may be one day, and ten years, and neither end before it begins nor be longer', () => {
  expect(daysFrom(TODAY, TODAY)).toMatchObject({ ok: true });
  expect(daysFrom('2016-11-21', TODAY)).toMatchObject({ ok: true });
  // 3,660 days from the first to the last, and one more.
  expect(daysFrom('2016-11-13', TODAY)).toMatchObject({ ok: true });
  expect(daysFrom('2016-11-12', TODAY)).toMatchObject({ ok: false });
  expect(daysFrom(TODAY, '2026-11-20')).toMatchObject({
    ok: false,
    refusal: { errors: [{ field: 'to', message: 'A data final não pode ser antes da inicial.' }] },
  });
  expect(daysFrom('2016-01-01', TODAY)).toMatchObject({
    ok: false,
    refusal: { errors: [{ field: 'from', message: 'Escolha um período de até dez anos.' }] },
  });
});
