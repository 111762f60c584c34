// The station that this screen shows: chosen on it, for it alone.
import type { Station } from '@balcao/shared/menu/menu.ts';
import { stationRulesOf, type StationRules } from '@balcao/shared/order/stations.ts';
import { useCallback, useMemo, useState } from 'react';
import { readStored, removeStored, writeStored } from '../../data/device.ts';
import { useCatalog } from '../../data/staff/menu/catalog.ts';
import type { Columns } from './columns.ts';
import { createCut, withMadeShares } from './station-cut.ts';

const KEY = 'balcao-staff-station';
const NONE: StationRules = { stations: [], categoryOf: () => null };

export type StationChoice = {
  stations: readonly Station[];
  /** Null: everything is shown. */
  chosen: Station | null;
  choose: (id: string | null) => void;
};

/** The board cut for the station of this screen; a station that is gone shows everything again. */
export function useChosenStation(columns: Columns): [Columns, StationChoice] {
  const { value } = useCatalog();
  const [id, setId] = useState(() => readStored(KEY));
  const rules = useMemo((): StationRules => (value === null ? NONE : stationRulesOf(value)), [value]);
  const chosen = rules.stations.find((one) => one.id === id) ?? null;
  const cut = useMemo(() => (chosen === null ? null : createCut(chosen, rules)), [chosen, rules]);
  const shown = useMemo(
    () => (cut === null ? withMadeShares(columns, rules) : cut(columns)),
    [columns, cut, rules],
  );
  const choose = useCallback((next: string | null) => {
    setId(next);
    if (next === null) removeStored(KEY);
    else writeStored(KEY, next);
  }, []);
  return [shown, { stations: rules.stations, chosen, choose }];
}
