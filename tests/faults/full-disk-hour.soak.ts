// A store whose disk is full for a whole hour, looked at and asked for orders from the shop's own Wi-Fi all the while, killed twice in it, and
// then given room. `MINUTES=5 npm run soak -- full-disk-hour` is a shorter one.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Soak } from '../support/soak.ts';
import { asAdmin, keptIn, layShop, loneStore, type LoneStore } from './lone-store.ts';
import { faultOf } from './poor-machine.ts';
import { seeded } from './seeded.ts';
import { fill, NO_SMALL_DISK, smallDisk } from './small-disk.ts';

const MINUTES = Number(process.env['MINUTES'] ?? 60);
const DISK = '112m';
const BALLAST_MS_MAX = 60_000;
const LOOK_EVERY_MS_MAX = 4000;
const READS = ['/api/menu', '/api/staff/board', '/api/staff/orders', '/api/staff/condition', '/api/store'];

async function until(holds: () => boolean | Promise<boolean>, what: string, msMax: number): Promise<void> {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > msMax) throw new Error(`${what}: not within ${msMax / 1000} s`);
    await pause(200);
  }
}
/** The id of an order that was taken; null when it was refused in words. */
async function placed(store: LoneStore): Promise<string | null> {
  const answer = await store.place();
  const fault = await faultOf(answer.clone());
  if (fault !== null) throw new Error(`an order: ${fault}`);
  return answer.ok ? ((await answer.json()) as { order: { id: string } }).order.id : null;
}

async function run(seed: number): Promise<string> {
  const disk = smallDisk(DISK);
  if (disk === null) return NO_SMALL_DISK;
  const chance = seeded(seed);
  const filler = join(disk.folder, 'filler');
  await layShop(disk.folder);
  const store = await loneStore(disk.folder, { LOG_LEVEL: 'silent', UNPAID_ORDERS_FACTOR: '1000' });
  let deaths = 0;
  store.process.onDeath(() => (deaths += 1));
  const acknowledged: string[] = [];
  let refused = 0;
  let looks = 0;
  try {
    await store.process.start();
    let admin = await asAdmin(store);
    const first = await placed(store);
    if (first !== null) acknowledged.push(first);
    await until(() => existsSync(join(disk.folder, 'edge', 'ballast')), 'the ballast', BALLAST_MS_MAX);
    const startedAt = performance.now();
    const minutes = (): number => (performance.now() - startedAt) / 60_000;
    const kills = [MINUTES / 3, (2 * MINUTES) / 3];
    while (minutes() < MINUTES) {
      // Whatever gives it a few bytes, somebody else takes them.
      fill(filler);
      if (minutes() > (kills[0] ?? Infinity)) {
        kills.shift();
        await store.process.kill();
        await store.process.start();
        admin = await asAdmin(store);
      }
      const id = await placed(store);
      if (id === null) refused += 1;
      else acknowledged.push(id);
      const answer = await admin(chance.pick(READS));
      if (answer.status !== 200) throw new Error(`it shows nothing: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
      looks += 1;
      await pause(chance.int(LOOK_EVERY_MS_MAX));
    }
    rmSync(filler);
    await until(async () => (await store.ask('/readyz')).status === 200, 'writing again', BALLAST_MS_MAX);
    const last = await placed(store);
    if (last === null) throw new Error('with room again it takes no order');
    acknowledged.push(last);
    await store.process.stop();
    if (deaths > 0) throw new Error(`it died by itself ${deaths} times`);
    const kept = await keptIn(disk.folder);
    const lost = acknowledged.filter((id) => !kept.includes(id));
    if (lost.length > 0) throw new Error(`lost: ${lost.join(', ')}`);
    return `${MINUTES} minutes: ${looks} looks answered, ${refused} orders refused in words, ${acknowledged.length} taken and kept, sold again by itself`;
  } finally {
    await store.process.stop();
    disk.remove();
  }
}

export const soak: Soak = {
  name: 'full-disk-hour',
  title: `a disk that is full for ${MINUTES} minutes, used from the shop`,
  run,
};
