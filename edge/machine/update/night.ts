// When the store asks by itself for what is newer: while nobody sells, once a night, each shop at another moment. It asks as an
// administrator would, and root's updater decides; the shop's hours and orders are known here alone.
import { openState } from '@balcao/shared/store/opening.ts';
import type { Settings } from '@balcao/shared/menu/menu.ts';
import type { UpdateWait } from '@balcao/shared/http/update.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import type { Updates } from './updates.ts';

export const NIGHT_CHECK_EVERY_MS = 60_000;
const MINUTE_MS = 60_000;
/** The shop stays closed at least as long: time to fetch a release, and a minute without the store. */
const CLOSED_MINUTES = [0, 10, 20, 30] as const;
export const QUIET_MS = 30 * MINUTE_MS;
/** Not every shop of the country at the minute in which they close. */
export const SPREAD_MS = 30 * MINUTE_MS;
/** Once a night. Not 24 hours: it would be a little later each night. */
export const ONCE_MS = 20 * 60 * MINUTE_MS;
const LOOKED_AT = 'update_night_looked_at';
const ASKED_AT = 'update_night_asked_at';

export type NightUpdates = ReturnType<typeof createNightUpdates>;

export function createNightUpdates(deps: {
  db: Db;
  updates: Updates;
  settings: () => Pick<Settings, 'openingHours' | 'pausedUntilMs'>;
  isClockDoubted: () => boolean;
  timeZone: string;
  clock: () => number;
  /** From 0 up to 1. */
  random?: () => number;
}) {
  const { db, updates, settings, timeZone, clock, random = Math.random } = deps;
  const openOrders = db.$client
    .prepare<[], number>(
      "select count(*) from orders where status in ('PENDING', 'RECEBIDO', 'PREPARING', 'READY')",
    )
    .pluck();
  /** The moment of the next request, drawn at random when the shop becomes quiet. */
  let atMs: number | null = null;

  /** What is waited for before anything is installed unasked; null: nothing. */
  function waitsFor(nowMs: number): UpdateWait | null {
    if (deps.isClockDoubted()) return 'clock';
    const isClosed = CLOSED_MINUTES.every(
      (minutes) => openState(settings(), nowMs + minutes * MINUTE_MS, timeZone).state === 'closed',
    );
    if (!isClosed) return 'closing';
    return (openOrders.get() ?? 0) > 0 ? 'orders' : null;
  }

  const isDue = (key: string, nowMs: number): boolean => {
    const last = Number(readMeta(db, key) ?? 0);
    return nowMs - last >= ONCE_MS || last > nowMs;
  };

  return {
    waitsFor: (): UpdateWait | null => waitsFor(clock()),

    async runDueUpdate(): Promise<void> {
      const nowMs = clock();
      if (!updates.available || updates.updateUrl === null || !updates.choice().auto) return;
      if (waitsFor(nowMs) !== null) {
        atMs = null;
        return;
      }
      atMs ??= nowMs + random() * SPREAD_MS;
      if (nowMs < atMs) return;
      if (isDue(LOOKED_AT, nowMs)) {
        if ((await updates.requestCheck()).ok) writeMeta(db, LOOKED_AT, String(nowMs));
        return;
      }
      const source = await updates.source();
      if (source?.state !== 'available' || source.trouble !== 'none' || !isDue(ASKED_AT, nowMs)) return;
      // Before it is asked: what fails for whatever reason is not asked for again this night.
      writeMeta(db, ASKED_AT, String(nowMs));
      await updates.askAtNight(source.version, nowMs + QUIET_MS);
    },
  };
}
