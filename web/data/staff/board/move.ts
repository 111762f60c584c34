// Asks the store to move one order, for screens that wait for the answer.
import type { MovedOrder, StaffMove } from '@balcao/shared/http/staff.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { z } from 'zod';
import { request } from '../../request.ts';

/** The order as the store then has it; throws ApiError. */
export const moveOrder = async (id: string, move: StaffMove): Promise<Order> =>
  (await request<z.infer<typeof MovedOrder>>(`/api/staff/orders/${id}/moves`, { body: move })).order;
