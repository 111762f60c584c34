// Whether remote help is open, as an administrator's screens know it, and the words for how often it was looked at.
import type { HelpState } from '@balcao/shared/http/help.ts';
import { useAtomValue } from 'jotai';
import { call } from '../request.ts';
import { conditionTurnAtom } from './board/live.ts';
import { useLoaded } from './resource.ts';

/** Read again whenever the store says that something about it changed. */
export const useHelp = () => useLoaded('GET /api/staff/help', { turn: useAtomValue(conditionTurnAtom) });

export const endHelp = (): Promise<HelpState> => call('DELETE /api/staff/help');

export function looksText(
  { looks, lastLookAtMs }: { looks: number; lastLookAtMs: number | null },
  timeText: (ms: number) => string,
): string {
  if (lastLookAtMs === null) return 'Ninguém viu';
  return looks === 1
    ? `Vista 1 vez, às ${timeText(lastLookAtMs)}`
    : `Vista ${looks} vezes, a última às ${timeText(lastLookAtMs)}`;
}
