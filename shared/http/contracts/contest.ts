// What answers a bank's question about one order (MED): everything that shows that it was asked for, paid, made and handed over.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { READ_REFUSALS } from '../refusals/order-routes.ts';

export const downloadContestFile = defineContract({
  method: 'get',
  path: '/api/staff/orders/{id}/contest.pdf',
  summary: 'One order as a file that answers a dispute of its payment',
  access: 'staff',
  params: z.object({ id: z.uuid() }),
  answers: { 200: { media: 'application/pdf' } },
  refusals: READ_REFUSALS,
});
