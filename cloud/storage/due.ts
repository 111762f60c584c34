// What is due, by a clock that may have been set back since: due later than anything of its kind is ever put off is due now.
import { gt, lte, or, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

export const isDueBy = (at: AnyPgColumn, nowMs: number, delayMsMax: number): SQL | undefined =>
  or(lte(at, nowMs), gt(at, nowMs + delayMsMax));
