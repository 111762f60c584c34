// How much of a virtual machine its host gave to others meanwhile. What is measured then says more of them than of us.
import { readFileSync } from 'node:fs';

/** A round in which the host gave this much of the machine to others says little of us: another is run instead. */
const STOLEN_MAX = 0.01;
const TRIES_PER_ROUND = 3;
/** The host takes ten milliseconds at a time: of the slowest of a hundred short answers one of them says all. Such rounds are short. */
export const NOTHING_STOLEN = { stolenMax: 0, triesPerRound: 20 };

/** Ticks of all processors together; both 0 where the system does not tell (proc(5), `/proc/stat`). */
function ticks(): { stolen: number; all: number } {
  try {
    const [, user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, steal = 0] =
      readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/ +/).map(Number);
    return { stolen: steal, all: user + nice + system + idle + wait + irq + softirq + steal };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { stolen: 0, all: 0 };
  }
}

/** Answers the share stolen since this call, 0 to 1. */
function stolenSince(): () => number {
  const begin = ticks();
  return () => {
    const end = ticks();
    return end.all === begin.all ? 0 : (end.stolen - begin.stolen) / (end.all - begin.all);
  };
}

/** So many rounds that had the machine to themselves; where there were not enough, those that came nearest to it. */
export async function quietest<T>(
  rounds: number,
  round: () => Promise<T>,
  { stolenMax, triesPerRound } = { stolenMax: STOLEN_MAX, triesPerRound: TRIES_PER_ROUND },
): Promise<T[]> {
  const all: { seen: T; stolen: number }[] = [];
  const quiet = (): number => all.filter(({ stolen }) => stolen <= stolenMax).length;
  while (quiet() < rounds && all.length < triesPerRound * rounds) {
    const stolen = stolenSince();
    all.push({ seen: await round(), stolen: stolen() });
  }
  all.sort((a, b) => a.stolen - b.stolen);
  return all.slice(0, rounds).map(({ seen }) => seen);
}
