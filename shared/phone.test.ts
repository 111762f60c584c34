import { expect, it } from 'vitest';
import { formatPhone, maskPhone, phoneDigits } from './phone.ts';

it.each([
  ['11987654321', '(11) 98765-4321'],
  ['1132654321', '(11) 3265-4321'],
  ['113265432', '113265432'],
  ['119876543210', '119876543210'],
  ['', ''],
])('the phone %j is shown as %j', (digits, shown) => expect(formatPhone(digits)).toBe(shown));

it.each([
  ['+55 (11) 98765-4321', '5511987654321'],
  ['(11) 98765-4321', '11987654321'],
  ['abc', ''],
])('of %j the digits are kept: %j', (text, digits) => expect(phoneDigits(text)).toBe(digits));

it.each([
  ['11987654321', '***321'],
  ['1132654321', '***321'],
  ['21', '***21'],
])('a stranger sees %s as %s', (digits, masked) => expect(maskPhone(digits)).toBe(masked));
