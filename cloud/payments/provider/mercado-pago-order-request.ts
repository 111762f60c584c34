// How an order is asked of Mercado Pago's Orders API, and what it answers to a write. The SDK's client drops what a refusal says (the
// order of a refused card, the code of the reason), so writes are sent here; reads go through the SDK.
import type { MercadoPagoConfig } from 'mercadopago';
import type { CreateOrderRequest } from 'mercadopago/dist/clients/order/create/types.js';
import { AppConfig } from 'mercadopago/dist/utils/config/index.js';
import { buildError, MPConnectionError } from 'mercadopago/dist/utils/errors/index.js';
import { z } from 'zod';
import { NotNow } from './mercado-pago-failure.ts';
import type { CardRequest, PaidItem, PixRequest, TerminalRequest } from './provider.ts';
import { reaisTextOf } from './reais.ts';

/** A PIX as one order with one payment. */
export const pixOrderOf = (request: PixRequest): CreateOrderRequest => ({
  ...commonOf(request),
  transactions: {
    payments: [
      {
        amount: reaisTextOf(request.amountCents),
        payment_method: { id: 'pix', type: 'bank_transfer' },
        // A span and no moment: the same at each try, as the key demands.
        expiration_time: `PT${Math.ceil(request.validForMs / 60_000)}M`,
      },
    ],
  },
  payer: { email: request.payerEmail },
});

/** A card as one order with one payment. */
export const cardOrderOf = (request: CardRequest): CreateOrderRequest => ({
  ...commonOf(request),
  transactions: {
    payments: [
      {
        amount: reaisTextOf(request.amountCents),
        payment_method: {
          id: request.brand,
          // The API wants it said; its debit brands begin so.
          type: request.brand.startsWith('deb') ? 'debit_card' : 'credit_card',
          token: request.token,
          installments: request.installments,
        },
      },
    ],
  },
  payer: {
    email: request.payer.email,
    first_name: request.payer.firstName,
    last_name: request.payer.lastName,
    ...(request.payer.identification === null ? {} : { identification: request.payer.identification }),
  },
});

/** An amount for a terminal. It takes no items, so nothing in it names the attempt. */
export const terminalOrderOf = (request: TerminalRequest) => ({
  type: 'point',
  external_reference: request.orderId,
  description: request.description,
  expiration_time: `PT${Math.ceil(request.validForMs / 60_000)}M`,
  transactions: { payments: [{ amount: reaisTextOf(request.amountCents) }] },
  config: { point: { terminal_id: request.terminalId, print_on_terminal: 'no_ticket' } },
});

const commonOf = (request: PixRequest | CardRequest): CreateOrderRequest => ({
  type: 'online',
  processing_mode: 'automatic',
  // Approved or not, at once: a review takes up to two days, and nobody waits so long for an açaí.
  capture_mode: 'automatic',
  external_reference: request.orderId,
  description: request.description,
  total_amount: reaisTextOf(request.amountCents),
  items: linesOf(request),
});

/**
 * What is bought. The API refuses items that do not add up to the total, as with a delivery fee or a discount: then the order is one line. The
 * first line bears the attempt's id, for an order has no other room for it.
 */
function linesOf({ items, amountCents, description, attemptId }: PixRequest | CardRequest) {
  const sumCents = items.reduce((sum, { unitCents }) => sum + unitCents, 0);
  const lines: readonly PaidItem[] =
    items.length > 0 && sumCents === amountCents
      ? items
      : [{ id: 'pedido', title: description, unitCents: amountCents }];
  return lines.map(({ id, title, unitCents }, index) => ({
    title,
    unit_price: reaisTextOf(unitCents),
    quantity: 1,
    external_code: index === 0 ? attemptId : id,
  }));
}

const CodeJson = z.looseObject({ code: z.union([z.string(), z.number()]) });
const AnswerJson = z.looseObject({
  id: z.string().optional(),
  data: z.looseObject({ id: z.string() }).nullish(),
  errors: z.array(CodeJson).nullish(),
  // As the Payments API writes it: what stands before both may answer so.
  cause: z.array(CodeJson).nullish(),
  error: z.string().nullish(),
});
const SAME_KEY = 'idempotency';

/**
 * What is answered to one try of a write. A refused card answers 402 with the order in it, which is an answer. Throws, as the SDK does, what
 * `failureOf` reads.
 */
export async function writeOrder(
  config: MercadoPagoConfig,
  path: string,
  { body, key, headers = {} }: { body?: object | undefined; key: string; headers?: Record<string, string> },
): Promise<unknown> {
  const response = await fetch(`${AppConfig.BASE_URL}/v1/orders${path}`, {
    method: 'POST',
    signal: AbortSignal.timeout(config.options?.timeout ?? AppConfig.DEFAULT_TIMEOUT),
    headers: {
      authorization: `Bearer ${config.accessToken}`,
      'content-type': 'application/json',
      'x-idempotency-key': key,
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new MPConnectionError(error);
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const read = AnswerJson.safeParse(answer).data;
  if (response.status === 402 && (read?.data?.id ?? read?.id) !== undefined) return read?.data ?? read;
  const code = String(read?.errors?.[0]?.code ?? read?.cause?.[0]?.code ?? read?.error ?? '').slice(0, 40);
  const isState = response.status === 409 || response.status === 422;
  if (isState && path !== '' && !code.startsWith(SAME_KEY))
    throw new NotNow(`HTTP ${response.status} ${code}`.trim());
  const waitSeconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw buildError(
    response.status,
    { error: code, cause: code === '' ? [] : [{ code }] },
    Number.isNaN(waitSeconds) ? null : waitSeconds,
  );
}
