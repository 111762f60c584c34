// What the system knows of a process: memory and processor time. Linux tells, elsewhere there is nothing to read.
import { readFileSync } from 'node:fs';

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
  // The name in parentheses may hold anything; user and system time are the 12th and 13th field after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
