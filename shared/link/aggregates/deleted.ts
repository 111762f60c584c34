// The body of the last row of something that was taken away.
import { z } from 'zod';

/** The row's own id names it; older readers were told it here as well. */
export const Deleted = z.object({ id: z.string().optional(), deleted: z.literal(true) });
