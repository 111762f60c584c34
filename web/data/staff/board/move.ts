// Asks the store to move one order, for screens that wait for the answer.
import type { StaffMove } from '@balcao/shared/http/staff.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { call } from '../../request.ts';

/** The order as the store then has it; throws ApiError. */
export const moveOrder = async (
  id: string,
  move: StaffMove,
  settings: { timeoutMs?: number } = {},
): Promise<Order> =>
  (await call('POST /api/staff/orders/{id}/moves', { params: { id }, body: move, ...settings })).order;
