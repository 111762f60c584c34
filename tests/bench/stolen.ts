// How much of a virtual machine its host gave to others meanwhile. What is measured then says more of them than of us.
import { readFileSync } from 'node:fs';

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
export function stolenSince(): () => number {
  const begin = ticks();
  return () => {
    const end = ticks();
    return end.all === begin.all ? 0 : (end.stolen - begin.stolen) / (end.all - begin.all);
  };
}
