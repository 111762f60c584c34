// The smallest order that the menu allows, to see real money arrive: placed like any sale at the counter, paid like any PIX, given
// back like any refund. The store prices it.
import type { PixPayment } from '@balcao/shared/http/orders.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { newId } from '../../../data/new-id.ts';
import { call } from '../../../data/request.ts';

export type Choice = { name: string; item: Partial<Record<Part, string>> };
type Part = 'productId' | 'sizeId' | 'baseId' | 'iceCreamId';
export type TestPix = {
  orderId: string;
  code: string;
  simpleId: number;
  totalCents: number;
  token: string;
  pix: PixPayment;
};

const PIX_MS_MAX = 30_000;

/** The cheapest thing that can be sold now; null when there is none. */
export function findCheapest(catalog: Catalog, nowMs: number): Choice | null {
  const sold = <T extends { active: boolean; soldOutUntilMs: number | null }>(entries: readonly T[]): T[] =>
    entries.filter(
      ({ active, soldOutUntilMs }) => active && (soldOutUntilMs === null || soldOutUntilMs <= nowMs),
    );
  const products = sold(catalog.products)
    .filter(({ productType }) => productType === 'PRONTO')
    .map(({ id, name, priceCents }) => ({ name, priceCents, item: { productId: id } }));
  const [base] = sold(catalog.bases);
  const [iceCream] = sold(catalog.iceCreams);
  const sizes =
    base && iceCream
      ? sold(catalog.sizes).map(({ id, name, priceCents }) => ({
          name: `Açaí ${name}`,
          priceCents,
          item: { sizeId: id, baseId: base.id, iceCreamId: iceCream.id },
        }))
      : [];
  return [...products, ...sizes].toSorted((one, other) => one.priceCents - other.priceCents)[0] ?? null;
}

/** Throws ApiError. */
export async function orderTest({ item }: Choice): Promise<TestPix> {
  const { order, trackingToken } = await call('POST /api/staff/orders', {
    body: {
      id: newId(),
      consumptionType: 'takeaway',
      observations: 'Pedido de teste',
      items: [{ id: newId(), ...item }],
    },
  });
  const pix = await call('POST /api/orders/{code}/pix', {
    params: { code: order.code },
    token: trackingToken,
    timeoutMs: PIX_MS_MAX,
  });
  return {
    orderId: order.id,
    code: order.code,
    simpleId: order.simpleId,
    totalCents: order.totalCents,
    token: trackingToken,
    pix,
  };
}

export const readTest = ({ code, token, pix }: TestPix): Promise<PixPayment> =>
  call('GET /api/orders/{code}/pix/{attemptId}', { params: { code, attemptId: pix.attemptId }, token });

export const refundTest = ({ orderId }: TestPix) =>
  call('POST /api/staff/orders/{id}/refund', {
    params: { id: orderId },
    body: { amountCents: null },
    timeoutMs: PIX_MS_MAX,
  });

export const cancelTest = ({ orderId }: TestPix) =>
  call('POST /api/staff/orders/{id}/moves', {
    params: { id: orderId },
    body: { kind: 'cancel', reason: 'loja' },
  });
