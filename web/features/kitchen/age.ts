// How long an order has waited, as a glance from afar tells it: colour and glyph together.
import { readJson, writeStored } from '../../api/device.ts';

export type AgeLimits = { warnMinutes: number; lateMinutes: number };
export type Age = 'fresh' | 'warn' | 'late';

const KEY = 'balcao-staff-age';
export const STANDARD_LIMITS: AgeLimits = { warnMinutes: 5, lateMinutes: 8 };

export const ageOf = (minutes: number, { warnMinutes, lateMinutes }: AgeLimits): Age =>
  minutes >= lateMinutes ? 'late' : minutes >= warnMinutes ? 'warn' : 'fresh';

export const AGE_LOOKS: Record<Age, { glyph: string; words: string; chip: string; edge: string }> = {
  fresh: { glyph: '●', words: 'no prazo', chip: 'bg-success text-success-content', edge: 'border-success' },
  warn: { glyph: '▲', words: 'atenção', chip: 'bg-warning text-warning-content', edge: 'border-warning' },
  late: { glyph: '‼', words: 'atrasado', chip: 'bg-error text-error-content', edge: 'border-error' },
};

/** The limits of this screen. */
export const loadLimits = (): AgeLimits => readJson(KEY, isLimits) ?? STANDARD_LIMITS;
export const saveLimits = (limits: AgeLimits): void => writeStored(KEY, JSON.stringify(limits));

const isLimits = (value: unknown): value is AgeLimits =>
  typeof value === 'object' &&
  value !== null &&
  'warnMinutes' in value &&
  'lateMinutes' in value &&
  typeof value.warnMinutes === 'number' &&
  typeof value.lateMinutes === 'number' &&
  value.warnMinutes > 0 &&
  value.lateMinutes > value.warnMinutes;
