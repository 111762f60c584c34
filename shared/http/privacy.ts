// LGPD (ADMIN): how long phones and observations are kept, and one person's data on request.
import { z } from 'zod';

/** `GET` and `PUT /api/staff/privacy`. */
export const Privacy = z.object({
  retentionMonths: z.number().int().min(1, 'Use de 1 a 120 meses.').max(120, 'Use de 1 a 120 meses.'),
});
/** `GET /api/staff/privacy/export?phone=` is a JSON file; `POST /api/staff/privacy/erase` takes the phone out of every order. */
export const EraseRequest = z.object({ phone: z.string().min(10).max(40) });
export const Erased = z.object({ orders: z.number().int() });
export type Privacy = z.infer<typeof Privacy>;
export type Erased = z.infer<typeof Erased>;
