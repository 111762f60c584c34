// What a change of an order's lines may ask for.
import { expect, it } from 'vitest';
import { sampleRequest } from '../order/sample.ts';
import { LineChangeAsk } from './order-lines.ts';

const [ITEM] = sampleRequest().items;
const ask = (more: Record<string, unknown>) =>
  LineChangeAsk.safeParse({
    id: '01900000-0000-7000-8000-000000000001',
    seen: { changes: 0, paid: false },
    ...more,
  });
const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `line-${at}`);

it.each([
  ['lines that come in', { add: [ITEM] }],
  ['lines that go', { takeOff: ['line-1'] }],
  ['forty of either', { add: Array.from({ length: 40 }, () => ITEM), takeOff: lines(40) }],
  ['an order that costs nothing after it', { takeOff: ['line-1'], expectedTotalCents: 0 }],
])('%s are a change', (_what, more) => {
  expect(ask(more).error?.issues).toBeUndefined();
});

it.each([
  ['nothing', {}, 'Escolha o que entra ou o que sai do pedido.'],
  ['two empty lists', { add: [], takeOff: [] }, 'Escolha o que entra ou o que sai do pedido.'],
  ['a total below nothing', { takeOff: ['line-1'], expectedTotalCents: -1 }, 'Total inválido'],
])('%s is none, and it is said why', (_what, more, message) => {
  expect(ask(more).error?.issues.map((issue) => issue.message)).toContain(message);
});

it.each([
  ['more than forty lines that come in', { add: Array.from({ length: 41 }, () => ITEM) }],
  ['more than forty that go', { takeOff: lines(41) }],
  ['without what was on the screen', { takeOff: ['line-1'], seen: undefined }],
])('%s is refused', (_what, more) => {
  expect(ask(more).success).toBe(false);
});
