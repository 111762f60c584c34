// A machine as poor as they come: 256 MB, a tenth of a processor, a card of 30 ms a sync, a clock that is set; and its power goes in the middle
// of it. What runs on it is what a release installs: one bundle, with the flags of its unit.
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { bundleServer } from '../../scripts/build.ts';
import { root } from '../../scripts/root.ts';
import { failingDisk } from './failing-disk.ts';
import { asAdmin, keptIn, layShop, loneStore, type LoneStore } from './lone-store.ts';
import { memoryCage, type MemoryCage } from './memory-cage.ts';
import { seeded, type Seeded } from './seeded.ts';
import { settableClock, type SettableClock } from './set-clock.ts';
import { starve } from './starved.ts';

export const NO_POOR_MACHINE =
  'this machine lets no test bound memory (Linux, root, the memory controller), or has no C compiler (cc)';

const MEMORY_BYTES = 256 * 1024 * 1024;
const CALLERS = 3;
const ORDERS_MAX = 12;
const MOMENT_MS_MAX = 400;
const DAY_S = 86_400;

type Ask = LoneStore['ask'];
export type PoorMachine = {
  folder: string;
  store: LoneStore;
  cage: MemoryCage;
  clock: SettableClock;
  slowDown(isSlow: boolean): void;
  remove(): Promise<void>;
};

/** What a release has in the place of the sources, and what its unit says of memory. */
async function bundle(): Promise<{
  folder: string;
  main: string;
  flags: string[];
  env: Record<string, string>;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-bundle-'));
  await bundleServer('edge', join(folder, 'edge'), { sourcemap: false });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const unit = readFileSync(join(root, 'deploy/pi/units/balcao-store.service'), 'utf8');
  const [, threshold = ''] = /^Environment=MALLOC_MMAP_THRESHOLD_=(\d+)$/m.exec(unit) ?? [];
  const flags = /^ExecStart=.*$/m.exec(unit)?.[0].match(/--max[\w-]+=\d+/g) ?? [];
  if (threshold === '' || flags.length < 2) throw new Error("the unit says nothing of the store's memory");
  return {
    folder,
    main: join(folder, 'edge/main.js'),
    flags,
    env: { MALLOC_MMAP_THRESHOLD_: threshold, NODE_ENV: 'production' },
  };
}

/** Not started, and without a shop. Null where nobody can have one. */
export async function poorMachine(env: Record<string, string> = {}): Promise<PoorMachine | null> {
  const disk = failingDisk();
  const clock = settableClock();
  const release = await bundle();
  const cage = memoryCage(MEMORY_BYTES, release.flags);
  if (disk === null || clock === null || cage === null) {
    disk?.remove();
    clock?.remove();
    await cage?.remove();
    rmSync(release.folder, { recursive: true, force: true });
    return null;
  }
  const store = await loneStore(
    disk.folder,
    {
      LOG_LEVEL: 'error',
      UNPAID_ORDERS_FACTOR: '1000',
      ORDERS_PER_MINUTE: '1000000',
      ...release.env,
      ...disk.env,
      ...clock.env,
      ...cage.env,
      LD_PRELOAD: `${disk.env['LD_PRELOAD']}:${clock.env.LD_PRELOAD}`,
      ...env,
    },
    release.main,
  );
  return {
    folder: disk.folder,
    store,
    cage,
    clock,
    slowDown: (isSlow) => (isSlow ? disk.fail('is slow') : disk.mend()),
    async remove() {
      await store.process.stop();
      await cage.remove();
      disk.remove();
      clock.remove();
      rmSync(release.folder, { recursive: true, force: true });
    },
  };
}

/** What an administrator asks of the machine beside the orders; each is answered, or refused in words. */
export const DEMANDS: Record<string, (admin: Ask) => Promise<Response>> = {
  async picture(admin) {
    const side = 1600;
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const create = { width: side, height: side, channels: 3, background: '#000', noise } as const;
    const bytes = await sharp({ create }).jpeg({ quality: 80 }).toBuffer();
    const form = new FormData();
    form.set('file', new File([new Uint8Array(bytes)], 'foto.jpg', { type: 'image/jpeg' }));
    return admin('/api/staff/images', { method: 'POST', body: form });
  },
  copy: (admin) => admin('/api/staff/backups', { method: 'POST', body: '{}' }),
  report: (admin) => admin('/api/staff/reports/sales'),
  sheet: (admin) => admin('/api/staff/reports/sales.csv'),
  board: (admin) => admin('/api/staff/board'),
};

