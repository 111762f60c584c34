// A disk that is full from some write on, whichever it is, at the doors by which something is written.
import { expect, it } from 'vitest';
import { driveDoor, openFullDisk } from './full-disk-doors.ts';
import { NO_FAILING_DISK } from './failing-disk.ts';
import { keptIn } from './lone-store.ts';

/** Each writes in another way: orders, money, the document, two tables, files, what follows the commit. All of them are in the soak. */
const SOME = [
  'order',
  'payment',
  'order deleted',
  'panel reset',
  'drawer closed',
  'entry of the menu',
  'settings',
  'printer made',
  'printer deleted',
  'picture',
  'backup',
  'recovery sheet replaced',
];

it('[131] a disk that is full from any write on: each door is done whole or refused in words, and goes on when there is room', async (context) => {
  const full = await openFullDisk();
  if (full === null) return context.skip(NO_FAILING_DISK);
  try {
    const seen: string[] = [];
    for (const name of SOME) {
      const { wrong, refused, done } = await driveDoor(full, name, true);
      expect(wrong).toEqual([]);
      if (refused > 0 && done > 0) seen.push(name);
    }
    // The shim does fill the disk: nobody was spared.
    expect(seen).toEqual(SOME);
    await full.store.untilReady();
    expect((await full.store.place()).status).toBe(201);
    await full.store.process.stop();
    await keptIn(full.disk.folder);
  } finally {
    await full.remove();
  }
});
