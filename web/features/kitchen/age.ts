// How long an order has waited, as a glance from afar tells it: colour and glyph together.
import type { Board } from '@balcao/shared/http/staff.ts';

export type AgeLimits = NonNullable<Board['ageLimits']>;
export type Age = 'fresh' | 'warn' | 'late';

/** Late wins where two people set limits that cross. */
export const ageOf = (minutes: number, { warnMinutes, lateMinutes }: AgeLimits): Age =>
  minutes >= lateMinutes ? 'late' : minutes >= warnMinutes ? 'warn' : 'fresh';

/** `head` tints a ticket's head: what is late is seen before it is read. */
export const AGE_LOOKS: Record<Age, { glyph: string; words: string; head: string }> = {
  fresh: { glyph: '●', words: 'no prazo', head: 'bg-base-300' },
  warn: { glyph: '▲', words: 'atenção', head: 'bg-warning text-warning-content' },
  late: { glyph: '‼', words: 'atrasado', head: 'bg-error text-error-content' },
};
