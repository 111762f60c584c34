// The shops on this relay: their copies of orders and menu, what is asked of them, and the links by which they are there.
import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { createForegroundPriority } from '@balcao/shared/host/foreground-priority.ts';
import { createStreams } from '@balcao/shared/host/live-streams.ts';
import { upgraderOf } from '../http/context.ts';
import { STREAM_RULES } from '../http/limits.ts';
import { createGateway } from '../replication/link/gateway.ts';
import { createReplicator } from '../replication/link/replicator.ts';
import { createDocuments } from '../shop/menu/documents.ts';
import { createPictures, type Pictures } from '../shop/menu/images.ts';
import { createCommands } from '../shop/orders/commands.ts';
import { createFollowedOrders } from '../shop/orders/followed-orders.ts';
import { createReplica } from '../shop/orders/replica.ts';
import { createEdits } from '../shop/staff/edits.ts';
import { createRemoteSessions } from '../shop/staff/remote-sessions.ts';
import { createWholesaleReplica } from '../shop/wholesale/replica.ts';
import type { RelayBase } from './base.ts';

export type RelayShop = ReturnType<typeof assembleShop>;

export function assembleShop(base: RelayBase) {
  const rooms = assembleRooms(base);
  return { ...rooms, ...assembleLinks(base, rooms) };
}

function assembleRooms(base: RelayBase) {
  const { config, db, persons, wake, stores, clock, log } = base;
  const wholesale = createWholesaleReplica({ db, persons, wake, clock, log });
  const commands = createCommands({
    ...{ db, persons, wholesale, wake, clock, log, random: base.random, newId: uuidv7 },
    repeat: base.database.repeat,
    secretsKey: config.secretsKey,
    previousSecretsKey: config.previousSecretsKey,
  });
  const documents = createDocuments({ db, wake, clock, log, store: stores.byId });
  const remoteSessions = createRemoteSessions({ db, clock });
  const edits = createEdits({ db, documents, remoteSessions, clock, newId: uuidv7, log });
  const followed = createFollowedOrders({
    ...{ db, persons, wake, log },
    head: async (storeId) => (await stores.byId(storeId))?.seq ?? 0,
  });
  return {
    ...{ wholesale, commands, documents, remoteSessions, edits, followed },
    replica: createReplica({
      ...{ db, persons, clock },
      repeat: base.database.repeat,
      timeZone: config.timeZone,
    }),
    /** What customers wait for goes before what a store catches up. */
    customers: createForegroundPriority(delay),
    streams: createStreams(STREAM_RULES),
  };
}

function assembleLinks(
  { config, db, persons, wake, stores, clock, log, meters, database, cluster, limits }: RelayBase,
  { commands, edits, documents, followed, customers, streams }: ReturnType<typeof assembleRooms>,
) {
  const gateway = createGateway({
    ...{ stores, wake, clock, log, ownership: cluster.ownership, forwarder: cluster.forwarder },
    replicator: createReplicator({
      ...{ db, persons, stores, wake, customers, followed, log, repeat: database.repeat },
      onKept: (atMs) => meters.recordLag((clock() - atMs) / 1000),
    }),
    serveCommands: (session, until) => {
      // Ends once the edits are sent, and tells by itself of what fails.
      void edits.sendEditsToStore(session, until);
      return commands.deliverToStore(session, until);
    },
    serveDocument: documents.serveSocket,
    isTooOften: async (request) =>
      (await limits.upgrades(upgraderOf(request, config.trustedProxies))) !== null,
    copyPictures: (storeId) => pictures.copyAll(storeId),
    onMoving: (storeId) => streams.endOf(storeId),
  });
  const pictures: Pictures = createPictures({
    ...{ db, log, session: gateway.session, catalog: documents.catalog, catalogOnce: documents.catalogOnce },
  });
  return { gateway, pictures };
}
