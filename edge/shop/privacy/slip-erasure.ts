// What slips say of a person: of every kind, whoever they were printed for. One that has ended goes; one that still waits for paper
// is printed, without the person's words.
import type { Sqlite } from '../../storage/open.ts';
import { OPEN_JOB_STATES } from '../../printing/transitions.ts';

const OPEN = `(${OPEN_JOB_STATES.map((state) => `'${state}'`).join(', ')})`;

export function createSlipErasure(sqlite: Sqlite) {
  const dropEnded = sqlite.prepare<[string]>(
    `delete from print_jobs where order_id in (select value from json_each(?)) and state not in ${OPEN}`,
  );
  const cleanOpen = sqlite.prepare<[string]>(
    "update print_jobs set content = json_set(content, '$.ticket.observations', '') where order_id in (select value from json_each(?)) and json_type(content, '$.ticket.observations') is not null",
  );
  const drop = sqlite.prepare<[string]>(
    `delete from print_jobs where order_id in (select value from json_each(?)) and not (purpose = 'cancelled' and state in ${OPEN})`,
  );
  return {
    /** The orders stay. */
    clean(orderIds: readonly string[]): void {
      const ids = JSON.stringify(orderIds);
      dropEnded.run(ids);
      cleanOpen.run(ids);
    },
    /** The orders go too; what takes a ticket back that the kitchen has on paper is still printed. */
    drop(orderIds: readonly string[]): void {
      const ids = JSON.stringify(orderIds);
      drop.run(ids);
      cleanOpen.run(ids);
    },
  };
}
