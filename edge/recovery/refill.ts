// A store that fell behind its own past (a card image, a file put back by hand) gets from the relay what it lost, in place,
// before it takes anything in. Interrupted anywhere, it goes on where it was: the log itself says how far it came.
import type { Judgement, RefillProgress } from '@balcao/shared/link/recovery.ts';
import type { Alarms } from '../alarms/alarms.ts';
import { raiseEpoch, type Identity } from '../db/identity.ts';
import type { Db } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Wake } from '../live/wake.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { RelayCopy } from './relay-copy.ts';
import { ReplayFailed, type Replay } from './replay.ts';
import type { Standing } from './standing.ts';

const AGAIN_MS = 5000;
const ALARM = 'link.log';

export type Refill = ReturnType<typeof createRefill>;

export function createRefill(given: {
  db: Db;
  identity: Identity;
  standing: Standing;
  replay: Replay;
  copy: RelayCopy;
  alarms: Alarms;
  /** The business day, and now. */
  today: () => { today: string; nowMs: number };
  /** Says an order's state in the log. */
  logOrder: (order: Order) => void;
  wake: Wake;
  /** Ends the link, so that the relay looks at the log anew. */
  redial: () => void;
  log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
}) {
  const { db, identity, standing, replay, copy, alarms, wake, log } = given;
  let progress: RefillProgress = { state: 'none', seq: 0, of: 0 };
  let running: Promise<void> | null = null;
  let again: NodeJS.Timeout | null = null;
  let stopped = false;
  let doubted = false;

  async function refill(): Promise<void> {
    const { seq: of, epoch, orderNumberMax, strays } = await copy.summary();
    for (;;) {
      const { seq } = replay.head();
      progress = { state: 'running', seq, of };
      const rows = stopped ? [] : await copy.rows(seq);
      if (rows.length === 0) break;
      replay.rows(rows);
    }
    if (stopped) return;
    replay.checkKey();
    if (replay.head().seq < of) throw new Error(`the relay gave rows up to ${replay.head().seq} of ${of}`);
    inTransaction(db, () => {
      raiseEpoch(db, identity, epoch);
      standing.release();
      // Answered for, so they exist; from now on the log says so too.
      for (const order of strays) if (replay.stray(order)) given.logOrder(order);
      replay.numbersAbove(orderNumberMax, given.today());
    });
    progress = { state: 'done', seq: replay.head().seq, of };
    log.info({ rows: of, strays: strays.length }, 'the store has its past back from the relay');
    wake.notify('log');
    given.redial();
  }

  function run(): void {
    running ??= refill()
      .catch((error: unknown) => {
        // The last step was undone, and with it what set the store free.
        if (standing.held() === null) standing.hold('behind');
        if (error instanceof ReplayFailed) {
          // What is here and what is there cannot both be true: a person decides.
          log.error({ err: error }, "the relay's copy does not continue this store's log");
          progress = { ...progress, state: 'waiting' };
          return;
        }
        log.warn({ err: error }, 'the store could not get its past back; it tries again');
        progress = { ...progress, state: 'waiting' };
        if (stopped) return;
        again = setTimeout(run, AGAIN_MS);
        again.unref();
      })
      .finally(() => (running = null));
  }

  function trusted(): void {
    if (standing.held() === 'unconfirmed') standing.release();
    else standing.heard();
    if (standing.held() === null) alarms.end(ALARM);
  }

  return {
    progress: (): RefillProgress => progress,

    /** What the relay says about this store's log. */
    judged({ condition, seq }: Judgement): void {
      log.error({ condition, seq }, 'the relay does not follow this store');
      switch (condition) {
        case 'rolled-back':
          standing.hold('behind');
          progress = { state: 'running', seq: replay.head().seq, of: seq };
          run();
          return;
        case 'fenced':
          standing.hold('fenced');
          return;
        case 'quarantined':
          doubted = true;
          standing.heard();
          if (standing.held() === null)
            alarms.raise(
              ALARM,
              'Registro não confere',
              'O site parou de receber pedidos: o registro desta loja não confere com o dele. Na loja, as vendas continuam. Chame o suporte.',
            );
          return;
        case 'incompatible':
          standing.heard();
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

    /** A person says that this machine is the store: it is, once the relay agrees. */
    paired(): void {
      if (standing.held() === 'fenced') standing.hold('unconfirmed');
    },

    async drain(): Promise<void> {
      stopped = true;
      if (again) clearTimeout(again);
      await running;
    },
  };
}
