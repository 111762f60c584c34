// Gates in the relay's database: a write to a row waits behind one until a test opens it, so that a process is killed between two
// steps and not somewhere around them. Triggers wait for advisory locks that the test's own session holds, for longer than the relay waits
// for a lock.
import pg from 'pg';
import { expect } from 'vitest';
import { WAIT } from './lone-store.ts';

/** Where a refund is held: before it is sent, before its answer or the bank's is written, before the attempt and the news of it are. */
export type Gate =
  | 'planned>sent'
  | 'sent>done'
  | 'sent>in-process'
  | 'in-process>done'
  | 'in-process>refused'
  | 'back';

const SETUP = `
  create function wait_at_gate() returns trigger language plpgsql set lock_timeout = 0 as $$
  declare which text;
  begin
    if tg_table_name = 'payment_refunds' then
      which := old.state || '>' || new.state || ' ' || new.attempt_id;
    else
      which := 'back ' || new.id;
    end if;
    perform pg_advisory_xact_lock(hashtextextended(which, 0));
    return new;
  end $$;
  create trigger gate before update on payment_refunds for each row
    when (old.state is distinct from new.state) execute function wait_at_gate();
  create trigger gate before update on payment_attempts for each row
    when (new.refunded_cents > old.refunded_cents) execute function wait_at_gate();`;

const WAITING = `locktype = 'advisory' and not granted`;

export async function openGates(url: string) {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  await session.query(SETUP);
  const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await session.query<Record<string, unknown>>(text, values)).rows;
  const name = (gate: Gate, attemptId: string): string => `${gate} ${attemptId}`;

  return {
    query,
    async close(gate: Gate, attemptId: string): Promise<void> {
      await query('select pg_advisory_lock(hashtextextended($1, 0))', [name(gate, attemptId)]);
    },
    async open(gate: Gate, attemptId: string): Promise<void> {
      await query('select pg_advisory_unlock(hashtextextended($1, 0))', [name(gate, attemptId)]);
    },
    /** Resolves when the relay stands at a closed gate. */
    async reached(gate: Gate, attemptId: string): Promise<void> {
      const at = `select 1 from pg_locks where ${WAITING}
        and (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)`;
      await expect
        .poll(async () => (await query(at, [name(gate, attemptId)])).length, {
          ...WAIT,
          interval: 20,
          message: `the relay at ${gate}`,
        })
        .toBe(1);
    },
    /** What a dead relay had begun does not end by itself once its gate opens. */
    async bury(): Promise<void> {
      await query(`select pg_terminate_backend(pid) from pg_locks where ${WAITING}`);
    },
    openAll: () => query('select pg_advisory_unlock_all()'),
    end: () => session.end(),
  };
}
