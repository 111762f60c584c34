// Sticks in the machine: whatever is mounted below one folder, one or two levels down (/media/stick, /media/pi/STICK).
import { access, constants, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Mounted, writable folders below `root`. */
export async function findSticks(root: string): Promise<string[]> {
  const found: string[] = [];
  async function look(folder: string, device: number, depth: number): Promise<void> {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const path = join(folder, entry.name);
      const there = await stat(path);
      if (there.dev !== device) {
        if (await writable(path)) found.push(path);
      } else if (depth > 1) await look(path, device, depth - 1);
    }
  }
  try {
    await look(root, (await stat(root)).dev, 2);
  } catch {
    // No such folder, or a stick that was pulled out meanwhile: there is none.
  }
  return found;
}

const writable = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
