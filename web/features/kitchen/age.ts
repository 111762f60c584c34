// How long an order has waited, as a glance from afar tells it: colour and glyph together.
import type { Board } from '@balcao/shared/http/staff.ts';

export type AgeLimits = NonNullable<Board['ageLimits']>;
export type Age = 'fresh' | 'warn' | 'late';

/** Late wins where two people set limits that cross. */
export const ageOf = (minutes: number, { warnMinutes, lateMinutes }: AgeLimits): Age =>
  minutes >= lateMinutes ? 'late' : minutes >= warnMinutes ? 'warn' : 'fresh';

export const AGE_LOOKS: Record<Age, { glyph: string; words: string; chip: string; edge: string }> = {
  fresh: { glyph: '●', words: 'no prazo', chip: 'bg-success text-success-content', edge: 'border-success' },
  warn: { glyph: '▲', words: 'atenção', chip: 'bg-warning text-warning-content', edge: 'border-warning' },
  late: { glyph: '‼', words: 'atrasado', chip: 'bg-error text-error-content', edge: 'border-error' },
};
