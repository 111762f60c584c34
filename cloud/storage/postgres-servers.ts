// PostgreSQL on one machine, or on several of which one takes writes. Which one that is, is found out by asking all of them: the relay
// follows a failover by itself, whoever promotes the standby.
import { callbackify } from 'node:util';
import pg from 'pg';
import { createWorker, type Worker } from '@balcao/shared/host/worker.ts';
import { addressesOf } from './postgres-addresses.ts';

const LOOK_EVERY_MS = 5_000;
/** A machine without power answers nobody: it holds up the look at the others for so long. */
const ANSWER_MS_MAX = 2_000;

/**
 * Of those that take writes the one with the longest past: a machine that was given up, and comes back as what it was, has not seen the
 * promotion. The name of the file of the log begins with the timeline, which every promotion raises.
 */
const STANDING = `select case when pg_is_in_recovery() then null
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

export function openPostgresServers(databaseUrl: string): PostgresServers {
  const addresses = addressesOf(databaseUrl);
  const [only = databaseUrl] = addresses;
  if (addresses.length < 2)
    return {
      pool: (max) => new pg.Pool({ connectionString: only, max }),
      client: () => new pg.Client({ connectionString: only, keepAlive: true }),
      watch: () => undefined,
      stop: () => Promise.resolve(),
    };

  /** At which machine each connection is. */
  const open = new Map<pg.Client, string>();
  let found: Promise<string> | null = null;
  let watching: Worker | null = null;
  const primary = (): Promise<string> =>
    (found ??= findPrimary(addresses).catch((error: unknown) => {
      found = null;
      throw error;
    }));

  /** Connects to whichever machine takes writes at that moment; from one to the other only the place differs. */
  class PrimaryClient extends pg.Client {
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
      const { hostname, port } = new URL(address);
      Object.assign(this, { host: hostname, port: Number(port) || this.port });
      this.once('end', () => open.delete(this));
      try {
        await super.connect();
      } catch (error) {
        found = null;
        throw error;
      }
      open.set(this, address);
      return this;
    }
  }

  async function look(): Promise<void> {
    const now = await findPrimary(addresses);
    found = Promise.resolve(now);
    // A machine that lost its power says nothing: what was asked of it would wait for minutes.
    const moved = new Error('Connection terminated: another machine takes the writes');
    for (const [client, address] of open) if (address !== now) connectionOf(client).stream.destroy(moved);
  }

  return {
    pool: (max) => new pg.Pool({ connectionString: only, max, Client: PrimaryClient }),
    client: () => new PrimaryClient({ connectionString: only, keepAlive: true }),
    watch(onError) {
      const host = {
        clock: Date.now,
        onError: (error: unknown) => onError(error instanceof Error ? error : new Error(String(error))),
      };
      watching = createWorker({ name: 'database-primary', everyMs: LOOK_EVERY_MS, run: look }, host);
      watching.start();
    },
    async stop() {
      await watching?.stop();
    },
  };
}

/** Rejects while none takes writes. */
async function findPrimary(addresses: readonly string[]): Promise<string> {
  const asked = await Promise.allSettled(addresses.map(timelineOf));
  const primaries = asked.flatMap((answer, at) => {
    const [address, timeline] = [addresses[at], answer.status === 'fulfilled' ? answer.value : null];
    return address === undefined || timeline === null ? [] : [{ address, timeline }];
  });
  const [first] = primaries.sort((a, b) => b.timeline - a.timeline);
  if (first !== undefined) return first.address;
  const reasons = asked.map((answer) =>
    answer.status === 'fulfilled'
      ? new Error('a standby')
      : answer.reason instanceof Error
        ? answer.reason
        : new Error(String(answer.reason)),
  );
  throw new AggregateError(
    reasons,
    `Connection terminated: no machine takes writes (${reasons.map(({ message }) => message).join('; ')})`,
  );
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
    const { rows } = await client.query<{ timeline: number | null }>(STANDING);
    return rows[0]?.timeline ?? null;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** The driver's own connection, which its types keep to themselves. */
const connectionOf = (client: pg.Client): { stream: { destroy(error: Error): void } } =>
  Reflect.get(client, 'connection') as { stream: { destroy(error: Error): void } };
