// The days that a report is asked for.
import { invalid, type Problem } from '@balcao/shared/http/problem.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { addDays } from '@balcao/shared/store/calendar.ts';

const DAYS_SHOWN = 30;
const DAYS_MAX = 3660;

/** Both days are included; without days, the last thirty. */
export function daysOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
): Result<{ from: string; to: string }, Problem> {
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? addDays(last, 1 - DAYS_SHOWN);
  if (first > last)
    return refused(invalid([{ field: 'to', message: 'A data final não pode ser antes da inicial.' }]));
  if (addDays(first, DAYS_MAX) < last)
    return refused(invalid([{ field: 'from', message: 'Escolha um período de até dez anos.' }]));
  return accepted({ from: first, to: last });
}
