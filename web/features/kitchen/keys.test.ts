// Which ticket a key of the bump bar moves on, and which keys are not the board's.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { expect, it } from 'vitest';
import { keyAction, keyOrder } from './keys.ts';

const press = (key: string, more = {}) =>
  keyAction({ key, repeat: false, ctrlKey: false, altKey: false, metaKey: false, ...more });
const card = (id: string, receivedAtMs: number, status: Order['status']) => ({
  order: sampleOrder({ id, receivedAtMs, status }),
  tappedAtMs: null,
  past: false,
});

it.each([
  ['1', { kind: 'move-on', at: 0 }],
  ['9', { kind: 'move-on', at: 8 }],
  ['0', null],
  ['n', { kind: 'go', by: 1 }],
  ['N', { kind: 'go', by: 1 }],
  ['p', { kind: 'go', by: -1 }],
  ['P', { kind: 'go', by: -1 }],
  ['Enter', { kind: 'enter' }],
  ['x', null],
  ['F1', null],
])('the key %s', (key, action) => expect(press(key)).toEqual(action));

it('a key that is held, or pressed with another, is not the board’s', () => {
  for (const more of [{ repeat: true }, { ctrlKey: true }, { altKey: true }, { metaKey: true }])
    expect(press('1', more)).toBeNull();
});

it('the keys count what can be made, longest waiting first, whichever column it stands in', () => {
  const columns = {
    received: [card('c', 30, 'RECEBIDO'), card('cash', 1, 'PENDING')],
    preparing: [card('a', 10, 'PREPARING'), card('b', 20, 'PREPARING')],
    ready: [card('r', 5, 'READY')],
  };
  expect(keyOrder(columns)).toEqual(['a', 'b', 'c']);
});
