// `POST /api/staff/panel/reset` (ADMIN, KITCHEN): begins a new series of panel numbers. Open orders keep theirs as a past one.
import { z } from 'zod';

/** The answer: the business day (YYYY-MM-DD) and the series that began. */
export const PanelReset = z.object({
  date: z.string(),
  series: z.number().int().positive(),
  /** How many open orders carry a number of the series before. */
  openOrders: z.number().int().min(0),
});
export type PanelReset = z.infer<typeof PanelReset>;
