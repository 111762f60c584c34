// The part of the provider's HTTP API that a shop needs. Routes translate between HTTP and the books and
// apply the faults of the wire (hang, 429, 5xx, lies); the rules themselves are in the ledger.

import { Hono } from 'hono';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { cors } from 'hono/cors';
import { PAYMENT_METHODS } from './card-outcomes.ts';
import { isObject, plainText } from './create-request.ts';
import type { FaultBox, Faults } from './faults.ts';
import { hangFor, readJson, type ApiDeps } from './api-parts.ts';
import { createOrders } from './orders.ts';
import { createTerminals, type Terminals } from './terminals.ts';
import { paymentJson, refundJson } from './payment.ts';
import type { ApiPayment, Payment } from './payment.ts';
import { searchPayments } from './payment-search.ts';
import { badRequest, refusal } from './refusal.ts';
import type { ApiRefusal } from './refusal.ts';

const REQUESTS_MAX = 500;
const COLLECTOR_DOMAIN = 'loja-do-simulador.com.br';

export type ApiRequest = {
  method: string;
  path: string;
  idempotencyKey: string | null;
  status: number;
  atMs: number;
};

function answer(c: Context, why: ApiRefusal): Response {
  const { status, error, message, cause } = why;
  return c.json({ message, error, status, cause }, status as ContentfulStatusCode);
}

