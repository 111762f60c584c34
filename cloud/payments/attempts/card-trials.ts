// Stolen cards are tried where somebody lets them be tried. Cards that were not approved are counted for the address, the payer, the
// order and the store, and the owner hears when a store is used for it. One or two declined cards of a customer change nothing.
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Count, Counts, LimitRule } from '../../storage/limits/counts.ts';
import type { Db } from '../../storage/open.ts';
import type { CardBody } from '@balcao/shared/http/payments.ts';
import type { Alarms, PaymentLog } from '../ports.ts';
import { paymentAttempts } from '../schema.ts';

const HOUR = 3600;
const HOUR_MS = HOUR * 1000;
/** In the order in which they are asked: who is beyond the first uses up none of the others. */
const CARD_LIMITS = {
  address: { points: 10, seconds: HOUR, exact: true },
  payer: { points: 6, seconds: HOUR, exact: true },
  document: { points: 6, seconds: HOUR, exact: true },
  order: { points: 9, seconds: 24 * HOUR, exact: true },
  /** Far beyond what a shop sees: here the provider would close the account. */
  store: { points: 150, seconds: HOUR, exact: true },
} satisfies Record<string, LimitRule>;
/** So many declined within the window, and half of all: the owner is told. */
const ALARM_DECLINED = 15;
const ALARM_WINDOW_MS = 15 * 60_000;

type Subject = keyof typeof CARD_LIMITS;
export type CardTry = { storeId: string; orderId: string; household: string; payer: CardBody['payer'] };

export function createCardTrials(deps: {
  db: Db;
  counts: Pick<Counts, 'limit'>;
  alarms: Alarms;
  timeZone: string;
  log: PaymentLog;
  clock: () => number;
  /** How many, where it is not what a shop has. */
  cardLimits?: Partial<Record<Subject, number>>;
}) {
  const { db, counts, alarms, log, clock } = deps;
  const limits = (Object.keys(CARD_LIMITS) as Subject[]).map((name): [Subject, Count] => [
    name,
    counts.limit(`card-${name}`, {
      ...CARD_LIMITS[name],
      points: deps.cardLimits?.[name] ?? CARD_LIMITS[name].points,
    }),
  ]);

  async function tellOwner(storeId: string): Promise<void> {
    const [cards] = await db
      .select({
        tried: sql<number>`count(*)`.mapWith(Number),
        declined: sql<number>`count(*) filter (where ${paymentAttempts.status} = 'rejected')`.mapWith(Number),
      })
      .from(paymentAttempts)
      .where(
        and(
          eq(paymentAttempts.storeId, storeId),
          ne(paymentAttempts.method, 'pix'),
          // In front of the counter nobody tries numbers.
          isNull(paymentAttempts.terminalId),
          gt(paymentAttempts.createdAtMs, clock() - ALARM_WINDOW_MS),
        ),
      );
    if (cards === undefined || cards.declined < ALARM_DECLINED || cards.declined * 2 < cards.tried) return;
    const hour = new Intl.DateTimeFormat('pt-BR', {
      day: '2-digit',
      month: '2-digit',
      hour: '2-digit',
      timeZone: deps.timeZone,
    }).format(clock());
    // One an hour, however long it lasts.
    const sinceMs = Math.floor(clock() / HOUR_MS) * HOUR_MS;
    await alarms.raise(
      storeId,
      { kind: 'payment-card-trials', of: String(sinceMs), sinceMs },
      `Muitos cartões recusados no site (${hour} h): pode ser alguém testando cartões roubados. Se não for um dia de festa, desligue o cartão em Configurações por uma hora e confira os pedidos não pagos.`,
    );
  }

  return {
    /** 0 when this card may be tried: it counts as declined until it is said to be approved. Else the seconds to wait. */
    async admitTrial(tried: CardTry): Promise<number> {
      const subjects = subjectsOf(tried);
      const counted: Count[] = [];
      for (const [name, count] of limits) {
        const subject = subjects[name];
        if (subject === null) continue;
        const wait = await count(tried.storeId, subject);
        if (wait === 0) {
          counted.push(count);
          continue;
        }
        await giveBack(tried, counted);
        return wait;
      }
      return 0;
    },

    /** What became of it. Not tried: the provider never saw the card. */
    async recordOutcome(
      tried: CardTry,
      outcome: 'approved' | 'declined' | 'open' | 'not-tried',
    ): Promise<void> {
      if (outcome === 'approved' || outcome === 'not-tried')
        await giveBack(
          tried,
          limits.map(([, count]) => count),
        );
      if (outcome !== 'declined') return;
      try {
        await tellOwner(tried.storeId);
      } catch (error) {
        log.error({ err: error, storeId: tried.storeId }, 'the owner could not be told of declined cards');
      }
    },
  };

  async function giveBack(tried: CardTry, counted: readonly Count[]): Promise<void> {
    const subjects = subjectsOf(tried);
    for (const [name, count] of limits) {
      const subject = subjects[name];
      if (subject !== null && counted.includes(count)) await count(tried.storeId, subject, -1);
    }
  }
}

function subjectsOf({ storeId, orderId, household, payer }: CardTry): Record<Subject, string | null> {
  const [name = '', host] = payer.email.trim().toLowerCase().split('@');
  const document = payer.identification?.number.replace(/\W/g, '').toUpperCase() ?? '';
  return {
    address: household,
    // What stands behind a plus is anybody's choice.
    payer: host === undefined ? null : `${name.split('+')[0]}@${host}`,
    document: document === '' ? null : document,
    order: orderId,
    store: storeId,
  };
}
