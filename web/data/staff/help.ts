// Whether remote help is open, as an administrator's screens know it, and the words for how often it was looked at.
import type { HelpState } from '@balcao/shared/http/help.ts';
import { useAtomValue } from 'jotai';
import { request } from '../request.ts';
import { conditionTurnAtom } from './board/live.ts';
import { useResource } from './resource.ts';

export const HELP_PATH = '/api/staff/help';

/** Read again whenever the store says that something about it changed. */
export const useHelp = () => useResource<HelpState>(HELP_PATH, useAtomValue(conditionTurnAtom));

export const endHelp = (): Promise<HelpState> => request<HelpState>(HELP_PATH, { method: 'DELETE' });

export function looksText(
  { looks, lastLookAtMs }: { looks: number; lastLookAtMs: number | null },
  timeText: (ms: number) => string,
): string {
  if (lastLookAtMs === null) return 'Ninguém viu';
  return looks === 1
    ? `Vista 1 vez, às ${timeText(lastLookAtMs)}`
    : `Vista ${looks} vezes, a última às ${timeText(lastLookAtMs)}`;
}
