// Who is shown the operator's side of wholesale.
import { expect, it } from 'vitest';
import { maySell } from './operator.ts';

it.each([
  ['ADMIN', true],
  ['WHOLESALE', true],
  ['KITCHEN', false],
  ['ATTENDANT', false],
  [null, false],
] as const)('for %s it is %s', (role, may) => {
  expect(maySell(role)).toBe(may);
});
