// The Orders API of the simulated provider, over the same books as the Payments API. Its refusals have a form of their own; the rules
// that are not about form are the ledger's.
import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { hangFor, readJson, type ApiDeps } from './api-parts.ts';
import { isObject } from './create-request.ts';
import type { FaultBox } from './faults.ts';
import { centsOfText } from './order-amount.ts';
import { readOrderRequest, readTerminalOrder } from './order-request.ts';
import type { Terminals } from './terminals.ts';
import { orderIds, orderJson, orderRefundJson } from './order.ts';
import { searchPayments } from './payment-search.ts';
import type { Payment } from './payment.ts';
import { badRequest, refusal, refused, type ApiRefusal, type Outcome } from './refusal.ts';

type OrdersDeps = ApiDeps & {
  refusalOf: (body: unknown) => ApiRefusal | null;
  terminals: Pick<Terminals, 'has'>;
};

const KEY_USED = 4293;
const NOT_NOW = 2018;
const PAGE_MAX = 50;

function answer(c: Context, why: ApiRefusal): Response {
  const code = String(why.cause[0]?.code ?? why.error);
  return c.json({ errors: [{ code, message: why.message }] }, why.status as ContentfulStatusCode);
}

/** The ledger's refusal in this API's words. */
function wordsOf(why: ApiRefusal, what: 'cancel' | 'refund' | 'create'): ApiRefusal {
  switch (why.cause[0]?.code) {
    case KEY_USED:
      return refusal(409, 'idempotency_key_already_used', why.message);
    case NOT_NOW:
      return refusal(409, `cannot_${what}_order`, why.message);
    case 2000:
      return refusal(404, 'order_not_found', why.message);
    default:
      return why;
  }
}

