import { quoteOf } from '@balcao/shared/pricing/quote.ts';
import { publicMenu } from '@balcao/shared/menu/snapshot.ts';
import { sampleCatalog, sampleOrder } from '@balcao/shared/order/sample.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  changeAmendment,
  amendedPrice,
  isEmptyAmendment,
  mayChange,
  newAmendment,
  sendAmendment,
  toggleTakenOff,
} from './amendment.ts';
import { EMPTY_ITEM } from './empty-item.ts';

const [sold] = sampleOrder().items;
const line = (id: string, priceCents: number) => ({ ...sold!, id, priceCents });
const order = sampleOrder({
  ...quoteOf([line('a', 1_000), line('b', 2_000)], 10),
  status: 'RECEBIDO',
  paymentStatus: 'approved',
});
const menu = publicMenu(sampleCatalog(), 0);
const come = { ...EMPTY_ITEM, id: 'c', productId: 'gone', priceCents: 500 };

afterEach(() => vi.unstubAllGlobals());

describe('[O41] a change as it is put together', () => {
  it('costs what stays as it was sold and what comes as it is, at the discount of the order', () => {
    const both = changeAmendment(newAmendment(order), { add: [come], takeOff: ['a'] });
    expect(amendedPrice(both, menu)).toEqual({ totalCents: 2_250, balanceCents: -450 });
    expect(amendedPrice({ ...both, order: { ...order, balanceCents: 450 } }, menu)).toMatchObject({
      balanceCents: 0,
    });
    const unpaid = newAmendment({ ...order, status: 'PENDING' });
    expect(amendedPrice(changeAmendment(unpaid, { takeOff: ['b'] }), menu)).toEqual({
      totalCents: 900,
      balanceCents: null,
    });
  });

  it('takes off each line that is touched, and leaves it when it is touched again', () => {
    const begun = newAmendment(order);
    const one = toggleTakenOff(begun, 'a');
    expect(one.takeOff).toEqual(['a']);
    expect(one.id).not.toBe(begun.id);
    const both = toggleTakenOff(one, 'b');
    expect(both.takeOff).toEqual(['a', 'b']);
    expect(toggleTakenOff(both, 'a').takeOff).toEqual(['b']);
  });

  it('takes what comes at the price of the menu by now, not at that of when it was chosen', () => {
    const water = { ...EMPTY_ITEM, id: 'd', productId: 'agua', priceCents: 300 };
    const more = changeAmendment(newAmendment(order), { add: [water] });
    expect(amendedPrice(more, menu)).toEqual({ totalCents: 3_060, balanceCents: 360 });
  });

  it('says why not', () => {
    expect(amendedPrice(changeAmendment(newAmendment(order), { takeOff: ['a', 'b'] }), menu)).toEqual({
      refusal: 'Para tirar tudo, cancele o pedido.',
    });
    // R$ 20,00 were given away of R$ 27,00: less than that cannot be left of it.
    const concession = { kind: 'discount', reason: 'Demora', cents: 2_000 } as const;
    const conceded = newAmendment({ ...order, concession });
    expect(amendedPrice(changeAmendment(conceded, { takeOff: ['b'] }), menu)).toEqual({
      refusal: 'O desconto não pode passar do total da venda.',
    });
    // All of it for something else is a change.
    expect(
      amendedPrice(changeAmendment(newAmendment(order), { add: [come], takeOff: ['a', 'b'] }), menu),
    ).toEqual({ totalCents: 450, balanceCents: -2_250 });
    expect(isEmptyAmendment(newAmendment(order))).toBe(true);
    expect([mayChange(order, 'take-off'), mayChange({ ...order, status: 'READY' }, 'take-off')]).toEqual([
      true,
      false,
    ]);
  });

  it('is another change with another content', () => {
    const before = newAmendment(order);
    expect(changeAmendment(before, { takeOff: ['a'] }).id).not.toBe(before.id);
  });

  it.each([
    ['RECEBIDO', true],
    ['PENDING', false],
  ] as const)('of an order that is %s is sent with what was seen of it', async (status, paid) => {
    const sent = vi.fn<typeof fetch>(async () => Response.json({ order }));
    vi.stubGlobal('fetch', sent);
    const change = changeAmendment(newAmendment({ ...order, status }), { takeOff: ['a'] });
    await sendAmendment(change, 1_800, { pin: '1234' });
    const [path, init] = sent.mock.calls[0]!;
    expect(path).toBe(`/api/staff/orders/${order.id}/lines`);
    expect(JSON.parse(init?.body as string)).toEqual({
      id: change.id,
      add: [],
      takeOff: ['a'],
      seen: { changes: 0, paid },
      expectedTotalCents: 1_800,
      pin: '1234',
    });
  });

  it('of an order that was changed before says how often', async () => {
    const sent = vi.fn<typeof fetch>(async () => Response.json({ order }));
    vi.stubGlobal('fetch', sent);
    const changes = ['1', '2'].map((id) => ({ id, atMs: 1, addedIds: [], takenOff: [], inKitchen: true }));
    await sendAmendment(changeAmendment(newAmendment({ ...order, changes }), { takeOff: ['a'] }), 1_800, {});
    expect(JSON.parse(sent.mock.calls[0]?.[1]?.body as string)).toMatchObject({
      seen: { changes: 2, paid: true },
    });
  });
});
