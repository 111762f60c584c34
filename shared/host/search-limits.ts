// How far strangers get with searching, on both hosts: decision 023 has the arithmetic.
import { DIGIT_TRIES_MAX } from '../http/orders.ts';
import type { LimitRule } from './memory-limit.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** `points` uses in `seconds`. What counts for a whole store is counted under one name. */
export const SEARCH_LIMITS = {
  /** Wrong last digits of one order in one business day. */
  digits: { points: DIGIT_TRIES_MAX, seconds: DAY_S },
  /** Different numbers, per address; `askedAgain` is one such number at one address. */
  numbers: { points: 20, seconds: DAY_S },
  askedAgain: { points: 1, seconds: DAY_S },
  /** Numbers that nothing was found under: per address, and of a store. */
  numberMisses: { points: 4, seconds: DAY_S },
  storeNumberMisses: { points: 40, seconds: DAY_S },
  /** Phones that nothing was found under: per address, and of a store. */
  phoneMisses: { points: 20, seconds: HOUR_S },
  storePhoneMisses: { points: 600, seconds: HOUR_S },
} as const;
/** Whose use it is where a whole store has one count. */
export const WHOLE_STORE = 'store';
/** A limit by name. */
export type SearchLimit = keyof typeof SEARCH_LIMITS;

/** What counts each of the searches. */
export const ofEverySearch = <Tries>(countedBy: (name: SearchLimit, rule: LimitRule) => Tries) =>
  Object.fromEntries(
    Object.entries(SEARCH_LIMITS).map(([name, rule]) => [name, countedBy(name as SearchLimit, rule)]),
  ) as Record<SearchLimit, Tries>;
