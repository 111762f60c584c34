// `GET /api/staff/orders?limit=&state=&by=&q=` (ADMIN, ATTENDANT): newest first, and the admin's search.
import { z } from 'zod';
import { Order } from '../order/order.ts';

/** The query, as strings from the address. */
export const OrderSearch = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** `active`: PENDING, RECEBIDO, PREPARING, READY; `finished`: DELIVERED, CANCELLED. */
  state: z.enum(['active', 'finished']).optional(),
  /**
   * `phone`: by its digits. `id`: a number is simpleId, a UUID the whole id, anything else a prefix of id.
   * `panel`: simpleId, orderNumber, panelNumber (current series first) or code.
   */
  by: z.enum(['phone', 'id', 'panel']).optional(),
  q: z.string().trim().min(1, 'Digite algo para buscar.').max(64).optional(),
});

/** The answer, newest first. */
export const OrderList = z.object({
  orders: z.array(Order),
  /** The panel showed this number only in series that are over: 'Número do Painel Expirado'. */
  panelExpired: z.boolean().optional(),
});
export type OrderList = z.infer<typeof OrderList>;

/** `DELETE /api/staff/orders/:id` (ADMIN) → 204. `POST /api/staff/orders/clear` (ADMIN): a backup first; refused while orders are open. */
export const ClearHistory = z.object({
  confirm: z.literal('CONFIRMAR', 'Digite CONFIRMAR para limpar o histórico.'),
});
/** How many orders went, and the name of the copy that was made before. */
export const ClearedHistory = z.object({ orders: z.number(), backup: z.string() });
export type ClearedHistory = z.infer<typeof ClearedHistory>;
