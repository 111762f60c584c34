// Puts rows that the relay kept back into a database: into its log, hash by hash, and what they say into its tables. A row
// that does not follow from the one before stops everything: half a past is worse than none.
import { hash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { AggregateKind, chainInput, type ReceivedRow } from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import { isPrivateKind } from '@balcao/shared/link/sealed-kinds.ts';
import { ReplicatedOrder } from '@balcao/shared/link/aggregates/order.ts';
import { shapeOf } from '@balcao/shared/link/aggregates/rows.ts';
import { SignUpState } from '@balcao/shared/http/users.ts';
import { EnrolledUsbDrives, USB_DRIVES } from '../../shop/copies/usb-drives.ts';
import { readAlarmRows } from '../../shop/alarms/replica.ts';
import { readPaymentRows } from '../../shop/payments/replica.ts';
import { readErasureRows } from '../../shop/privacy/replica.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import {
  audit,
  cashCloses,
  cashMovements,
  cashSessions,
  handPayments,
  outbox,
  printers,
} from '../../storage/schema.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { createOutbox } from '../../storage/outbox.ts';
import type { Prover } from '../../storage/row-proof.ts';
import type { SealedFor, Sealer } from '../../storage/sealing.ts';
import { readOrderRows } from '../../shop/orders/replica.ts';
import { createRestoredOrders } from '../../shop/orders/restored-orders.ts';
import { account, user } from '../../shop/users/schema.ts';
import { SIGN_UP } from '../../shop/users/sign-ups.ts';
import { readWholesaleRows } from '../../shop/wholesale/replica.ts';
import { SECRETS_LOGGED } from './secrets.ts';
import { PARKED_KINDS } from './parked-kinds.ts';
import { MAX_AGE } from '../../shop/copies/max-age.ts';

type Why = 'broken' | 'wrong-code' | 'unproven';

/** What came from the relay is not the past of this log, cannot be opened, or is not proven to be this store's. */
export class RowRestoreFailed extends Error {
  readonly why: Why;
  constructor(why: Why, message: string) {
    super(message);
    this.why = why;
  }
}

/** Each restore raises the epoch by one: so far the same word carries it. */
export const EPOCH_LEAP_MAX = 100;
/** Of these an erasure may have taken the newest body. */
const MAY_BE_ERASED: ReadonlySet<string> = new Set(['order', 'payment', 'wholesale-order']);
const sha256 = (text: string): string => hash('sha256', text);
/** These wait for a person when they come to a store that runs. */
const PARKED: ReadonlySet<string> = new Set(PARKED_KINDS);
/** The store's own names of things; what was written with such a letter could be read in two ways. */
const NOT_A_NAME = /\p{Cc}/u;
const Deleted = z.object({ deleted: z.literal(true) });
const Instant = z.coerce.date();
const UserBody = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullable(),
  role: z.string().nullable(),
  passwordGrade: z.enum(['weak', 'staff', 'admin']).nullable().default(null),
  passwordDueAt: Instant.nullable().default(null),
  createdAt: Instant,
  updatedAt: Instant,
  passwordHash: z.string().nullable(),
});
const PrinterBody = z.object({
  id: z.string(),
  position: z.number(),
  name: z.string(),
  enabled: z.boolean(),
  transport: z.union([
    z.object({ kind: z.literal('tcp'), host: z.string(), port: z.number() }),
    z.object({ kind: z.literal('file'), devicePath: z.string() }),
  ]),
  columns: z.number(),
  codePage: z.string(),
  pictures: z.boolean(),
  paperSeen: z.boolean(),
  purposes: z.array(z.string()),
});
const CashBody = z.object({
  id: z.string(),
  openedAtMs: z.number(),
  openedBy: z.string(),
  floatCents: z.number(),
  movements: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      amountCents: z.number(),
      note: z.string(),
      userName: z.string(),
      atMs: z.number(),
    }),
  ),
  close: z.looseObject({ number: z.number(), closedAtMs: z.number() }).nullable(),
});
const ByHandBody = z.object({
  orderId: z.string(),
  kind: z.string(),
  method: z.string(),
  card: z.string().nullable(),
  amountCents: z.number(),
  sessionId: z.string().nullable(),
  userName: z.string(),
  atMs: z.number(),
});
const AuditBody = z.object({
  id: z.number(),
  atMs: z.number(),
  userId: z.string().nullable(),
  userName: z.string(),
  from: z.string(),
  action: z.string(),
  subject: z.string(),
  detail: z.string(),
});
const Secrets = z.object({ tokenSecret: z.string(), authSecret: z.string() });

