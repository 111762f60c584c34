// What it costs to wake the other processes of the relay (NOTIFY): whether one waits for the disk, by PostgreSQL's own count of syncs, and how
// long one takes beside a commit that does, alone and while others commit.
import pg from 'pg';
import { hydratePostgres } from '../../scripts/hydrate-postgres.ts';
import { startPostgres } from '../support/postgres.ts';
import { compared, interleaved, judged, median } from './figures.ts';
import type { Scenario } from './scenario.ts';

const ROUNDS = 5;
const STATEMENTS = 300;
const WRITERS = 4;
const CHANNEL = 'balcao_wake';

/** As `cluster.ts` sends it; and the same with what would spare it a sync, if it cost one. */
const WAKE = 'select pg_notify($1, message) from json_array_elements_text($2::json) as message';
const UNSYNCED = `with unsynced as materialized (select set_config('synchronous_commit', 'off', true))
  select pg_notify($1, message) from unsynced, json_array_elements_text($2::json) as message`;

export const scenario: Scenario = {
  name: 'wakes',
  title: 'Waking the other processes of the relay (NOTIFY)',
  async run(bench) {
    hydratePostgres();
    const postgres = await startPostgres(true);
    bench.atEnd(() => postgres.stop());
    const pool = new pg.Pool({ connectionString: postgres.url, max: WRITERS + 1 });
    bench.atEnd(() => pool.end());
    const listener = await pool.connect();
    await listener.query(`listen ${CHANNEL}`);
    bench.atEnd(() => listener.release(true));
    await pool.query('create table written (id bigint generated always as identity primary key, body text)');

    let at = 0;
    const wake = (text: string) =>
      pool.query(text, [CHANNEL, JSON.stringify([`instance store-${(at += 1)} orders`])]);
    const commit = () => pool.query(`insert into written (body) values (repeat('x', 2000))`);
    async function p50(work: () => Promise<unknown>): Promise<number> {
      const took: number[] = [];
      for (let sent = 0; sent < STATEMENTS; sent += 1) {
        const startedAt = performance.now();
        await work();
        took.push(performance.now() - startedAt);
      }
      return median(took);
    }
    /** Syncs of its log that clients of the database waited for, each. */
    async function syncsEach(work: () => Promise<unknown>): Promise<number> {
      const count = async (): Promise<number> => {
        await Promise.all(
          Array.from({ length: WRITERS }, () => pool.query('select pg_stat_force_next_flush()')),
        );
        const { rows } = await pool.query<{ n: string }>(
          `select coalesce(sum(fsyncs), 0) as n from pg_stat_io where object = 'wal' and backend_type = 'client backend'`,
        );
        return Number(rows[0]?.n);
      };
      const before = await count();
      await p50(work);
      return ((await count()) - before) / STATEMENTS;
    }
    async function perSecond(text: string): Promise<number> {
      const startedAt = performance.now();
      await Promise.all(
        Array.from({ length: WRITERS }, async () => {
          for (let order = 0; order < STATEMENTS / WRITERS; order += 1) {
            await commit();
            await wake(text);
          }
        }),
      );
      return (STATEMENTS * 1000) / (performance.now() - startedAt);
    }

    await p50(commit);
    await p50(() => wake(WAKE));
    bench.add(
      judged({
        what: 'syncs that a wake waits for',
        value: await syncsEach(() => wake(WAKE)),
        unit: 'syncs',
        against: { what: 'a commit', value: await syncsEach(commit) },
        aim: { of: 'value', atMost: 0.02 },
      }),
    );
    const alone = await interleaved(ROUNDS, {
      wake: () => p50(() => wake(WAKE)),
      unsynced: () => p50(() => wake(UNSYNCED)),
      commit: () => p50(commit),
    });
    bench.add(
      compared({
        what: 'one wake, p50',
        unit: 'ms',
        ours: alone.wake,
        theirs: alone.commit,
        yardstick: 'a commit',
      }),
    );
    bench.add(
      compared({
        what: 'one wake, p50',
        unit: 'ms',
        ours: alone.wake,
        theirs: alone.unsynced,
        yardstick: 'synchronous_commit off',
      }),
    );
    const beside = await interleaved(ROUNDS, {
      wake: () => perSecond(WAKE),
      unsynced: () => perSecond(UNSYNCED),
    });
    bench.add(
      compared({
        what: `commits with a wake each, ${WRITERS} at once`,
        unit: 'per s',
        ours: beside.wake,
        theirs: beside.unsynced,
        yardstick: 'synchronous_commit off',
      }),
    );
  },
};
