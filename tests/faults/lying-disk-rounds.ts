// A linked store whose card lied, after the power came back: what it lost is noticed and comes back from the relay; what is spoilt is
// noticed and said, and comes back from the copy and the relay. All tables are compared with what they were, row by row. Used by `npm test` for a few cards and by `npm run soak` for hundreds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { restoreFromFile } from '../../edge/replication/recovery/restore.ts';
import { takeRestored } from '../../edge/replication/recovery/restored-file.ts';
import { troubleOf } from '../../edge/machine/start/trouble.ts';
import { readRecoveryCode, recoveryCode, formatRecoveryCode } from '../../edge/storage/recovery-code.ts';
import { openTestStore, START_MS, type TestStore } from '../../edge/testing/open-test-store.ts';
import { PASSWORD } from '../../edge/testing/sign-in.ts';
import { everythingIn } from '../contract/recovery/busy-shop.ts';
import { PAIRING_CODE, type TestRelay } from '../harness/relay.ts';
import type { FailingDisk } from './failing-disk.ts';
import { forgetWrites, readJournal } from './lying-disk.ts';
import type { Seeded } from './seeded.ts';

const child = fileURLToPath(new URL('lying-disk-child.ts', import.meta.url));
const WAIT_MS_MAX = 60_000;

/** What stood in the store, in its tables, when it had said everything to the relay. */
type Truth = ReturnType<typeof everythingIn>;

type Trouble = 'does not open' | 'damage' | 'disagreement' | 'two pasts';
/** What is in trouble, and says so, was put back from its copy; what is behind got the rest from the relay by itself. */
export type Outcome = Trouble | 'whole' | 'behind';

export type LiedTo = {
  /** What the store wrote, since the card began to lie. */
  writes: number;
  orders: number;
  /** Another card of the same evening; throws when anything is silently wrong. */
  round(chance: Seeded): Promise<Outcome>;
  remove(): void;
};

async function until(holds: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > WAIT_MS_MAX) throw new Error(`${what()}: not within a minute`);
    await pause(10);
  }
}

/** A shop whose copy is of before it sold anything, and that sold `orders` on a card that lies, with a relay that has all of them. */
export async function sellOnLyingDisk(
  relay: TestRelay,
  disk: FailingDisk,
  options: { orders: number; foldedEvery: number },
): Promise<LiedTo> {
  const spare = mkdtempSync(join(tmpdir(), 'balcao-lying-disk-'));
  const isInStep = async (store: Pick<TestStore, 'identity'>, head: { seq: number; hash: string }) => {
    const known = await relay.relay.stores.byId(store.identity.storeId);
    return known?.condition === 'following' && known.seq === head.seq && known.hash === head.hash;
  };
  const inStep = (store: TestStore): Promise<void> =>
    until(
      () => isInStep(store, store.outbox.head()),
      () => `in step with the relay (${store.link.state()}, held: ${String(store.writeGate.held())})`,
    );

  const first = await openTestStore({
    folder: disk.folder,
    environment: { RELAY_URL: relay.url, PAIRING_CODE },
  });
  first.start();
  for (const role of ['ADMIN', 'ATTENDANT'] as const)
    await first.users.create({
      name: role,
      email: `${role.toLowerCase()}@loja.com`,
      password: PASSWORD,
      role,
    });
  await inStep(first);
  const { name } = await first.backups.make('manual');
  const copy = join(spare, name);
  cpSync((await first.backups.pathOf('store', name)) ?? '', copy);
  const sheet = readRecoveryCode(formatRecoveryCode(recoveryCode(first.db)));
  await first.stop();
  const base = join(spare, 'base');
  cpSync(disk.folder, base, { recursive: true });

  const isKnown = async (seq: number): Promise<boolean> =>
    ((await relay.relay.stores.byId(first.identity.storeId))?.seq ?? 0) >= seq;
  const sold = await sellUntilPowerCut(isKnown, relay.url, disk, options);
  const writes = readJournal(disk.journal);
  // The same files without a lie: what everybody was told.
  const honest = await openTestStore({
    folder: disk.folder,
    environment: { RELAY_URL: relay.url },
    seed: false,
  });
  let truth: Truth = everythingIn(honest.db);
  let lastNumber = sold.length;
  await honest.stop();

  const opened = (folder: string): Promise<TestStore> =>
    openTestStore({ folder, environment: { RELAY_URL: relay.url }, seed: false });

  /** Null when it cannot be opened; then its page leads to a copy. */
  async function openSpoilt(folder: string): Promise<TestStore | null> {
    try {
      return await opened(folder);
    } catch (error) {
      const { kind, steps } = troubleOf(error, null);
      if (!steps.some((step) => /restaure/i.test(step)))
        throw new Error(`the page would say ${kind}`, { cause: error });
      return null;
    }
  }

  /** What it says that is wrong, once the relay has given it what it lacked; null when it says nothing. */
  async function troubleSaid(store: TestStore): Promise<Trouble | null> {
    await store.damage.checkSafely();
    if (store.damage.found()) return 'damage';
    store.start();
    await until(
      async () => logTrouble(store) || (await isInStep(store, store.outbox.head())),
      () => `a word about the link (${store.link.state()}, held: ${String(store.writeGate.held())})`,
    );
    await store.scrub.scrub();
    if (store.damage.found()) return 'damage';
    if (store.scrub.wrong() !== null) return 'disagreement';
    return logTrouble(store) ? 'two pasts' : null;
  }

  async function putBack(folder: string): Promise<TestStore> {
    const file = join(folder, 'store.db');
    await restoreFromFile(
      copy,
      { withoutRelay: false, recoveryCode: sheet },
      {
        file,
        migrationsFolder: 'edge/storage/migrations',
        timeZone: 'America/Sao_Paulo',
        clock: () => START_MS,
        onProgress: () => undefined,
      },
    );
    takeRestored(file);
    const store = await opened(folder);
    store.start();
    await inStep(store);
    return store;
  }

  async function judge(store: TestStore): Promise<void> {
    const wrong = differences(everythingIn(store.db), truth);
    if (wrong.length > 0) throw new Error(`silently another one:\n${wrong.join('\n')}`);
    const answer = await store.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } });
    if (answer.status !== 201) throw new Error(`it takes no order: ${answer.status} ${await answer.text()}`);
    const { order } = (await answer.json()) as { order: { orderNumber: number } };
    if (order.orderNumber <= lastNumber) throw new Error(`number ${order.orderNumber} was given twice`);
    lastNumber = order.orderNumber;
    await inStep(store);
    truth = everythingIn(store.db);
  }

  return {
    writes: writes.length,
    orders: sold.length,
    async round(chance) {
      const folder = mkdtempSync(join(spare, 'card-'));
      cpSync(base, folder, { recursive: true });
      forgetWrites(folder, writes, chance);
      let store = await openSpoilt(folder);
      try {
        const trouble = store === null ? 'does not open' : await troubleSaid(store);
        if (store === null || trouble !== null) {
          await store?.stop();
          store = await putBack(folder);
        }
        const outcome = trouble ?? (store.resync.progress().state === 'done' ? 'behind' : 'whole');
        await judge(store);
        return outcome;
      } finally {
        await store?.stop();
        rmSync(folder, { recursive: true });
      }
    },
    remove: () => rmSync(spare, { recursive: true, force: true }),
  };
}