export function createApi(deps: ApiDeps): {
  app: Hono;
  requests: () => readonly ApiRequest[];
  terminals: Terminals;
} {
  const { ledger, faults } = deps;
  const log: ApiRequest[] = [];
  const app = new Hono({ strict: false });

  const show = (payment: Payment): ApiPayment =>
    paymentJson(payment, { collectorId: deps.collectorId, publicUrl: deps.publicUrl() });
  const bearer = (c: Context): boolean => c.req.header('authorization') === `Bearer ${deps.accessToken}`;

  app.use(async (c, next) => {
    const failing = faults.takeGroup('failRequests');
    if (failing !== null) {
      if (failing.retryAfterSeconds !== null) c.header('retry-after', String(failing.retryAfterSeconds));
      const words = failing.status === 429 ? 'too_many_requests' : 'internal_server_error';
      c.res = answer(c, refusal(failing.status, words, 'Falha pedida ao simulador'));
    } else {
      await next();
    }
    const idempotencyKey = c.req.header('x-idempotency-key') ?? null;
    log.push({
      method: c.req.method,
      path: c.req.path,
      idempotencyKey,
      status: c.res.status,
      atMs: deps.now(),
    });
    if (log.length > REQUESTS_MAX) log.shift();
  });

  // The browser's own call: a public key is enough, and it comes from the shop's origin.
  app.use('/v1/card_tokens', async (c, next) => {
    if (c.req.method === 'OPTIONS') c.header('access-control-allow-private-network', 'true');
    return cors({ origin: '*', allowMethods: ['POST'], allowHeaders: ['content-type'] })(c, next);
  });
  app.post('/v1/card_tokens', async (c) => {
    if (c.req.query('public_key') !== deps.publicKey && !bearer(c)) {
      return answer(c, refusal(401, 'unauthorized', 'invalid public_key'));
    }
    const made = deps.tokens.create(await readJson(c));
    return made.ok ? c.json(made.value, 201) : answer(c, made.refusal);
  });

  app.use(async (c, next) => {
    if (bearer(c)) return next();
    const given = c.req.header('authorization') !== undefined;
    return answer(
      c,
      refusal(401, 'unauthorized', given ? 'invalid access token' : 'authorization value not present'),
    );
  });
  app.use('/v1/*', async (c, next) => {
    // Cancelling is idempotent by nature; what moves money needs the key.
    if (c.req.method !== 'POST' || (c.req.header('x-idempotency-key') ?? '') !== '') return next();
    return answer(c, badRequest(4292, "Header X-Idempotency-Key can't be null"));
  });

  app.post('/v1/payments', async (c) => {
    const body = await readJson(c);
    const refusing = accountRefusalOf(deps.accessToken, body, faults);
    if (refusing !== null) return answer(c, refusing);
    const made = ledger.create(c.req.header('x-idempotency-key') ?? '', body);
    if (!made.ok) return answer(c, made.refusal);
    const hang = faults.takeGroup('hangCreates');
    if (hang !== null) await hangFor(hang, deps.closing);
    if (faults.take('failCreatesAfterStoring')) {
      return answer(c, refusal(500, 'internal_server_error', 'Falha pedida ao simulador, depois de gravar'));
    }
    return c.json(show(made.value), 201);
  });

  app.get('/v1/payments/search', (c) => {
    const clock = { nowMs: deps.now(), lagMs: faults.current().searchLagMs };
    const found = searchPayments(ledger.list(), c.req.query(), clock);
    if (!found.ok) return answer(c, found.refusal);
    const results = found.value.payments.map((payment) => lie(show(payment), faults));
    return c.json({ paging: found.value.paging, results });
  });

  app.get('/v1/payments/:id', (c) => {
    const found = ledger.find(idOf(c));
    return found.ok ? c.json(lie(show(found.value), faults)) : answer(c, found.refusal);
  });

  app.put('/v1/payments/:id', async (c) => {
    const updated = ledger.update(idOf(c), await readJson(c));
    return updated.ok ? c.json(show(updated.value)) : answer(c, updated.refusal);
  });

  app.post('/v1/payments/:id/refunds', async (c) => {
    const body = await readJson(c);
    if (body === 'not json') return answer(c, badRequest(1, 'Params Error: invalid JSON'));
    const made = ledger.refund(idOf(c), c.req.header('x-idempotency-key') ?? '', body);
    if (!made.ok) return answer(c, made.refusal);
    await deps.holds.passed(made.value.payment.id);
    if (faults.take('loseRefundAnswers')) {
      return answer(
        c,
        refusal(500, 'internal_server_error', 'Falha pedida ao simulador, depois de devolver'),
      );
    }
    // Without the header a refund that is still under way looks like an error, as in the real API.
    if (made.value.refund.status === 'in_process' && !showsInProcess(c)) {
      return answer(c, badRequest(2032, 'Refund in process'));
    }
    return c.json(refundJson(made.value.payment, made.value.refund), 201);
  });

  app.get('/v1/payments/:id/refunds', (c) => {
    const found = ledger.find(idOf(c));
    if (!found.ok) return answer(c, found.refusal);
    const shown = found.value.refunds.filter((each) => each.status === 'approved' || showsInProcess(c));
    return c.json(shown.map((each) => refundJson(found.value, each)));
  });

  app.get('/v1/payments/:id/refunds/:refundId', (c) => {
    const found = ledger.find(idOf(c));
    if (!found.ok) return answer(c, found.refusal);
    const wanted = found.value.refunds.find((each) => String(each.id) === c.req.param('refundId'));
    if (wanted === undefined || (wanted.status === 'in_process' && !showsInProcess(c))) {
      return answer(c, refusal(404, 'not_found', 'Refund not found', 2024));
    }
    return c.json(refundJson(found.value, wanted));
  });

  const terminals = createTerminals((why) =>
    Response.json(
      { errors: [{ code: why.error, message: why.message }], status: why.status },
      { status: why.status },
    ),
  );
  app.route('/terminals/v1', terminals.app);
  app.route(
    '/v1/orders',
    createOrders({
      ...deps,
      terminals,
      refusalOf: (body) => accountRefusalOf(deps.accessToken, body, faults),
    }),
  );

  app.get('/v1/payment_methods', (c) =>
    c.json(
      PAYMENT_METHODS.map((method) => ({
        ...methodJson(method),
        ...(method.id === 'pix' && faults.current().pixInactive ? { status: 'deactive' } : {}),
      })),
    ),
  );

  app.get('/users/me', (c) =>
    c.json({
      id: deps.collectorId,
      nickname: 'LOJADOSIMULADOR',
      first_name: 'Loja',
      last_name: 'do Simulador',
      email: `loja@${COLLECTOR_DOMAIN}`,
      country_id: 'BR',
      site_id: 'MLB',
      tags: ['normal', 'test_user'],
      status: { site_status: 'active' },
    }),
  );

  app.notFound((c) =>
    answer(c, refusal(404, 'not_found', `No such endpoint: ${c.req.method} ${c.req.path}`)),
  );
  return { app, requests: () => log, terminals };
}

