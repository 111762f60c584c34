// A store that fell behind its own past (a card image, a file put back by hand) gets from the relay what it lost, in place,
// before it takes anything in. Interrupted anywhere, it goes on where it was: the log itself says how far it came.
import type { ReplicationVerdict, RecoverySummary, ResyncProgress } from '@balcao/shared/link/recovery.ts';
import type { Alarms } from '../../shop/alarms/alarms.ts';
import type { ReceivedRow } from '@balcao/shared/link/changes.ts';
import { deleteMeta, raiseEpoch, readMeta, writeMeta, type Identity } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Prover } from '../../storage/row-proof.ts';
import type { Parked } from './parked.ts';
import type { RelayCopy } from './relay-copy.ts';
import { EPOCH_LEAP_MAX, type RowRestorer } from './restore-rows.ts';
import { RowRestoreFailed } from './row-restore-failed.ts';
import { SUCCEEDED_AT, type WriteGate } from '../../storage/write-gate.ts';

const AGAIN_MS = 5000;
const ALARM = 'link.log';
/** A person said that this machine is the store: the relay's bare word no longer stops it, until somebody pairs it anew. */
const OVERRULED = 'fence_overruled';
/** So many rows without any proof are looked through for one that proves them: rows of a store older than protocol 8. */
const UNPROVEN_ROWS_MAX = 20_000;
/** While a store starts, it waits so often for the relay to prove that rows are missing here. */
const PROOFS_MAX = 3;

export type LogResync = ReturnType<typeof createLogResync>;

