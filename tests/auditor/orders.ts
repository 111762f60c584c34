// Every order by itself: its operations, what the provider did, and what the shop may do of its own accord, put into one order.
import { findOrder, type Call } from './linearizable.ts';
import { groupBy, type Finding, type History, type Operation } from './history.ts';
import { ORDER, type OrderOp, type OrderState } from './order-model.ts';

/** An order that the store never answered may be given up after so long. */
const GIVEN_UP_AFTER_MS = 9 * 60_000;

/** `excused`: orders of which a lying disk took something back. */
export function judgeOrders(
  history: History,
  operations: readonly Operation[],
  excused: ReadonlySet<string>,
): Finding[] {
  const payments = groupBy(paymentsOf(history), ({ order }) => order);
  const findings: Finding[] = [];
  for (const [order, own] of groupBy(operations, (operation) => operation.order)) {
    if (excused.has(order)) continue;
    const calls: Call<OrderOp>[] = own
      .filter(({ action, result }) => !['read', 'ask'].includes(action.kind) || result?.type === 'ok')
      // The relay's word is a copy, which may be late: judged in reads.ts.
      .filter(({ host, action }) => host === 'store' || action.kind !== 'read')
      .map(({ host, action, result, from, to }) => ({
        op: { by: 'caller', host, action, result },
        from,
        to,
      }));
    calls.push(...(payments.get(order) ?? []).map(({ call }) => call), ...ofTheShop(history, own));
    const verdict = findOrder(ORDER, calls);
    if (!verdict.ok)
      findings.push({
        kind: 'order',
        text: `order ${order}: nothing explains ${verdict.stuck.map(told).join(' or ')} after ${verdict.done.map(told).join(', ') || 'nothing'} (${stateTold(verdict.state)})`,
      });
  }
  return findings;
}

function paymentsOf(history: History): { order: string; call: Call<OrderOp> }[] {
  return history.flatMap((event, from) => {
    if (event.type !== 'approved') return [];
    const { order } = event;
    return [
      { order, call: { op: { by: 'provider', what: 'paid' } as const, from, to: Infinity } },
      { order, call: { op: { by: 'provider', what: 'returned' } as const, from, to: Infinity } },
    ];
  });
}

/** It expires when nobody pays; one that was never acknowledged is withdrawn once it waited too long. */
function ofTheShop(history: History, own: readonly Operation[]): Call<OrderOp>[] {
  const places = own.filter(({ action }) => action.kind === 'place');
  const first = places[0];
  if (!first) return [];
  const calls: Call<OrderOp>[] = [{ op: { by: 'shop', what: 'expire' }, from: first.from, to: Infinity }];
  const acknowledged = places.some(({ host, result }) => host === 'relay' && result?.type === 'ok');
  const asked = places.find(({ host }) => host === 'relay');
  if (asked && !acknowledged) {
    const event = history[asked.from];
    const askedAtMs = event && 'atMs' in event ? event.atMs : 0;
    const from = history.findIndex((each) => 'atMs' in each && each.atMs >= askedAtMs + GIVEN_UP_AFTER_MS);
    if (from >= 0) calls.push({ op: { by: 'shop', what: 'withdraw' }, from, to: Infinity });
  }
  return calls;
}

function told(op: OrderOp): string {
  if (op.by !== 'caller') return `'${op.what}' by the ${op.by}`;
  const { action, result, host } = op;
  const what = action.kind === 'move' ? action.step : action.kind;
  if (result?.type === 'ok') {
    const { status, paymentStatus, panel, changeForCents, method } = result.view;
    const change = changeForCents === null ? '' : `, change for ${changeForCents}`;
    return `'${what}' at the ${host}, answered ${status}, ${paymentStatus} (${method}${change}), panel ${panel?.number ?? 'none'}`;
  }
  return `'${what}' at the ${host}, ${result?.type === 'fail' ? `refused as ${result.code}` : 'unanswered'}`;
}

const stateTold = (state: OrderState): string =>
  state === null
    ? 'no order'
    : `${state.status}, ${state.paid ? 'paid' : 'unpaid'}, panel ${state.panel ?? 'none'}`;
