// Reads what the system tells about the machine; what it does not tell is null, never a failure.
import { existsSync } from 'node:fs';
import { readdir, readFile, statfs } from 'node:fs/promises';
import { freemem, totalmem, uptime } from 'node:os';
import { join } from 'node:path';
import type { MachineFacts } from './facts.ts';

const SECTOR_BYTES = 512;
const SECTORS_WRITTEN = 6;
/** Where systemd leaves its mark once the time was fetched. */
const TIME_FETCHED = 'run/systemd/timesync/synchronized';
const CARD = /^(mmcblk\d+|sd[a-z]|vd[a-z]|nvme\d+n\d+)$/;

export type Disk = Pick<MachineFacts, 'diskFreeBytes' | 'diskTotalBytes'>;

/** Whether this machine sets its clock over the network and has not done so since it started. */
export const isClockDoubted = (): boolean =>
  existsSync('/run/systemd/timesync') && !existsSync(`/${TIME_FETCHED}`);

/** Of the disk that the store's data are on. */
export async function readDisk(dataDir: string): Promise<Disk> {
  const disk = await statfs(dataDir).catch(() => null);
  return {
    diskFreeBytes: disk && disk.bavail * disk.bsize,
    diskTotalBytes: disk && disk.blocks * disk.bsize,
  };
}

/** `root` is where `/sys`, `/proc` and `/run` are found: elsewhere in tests. */
export async function readMachine(dataDir: string, nowMs: number, root = '/'): Promise<MachineFacts> {
  const text = async (...path: string[]): Promise<string | null> => {
    try {
      return (await readFile(join(root, ...path), 'utf8')).trim();
    } catch {
      // Another board, another system: not told.
      return null;
    }
  };
  const names = async (...path: string[]): Promise<string[]> => {
    try {
      return await readdir(join(root, ...path));
    } catch {
      return [];
    }
  };

  const meminfo = await text('proc/meminfo');
  const available = /^MemAvailable:\s+(\d+) kB/m.exec(meminfo ?? '')?.[1];
  const heat = await text('sys/class/thermal/thermal_zone0/temp');
  const card = (await names('sys/block')).filter((name) => CARD.test(name)).toSorted()[0];
  const written =
    card === undefined ? null : (await text('sys/block', card, 'stat'))?.split(/\s+/)[SECTORS_WRITTEN];
  const life = card === undefined ? null : await text('sys/block', card, 'device/life_time');
  const tenths = Math.max(0, ...(life ?? '').split(/\s+/).map((one) => Number(one) || 0));
  const timesync = (await names('run/systemd')).includes('timesync');
  return {
    ...(await readDisk(dataDir)),
    memoryAvailableBytes: available === undefined ? freemem() : Number(available) * 1024,
    memoryTotalBytes: totalmem(),
    processBytes: process.memoryUsage.rss(),
    temperatureC: heat === null || !/^\d+$/.test(heat) ? null : Number(heat) / 1000,
    writtenBytes: written && /^\d+$/.test(written) ? Number(written) * SECTOR_BYTES : null,
    cardLifeTenths: tenths === 0 ? null : tenths,
    bootedAtMs: nowMs - Math.round(uptime() * 1000),
    clockSynced: timesync ? (await text(TIME_FETCHED)) !== null : null,
  };
}
