// Kills the processes of a working shop at chosen moments, again and again, and looks at what is left. Used by
// `npm test` for a few dozen kills and by `npm run soak` for as many as one likes.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../support/postgres.ts';
import { startShop, type TestShop } from '../support/shop.ts';
import { seeded, type Seeded } from './seeded.ts';
import { ask, fromAnywhere, readMenu, signIn } from './shop-client.ts';
import { startCrowd, type Promised } from './shop-crowd.ts';
import { findings, unsettled, type RelayDatabase } from './shop-findings.ts';
import { createShopHistory, type Seen } from './shop-history.ts';

export type Victim = 'store' | 'relay' | 'both';

export type KillReport = {
  seed: number;
  kills: number;
  /** Orders acknowledged while parts were dying, by the host that did. */
  acknowledged: { store: number; relay: number };
  /** What the judge saw since the shop opened. */
  seen: Seen;
  /** What is wrong after healing; empty when every promise was kept and the judge found nothing. */
  wrong: string[];
};

export type KillRig = {
  shop: TestShop;
  /** Lets a crowd work, kills so many times, heals, and reports. Nothing is left running but the shop. */
  kill(victim: Victim, times: number): Promise<KillReport>;
  close(): Promise<void>;
};

const HEAL_MS_MAX = 60_000;
const HEAL_POLL_MS = 100;
/** Acknowledgements between two kills, and what is added to hit a moment in the middle of something. */
const WORK_MAX = 8;
const MOMENT_MS_MAX = 40;
const PRINTER_BYTES_PER_SECOND = 6000;

/** A shop on a real PostgreSQL: what the relay acknowledges must survive on the database that is deployed. */
export async function openKillRig(seed: number): Promise<KillRig> {
  const chance = seeded(seed);
  const postgres = await startPostgres();
  let shop: TestShop;
  try {
    shop = await startShop({
      env: {
        relay: {
          DATABASE_URL: postgres.url,
          TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1',
          LOG_LEVEL: 'warn',
        },
        // The crowd leaves most of its orders unpaid.
        store: { LOG_LEVEL: 'warn', UNPAID_ORDERS_FACTOR: '1000' },
      },
    });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  const relay = connectTo(postgres.url);
  const promises = new Map<string, Promised>();
  const menu = await readMenu(shop.urls.store);
  const attendant = await signIn(shop.urls.store, 'ATTENDANT');
  const history = createShopHistory(shop.urls, chance.fork());

  return {
    shop,
    async kill(victim, times) {
      // A slow printer, so that death often comes in the middle of a ticket.
      await printerFaults(shop, { slowBytesPerSecond: PRINTER_BYTES_PER_SECOND });
      const { recorder } = history;
      const crowd = startCrowd({ urls: shop.urls, menu, attendant, chance: chance.fork(), recorder });
      const hosts = victim === 'both' ? (['relay', 'store'] as const) : ([victim] as const);
      for (let kills = 0; kills < times; kills += 1) {
        // First work that is acknowledged, so that a part which came back has to serve before it dies again.
        await crowd.acknowledged(1 + chance.int(WORK_MAX), hosts);
        await pause(chance.int(MOMENT_MS_MAX));
        for (const part of hosts) recorder.add({ type: 'fault', what: `${part}-killed` });
        await Promise.all(hosts.map((part) => shop.kill(part)));
        await history.readTray();
        await Promise.all(hosts.map((part) => shop.start(part)));
      }
      await crowd.acknowledged(1, ['relay', 'store']);
      await crowd.stop();
      await printerFaults(shop, { slowBytesPerSecond: null });
      const waited = [...crowd.promises.values()].filter((promise) => promise.placed === null);
      const wrong = [
        ...crowd.surprises,
        ...(await heal(shop, relay)),
        ...(await outcomes(shop, waited, chance)),
      ];
      for (const [id, promise] of crowd.promises) promises.set(id, promise);
      // All promises since the shop opened: a later kill must not undo an earlier one.
      const judged = await history.judge(promises);
      wrong.push(...(await findings(shop.dataDir, relay, promises)), ...judged.wrong);
      const of = (host: 'store' | 'relay'): number =>
        [...crowd.promises.values()].filter((promise) => promise.host === host).length;
      return {
        seed,
        kills: times,
        acknowledged: { store: of('store'), relay: of('relay') },
        seen: judged.seen,
        wrong,
      };
    },
    async close() {
      await relay.close();
      await shop.stop();
      await postgres.stop();
    },
  };
}

/** For `npm run soak`: kills in turns of ten until `kills` have been made; stops at the first turn that finds something wrong. */
export async function soakKills(options: {
  kills: number;
  seed: number;
  print: (line: string) => void;
}): Promise<{ kills: number; wrong: string[] }> {
  const rig = await openKillRig(options.seed);
  let kills = 0;
  try {
    while (kills < options.kills) {
      const victim = (['store', 'relay', 'both'] as const)[((kills / 10) % 3) | 0] ?? 'both';
      const report = await rig.kill(victim, Math.min(10, options.kills - kills));
      kills += report.kills;
      const { store, relay } = report.acknowledged;
      options.print(
        `${kills} kills (${victim}), seed ${options.seed}: ${store} orders at the store, ${relay} at the relay, ${report.wrong.length} wrong`,
      );
      if (report.wrong.length > 0) return { kills, wrong: report.wrong };
    }
    return { kills, wrong: [] };
  } finally {
    await rig.close();
  }
}

/** Waits until both sides are alike and the printer has caught up; answers what is still missing when that takes too long. */
export async function heal(
  shop: Pick<TestShop, 'joined' | 'dataDir'>,
  relay: RelayDatabase,
): Promise<string[]> {
  await shop.joined();
  const deadline = Date.now() + HEAL_MS_MAX;
  for (;;) {
    const left = await unsettled(shop.dataDir, relay);
    if (left.length === 0) return [];
    if (Date.now() > deadline)
      return left.map((text) => `not healed within ${HEAL_MS_MAX / 1000} s: ${text}`);
    await pause(HEAL_POLL_MS);
  }
}

async function printerFaults(shop: TestShop, patch: { slowBytesPerSecond: number | null }): Promise<void> {
  const { status } = await ask(`${shop.urls.printerPage}/faults`, { body: patch });
  if (status !== 200) throw new Error(`the printer simulator answered ${status}`);
}

/** Customers who were told to wait must find their order by now. */
async function outcomes(shop: TestShop, waited: readonly Promised[], chance: Seeded): Promise<string[]> {
  const wrong: string[] = [];
  for (const { body } of waited) {
    const { status, body: outcome } = await ask(`${shop.urls.relay}/api/orders/by-id/${body.id}`, {
      headers: { ...fromAnywhere(chance), authorization: `Bearer ${body.claim}` },
    });
    const { state } = (outcome ?? {}) as { state?: string };
    if (state !== 'placed') wrong.push(`order ${body.id} was told to wait and is ${status} ${state}`);
  }
  return wrong;
}

export function connectTo(url: string): RelayDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  return {
    query: async (sql) => (await pool.query<Record<string, unknown>>(sql)).rows,
    close: () => pool.end(),
  };
}
