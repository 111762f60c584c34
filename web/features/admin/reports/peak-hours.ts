// 'Horários de Pico': the hours in which most was ordered.
import type { SalesReport } from '@balcao/shared/http/reports.ts';

const PEAK_HOURS = 5;
type Hours = SalesReport['peakHours'];

/** So many of them as are shown, the busiest first; of two alike the earlier one. */
export const busiestHours = (hours: Hours): Hours =>
  [...hours].sort((a, b) => b.count - a.count || a.hour - b.hour).slice(0, PEAK_HOURS);
