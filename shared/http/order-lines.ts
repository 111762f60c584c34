// `POST /api/staff/orders/:id/lines`: lines that are added to an order that is open, and lines that are taken off it.
import { z } from 'zod';
import { Order } from '../order/order.ts';
import { ITEMS_PER_ORDER_MAX } from '../order/lines-max.ts';
import { PlaceItem } from '../order/place.ts';
import { Pin } from './pin.ts';

/** `seen`: as it stood on the screen of its author; another state is refused. `pin`: a manager's, and no part of what is kept. */
export const LineChangeAsk = z
  .object({
    /** Of this change: sent twice it has one effect. */
    id: z.uuidv7('Identificação da mudança inválida. Recarregue a página e tente de novo.'),
    add: z.array(PlaceItem).max(ITEMS_PER_ORDER_MAX).default([]),
    takeOff: z.array(z.string().min(1).max(64)).max(ITEMS_PER_ORDER_MAX).default([]),
    seen: z.object({ changes: z.int().min(0), paid: z.boolean() }),
    expectedTotalCents: z.int('Total inválido').min(0, 'Total inválido').optional(),
    pin: Pin.optional(),
  })
  .refine(({ add, takeOff }) => add.length + takeOff.length > 0, {
    path: ['add'],
    message: 'Escolha o que entra ou o que sai do pedido.',
  });
export type LineChangeAsk = z.infer<typeof LineChangeAsk>;

/** The order after it. */
export const ChangedLines = z.object({ order: Order });