/** The account's own faults, as integrators have met them. */
const ACCOUNT_REFUSALS: Record<Faults['refuseCreates']['reason'], ApiRefusal> = {
  'no-pix-key': badRequest(13253, 'Collector user without key enabled for QR rendering'),
  'payer-is-collector': refusal(403, 'forbidden', 'Payer email forbidden', 4390),
  'not-for-charging': refusal(401, 'unauthorized', 'Unauthorized use of live credentials', 7),
  'payer-nil': refusal(500, 'payer_cannot_be_nil', 'payer cannot be nil'),
  'test-token': refusal(500, 'not_found', 'not_found'),
  'lasting-500': refusal(500, 'internal_server_error', 'internal server error'),
};

/** The account's fault that a creation meets, told or asked for; null where there is none. */
function accountRefusalOf(accessToken: string, body: unknown, faults: FaultBox): ApiRefusal | null {
  const reason = accountRefusal(accessToken, body) ?? faults.takeGroup('refuseCreates')?.reason ?? null;
  return reason === null ? null : ACCOUNT_REFUSALS[reason];
}

/** What the provider refuses by the token or the payer's domain alone. */
function accountRefusal(accessToken: string, body: unknown): keyof typeof ACCOUNT_REFUSALS | null {
  if (!isObject(body)) return null;
  if (accessToken.startsWith('TEST-'))
    return body['payment_method_id'] === 'pix' ? 'test-token' : 'payer-is-collector';
  const payer = body['payer'];
  const email = isObject(payer) ? plainText(payer['email']) : '';
  return email.endsWith(`@${COLLECTOR_DOMAIN}`) ? 'payer-is-collector' : null;
}

const showsInProcess = (c: Context): boolean => c.req.header('x-render-in-process-refunds') === 'true';

function idOf(c: Context): number {
  const id = c.req.param('id') ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : -1;
}

function lie(payment: ApiPayment, faults: FaultBox): ApiPayment {
  const lying = faults.takeGroup('tamperFetches');
  switch (lying?.field) {
    case 'amount':
      return { ...payment, transaction_amount: 0.01 };
    case 'currency':
      return { ...payment, currency_id: 'USD' };
    case 'payee':
      return { ...payment, collector_id: Number(payment['collector_id']) + 1 };
    case 'reference':
      return { ...payment, external_reference: 'referencia-de-outro-pedido' };
    case 'no-currency':
      return { ...payment, currency_id: null };
    case 'no-payee':
      return { ...payment, collector_id: null };
    case undefined:
      return payment;
  }
}

function methodJson(method: (typeof PAYMENT_METHODS)[number]): Record<string, unknown> {
  return {
    id: method.id,
    name: method.name,
    payment_type_id: method.typeId,
    status: 'active',
    secure_thumbnail: null,
    thumbnail: null,
    deferred_capture: method.typeId === 'credit_card' ? 'supported' : 'does_not_apply',
    settings:
      method.bin === null
        ? []
        : [
            {
              bin: { pattern: method.bin.source, exclusion_pattern: '', installments_pattern: '' },
              card_number: { length: method.cardNumberLength, validation: 'standard' },
              security_code: { mode: 'mandatory', length: method.securityCodeLength, card_location: 'back' },
            },
          ],
    additional_info_needed: [],
    min_allowed_amount: method.minAmount,
    max_allowed_amount: method.maxAmount,
    accreditation_time: 0,
    financial_institutions: [],
    processing_modes: ['aggregator'],
  };
}