const OrderText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('no JSON');
      return z.NEVER;
    }
  })
  .pipe(ReplicatedOrder);

/** The relay took phone and observations out of it, as the store once told it to: its hash is that of what it was. */
function isCleaned(row: ReceivedRow): boolean {
  if (row.kind !== 'order' || row.body === null) return false;
  const { data } = OrderText.safeParse(row.body);
  return data !== undefined && data.order.customerPhone === null && data.order.observations === '';
}

export type RowRestorer = ReturnType<typeof createRowRestorer>;

/** What the recovery code makes. */
export type RowRestorerKeys = { sealer: Sealer; prover: Prover };

/** Without keys nothing is proven, and private rows get into the log and into no table. */
export function createRowRestorer(db: Db, keys: RowRestorerKeys | null) {
  const log = createOutbox(db, { lineage: '', epoch: 0 });
  const orders = createRestoredOrders(db);
  const readers = [
    readOrderRows(orders),
    readPaymentRows(db),
    readWholesaleRows(db),
    readErasureRows(db),
    readAlarmRows(db),
  ];

  // Named and in the future of the row: what an erasure tells of. Rows of orders may be empty or without their person because of it.
  const erasesRow = db.$client
    .prepare<[seq: number, id: string]>(
      `select 1 from outbox where kind = 'erasure' and body is not null and (
         (seq > ? and json_extract(body, '$.scope') in ('history', 'retention'))
         or exists (select 1 from json_each(body, '$.orderIds') where value = ?)) limit 1`,
    )
    .pluck();
  const emptyAfter = db.$client.prepare<[seq: number], { seq: number; kind: string; aggregateId: string }>(
    `select seq, kind, aggregate_id as aggregateId from outbox where body is null and seq in (
       select max(seq) from outbox where seq > ? group by kind, aggregate_id)`,
  );

  /** Of orders whose body came without the person. */
  const cleanedSeqs = new Set<number>();
  const doubtful: { seq: number; id: string }[] = [];

  let openedEpoch = 0;
  let unopenedEpoch = 0;

  function putUser(id: string, value: unknown): void {
    db.delete(user).where(eq(user.id, id)).run();
    if (Deleted.safeParse(value).success) return;
    const { passwordHash, ...row } = UserBody.parse(value);
    db.insert(user).values(row).run();
    if (passwordHash === null) return;
    const { createdAt, updatedAt } = row;
    db.insert(account)
      .values({
        id: `${id}.credential`,
        accountId: id,
        providerId: 'credential',
        userId: id,
        password: passwordHash,
        createdAt,
        updatedAt,
      })
      .run();
  }

  function putSetting(id: string, value: unknown): void {
    if (id === 'pix_key' || id === 'first_run') writeMeta(db, id, JSON.stringify(value));
    else if (id === USB_DRIVES)
      writeMeta(db, id, JSON.stringify(z.object({ sticks: EnrolledUsbDrives }).parse(value).sticks));
    else if (id === MAX_AGE)
      writeMeta(db, id, String(z.object({ maxAgeDays: z.number() }).parse(value).maxAgeDays));
    else if (id === 'retention_months')
      writeMeta(db, id, String(z.object({ retentionMonths: z.number() }).parse(value).retentionMonths));
    else if (id === SIGN_UP) writeMeta(db, id, SignUpState.parse(value).open ? 'open' : 'closed');
    else if (id.startsWith('printer.')) putPrinter(id.slice('printer.'.length), value);
  }

  function putPrinter(id: string, value: unknown): void {
    db.delete(printers).where(eq(printers.id, id)).run();
    if (Deleted.safeParse(value).success) return;
    const { transport, purposes, ...row } = PrinterBody.parse(value);
    const tcp = transport.kind === 'tcp' ? transport : null;
    db.insert(printers)
      .values({
        ...row,
        transport: transport.kind,
        host: tcp?.host ?? null,
        port: tcp?.port ?? null,
        devicePath: transport.kind === 'file' ? transport.devicePath : null,
        purposes: JSON.stringify(purposes),
      })
      .run();
  }

  function putCash(id: string, value: unknown): void {
    if (id.startsWith('by-hand.')) {
      db.insert(handPayments).values(ByHandBody.parse(value)).onConflictDoNothing().run();
      return;
    }
    const { movements, close, openedAtMs, openedBy, floatCents } = CashBody.parse(value);
    // Final to the letter: as it was said, not as it was read.
    const said = JSON.stringify((value as { close: unknown }).close);
    const session = { openedAtMs, openedBy, floatCents, closeNumber: close?.number ?? null };
    db.insert(cashSessions)
      .values({ id, ...session, fromNumber: 1 })
      .onConflictDoUpdate({ target: cashSessions.id, set: session })
      .run();
    for (const movement of movements)
      db.insert(cashMovements)
        .values({ ...movement, sessionId: id })
        .onConflictDoNothing()
        .run();
    if (close)
      db.insert(cashCloses)
        .values({
          number: close.number,
          sessionId: id,
          body: said,
          closedAtMs: close.closedAtMs,
        })
        .onConflictDoNothing()
        .run();
  }

  const put: Partial<Record<AggregateKind, (id: string, body: string) => void>> = {
    user: (id, body) => putUser(id, JSON.parse(body)),
    setting: (id, body) => putSetting(id, JSON.parse(body)),
    cash: (id, body) => putCash(id, JSON.parse(body)),
    audit: (_id, body) =>
      db
        .insert(audit)
        .values(AuditBody.parse(JSON.parse(body)))
        .onConflictDoNothing()
        .run(),
    key: (id, body) => {
      if (id !== 'secrets') return;
      const { tokenSecret, authSecret } = Secrets.parse(JSON.parse(body));
      writeMeta(db, 'token_secret', tokenSecret);
      writeMeta(db, 'auth_secret', authSecret);
      writeMeta(db, SECRETS_LOGGED, '1');
    },
  };

  function putRow(kind: AggregateKind, { aggregateId, seq, atMs }: ReceivedRow, text: string): void {
    const shape = shapeOf(kind, aggregateId);
    const reader = readers.find(({ row }) => row === shape);
    if (reader) reader.restore(aggregateId, { seq, atMs, text });
    else put[kind]?.(aggregateId, text);
  }

  const isErased = (seq: number, id: string): boolean => erasesRow.get(seq, id) !== undefined;

  /** What the row may say here: its own words, or an old order's without the person. Throws RowRestoreFailed. */
  function bodyOf(row: ReceivedRow, inPlace: boolean): string | null {
    if (row.body === null || sha256(row.body) === row.bodyHash) return row.body;
    if (!isCleaned(row)) throw new RowRestoreFailed('broken', `row ${row.seq} does not match its body`);
    cleanedSeqs.add(row.seq);
    if (keys === null || keys.prover.provesCleaned(row, row.body)) return row.body;
    // No proof knows it so. Where everything is looked at together in the end, the erasure itself speaks for it.
    if (inPlace) return null;
    doubtful.push({ seq: row.seq, id: row.aggregateId });
    return row.body;
  }

  /** Throws when it says of itself what its kind is not. */
  function checkForm(row: ReceivedRow): AggregateKind | null {
    if (NOT_A_NAME.test(row.kind) || NOT_A_NAME.test(row.aggregateId))
      throw new RowRestoreFailed('broken', `row ${row.seq} has no name`);
    const kind = AggregateKind.safeParse(row.kind);
    // A kind that only a newer store knows stays in the log for it.
    if (!kind.success) return null;
    if (row.sealed !== isPrivateKind(kind.data))
      throw new RowRestoreFailed('broken', `row ${row.seq} is not sealed as its kind is`);
    return kind.data;
  }

  function open(row: ReceivedRow, body: string): string | null {
    if (!row.sealed) return body;
    const plain = unseal(row, body);
    if (plain === null) unopenedEpoch = Math.max(unopenedEpoch, row.epoch);
    else openedEpoch = Math.max(openedEpoch, row.epoch);
    return plain;
  }

  function unseal(row: ReceivedRow, body: string): string | null {
    try {
      return keys?.sealer.open(row as SealedFor, body) ?? null;
    } catch {
      // Another key's: whether that is the end, the newest rows tell.
      return null;
    }
  }

  return {
    head: log.head,

    /**
     * Throws RowRestoreFailed when the key is not that of the newest private rows, among those taken and `rows`. Older ones may have
     * had another: a store that was restored without its sheet has a new one since.
     */
    checkKey(rows: readonly ReceivedRow[] = []): void {
      if (keys === null) return;
      const last = rows.findLast((row) => row.sealed && row.body !== null);
      const known = last === undefined || unseal(last, last.body ?? '') !== null;
      if (!known || (unopenedEpoch > 0 && unopenedEpoch >= openedEpoch))
        throw new RowRestoreFailed('wrong-code', 'the newest private rows were sealed with another key');
    },

    /**
     * How many of these rows, that come after the log's end, this store is proven to have written: up to the last one with its proof.
     * `broken` when they do not follow at all.
     */
    proven(rows: readonly ReceivedRow[]): { count: number; broken: boolean } {
      const lineage = readMeta(db, 'lineage');
      let { seq, hash: previous } = log.head();
      let count = 0;
      for (const [at, row] of rows.entries()) {
        const follows =
          row.seq === seq + 1 && row.lineage === lineage && sha256(chainInput(previous, row)) === row.hash;
        if (!follows) return { count, broken: true };
        if (keys?.prover.proves(previous, row)) count = at + 1;
        seq = row.seq;
        previous = row.hash;
      }
      return { count, broken: false };
    },

    /** Whether the last of these newest rows is proven, and with it every one before. Throws RowRestoreFailed for a proof by another key. */
    isProven(rows: readonly ReceivedRow[]): boolean {
      const last = rows.at(-1);
      if (last === undefined || last.proof === null || keys === null) return false;
      const previous = last.seq === 1 ? GENESIS_HASH : rows.at(-2)?.hash;
      if (previous === undefined || !keys.prover.proves(previous, last))
        throw new RowRestoreFailed('wrong-code', 'the newest row was proven with another key');
      return true;
    },

    /** Rows after `after` that the relay gave empty, or without their person, although nothing says that they were erased. */
    withheld(after: number): number {
      const empty = emptyAfter
        .all(after)
        .filter(
          ({ seq, kind, aggregateId }) =>
            !cleanedSeqs.has(seq) && (!MAY_BE_ERASED.has(kind) || !isErased(seq, aggregateId)),
        );
      return empty.length + doubtful.filter(({ seq, id }) => !isErased(seq, id)).length;
    },

    /** Takes what a private row says, once a person has seen it. Inside a transaction. */
    apply(row: ReceivedRow, plain: string): void {
      putRow(AggregateKind.parse(row.kind), row, plain);
    },

    /**
     * Takes the rows that come after the log's end, all or none. `inPlace`: into a store that runs, where what gives power waits for a
     * person; the caller has seen that they are proven.
     */
    restoreRows(rows: readonly ReceivedRow[], { inPlace }: { inPlace: boolean }): void {
      inTransaction(db, () => {
        const lineage = readMeta(db, 'lineage');
        let { seq, hash: previous } = log.head();
        for (const row of rows) {
          if (row.seq !== seq + 1 || row.lineage !== lineage)
            throw new RowRestoreFailed('broken', `row ${row.seq} came after ${seq}`);
          if (sha256(chainInput(previous, row)) !== row.hash)
            throw new RowRestoreFailed('broken', `row ${row.seq} does not follow from the one before`);
          const kind = checkForm(row);
          const given = bodyOf(row, inPlace);
          db.insert(outbox)
            .values({ ...row, body: cleanedSeqs.has(row.seq) ? null : given })
            .run();
          const body = given === null ? null : open(row, given);
          if (body !== null && kind !== null && !(inPlace && PARKED.has(kind))) putRow(kind, row, body);
          seq = row.seq;
          previous = row.hash;
        }
      });
    },

    insertUnlogged: orders.insertUnlogged,
    numbersAbove: orders.numbersAbove,
  };
}
