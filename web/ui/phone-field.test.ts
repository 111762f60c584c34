import { expect, test } from 'vitest';
import { phoneAsTyped } from './phone-field.ts';

test.each([
  ['', ''],
  ['9', '9'],
  ['91', '91'],
  ['919', '(91) 9'],
  ['91999', '(91) 999'],
  ['9132224455', '(91) 3222-4455'],
  ['91999998888', '(91) 99999-8888'],
  ['(91) 99999-88889999', '(91) 99999-8888'],
  ['+tel: 91 3222', '(91) 3222'],
])('%s is shown as %s while typing', (typed, shown) => {
  expect(phoneAsTyped(typed)).toBe(shown);
});