export function createOrders(deps: OrdersDeps): Hono {
  const { ledger, faults } = deps;
  const app = new Hono({ strict: false });
  let made = 0;
  const show = (payment: Payment): Record<string, unknown> => orderJson(payment, deps.collectorId);

  function find(c: Context): Outcome<Payment> {
    const id = c.req.param('id') ?? '';
    const found = ledger.find(id.startsWith('ORD') ? ledger.numberOf(id) : -1);
    return found.ok ? found : refused(refusal(404, 'order_not_found', 'Order not found'));
  }

  /** Just after an approval the provider has both statuses for it: each comes in turn, the last is the conflict. */
  const notYet = (): ApiRefusal | null =>
    faults.take('ordersNotYet')
      ? refusal(faults.current().ordersNotYet % 2 === 0 ? 409 : 422, 'order_not_ready', 'Try again later')
      : null;

  /** Sent to a terminal, which has room for one. */
  async function createAtTerminal(c: Context, body: unknown): Promise<Response> {
    const read = readTerminalOrder(body, deps.now());
    if (!read.ok) return answer(c, read.refusal);
    const { terminalId, expirationTime } = read.value;
    if (!deps.terminals.has(terminalId))
      return answer(c, refusal(403, 'forbidden_checking_terminal_owner', 'Not the owner of the terminal'));
    const key = `order ${c.req.header('x-idempotency-key') ?? ''}`;
    const terminal = { id: terminalId, cancelAskedAtMs: null };
    const order = { ...orderIds(deps.now(), (made += 1)), items: [], expirationTime, terminal };
    const created = ledger.createAtTerminal(key, read.value, { order, asked: body });
    if (!created.ok) return answer(c, wordsOf(created.refusal, 'create'));
    const hang = faults.takeGroup('hangCreates');
    if (hang !== null) await hangFor(hang, deps.closing);
    if (faults.take('failCreatesAfterStoring'))
      return answer(c, refusal(500, 'internal_error', 'Falha pedida ao simulador, depois de gravar'));
    return c.json(show(created.value), 201);
  }

  app.post('/', async (c) => {
    const body = await readJson(c);
    if (isObject(body) && body['type'] === 'point') return createAtTerminal(c, body);
    const read = readOrderRequest(body, deps.now());
    if (!read.ok) return answer(c, read.refusal);
    const refusing = deps.refusalOf(read.value.body);
    if (refusing !== null) return answer(c, refusing);
    const key = `order ${c.req.header('x-idempotency-key') ?? ''}`;
    const { items, expirationTime } = read.value;
    const order = { ...orderIds(deps.now(), (made += 1)), items, expirationTime, terminal: null };
    const created = ledger.create(key, read.value.body, { order, asked: body });
    if (!created.ok) return answer(c, wordsOf(created.refusal, 'create'));
    const hang = faults.takeGroup('hangCreates');
    if (hang !== null) await hangFor(hang, deps.closing);
    if (faults.take('failCreatesAfterStoring'))
      return answer(c, refusal(500, 'internal_error', 'Falha pedida ao simulador, depois de gravar'));
    const shown = show(created.value);
    // A refused card is no order that failed to be made: it is there, and says why.
    if (created.value.status === 'rejected')
      return c.json({ errors: [{ code: 'failed', message: 'The transactions failed' }], data: shown }, 402);
    return c.json(shown, 201);
  });

  app.get('/', (c) => {
    const { begin_date: begin, end_date: end, external_reference: reference } = c.req.query();
    if (begin === undefined || end === undefined)
      return answer(c, badRequest('required_properties', 'begin_date, end_date'));
    const size = Math.min(Number(c.req.query('page_size') ?? 20), PAGE_MAX);
    const page = Number(c.req.query('page') ?? 1);
    const clock = { nowMs: deps.now(), lagMs: faults.current().searchLagMs };
    const found = searchPayments(
      ledger.list().filter((payment) => payment.order !== null),
      {
        range: 'date_created',
        begin_date: begin,
        end_date: end,
        criteria: c.req.query('sort_order') ?? 'desc',
        ...(reference === undefined ? {} : { external_reference: reference }),
        limit: String(size),
        offset: String((page - 1) * size),
      },
      clock,
    );
    if (!found.ok) return answer(c, found.refusal);
    const { payments, paging } = found.value;
    const total = { total: String(paging.total), total_pages: String(Math.ceil(paging.total / size)) };
    return c.json({
      data: payments.map((payment) => lie(show(payment), faults)),
      paging: { ...total, offset: String(paging.offset), limit: String(size) },
    });
  });

  app.get('/:id', (c) => {
    const found = find(c);
    return found.ok ? c.json(lie(show(found.value), faults)) : answer(c, found.refusal);
  });

  app.post('/:id/cancel', (c) => {
    const found = find(c);
    if (!found.ok) return answer(c, found.refusal);
    const early = notYet();
    if (early !== null) return answer(c, early);
    // What a terminal shows is let go of by the terminal, and only where it is asked in so many words.
    if (found.value.statusDetail === 'at_terminal') {
      const isAsked = c.req.header('x-allow-cancelable-status') === 'at_terminal';
      if (!isAsked || faults.current().terminalsKeepOrders)
        return answer(c, refusal(409, 'cannot_cancel_order', 'The order is at the terminal'));
      ledger.askTerminalToLetGo(found.value.id);
      return c.json({}, 202);
    }
    const cancelled = ledger.update(found.value.id, { status: 'cancelled' });
    return cancelled.ok ? c.json(show(cancelled.value)) : answer(c, wordsOf(cancelled.refusal, 'cancel'));
  });

  app.post('/:id/refund', async (c) => {
    const found = find(c);
    if (!found.ok) return answer(c, found.refusal);
    const asked = amountOf(await readJson(c), found.value);
    if (!asked.ok) return answer(c, asked.refusal);
    const early = notYet();
    if (early !== null) return answer(c, early);
    const refunded = ledger.refund(found.value.id, c.req.header('x-idempotency-key') ?? '', asked.value);
    if (!refunded.ok) return answer(c, wordsOf(refunded.refusal, 'refund'));
    await deps.holds.passed(found.value.id);
    if (faults.take('loseRefundAnswers'))
      return answer(c, refusal(500, 'internal_error', 'Falha pedida ao simulador, depois de devolver'));
    const { payment, refund } = refunded.value;
    // The answer shows the refund that was asked for, and none of the others.
    return c.json({ ...show(payment), transactions: { refunds: [orderRefundJson(payment, refund)] } }, 201);
  });

  return app;
}

/** The body of a refund as the ledger takes it: nothing for the whole, an amount for a part of the one payment. */
function amountOf(body: unknown, payment: Payment): Outcome<unknown> {
  if (body === undefined) return { ok: true, value: undefined };
  const listed = isObject(body) ? body['transactions'] : undefined;
  const one: unknown = Array.isArray(listed) && listed.length === 1 ? listed[0] : null;
  if (!isObject(one)) return refused(badRequest('property_value', 'transactions'));
  if (one['id'] !== payment.order?.transactionId)
    return refused(refusal(404, 'transaction_not_found', 'Transaction not found'));
  const cents = centsOfText(one['amount']);
  return cents === null
    ? refused(badRequest('property_type', 'transactions.amount'))
    : { ok: true, value: { amount: cents / 100 } };
}

function lie(order: Record<string, unknown>, faults: FaultBox): Record<string, unknown> {
  switch (faults.takeGroup('tamperFetches')?.field) {
    case 'amount': {
      const { payments = [], ...more } = order['transactions'] as { payments?: object[] };
      const cheap = payments.map((payment) => ({ ...payment, amount: '0.01' }));
      return { ...order, total_amount: '0.01', transactions: { ...more, payments: cheap } };
    }
    case 'currency':
      return { ...order, currency: 'USD' };
    case 'payee':
      return { ...order, user_id: `${String(order['user_id'])}1` };
    case 'reference':
      return { ...order, external_reference: 'referencia-de-outro-pedido' };
    case 'no-currency':
      return { ...order, currency: null, country_code: null };
    case 'no-payee':
      return { ...order, user_id: null };
    case undefined:
      return order;
  }
}
