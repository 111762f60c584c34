// Sticks in the machine: whatever is mounted below one folder, one or two levels down (/media/stick, /media/balcao/STICK). One that
// cannot be written is there all the same: silence about it would pass for a copy.
import { randomBytes } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Mounted folders below `root`. */
export async function findUsbDrives(root: string): Promise<string[]> {
  const found: string[] = [];
  async function findMountsBelow(folder: string, device: number, depth: number): Promise<void> {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const path = join(folder, entry.name);
      const there = await stat(path);
      if (there.dev !== device) found.push(path);
      else if (depth > 1) await findMountsBelow(path, device, depth - 1);
    }
  }
  try {
    await findMountsBelow(root, (await stat(root)).dev, 2);
  } catch {
    // No such folder, or a stick that was pulled out meanwhile: there is none.
  }
  return found;
}

/** Writes, brings it onto the stick, and takes it away again. Rejects with what the system said. */
export async function proveWritable(folder: string): Promise<void> {
  const probe = join(folder, `.prova-${randomBytes(4).toString('hex')}.part`);
  try {
    const handle = await open(probe, 'wx', 0o600);
    try {
      await handle.writeFile('balcao');
      await handle.sync();
    } finally {
      await handle.close();
    }
  } finally {
    await rm(probe, { force: true });
  }
}

export const isProvenWritable = (folder: string): Promise<boolean> =>
  proveWritable(folder).then(
    () => true,
    () => false,
  );
