import { describe, expect, it } from 'vitest';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { OrderItem } from '@balcao/shared/order/order.ts';
import type { Columns } from './columns.ts';
import { withSomething } from './line-news.ts';
import { createCut, withMadeShares } from './station-cut.ts';

const acai = sampleOrder().items[0]!;
const drink = { ...acai, id: 'agua', kind: 'product' as const, productId: 'agua' };
const order = (...items: OrderItem[]) => sampleOrder({ items });
const bar = { id: 'bar', name: 'Bar', takes: ['acai'], printerId: null };
const copa = { id: 'copa', name: 'Copa', takes: ['category:bebidas'], printerId: null };
const rules = { stations: [bar, copa], categoryOf: () => 'bebidas' };
const card = (of: ReturnType<typeof order>) => ({ order: of, tappedAtMs: null, past: false });

describe("a station's screen", () => {
  const both = order(acai, drink);
  const columns: Columns = {
    received: [card(both), card(order(drink))],
    preparing: [card(order(acai))],
    ready: [],
  };

  it('shows its own items, names what is made elsewhere, and leaves out what is not its own', () => {
    const shown = createCut(bar, rules)(columns);
    expect(shown.received.map((one) => [one.order.items.map(({ id }) => id), one.elsewhere])).toEqual([
      [[acai.id], '+ 1 item em Copa'],
    ]);
    expect(shown.preparing.map((one) => one.elsewhere)).toEqual([null]);
    const more = order(acai, drink, { ...drink, id: 'suco' }, { ...drink, id: 'cha' });
    const [of] = createCut(bar, rules)({ received: [card(more)], preparing: [], ready: [] }).received;
    expect(of?.elsewhere).toBe('+ 3 itens em Copa');
    expect(createCut(copa, rules)(columns).received).toHaveLength(2);
  });

  it('cuts an order that did not change once', () => {
    const cut = createCut(bar, rules);
    expect(cut(columns).received[0]?.order).toBe(cut(columns).received[0]?.order);
  });

  it('says what went from here, though nothing is left, and nothing of what went elsewhere', () => {
    const change = (id: string, takenOff: OrderItem[]) => ({
      id,
      atMs: 1,
      addedIds: [],
      takenOff,
      inKitchen: true,
    });
    const gone = { ...order(acai), changes: [change('1', [{ ...drink, id: 'gone' }])] };
    const of = (station: typeof bar) =>
      createCut(station, rules)({ received: [card(gone)], preparing: [], ready: [] }).received;
    expect(of(copa)).toMatchObject([{ order: { items: [], changes: [{ takenOff: [{ id: 'gone' }] }] } }]);
    expect(of(bar)).toMatchObject([{ order: { items: [{ id: acai.id }], changes: [] } }]);
    const shown = { received: of(copa), preparing: [], ready: [] };
    expect(withSomething(shown, []).received).toHaveLength(1);
    expect(withSomething(shown, ['1']).received).toEqual([]);
    // What this station has made and waits for others with stays in sight.
    const awaiting = of(bar);
    expect(withSomething({ ...shown, awaiting }, ['1']).awaiting).toEqual(awaiting);
  });

  it('says nothing of what went before the kitchen had the order', () => {
    const change = { id: '1', atMs: 1, addedIds: [], takenOff: [{ ...drink, id: 'gone' }], inKitchen: false };
    const columns = { received: [card({ ...order(acai), changes: [change] })], preparing: [], ready: [] };
    expect(createCut(copa, rules)(columns).received).toEqual([]);
  });

  it('sets apart what it has made itself and others have not, and says who has', () => {
    const made = sampleOrder({ status: 'PREPARING', items: [acai, drink], madeAt: ['copa'] });
    const board = { received: [], preparing: [card(made)], ready: [] };
    const atCopa = createCut(copa, rules)(board);
    expect(atCopa.preparing).toEqual([]);
    expect(atCopa.awaiting?.map((one) => one.part)).toEqual([
      { station: 'copa', made: true, awaits: ['Bar'] },
    ]);
    const atBar = createCut(bar, rules)(board);
    expect(atBar.awaiting).toEqual([]);
    expect(atBar.preparing.map((one) => [one.elsewhere, one.part])).toEqual([
      ['+ 1 item em Copa (pronto)', { station: 'bar', made: false, awaits: [] }],
    ]);
    // As a whole it is ready: this station's screen can hand it over as any other.
    const ready = { received: [], preparing: [], ready: [card({ ...made, status: 'READY' })] };
    expect(createCut(copa, rules)(ready).ready.map(({ part }) => part?.made)).toEqual([false]);
    // With the other station gone since, the last step is this one's.
    const alone = createCut(copa, { ...rules, stations: [copa] })(board);
    expect([alone.awaiting, alone.preparing.map(({ part }) => part?.made)]).toEqual([[], [false]]);
    // And where one of three is gone since, and the two that stay have made theirs.
    const last = { received: [], preparing: [card({ ...made, madeAt: ['copa', 'bar'] })], ready: [] };
    for (const station of [bar, copa]) {
      const shown = createCut(station, rules)(last);
      expect([shown.awaiting, shown.preparing.map(({ part }) => part?.made)]).toEqual([[], [false]]);
    }
    expect(withMadeShares(board, rules).preparing[0]?.elsewhere).toBe('Pronto em Copa');
    expect(withMadeShares(columns, rules).preparing[0]).toBe(columns.preparing[0]);
  });
});
