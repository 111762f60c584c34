// What the system knows of a process: memory and processor time. Linux tells, elsewhere there is nothing to read.
import { readdirSync, readFileSync } from 'node:fs';

/** The unit of times in /proc, the same on every Linux that Node runs on. */
const TICK_MS = 10;

/** What a process holds in memory now, in MB; null where the machine does not say. */
export function residentMB(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** What a process has used of the processors so far, in ms; null where the machine does not say. */
export function processorMs(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const [user, system] = timesOf(pid);
  return (user + system) * TICK_MS;
}

/** The same of a process and of all that it has started, those that have ended among them. */
export function familyMs(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid,
  );
  const own = timesOf(pid).reduce((sum, ticks) => sum + ticks, 0) * TICK_MS;
  return children.reduce((sum, child) => sum + (processorMs(Number(child)) ?? 0), own);
}

/** The process that started this one; null where the machine does not say, or it is gone. */
export function parentOf(pid: number): number | null {
  const fields = process.platform === 'linux' ? statOf(pid) : null;
  return fields === null ? null : Number(fields[1]);
}

/** User and system time, and both again of the children that have ended, in ticks. */
function timesOf(pid: number): [number, number, number, number] {
  const [user, system, endedUser, endedSystem] = (statOf(pid) ?? []).slice(11, 15).map(Number);
  return [user ?? 0, system ?? 0, endedUser ?? 0, endedSystem ?? 0];
}

/** What stands after the name, which is in parentheses and may hold anything; null of a process that is gone. */
function statOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? null;
  } catch {
    return null;
  }
}
