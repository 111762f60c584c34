// Puts rows that the relay kept back into a database: into its log, hash by hash, and what they say into its tables. A row
// that does not follow from the one before stops everything: half a past is worse than none.
import { hash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { AlarmBody } from '@balcao/shared/link/alarm.ts';
import { AggregateKind, chainInput, type ReceivedRow } from '@balcao/shared/link/changes.ts';
import { ReplicatedOrder } from '@balcao/shared/link/replicated-order.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { readMeta, writeMeta } from '../db/identity.ts';
import type { Db } from '../db/open.ts';
import {
  alarms,
  audit,
  cashCloses,
  cashMovements,
  cashSessions,
  counters,
  handPayments,
  outbox,
  payments,
  printers,
} from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { createOutbox } from '../link/outbox.ts';
import type { PrivateKind, Sealer } from '../link/sealing.ts';
import { createOrderRepository, RESTORED_REQUEST } from '../orders/order-repository.ts';
import { account, user } from '../users/schema.ts';
import { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { createWholesaleRepository } from '../wholesale/wholesale-repository.ts';
import { createForget } from './forget.ts';
import { SECRETS_LOGGED } from './secrets.ts';

/** What came from the relay is not the past of this log, or cannot be opened. */
export class ReplayFailed extends Error {
  readonly why: 'broken' | 'wrong-code';
  constructor(why: 'broken' | 'wrong-code', message: string) {
    super(message);
    this.why = why;
  }
}

/** An order that still has a number on today's panel is no older: a day from four to four, and its late ones. */
const PANEL_DAY_MS_MAX = 36 * 3_600_000;
const sha256 = (text: string): string => hash('sha256', text);
const Deleted = z.object({ deleted: z.literal(true) });
const Instant = z.coerce.date();
const UserBody = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullable(),
  role: z.string().nullable(),
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

/** The relay took phone and observations out of it, as the store once told it to: its hash is that of what it was. */
function isCleaned(row: ReceivedRow): boolean {
  if (row.kind !== 'order' || row.body === null) return false;
  const { order } = ReplicatedOrder.parse(JSON.parse(row.body));
  return order.customerPhone === null && order.observations === '';
}

export type Replay = ReturnType<typeof createReplay>;

/** Without a sealer, private rows get into the log and into no table. */
export function createReplay(db: Db, sealer: Sealer | null) {
  const log = createOutbox(db, { lineage: '', epoch: 0 });
  const repository = createOrderRepository(db);
  const wholesale = createWholesaleRepository(db);
  const forget = createForget(db);
  // Orders are numbered in the order of their first rows: erased ones that came after the last known one had higher numbers.
  const erasedSince = db.$client
    .prepare<[number], [later: number, recent: number]>(
      `with erased as (
         select min(seq) as first, min(at_ms) as at_ms from outbox where kind = 'order'
         group by aggregate_id having aggregate_id not in (select id from orders)
       ), last as (
         select max(
           coalesce((select min(seq) from outbox where kind = 'order'
                     and aggregate_id = (select id from orders order by number desc limit 1)), 0),
           coalesce((select max(seq) from outbox where kind = 'erasure'
                     and json_extract(body, '$.scope') = 'history'), 0)
         ) as seq
       )
       select count(*) filter (where first > (select seq from last)),
              count(*) filter (where at_ms >= ?) from erased`,
    )
    .raw();

  let openedEpoch = 0;
  let unopenedEpoch = 0;

  const counter = (name: string): number =>
    db.select().from(counters).where(eq(counters.name, name)).get()?.value ?? 0;

  function raise(name: string, value: number): void {
    if (value <= counter(name)) return;
    db.insert(counters)
      .values({ name, value })
      .onConflictDoUpdate({ target: counters.name, set: { value } })
      .run();
  }

  function putOrder(order: Order): void {
    const requestHash = repository.requestHashOf(order.id) ?? RESTORED_REQUEST;
    db.$client.prepare('delete from orders where id = ?').run(order.id);
    repository.insert(order, requestHash);
    raise('order_number', order.orderNumber);
    const { panelDate, panelSeries, panelNumber } = order;
    if (panelDate === null || panelSeries === null || panelNumber === null) return;
    raise(`panel:${panelDate}:${panelSeries}`, panelNumber);
    raise(`panel_series:${panelDate}`, panelSeries - 1);
    if (panelDate > (readMeta(db, 'business_day') ?? '')) writeMeta(db, 'business_day', panelDate);
  }

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
    else if (id === 'retention_months')
      writeMeta(db, id, String(z.object({ retentionMonths: z.number() }).parse(value).retentionMonths));
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

  const put: Record<AggregateKind, (id: string, body: string, row: ReceivedRow) => void> = {
    order: (_id, body) => putOrder(ReplicatedOrder.parse(JSON.parse(body)).order),
    payment: (attemptId, body, { atMs }) => {
      const { fact, attention } = z
        .object({ fact: PaymentFact, attention: z.string().nullable() })
        .parse(JSON.parse(body));
      const row = { orderId: fact.orderId, fact: JSON.stringify(fact), attention, updatedAtMs: atMs };
      db.insert(payments)
        .values({ attemptId, ...row })
        .onConflictDoUpdate({ target: payments.attemptId, set: row })
        .run();
    },
    alarm: (id, body) => {
      const alarm = AlarmBody.parse(JSON.parse(body));
      db.insert(alarms)
        .values({ id, ...alarm })
        .onConflictDoUpdate({ target: alarms.id, set: alarm })
        .run();
    },
    erasure: (_id, body, { seq }) => {
      forget(body, seq);
      const told = z
        .object({ scope: z.literal('history'), upToNumber: z.number() })
        .safeParse(JSON.parse(body));
      if (told.success) raise('order_number', told.data.upToNumber);
    },
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
    'wholesale-order': (_id, body) => {
      const order = WholesaleOrder.parse(JSON.parse(body));
      const requestHash = wholesale.requestHashOf(order.id) ?? RESTORED_REQUEST;
      db.$client.prepare('delete from wholesale_orders where id = ?').run(order.id);
      wholesale.insert(order, requestHash);
      raise('wholesale_number', order.orderNumber);
    },
  };

  function open(row: ReceivedRow, body: string): string | null {
    if (!row.sealed) return body;
    const plain = unseal(row, body);
    if (plain === null) unopenedEpoch = Math.max(unopenedEpoch, row.epoch);
    else openedEpoch = Math.max(openedEpoch, row.epoch);
    return plain;
  }

  function unseal(row: ReceivedRow, body: string): string | null {
    try {
      return sealer?.open(row.kind as PrivateKind, row.aggregateId, body) ?? null;
    } catch {
      // Another key's: whether that is the end, the newest rows tell.
      return null;
    }
  }

  return {
    head: log.head,

    /**
     * Throws ReplayFailed when the key is not that of the newest private rows, among those taken and `rows`. Older ones may have
     * had another: a store that was restored without its sheet has a new one since.
     */
    checkKey(rows: readonly ReceivedRow[] = []): void {
      if (sealer === null) return;
      const last = rows.findLast((row) => row.sealed && row.body !== null);
      const known = last === undefined || unseal(last, last.body ?? '') !== null;
      if (!known || (unopenedEpoch > 0 && unopenedEpoch >= openedEpoch))
        throw new ReplayFailed('wrong-code', 'the newest private rows were sealed with another key');
    },

    /** Takes the rows that come after the log's end, all or none. */
    rows(rows: readonly ReceivedRow[]): void {
      inTransaction(db, () => {
        let { seq, hash: previous } = log.head();
        for (const row of rows) {
          if (row.seq !== seq + 1) throw new ReplayFailed('broken', `row ${row.seq} came after ${seq}`);
          if (sha256(chainInput(previous, row)) !== row.hash)
            throw new ReplayFailed('broken', `row ${row.seq} does not follow from the one before`);
          const genuine = row.body === null || sha256(row.body) === row.bodyHash;
          if (!genuine && !isCleaned(row))
            throw new ReplayFailed('broken', `row ${row.seq} does not match its body`);
          db.insert(outbox)
            .values({ ...row, body: genuine ? row.body : null })
            .run();
          const body = row.body === null ? null : open(row, row.body);
          // A kind that only a newer store knows stays in the log for it.
          const kind = AggregateKind.safeParse(row.kind);
          if (body !== null && kind.success) put[kind.data](row.aggregateId, body, row);
          seq = row.seq;
          previous = row.hash;
        }
      });
    },

    /** An order that a customer was told of, and that no row came from; false when it is here. Inside a transaction. */
    stray(order: Order): boolean {
      if (repository.byId(order.id) !== null) return false;
      putOrder(order);
      return true;
    },

    /**
     * Numbers go on above `known`, and above whatever orders had that were erased: of those only rows without a word are left.
     * `today` is the business day at `nowMs`, whose panel numbers are still being given. Inside a transaction.
     */
    numbersAbove(known: number, { today, nowMs }: { today: string; nowMs: number }): void {
      raise('order_number', known);
      const [later = 0, recent = 0] = erasedSince.get(nowMs - PANEL_DAY_MS_MAX) ?? [];
      if (later > 0) raise('order_number', counter('order_number') + later);
      if (recent === 0) return;
      const panel = `panel:${today}:${counter(`panel_series:${today}`) + 1}`;
      raise(panel, counter(panel) + recent);
    },
  };
}
