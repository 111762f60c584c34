// What a resync brought of users, private settings and keys: it stands in the log, and in no table until a person in the shop has seen
// it. What is here stays meanwhile, and the shop sells. See docs/decisions/035.
import { readMeta, deleteMeta, writeMeta } from '../../storage/identity.ts';
import type { ParkedChange } from '@balcao/shared/http/resync.ts';
import { AggregateKind, type ReceivedRow } from '@balcao/shared/link/changes.ts';
import type { Actor, Audit } from '../../shop/audit/audit.ts';
import { logPrinter } from '../../printing/replica.ts';
import type { Alarms } from '../../shop/alarms/alarms.ts';
import { logUser } from '../../shop/users/replica.ts';
import type { Db } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { PrivateLog, SealedFor, Sealer } from '../../storage/sealing.ts';
import { describeParked, nameParked } from './parked-words.ts';
import type { RowRestorer } from './restore-rows.ts';
import type { PARKED_KINDS } from './parked-kinds.ts';

const SPAN = 'resync_waiting';
const ALARM = 'link.resync';
const PRINTER = 'printer.';

type Row = ReceivedRow & { body: string; kind: (typeof PARKED_KINDS)[number] };
type Span = { from: number; to: number };

export type Parked = ReturnType<typeof createParked>;

export function createParked(deps: {
  db: Db;
  sealer: Sealer;
  rowRestorer: Pick<RowRestorer, 'apply'>;
  privateLog: PrivateLog;
  audit: Audit;
  alarms: Alarms;
  clock: () => number;
}) {
  const { db, sealer, privateLog, audit, alarms, clock } = deps;
  // What was changed here after it came is a person's word already.
  const newest = db.$client.prepare<[from: number, to: number], Row>(
    `select seq, lineage, epoch, kind, aggregate_id as aggregateId, sealed, body, body_hash as bodyHash, hash, at_ms as atMs, proof
     from outbox came where seq > ? and seq <= ? and kind in ('user', 'setting', 'key') and not exists (
       select 1 from outbox later where later.kind = came.kind and later.aggregate_id = came.aggregate_id and later.seq > came.seq)
     order by seq`,
  );
  const before = db.$client.prepare<[kind: string, id: string, from: number], Row>(
    `select seq, lineage, epoch, kind, aggregate_id as aggregateId, body from outbox
     where kind = ? and aggregate_id = ? and seq <= ? and body is not null order by seq desc limit 1`,
  );

  const span = (): Span | null => {
    const stored = readMeta(db, SPAN);
    return stored === null ? null : (JSON.parse(stored) as Span);
  };
  const open = (row: Row | undefined): string | null => {
    if (row === undefined || row.body === null) return null;
    try {
      return sealer.open(row as SealedFor, row.body);
    } catch {
      return null;
    }
  };

  /** What came and differs from what is here. What cannot be opened is not offered. */
  function changes(): { row: Row; now: string | null; offered: string }[] {
    const at = span();
    if (at === null) return [];
    return newest.all(at.from, at.to).flatMap((row) => {
      const offered = open(row);
      const now = open(before.get(row.kind, row.aggregateId, at.from));
      return offered === null || offered === now ? [] : [{ row, now, offered }];
    });
  }

  /** That there is none here. Settings other than printers are always here. */
  function logGone({ kind, aggregateId }: Row): void {
    if (kind === AggregateKind.enum.user) logUser(privateLog, aggregateId, null, clock());
    else if (aggregateId.startsWith(PRINTER))
      logPrinter(privateLog, aggregateId.slice(PRINTER.length), null, clock());
  }

  function over(): void {
    deleteMeta(db, SPAN);
    alarms.end(ALARM);
  }

  return {
    /** Rows after `from` and up to `to` came. Inside the transaction that took them. */
    recordSpan({ from, to }: Span): void {
      writeMeta(db, SPAN, JSON.stringify({ from: Math.min(span()?.from ?? from, from), to }));
    },

    /** Raises the alarm that parked changes wait for the owner, or ends it when none do. Called once the store takes writes again. */
    raiseAlarm(): void {
      if (changes().length === 0) return over();
      alarms.raise(
        ALARM,
        'Confira o que voltou do site',
        'Contas da equipe ou configurações voltaram do site e esperam por você. Na loja, abra Configurações, Site, e aceite ou recuse. As vendas continuam.',
      );
    },

    list: (): ParkedChange[] =>
      changes().map(({ row, now, offered }) => ({
        seq: row.seq,
        what: nameParked(row.kind, row.aggregateId),
        now: now === null ? null : describeParked(row.kind, row.aggregateId, now),
        offered: describeParked(row.kind, row.aggregateId, offered),
        secretDiffers: row.kind === 'user' && secretOf(now) !== secretOf(offered),
      })),

    /** All of what was shown up to `seq`, or none of it. Throws when it fits no longer beside what is here. */
    decide(actor: Actor, wanted: 'accept' | 'refuse'): void {
      inTransaction(db, () => {
        const all = changes();
        for (const { row, now, offered } of all) {
          if (wanted === 'accept') deps.rowRestorer.apply(row, offered);
          // Said anew, so that the newest row of the log is what is here.
          else if (now !== null) privateLog.restate(row.kind, row.aggregateId, now, clock());
          else logGone(row);
        }
        audit.record(
          actor,
          'settings',
          'relay',
          `${wanted === 'accept' ? 'aceitou' : 'recusou'} o que voltou do site: ${all.length} ${all.length === 1 ? 'conta ou configuração' : 'contas ou configurações'}`,
        );
        over();
      });
    },
  };
}

const secretOf = (value: string | null): unknown =>
  value === null ? null : (JSON.parse(value) as { passwordHash?: unknown }).passwordHash;
