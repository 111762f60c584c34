import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { describe, expect, it } from 'vitest';
import type { Card } from './columns.ts';
import { newsOf, withSomething } from './line-news.ts';

const [item] = sampleOrder().items;
const change = (id: string, addedIds: string[], gone: string[] = [], inKitchen = true) => ({
  id,
  atMs: 1,
  addedIds,
  takenOff: gone.map((one) => ({ ...item!, id: one })),
  inKitchen,
});

describe('[O40] what came and went', () => {
  it('is news until somebody has taken note of it, and none that the kitchen never saw', () => {
    const changes = [change('0', ['z'], [], false), change('1', ['b']), change('2', ['c'], ['a'])];
    const order = { changes };
    expect(newsOf(order, [])).toMatchObject({ changeIds: ['1', '2'], added: new Set(['b', 'c']) });
    expect(newsOf(order, ['1'])).toMatchObject({
      changeIds: ['2'],
      added: new Set(['c']),
      takenOff: [{ id: 'a' }],
    });
    expect(newsOf(order, ['1', '2'])).toMatchObject({ changeIds: [], takenOff: [] });
    expect(newsOf({}, [])).toMatchObject({ changeIds: [] });
  });

  it('rings as a new order does, and where something went as a cancelled one', () => {
    expect(newsOf({ changes: [change('1', ['b']), change('2', [], ['a'])] }, []).bellKeys).toEqual([
      '1:added',
      '2:cancelled',
    ]);
  });
});

describe('a station’s cards', () => {
  const card = (id: string, made: { items?: []; changes?: ReturnType<typeof change>[] }): Card => ({
    order: sampleOrder({ id, ...made }),
    tappedAtMs: null,
    past: false,
  });
  const full = card('full', {});
  const emptied = card('emptied', { items: [], changes: [change('1', [], ['a'])] });
  const idsOf = (cards: readonly Card[] = []) => cards.map(({ order }) => order.id);

  it.each(['received', 'preparing', 'awaiting', 'ready'] as const)(
    'of which nothing is left to make stay among those that are %s until somebody has taken note of it',
    (column) => {
      const columns = {
        received: [full],
        preparing: [full],
        awaiting: [full],
        ready: [full],
        [column]: [emptied, full],
      };
      expect(withSomething(columns, [])).toBe(columns);
      const left = withSomething(columns, ['1']);
      expect([left.received, left.preparing, left.awaiting, left.ready].map(idsOf)).toEqual(
        Array.from({ length: 4 }, () => ['full']),
      );
    },
  );
});