/** What a restore makes anew: nobody goes on with a session of before. */
const isMadeAnew = (row: unknown): boolean => String(row).startsWith('{"key":"auth_secret"');

function differences(kept: Truth, told: Truth): string[] {
  return Object.keys(told).flatMap((table) => {
    const [is = [], was = []] = [kept[table], told[table]];
    const missing = was.filter((row) => !is.includes(row) && !isMadeAnew(row));
    const invented =
      // What was repaired, and what is said of it.
      ['outbox', 'alarms'].includes(table) ? [] : is.filter((row) => !was.includes(row) && !isMadeAnew(row));
    return [
      ...missing.map((row) => `- ${table} ${String(row)}`),
      ...invented.map((row) => `+ ${table} ${String(row)}`),
    ];
  });
}

/** What is here and what is there cannot both be true: a person hears of it. */
const logTrouble = (store: TestStore): boolean => store.alarms.open().some(({ id }) => id === 'link.log');

/** The ids of the orders that were answered. The power goes when the relay has all of them. */
async function sellUntilPowerCut(
  isKnown: (seq: number) => Promise<boolean>,
  relayUrl: string,
  disk: FailingDisk,
  options: { orders: number; foldedEvery: number },
): Promise<string[]> {
  const words = [disk.folder, relayUrl, `${options.orders}`, `${options.foldedEvery}`];
  const store = spawn(process.execPath, ['--no-warnings', child, ...words], {
    env: { ...process.env, ...disk.env, FAULT_JOURNAL: disk.journal },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  store.stderr.on('data', (chunk: Buffer) => (complaint += String(chunk)));
  const sold: string[] = [];
  let last = Number.NaN;
  for await (const line of createInterface(store.stdout)) {
    if (line.startsWith('sold')) last = Number(line.slice(5));
    else sold.push(line);
    if (last > 0) break;
  }
  if (!(last > 0)) throw new Error(`it sold ${sold.length} orders: ${complaint}`);
  await until(
    () => isKnown(last),
    () => 'the relay hears of all orders',
  );
  store.kill('SIGKILL');
  await once(store, 'exit');
  return sold;
}
