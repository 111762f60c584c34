// PostgreSQL on one machine, or on several of which one takes writes. Which one that is, is found out by asking all of them: the relay
// follows a failover by itself, whoever promotes the standby.
import { callbackify } from 'node:util';
import pg from 'pg';
import { createWorker, type Worker } from '@balcao/shared/host/worker.ts';
import { addressesOf } from './postgres-addresses.ts';

const CHECK_EVERY_MS = 5_000;
/** A machine without power answers nobody: it holds up the look at the others for so long. */
const ANSWER_MS_MAX = 2_000;
const CONNECT_MS_MAX = 5_000;
/** Whoever waits for so long for rows and tables that somebody else holds is told to come back: the next one has its turn. */
const LOCK_MS_MAX = 5_000;
/** For a connection of the pool: links wait in that queue too, and must not end because many people order at once. */
const TURN_MS_MAX = 10_000;

/**
 * Of those that take writes the one with the longest past: a machine that was given up, and comes back as what it was, has not seen the
 * promotion. The name of the file of the log begins with the timeline, which every promotion raises.
 */
const TIMELINE_QUERY = `select case when pg_is_in_recovery() then null
  else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline`;

type Connected = Parameters<pg.Client['connect']>[0];

export type PostgresServers = {
  pool(max: number): pg.Pool;
  /** A connection of its own, not opened yet. */
  client(): pg.Client;
  /** Looks from time to time whether another machine was promoted; does nothing where there is one. */
  watch(onError: (error: Error) => void): void;
  stop(): Promise<void>;
};

/** `isPooled`: between the relay and PostgreSQL stands a pooler, which takes no settings of a session. */
export function openPostgresServers(databaseUrl: string, isPooled = false): PostgresServers {
  const addresses = addressesOf(databaseUrl);
  const [only = databaseUrl] = addresses;
  const bounds = {
    connectionTimeoutMillis: TURN_MS_MAX,
    ...(isPooled ? {} : { lock_timeout: LOCK_MS_MAX }),
  };
  if (addresses.length < 2)
    return {
      pool: (max) => new pg.Pool({ connectionString: only, max, ...bounds }),
      client: () =>
        new pg.Client({ connectionString: only, keepAlive: true, connectionTimeoutMillis: CONNECT_MS_MAX }),
      watch: () => undefined,
      stop: () => Promise.resolve(),
    };

  /** Where each machine is, as the driver reads it. */
  const places = new Map(
    addresses.map((connectionString) => {
      const { host, port } = new pg.Client({ connectionString });
      return [connectionString, { host, port }];
    }),
  );
  /** At which machine each connection is, or is being opened. */
  const openClients = new Map<pg.Client, string>();
  let primaryAddress: Promise<string> | null = null;
  let highestTimeline = 0;
  let watcher: Worker | null = null;

  async function find(): Promise<string> {
    const { address, timeline } = await findPrimary(addresses, highestTimeline);
    highestTimeline = timeline;
    return address;
  }
  const primary = (): Promise<string> =>
    (primaryAddress ??= find().catch((error: unknown) => {
      primaryAddress = null;
      throw error;
    }));

  /** Connects to whichever machine takes writes at that moment; from one to the other only the place differs. */
  class PrimaryClient extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, connectionTimeoutMillis: CONNECT_MS_MAX });
      // Whoever asked hears it by the answer that does not come. The machine may not be the one any more.
      this.on('error', () => {
        primaryAddress = null;
      });
      this.once('end', () => openClients.delete(this));
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | void {
      if (callback === undefined) return this.#connectToPrimary();
      callbackify(() => this.#connectToPrimary())((error, client) => {
        Reflect.apply(callback, undefined, [error, client]);
      });
    }

    async #connectToPrimary(): Promise<pg.Client> {
      const address = await primary();
      Object.assign(this, places.get(address));
      openClients.set(this, address);
      try {
        await super.connect();
      } catch (error) {
        openClients.delete(this);
        primaryAddress = null;
        throw error;
      }
      return this;
    }
  }

  async function findAgain(): Promise<void> {
    const present = await find();
    primaryAddress = Promise.resolve(present);
    // A machine that lost its power says nothing: what was asked of it would wait for minutes.
    const reason = new Error('Connection terminated: another machine takes the writes');
    for (const [client, address] of openClients)
      if (address !== present) connectionOf(client).stream.destroy(reason);
  }

  return {
    pool: (max) => new pg.Pool({ connectionString: only, max, ...bounds, Client: PrimaryClient }),
    client: () => new PrimaryClient({ connectionString: only, keepAlive: true }),
    watch(onError) {
      // A log of a night without a database says each reason once, not every five seconds.
      let reported = '';
      const report = (error: unknown): void => {
        primaryAddress = null;
        const reason = error instanceof Error ? error : new Error(String(error));
        if (reason.message !== reported) onError(reason);
        reported = reason.message;
      };
      const run = (): Promise<void> => findAgain().then(() => void (reported = ''), report);
      watcher = createWorker(
        { name: 'database-primary', everyMs: CHECK_EVERY_MS, run },
        { clock: Date.now, onError: report },
      );
      watcher.start();
    },
    async stop() {
      await watcher?.stop();
    },
  };
}

/** Rejects while none takes writes that has seen the promotion to timeline `atLeast`. */
async function findPrimary(
  addresses: readonly string[],
  atLeast: number,
): Promise<{ address: string; timeline: number }> {
  const answers = await Promise.allSettled(addresses.map(timelineOf));
  const primaries = answers.flatMap((answer, index) => {
    const [address, timeline] = [addresses[index], answer.status === 'fulfilled' ? answer.value : null];
    return address === undefined || timeline === null || timeline < atLeast ? [] : [{ address, timeline }];
  });
  const [first] = primaries.sort((a, b) => b.timeline - a.timeline);
  if (first !== undefined) return first;
  const reasons = answers.map((answer) => {
    if (answer.status === 'rejected')
      return answer.reason instanceof Error ? answer.reason : new Error(String(answer.reason));
    return new Error(answer.value === null ? 'a standby' : 'was given up');
  });
  const words = reasons.map(({ message }) => message).join('; ');
  throw new AggregateError(reasons, `Connection terminated: no machine takes writes (${words})`);
}

/** Null of a standby. */
async function timelineOf(connectionString: string): Promise<number | null> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: ANSWER_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
  });
  // Said by the promise too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number | null }>(TIMELINE_QUERY);
    return rows[0]?.timeline ?? null;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** The driver's own connection, which its types keep to themselves. */
const connectionOf = (client: pg.Client): { stream: { destroy(error: Error): void } } =>
  Reflect.get(client, 'connection') as { stream: { destroy(error: Error): void } };
