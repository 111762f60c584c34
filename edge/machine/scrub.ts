// The store reads itself through once a night: the whole file in a process of its own, and the log and the orders piece by piece.
// Half of what a card forgets is never asked for until it is needed.
import { z } from 'zod';
import type { WorkerSpec } from '@balcao/shared/host/worker.ts';
import { nightCame } from '@balcao/shared/store/business-day.ts';
import type { Alarms } from '../shop/alarms/alarms.ts';
import { findDisagreement } from '../replication/recovery/agreement.ts';
import type { Damage } from '../storage/damage.ts';
import { readMeta, writeMeta } from '../storage/identity.ts';
import type { Db } from '../storage/open.ts';
import { throttleToShare } from '../storage/yield-to-event-loop.ts';

/** Before the night's copy: what is wrong is known before it is copied. */
const NIGHT_MINUTE = 4 * 60 + 5;
const CHECK_EVERY_MS = 10 * 60_000;
const ALARM = 'database-content';
export const SCRUBBED = 'scrubbed';

/** `wrong` is a sentence; null when everything was as it was written. */
export const Scrubbed = z.object({ atMs: z.number(), tookMs: z.number(), wrong: z.string().nullable() });
export type Scrubbed = z.infer<typeof Scrubbed>;

export type Scrub = ReturnType<typeof createScrub>;

export function createScrub(deps: {
  db: Db;
  damage: Pick<Damage, 'check' | 'found'>;
  alarms: Pick<Alarms, 'raise' | 'end'>;
  /** What it found has changed. */
  onChange: () => void;
  clock: () => number;
  timeZone: string;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
}) {
  const { db, damage, alarms, clock, log } = deps;
  const stored = readMeta(db, SCRUBBED);
  let last = stored === null ? null : Scrubbed.parse(JSON.parse(stored));

  async function scrub(stopping?: AbortSignal): Promise<void> {
    const atMs = clock();
    await damage.check('integrity_check', stopping);
    // Nothing more is written to a file that is damaged; that it is, everybody is told by then.
    if (damage.found()) return;
    const found = await findDisagreement(db, throttleToShare(stopping));
    const wrong = found === null ? null : sentenceOf(found);
    // Known before it is written: on a disk that is full the whole file is not read again every minute.
    const before = last?.wrong ?? null;
    last = { atMs, tookMs: clock() - atMs, wrong };
    if (wrong !== before) deps.onChange();
    if (found === null) log.info({ tookMs: last.tookMs }, 'the store read itself through and found nothing');
    else log.error(found, 'what the store keeps is not what it wrote');
    writeMeta(db, SCRUBBED, JSON.stringify(last));
    if (wrong === null) alarms.end(ALARM);
    else alarms.raise(ALARM, 'Dados da loja não conferem', wrong);
  }

  const job: WorkerSpec = {
    name: 'scrub',
    everyMs: CHECK_EVERY_MS,
    async run(stopping) {
      if (nightCame(last?.atMs ?? null, { nowMs: clock(), minute: NIGHT_MINUTE, timeZone: deps.timeZone }))
        await scrub(stopping);
    },
  };
  return { job, scrub, wrong: (): string | null => last?.wrong ?? null };
}

function sentenceOf({ row, orders }: { row: number | null; orders: readonly number[] }): string {
  const what =
    orders.length > 0
      ? `Pedidos diferentes do registro: nº ${orders.join(', ')}.`
      : `O registro tem um defeito na linha ${row ?? 0}.`;
  return `${what} O cartão pode estar falhando: troque-o e restaure a última cópia (sudo balcao restore --list).`;
}