/** Reads an answer to its end. Null when it was given, or refused in words. */
export async function faultOf(answer: Response): Promise<string | null> {
  const text = await answer.text();
  if (answer.ok) return null;
  const isInWords = answer.status !== 500 && text.includes('"detail":"');
  return isInWords ? null : `${answer.status} ${text.slice(0, 200)}`;
}

/** The power went, or a connection from before it was used once more. That the store dies by itself is seen elsewhere; nothing else is forgiven. */
function unanswered(error: unknown): null {
  if (error instanceof TypeError || error instanceof SyntaxError) return null;
  throw error;
}

const TROUBLES = {
  'slow card': ({ slowDown }: PoorMachine) => {
    slowDown(true);
    return () => slowDown(false);
  },
  'a tenth of a processor': ({ store }: PoorMachine) => starve(store.process.pid ?? 0),
  'a day ahead': ({ clock }: PoorMachine) => {
    clock.set(DAY_S);
    return () => clock.set(0);
  },
  'an hour back': ({ clock }: PoorMachine) => {
    clock.set(-3600);
    return () => clock.set(0);
  },
} as const;
type Trouble = keyof typeof TROUBLES;
const ALL_TROUBLES = Object.keys(TROUBLES) as Trouble[];

/** Sells and works under two troubles at a time, is killed, and begins again, so many times. Answers what is wrong, and what was seen. */
export async function killPoorMachine(
  machine: PoorMachine,
  options: { seed: number; kills: number; print?: (line: string) => void },
): Promise<{ wrong: string[]; acknowledged: number }> {
  const chance = seeded(options.seed);
  const { store, cage } = machine;
  const acknowledged: string[] = [];
  const wrong: string[] = [];
  let isWanted = true;
  store.process.onDeath(({ code, signal }) => wrong.push(`it died by itself: ${signal ?? code}`));
  await layShop(machine.folder, { sold: 1000 });
  for (let kills = 0; kills < options.kills; kills += 1) {
    await store.process.start();
    const first = chance.pick(ALL_TROUBLES);
    const troubles = new Set([first, chance.pick(ALL_TROUBLES)]);
    const admin = await asAdmin(store);
    const ends = [...troubles].map((trouble) => TROUBLES[trouble](machine));
    const demand = chance.pick(Object.keys(DEMANDS));
    isWanted = true;
    const working = [
      work(chance.fork()),
      ...Array.from({ length: CALLERS }, () => sell(1 + chance.int(ORDERS_MAX))),
    ];
    const asked = DEMANDS[demand]?.(admin).then(faultOf).catch(unanswered);
    // Some orders first, so that it serves before it dies.
    await Promise.race(working);
    await pause(chance.int(MOMENT_MS_MAX));
    isWanted = false;
    await store.process.kill();
    for (const end of ends) end();
    await Promise.all(working);
    const fault = await asked;
    if (fault) wrong.push(`${demand}: ${fault}`);
    options.print?.(`${kills + 1}: ${[...troubles].join(', ')}; ${demand}; ${acknowledged.length} orders`);
  }
  await store.process.start();
  await store.untilReady();
  if (!(await store.place()).ok) wrong.push('it takes no order after all that');
  await store.process.stop();
  if (cage.kills() > 0) wrong.push(`the kernel killed ${cage.kills()} times for memory`);
  const kept = await keptIn(machine.folder);
  const missing = acknowledged.filter((id) => !kept.includes(id));
  if (missing.length > 0) wrong.push(`lost: ${missing.join(', ')}`);
  return { wrong, acknowledged: acknowledged.length };

  async function sell(count: number): Promise<void> {
    for (let sold = 0; sold < count && isWanted; sold += 1)
      try {
        const answer = await store.place();
        const said = (await answer.clone().json()) as { order?: { id: string } };
        if (answer.status === 201 && said.order) acknowledged.push(said.order.id);
        const fault = await faultOf(answer);
        if (fault) wrong.push(`an order: ${fault}`);
      } catch (error) {
        unanswered(error);
      }
  }

  /** Somebody looks at the menu all the while. */
  async function work(own: Seeded): Promise<void> {
    for (let looks = 5 + own.int(20); looks > 0 && isWanted; looks -= 1)
      try {
        const fault = await faultOf(await store.ask('/api/menu'));
        if (fault) wrong.push(`the menu: ${fault}`);
      } catch (error) {
        unanswered(error);
      }
  }
}