export function createLogResync(deps: {
  db: Db;
  identity: Identity;
  writeGate: WriteGate;
  rowRestorer: RowRestorer;
  copy: RelayCopy;
  parked: Pick<Parked, 'recordSpan' | 'raiseAlarm'>;
  prover: Prover;
  alarms: Alarms;
  /** The business day, and now. */
  today: () => { today: string; nowMs: number };
  /** Says an order's state in the log. */
  logOrder: (order: Order) => void;
  wake: Wake;
  /** Ends the link: the handshake of the next one compares the logs again. */
  redial: () => void;
  log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
}) {
  const { db, identity, writeGate, rowRestorer, copy, parked, alarms, wake, log } = deps;
  let progress: ResyncProgress = { state: 'none', seq: 0, of: 0 };
  let running: Promise<void> | null = null;
  let again: NodeJS.Timeout | null = null;
  let stopped = false;
  let doubted = false;
  /** The relay has followed this store since it was started: what it has now, it had all the time. */
  let followed = false;
  let proofs = 0;
  /** The relay has proven that rows are missing here, and they are not all back. */
  let believed = false;
  /** A person said in this run that the store sells as it is. */
  let overruled = false;

  /** What the relay has after our log, up to the last row that this store is proven to have written. */
  async function provenRows(): Promise<ReceivedRow[]> {
    const rows: ReceivedRow[] = [];
    while (!stopped && rows.length < UNPROVEN_ROWS_MAX) {
      const page = await copy.rows(rows.at(-1)?.seq ?? rowRestorer.head().seq);
      rows.push(...page);
      const { count, broken } = rowRestorer.proven(rows);
      if (count > 0) return rows.slice(0, count);
      if (broken || page.length === 0) break;
    }
    return [];
  }

  /** It lacks no row, and starts: the relay may yet know of orders whose rows it never got. They come unpaid, so this needs no proof. */
  const isSamePast = ({ lineage, seq, hash }: RecoverySummary): boolean => {
    const head = rowRestorer.head();
    return !followed && lineage === identity.lineage && seq === head.seq && hash === head.hash;
  };

  /** The relay said what it cannot show. Nobody but this store makes a row with its proof, so it is at least not known to be true. */
  function disbelieve(): void {
    progress = { state: 'none', seq: rowRestorer.head().seq, of: 0 };
    warn(
      'Site pede dados sem prova',
      'O site diz que faltam pedidos nesta loja e não prova. As vendas continuam na loja. Confira o site em Configurações e chame o suporte.',
    );
  }

  function warn(title: string, text: string): void {
    log.error({}, title);
    if (writeGate.held() === null) alarms.raise(ALARM, title, text);
  }

  async function resync(): Promise<void> {
    let rows = await provenRows();
    if (stopped) return;
    const summary = await copy.summary();
    const { seq: of, epoch, orderNumberMax, strays } = summary;
    if (stopped) return;
    const begun = rowRestorer.head().seq;
    // A store that is write-locked already has seen the proof: it may lack only the last step.
    const isBehind = rows.length > 0 || writeGate.held() === 'behind';
    if (overruled || (!isBehind && !isSamePast(summary))) return disbelieve();
    if (isBehind) {
      believed = true;
      writeGate.hold('behind');
    }
    while (rows.length > 0) {
      const from = rowRestorer.head().seq;
      const page = rows;
      inTransaction(db, () => {
        rowRestorer.restoreRows(page, { inPlace: true });
        parked.recordSpan({ from, to: rowRestorer.head().seq });
      });
      progress = { state: 'running', seq: rowRestorer.head().seq, of };
      rows = await provenRows();
      if (stopped) return;
    }
    const last = rowRestorer.head().seq;
    const restored = inTransaction(db, () => {
      raiseEpoch(db, identity, Math.min(epoch, identity.epoch + EPOCH_LEAP_MAX));
      writeGate.release();
      // Answered for, so they exist; from now on the log says so too.
      const back = rowRestorer.insertUnlogged(strays);
      for (const order of back) deps.logOrder(order);
      rowRestorer.numbersAbove(orderNumberMax, deps.today());
      return back;
    });
    believed = false;
    progress = { state: 'done', seq: last, of };
    log.info({ rows: of, strays: restored.length }, 'the store has its past back from the relay');
    sayWhatIsUnsure({ missing: Math.max(0, of - last) + rowRestorer.withheld(begun), strays: restored });
    parked.raiseAlarm();
    wake.notify('log');
    deps.redial();
  }

  function sayWhatIsUnsure({ missing, strays }: { missing: number; strays: readonly Order[] }): void {
    if (missing > 0)
      alarms.raise(
        'link.missing',
        'O site não devolveu tudo',
        'Parte do que faltava nesta loja não voltou do site. As vendas continuam. Confira os pedidos de hoje e chame o suporte.',
      );
    if (strays.length > 0)
      alarms.raise(
        'link.strays',
        'Pedidos sem registro voltaram',
        `Do site voltaram como não pagos, sem prova: nº ${strays.map(({ orderNumber }) => orderNumber).join(', ')}. Confira o pagamento antes de entregar.`,
      );
  }

  function run(): Promise<void> {
    running ??= resync()
      .catch((error: unknown) => {
        // The last step was undone, and with it what set the store free.
        if (believed && writeGate.held() === null) writeGate.hold('behind');
        if (error instanceof RowRestoreFailed) {
          // What is here and what is there cannot both be true: a person decides.
          log.error({ err: error }, "the relay's copy does not continue this store's log");
          progress = { ...progress, state: 'waiting' };
          return;
        }
        log.warn({ err: error }, 'the store could not get its past back; it tries again');
        progress = { ...progress, state: 'waiting' };
        if (stopped) return;
        again = setTimeout(() => void run(), AGAIN_MS);
        again.unref();
      })
      .finally(() => (running = null));
    return running;
  }

  /** Another machine took this one's place, by the word of whoever holds the recovery code, and later than this one did. */
  function isSucceeded(succession: string | null): boolean {
    const succeeded = succession === null ? null : deps.prover.succeeded(succession);
    if (succeeded === null || succeeded.key === identity.deviceKey.publicJwk.x) return false;
    return succeeded.atMs > Number(readMeta(db, SUCCEEDED_AT) ?? '0');
  }

  function fenced(succession: string | null): void {
    const isPlausible = !followed && readMeta(db, OVERRULED) === null;
    if (isPlausible || isSucceeded(succession)) return writeGate.hold('fenced');
    writeGate.markVerdictKnown();
    warn(
      'Site diz que há outra loja',
      'O site diz que outra máquina atende como esta loja. Esta continua vendendo, sem o site. Se outra é a loja, desligue esta.',
    );
  }

  function trusted(): void {
    followed = true;
    if (writeGate.held() === 'unconfirmed') writeGate.release();
    else writeGate.markVerdictKnown();
    // Everything is back, and what set the store free was undone by a kill.
    if (writeGate.held() === 'behind' && running === null) void run();
    if (writeGate.held() === null) alarms.end(ALARM);
  }

  return {
    progress: (): ResyncProgress => progress,

    /** What the relay says about this store's log. */
    receiveVerdict({ condition, seq, succession = null }: ReplicationVerdict): void {
      log.error({ condition, seq }, 'the relay does not follow this store');
      switch (condition) {
        case 'rolled-back': {
          if (writeGate.held() === 'fenced' || writeGate.held() === 'damaged')
            return writeGate.markVerdictKnown();
          progress = { state: 'running', seq: rowRestorer.head().seq, of: seq };
          const work = run();
          proofs += 1;
          if (!followed && proofs <= PROOFS_MAX) writeGate.prove(work);
          else writeGate.markVerdictKnown();
          return;
        }
        case 'fenced':
          fenced(succession);
          return;
        case 'quarantined':
          doubted = true;
          writeGate.markVerdictKnown();
          if (writeGate.held() === null)
            alarms.raise(
              ALARM,
              'Registro não confere',
              'O site parou de receber pedidos: o registro desta loja não confere com o dele. Na loja, as vendas continuam. Chame o suporte.',
            );
          return;
        case 'incompatible':
          writeGate.markVerdictKnown();
      }
    },

    /** The relay asks for the log's rows: unless it has just said that it doubts them, it follows. */
    followed(): void {
      if (!doubted) trusted();
    },

    /** The relay has applied rows: whatever it doubted has proven itself. */
    applied(): void {
      if (doubted) trusted();
      doubted = false;
    },

    /** A new link: nothing was said on it yet. */
    linked(): void {
      doubted = false;
    },

    /** The relay turned this machine away: a person put another one in its place, and this may be the word of that one. */
    replaced: fenced,

    /** A person says that this machine is the store, and sells on whatever the relay says. */
    keepSelling(): void {
      writeMeta(db, OVERRULED, '1');
      overruled = true;
      believed = false;
      if (again) clearTimeout(again);
      writeGate.release();
      alarms.end(ALARM);
      deps.redial();
    },

    /** A person says that this machine is the store: it is, once the relay agrees. */
    paired(): void {
      overruled = false;
      deleteMeta(db, OVERRULED);
      writeMeta(db, SUCCEEDED_AT, String(Date.now()));
      if (writeGate.held() === 'fenced') writeGate.hold('unconfirmed');
    },

    async stop(): Promise<void> {
      stopped = true;
      if (again) clearTimeout(again);
      await running;
    },
  };
}
