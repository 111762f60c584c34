// What no rule could settle of the online payments, and the one action that ends each: what the relay lists, and the store's own refunds that wait.
import { z } from 'zod';
import type { Problem } from '@balcao/shared/http/problem.ts';
import type { RefundReply, UnresolvedPayment } from '@balcao/shared/http/refunds.ts';
import { isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import { GIVEN_BY_HAND, type ReviewItemKind } from '@balcao/shared/payment/review-item.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { moneyOfText } from '../audit/sentences.ts';
import type { OrderContext } from '../orders/context.ts';
import type { AskRelay } from '../relay/ask-relay.ts';
import { INTENT_KIND, type createRefundIntents } from './refund-intents.ts';
import type { createLateStaticPix } from './late-static-pix.ts';
import { GONE, NOT_OFFERED } from './refund-problems.ts';
import type { createStoreRefunds, SetAside } from './refunds.ts';

// What the relay answers; more than this is not read.
const AttentionItems = z.object({
  items: z.array(
    z.object({
      kind: z.string(),
      text: z.string(),
      raisedAtMs: z.number(),
      attempt: z.object({
        attemptId: z.string(),
        orderId: z.string(),
        orderCode: z.string(),
        amountCents: z.number(),
        /** An older relay does not say. */
        paidCents: z.number().nullish(),
        mismatch: z.string().nullable(),
      }),
    }),
  ),
});

/** Key of the last list in `meta`, which is not replicated. */
const LISTED = 'payments_set_aside';
const readListedAside = (db: Db): SetAside[] => {
  const parsed = z.array(StoredAside).safeParse(JSON.parse(readMeta(db, LISTED) ?? '[]'));
  return parsed.success ? parsed.data : [];
};
const StoredAside = z.object({ attemptId: z.string(), orderId: z.string(), cents: z.number() });

const isAside = (kind: string, { mismatch }: { mismatch: string | null }): boolean =>
  kind === 'mismatch' && mismatch !== null;

export function createToResolve(deps: {
  ask: AskRelay;
  hasRelay: () => boolean;
  orders: OrderContext;
  audit: Audit;
  refunds: ReturnType<typeof createStoreRefunds>;
  refundIntents: ReturnType<typeof createRefundIntents>;
  latePix: ReturnType<typeof createLateStaticPix>;
}) {
  const { ask, hasRelay, orders, audit, refunds, refundIntents, latePix } = deps;
  const attemptFact = orders.db.$client
    .prepare<[string], string>('select fact from payments where attempt_id = ?')
    .pluck();
  /** The set-aside payments of the relay's last list, by attempt: read while the relay is away. */
  const listedAside = new Map(readListedAside(orders.db).map((aside) => [aside.attemptId, aside]));
  const saveListedAside = (): void => {
    const json = JSON.stringify([...listedAside.values()]);
    if (json !== (readMeta(orders.db, LISTED) ?? '[]')) writeMeta(orders.db, LISTED, json);
  };

  /** What the relay lists, without what is on its way back. */
  async function askRelayList(): Promise<Result<z.infer<typeof AttentionItems>['items'], Problem>> {
    const listedByRelay = await ask('/edge/payments/attention', AttentionItems);
    if (!listedByRelay.ok) return listedByRelay;
    const items = listedByRelay.value.items.filter(
      ({ kind, attempt }) => kind !== 'mismatch' || !refunds.isGoingBack(attempt.attemptId),
    );
    listedAside.clear();
    for (const { attempt, kind } of items)
      if (isAside(kind, attempt)) {
        const { attemptId, orderId, amountCents, paidCents } = attempt;
        listedAside.set(attemptId, { attemptId, orderId, cents: paidCents ?? amountCents });
      }
    saveListedAside();
    return accepted(items);
  }

  /** What a person must look at, oldest first. */
  async function listUnresolved(): Promise<Result<UnresolvedPayment[], Problem>> {
    const late = latePix.unresolved();
    const byTime = (list: UnresolvedPayment[]) => list.sort((a, b) => a.atMs - b.atMs);
    // A store without a relay has no online payments.
    if (!hasRelay()) return accepted(byTime(late));
    const ownItems = byTime([...refundIntents.unresolved(), ...late]);
    const listedByRelay = await askRelayList();
    // What waits for the line has to be seen while there is none.
    if (!listedByRelay.ok) return ownItems.length > 0 ? accepted(ownItems) : listedByRelay;
    const relayItems = listedByRelay.value.map(({ kind, text, raisedAtMs, attempt }): UnresolvedPayment => {
      const isSetAside = isAside(kind, attempt);
      const action = isSetAside ? 'accept' : RETRIED.has(kind) ? 'retry' : 'acknowledge';
      return {
        id: `${attempt.attemptId}.${kind}`,
        orderId: attempt.orderId,
        simpleId: orders.repository.byId(attempt.orderId)?.simpleId ?? null,
        code: attempt.orderCode,
        // Of money that was set aside all that came goes back, not what was asked for.
        amountCents: isSetAside ? (attempt.paidCents ?? attempt.amountCents) : attempt.amountCents,
        atMs: raisedAtMs,
        reason: text,
        action,
        actionText: ACTION_NAMES[action] ?? ACTION_TEXTS[kind] ?? 'Entendi',
        ...(action === 'retry' ? { other: GIVEN_BY_HAND } : {}),
        ...(isSetAside ? { other: GIVE_BACK } : {}),
      };
    });
    return accepted(byTime([...ownItems, ...relayItems]));
  }

  /** The set-aside payment of an attempt: by the relay's list or, while the relay is away, by the last list or the attempt's fact. */
  async function asideOf(attemptId: string): Promise<SetAside | null> {
    if (!listedAside.has(attemptId) && (await askRelayList()).ok) return listedAside.get(attemptId) ?? null;
    return knownAside(attemptId);
  }

  const factOf = (attemptId: string): PaymentFact | null => {
    const text = attemptFact.get(attemptId);
    return text === undefined ? null : (JSON.parse(text) as PaymentFact);
  };

  function knownAside(attemptId: string): SetAside | null {
    const listedByRelay = listedAside.get(attemptId);
    if (listedByRelay !== undefined) return listedByRelay;
    const fact = factOf(attemptId);
    if (fact === null || fact.mismatch === null || !isMoneyIn(fact.status)) return null;
    return { attemptId, orderId: fact.orderId, cents: fact.amountCents - fact.refundedCents };
  }

  const endListed = (attemptId: string, kind: string) =>
    ask('/edge/payments/attention/done', z.object({ ended: z.boolean() }), {
      method: 'POST',
      json: { attemptId, kind },
    });

  const moneyText = ({ cents, orderId }: Pick<SetAside, 'cents' | 'orderId'>): string =>
    moneyOfText(cents, orders.repository.byId(orderId));

  /** Money that was set aside pays the order all the same; the fact of it comes over the link. */
  async function acceptAside(actor: Actor, attemptId: string): Promise<Result<null, Problem>> {
    const acceptance = await ask('/edge/payments/attention/accept', z.object({ accepted: z.literal(true) }), {
      method: 'POST',
      json: { attemptId },
    });
    if (!acceptance.ok) return acceptance;
    const aside = knownAside(attemptId);
    const asideText = aside === null ? '' : ` de ${moneyText(aside)}`;
    // Another screen may list it still.
    listedAside.delete(attemptId);
    saveListedAside();
    audit.record(actor, 'order', 'resolve', `aceitou um pagamento${asideText}, que estava separado`);
    orders.wake.notify('log');
    return accepted(null);
  }

  /** The refund stands here before the relay is asked, as every other does. An older relay lists it until it is told. */
  async function giveAsideBack(actor: Actor, attemptId: string): Promise<Result<RefundReply, Problem>> {
    const aside = await asideOf(attemptId);
    if (aside === null) return refused(GONE);
    const refund = await refunds.giveAsideBack(actor, aside);
    if (refund.ok && refund.value.state !== 'noted') await endListed(attemptId, 'mismatch');
    return refund;
  }

  return {
    unresolved: listUnresolved,

    /** Ends one of them by its action; where money goes back by it, says how far that got. */
    async resolve(
      actor: Actor,
      id: string,
      action: UnresolvedPayment['action'],
    ): Promise<Result<RefundReply | null, Problem>> {
      if (latePix.isOne(id)) return latePix.resolve(actor, id, action);
      const [, attemptId, kind] = /^([0-9a-f-]{36})\.([a-z-]{1,40})$/.exec(id) ?? [];
      if (attemptId === undefined || kind === undefined) return refused(GONE);
      if (kind === INTENT_KIND)
        return (await refundIntents.resolve(actor, attemptId, action)) ?? refused(GONE);
      if (action === 'accept' || action === 'refund') {
        // On its way back it is nobody's to take any more.
        if (kind !== 'mismatch' || (action === 'accept' && refunds.isGoingBack(attemptId)))
          return refused(NOT_OFFERED);
        return action === 'accept' ? acceptAside(actor, attemptId) : giveAsideBack(actor, attemptId);
      }
      if (action === 'retry') return refunds.retry(actor, attemptId);
      const ended = await endListed(attemptId, kind);
      if (!ended.ok) return ended;
      const fact = factOf(attemptId);
      const paymentText =
        fact === null ? 'um pagamento' : `um pagamento de ${moneyText({ ...fact, cents: fact.amountCents })}`;
      // A newer relay may list what has no name here yet.
      const name = Object.hasOwn(KIND_NAMES, kind) ? `: ${KIND_NAMES[kind as ReviewItemKind]}` : '';
      audit.record(actor, 'order', 'resolve', `resolveu uma pendência de ${paymentText}${name}`);
      orders.wake.notify('log');
      return accepted(null);
    },
  };
}

/** What can be tried again, or was given back by a person meanwhile. */
const RETRIED: ReadonlySet<string> = new Set(['refund-failed', 'refund-no-balance']);
const ACTION_NAMES: Partial<Record<UnresolvedPayment['action'], string>> = {
  accept: 'Aceitar',
  retry: 'Tentar de novo',
};
const GIVE_BACK = { action: 'refund', actionText: 'Devolver' } as const;
/** What each is called in the audit. */
const KIND_NAMES: Record<ReviewItemKind, string> = {
  mismatch: 'pagamento separado',
  'second-approval': 'segundo pagamento do mesmo pedido',
  'charged-back': 'contestação (chargeback)',
  claim: 'reclamação no Mercado Pago',
  'stop-delivery': 'suspeita de fraude',
  late: 'pagamento depois do prazo',
  'refused-by-store': 'pagamento de um pedido que não podia mais ser feito',
  unacknowledged: 'pagamento sem resposta da loja',
  'refunded-unacknowledged': 'devolução por falta de resposta da loja',
  'refund-failed': 'devolução não aceita, que já foi feita de outro modo',
  'refund-no-balance': 'devolução sem saldo, que já foi feita de outro modo',
  'refund-unanswered': 'devolução ainda sem resposta do Mercado Pago',
  'refunded-outside': 'devolução fora da loja',
  'creation-refused': 'pagamento online não aceito',
};
const ACTION_TEXTS: Partial<Record<string, string>> = {
  mismatch: 'Já conferi',
  'charged-back': 'Já respondi',
  claim: 'Já respondi',
  'stop-delivery': 'Já conferi',
  'refund-failed': GIVEN_BY_HAND.actionText,
  unacknowledged: 'Entendi',
  late: 'Entendi',
};
