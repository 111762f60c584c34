// This process among the relay's others: who holds which link, and wakes between them. Alone, it asks nobody.
import { sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { OpenDatabase } from '../storage/open.ts';
import type { Wake } from '../storage/wake.ts';
import { openBus } from './bus.ts';
import { createForwarder, type Forwarder } from './forward.ts';
import { createOwnership, sole, type Ownership } from './ownership.ts';

export type Cluster = { ownership: Ownership; forwarder: Forwarder; stop(): Promise<void> };

/** Joins the other processes where the settings name an address for this one and a PostgreSQL that all of them share. */
export async function joinCluster(options: {
  config: Pick<Config, 'instanceUrl' | 'secretsKey'>;
  database: Pick<OpenDatabase, 'db' | 'createClient'>;
  wake: Wake;
  clock: () => number;
  /** Told before anybody is woken: caches of what others may have changed, of that store or of all, are stale. */
  onForeign: (storeId?: string) => void;
  log: Parameters<typeof openBus>[0]['log'] & Parameters<typeof createOwnership>[0]['log'];
}): Promise<Cluster> {
  const { config, database, wake, clock, onForeign, log } = options;
  const { db, createClient } = database;
  const { instanceUrl, secretsKey } = config;
  const forwarder = createForwarder({ secretsKey, clock });
  if (instanceUrl === null || createClient === null)
    return { ownership: sole, forwarder, stop: () => Promise.resolve() };
  const bus = await openBus({
    createClient,
    wake,
    onForeign,
    // Waits for no disk: a transaction that wrote nothing to PostgreSQL's log is not synced (`npm run bench -- wakes`).
    publish: (channel, messages) =>
      db.execute(
        sql`select pg_notify(${channel}, message) from json_array_elements_text(${JSON.stringify(messages)}::json) as message`,
      ),
    log,
  });
  const ownership = createOwnership({ db, wake, clock, instance: bus.instance, address: instanceUrl, log });
  return { ownership, forwarder, stop: bus.stop };
}
