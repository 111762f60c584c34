// A key of a query where the first value counts.
import { z } from 'zod';

/** Of a key that was sent several times the first value; of one that was sent once, that. */
export const firstOf = <S extends z.ZodType>(schema: S) =>
  z.preprocess((sent: unknown): unknown => (Array.isArray(sent) ? sent[0] : sent), schema);
