// What every part of the relay stands on: clock, database, counts, the stores it knows, and the other processes of the same relay.
import { noMeters } from '@balcao/shared/host/meters.ts';
import { joinCluster } from '../cluster/cluster.ts';
import { createLimits } from '../http/limits.ts';
import type { RelayOptions } from '../relay-port.ts';
import { createPairing } from '../shop/stores/pairing.ts';
import { createStores } from '../shop/stores/stores.ts';
import { createCounts } from '../storage/limits/counts.ts';
import { openDatabase } from '../storage/open.ts';
import { loadPersonKey } from '../storage/persons/person-key.ts';
import { createPersons } from '../storage/persons/persons.ts';
import { createRelayClock } from '../storage/relay-clock.ts';
import { Wake } from '../storage/wake.ts';

export type RelayBase = Awaited<ReturnType<typeof assembleBase>>;

export async function assembleBase(options: RelayOptions) {
  const { config, steadyMs, log, random = Math.random, meters = noMeters, traces = null } = options;
  const clock =
    steadyMs === undefined ? options.clock : createRelayClock({ wallClock: options.clock, steadyMs, log });
  const database =
    options.database ??
    (await openDatabase({
      databaseUrl: config.databaseUrl,
      directUrl: config.databaseDirectUrl,
      dataDir: config.dataDir,
      migrationsFolder: options.migrationsFolder,
      onLost: (error) => log.warn({ err: error }, 'a connection to the database broke'),
      turnMsMax: options.databaseMsMax,
      onStatement: options.onStatement,
    }));
  const { db } = database;
  const counts = createCounts({
    query: database.query,
    secretsKey: config.secretsKey,
    log,
    answerMsMax: options.databaseMsMax,
    points: options.limitPoints,
  });
  const wake = new Wake();
  const stores = createStores({ db, clock });
  const onForeign = (storeId?: string): void =>
    storeId === undefined ? stores.invalidate() : stores.invalidateOne(storeId);
  const cluster = await joinCluster({ config, database, wake, clock, onForeign, log });
  return {
    ...{ config, log, random, meters, traces, clock, database, db, counts, wake, stores, cluster },
    limits: createLimits(counts),
    pairing: createPairing({ db, stores, pairingCode: config.pairingCode, clock }),
    persons: createPersons(await loadPersonKey(db, config.secretsKey, log, config.previousSecretsKey)),
  };
}
