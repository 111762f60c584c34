// Offline PIX: the store's own key, and the code for one order. Never leaves the store for the relay.
import { z } from 'zod';

/** `GET` and `PUT /api/staff/pix-key` (ADMIN); an empty key switches offline PIX off. */
export const PixKey = z.object({
  key: z.string().trim().max(77),
  /** As the bank shows it to the payer; 25 letters in the code's standard. */
  holder: z.string().trim().max(25),
  city: z.string().trim().max(15),
});
/** `GET /api/staff/orders/:id/pix-code` (ADMIN, ATTENDANT): a static BR Code with the order's total. 409 'no-pix-key' without a key. */
export const PixCode = z.object({ brCode: z.string(), totalCents: z.number(), holder: z.string() });
export type PixKey = z.infer<typeof PixKey>;
export type PixCode = z.infer<typeof PixCode>;
