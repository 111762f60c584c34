// Instants in words, in the store's time zone: the clock of a kitchen's small computer, or an owner far away, may have another.
import { useAtomValue } from 'jotai';
import { storeAtom } from '../shop.ts';

export type Times = {
  /** 14:05 */
  timeText: (ms: number) => string;
  timeSecondsText: (ms: number) => string;
  dateText: (ms: number) => string;
  /** 21/11, 14:05 */
  shortDateTime: (ms: number) => string;
  dateTime: (ms: number) => string;
};

export const STANDARD_TIME_ZONE = 'America/Sao_Paulo';

export const useTimeZone = (): string => useAtomValue(storeAtom)?.timeZone ?? STANDARD_TIME_ZONE;
export const useTimes = (): Times => timesIn(useTimeZone());

// Making a formatter is slow, and there is one time zone per store. A cache of a pure function.
const timesByZone = new Map<string, Times>();

export function timesIn(timeZone: string): Times {
  const cached = timesByZone.get(timeZone);
  if (cached) return cached;
  const clock = new Intl.DateTimeFormat('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit' });
  const seconds = new Intl.DateTimeFormat('pt-BR', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const day = new Intl.DateTimeFormat('pt-BR', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });
  const short = new Intl.DateTimeFormat('pt-BR', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const times: Times = {
    timeText: (ms) => clock.format(ms),
    timeSecondsText: (ms) => seconds.format(ms),
    dateText: (ms) => day.format(ms),
    shortDateTime: (ms) => short.format(ms),
    dateTime: (ms) => `${day.format(ms)} às ${clock.format(ms)}`,
  };
  timesByZone.set(timeZone, times);
  return times;
}
