// What one process of a relay asks another.
import { z } from 'zod';
import { defineContract } from '../contract.ts';

export const readHolder = defineContract({
  method: 'get',
  path: '/cluster/links/{storeId}',
  summary: "Which run of which machine holds a store's link here; null when none does",
  access: 'process',
  params: z.object({ storeId: z.string() }),
  answers: { 200: z.object({ instance: z.string().nullable() }) },
});
