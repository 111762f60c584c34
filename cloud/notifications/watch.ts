// Notices stores that are away while they should be open, and stores whose log cannot be followed.
import type { Settings } from '@balcao/shared/menu/menu.ts';
import { openState } from '@balcao/shared/store/opening.ts';
import type { StoreRow } from '../shop/stores/stores.ts';
import type { Alarms } from './alarms.ts';

const CHECK_EVERY_MS = 15_000;
/** Seen so lately, it is linked, perhaps to another process of the relay. */
const SEEN_MS = 60_000;

export type Watched = {
  stores: () => Promise<StoreRow[]>;
  isLinked: (storeId: string) => boolean;
  settings: (storeId: string) => Promise<Pick<Settings, 'openingHours' | 'pausedUntilMs'>>;
  alarms: Pick<Alarms, 'raise' | 'end' | 'loadLastingAlarms'>;
  clock: () => number;
  timeZone: string;
  /** Away for so long, the owner is told. */
  awayMs: number;
};

export function createWatch(deps: Watched) {
  const { alarms, clock, timeZone, awayMs } = deps;
  // A relay that was down itself has seen nobody: everyone gets the time to come back.
  const startedAtMs = clock();

  /** Writes where something changed, and asks for hours only then: there may be thousands of stores, nearly all of them as before. */
  async function updateAlarms(
    { storeId, condition, lastSeenMs, pairedAtMs }: StoreRow,
    { isAway, isHeld }: { isAway: boolean; isHeld: boolean },
  ): Promise<void> {
    // One that was never linked is missed since it was paired.
    const seenForMs = clock() - (lastSeenMs === 0 ? pairedAtMs : lastSeenMs);
    const awayForMs = Math.min(seenForMs, clock() - startedAtMs);
    if (deps.isLinked(storeId) || seenForMs < SEEN_MS) {
      if (isAway) await alarms.end(storeId, 'store-away');
    } else if (
      !isAway &&
      awayForMs >= awayMs &&
      openState(await deps.settings(storeId), clock(), timeZone).state !== 'closed'
    )
      await alarms.raise(
        storeId,
        'store-away',
        'Loja sem conexão',
        `A loja está sem conexão com o site há ${Math.floor(seenForMs / 60_000)} min. Veja a internet e o servidor da loja.`,
      );
    if (condition === 'following') {
      if (isHeld) await alarms.end(storeId, 'store-held');
    } else if (!isHeld)
      await alarms.raise(
        storeId,
        'store-held',
        'Site parado',
        'O site não recebe pedidos: os dados da loja não batem com os do site. Abra o Diagnóstico no servidor da loja.',
      );
  }

  let lookedAtMs = Number.NEGATIVE_INFINITY;
  return async (): Promise<void> => {
    if (clock() - lookedAtMs < CHECK_EVERY_MS) return;
    lookedAtMs = clock();
    const lasting = await alarms.loadLastingAlarms(['store-away', 'store-held']);
    for (const store of await deps.stores()) {
      const about = lasting.get(store.storeId);
      await updateAlarms(store, {
        isAway: about?.has('store-away') ?? false,
        isHeld: about?.has('store-held') ?? false,
      });
    }
  };
}
