// Alarms in the log, for the owner's phone: how one is written, and how it comes back.
import { alarmRow, type AlarmBody } from '@balcao/shared/link/aggregates/alarm.ts';
import type { Db } from '../../storage/open.ts';
import type { Outbox } from '../../storage/outbox.ts';
import { readRows, type RowReader } from '../../storage/replica.ts';
import { alarms } from '../../storage/schema/staff.ts';

/** In the transaction that keeps the alarm. `id` names the trouble. */
export const logAlarm = (outbox: Pick<Outbox, 'append'>, id: string, body: AlarmBody, atMs: number): void =>
  void outbox.append(alarmRow, id, body, atMs);

export const readAlarmRows = (db: Db): RowReader =>
  readRows(alarmRow, (id, alarm) => {
    db.insert(alarms)
      .values({ id, ...alarm })
      .onConflictDoUpdate({ target: alarms.id, set: alarm })
      .run();
  });
