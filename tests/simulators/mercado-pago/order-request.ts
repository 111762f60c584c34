// The rules of `POST /v1/orders`: what that API refuses, this refuses; what it takes becomes the Payments API's body, so that the books
// have one kind of payment. Reads the body, touches nothing.
import { centsOfText } from './order-amount.ts';
import { isObject, plainText } from './create-request.ts';
import { badRequest, done, refused, type Outcome } from './refusal.ts';

const KNOWN = new Set(
  `capture_mode config currency description expiration_time external_reference items payer processing_mode
  total_amount transactions type`.split(/\s+/),
);
const KNOWN_OF_PAYMENT = new Set(['amount', 'payment_method', 'expiration_time']);
const MINUTE_MS = 60_000;
const UNIT_MS = { D: 1440 * MINUTE_MS, H: 60 * MINUTE_MS, M: MINUTE_MS } as const;

export type TerminalOrderRequest = {
  amountCents: number;
  reference: string;
  description: string | null;
  expirationTime: string;
  expiresAtMs: number;
  terminalId: string;
};
export type OrderRequest = { body: Record<string, unknown>; items: unknown[]; expirationTime: string | null };

const no = (code: string, message: string) => refused(badRequest(code, message));

export function readOrderRequest(body: unknown, nowMs: number): Outcome<OrderRequest> {
  if (!isObject(body)) return no('json_syntax_error', 'the body must be a JSON object');
  const unknown = Object.keys(body).filter((key) => !KNOWN.has(key));
  // Also `notification_url` and `metadata`: notices are set up in the panel, and there is no room for words of one's own.
  if (unknown.length > 0) return no('unsupported_properties', unknown.join(', '));
  if (body['type'] !== 'online') return no('property_value', 'type');
  if (body['config'] !== undefined) return no('unsupported_properties', 'config');
  const reference = plainText(body['external_reference']);
  if (!/^[\w-]{1,64}$/.test(reference)) return no('property_value', 'external_reference');
  const payment = onePaymentOf(body['transactions']);
  if (payment === null) return no('maximum_items', 'transactions.payments: one');
  const strange = Object.keys(payment).filter((key) => !KNOWN_OF_PAYMENT.has(key));
  if (strange.length > 0) return no('unsupported_properties', strange.join(', '));
  const cents = centsOfText(body['total_amount']);
  if (cents === null || cents === 0) return no('invalid_total_amount', 'total_amount');
  if (centsOfText(payment['amount']) !== cents) return no('invalid_total_amount', 'not the sum of payments');
  const items = itemsOf(body['items'], cents);
  if (!items.ok) return items;
  const method = payment['payment_method'];
  if (!isObject(method)) return no('required_properties', 'payment_method');
  const expirationTime = payment['expiration_time'];
  const spanMs = expirationTime === undefined ? undefined : spanOf(expirationTime);
  if (spanMs === null) return no('property_value', 'expiration_time');
  return done({
    items: items.value,
    expirationTime: typeof expirationTime === 'string' ? expirationTime : null,
    body: {
      transaction_amount: cents / 100,
      ...(body['description'] === undefined ? {} : { description: body['description'] }),
      external_reference: reference,
      payer: body['payer'],
      payment_method_id: method['id'],
      ...(method['token'] === undefined ? {} : { token: method['token'] }),
      ...(method['installments'] === undefined ? {} : { installments: method['installments'] }),
      // At once or not at all, as far as it goes: without a review.
      ...(method['id'] === 'pix' ? {} : { binary_mode: body['capture_mode'] === 'automatic' }),
      ...(spanMs === undefined ? {} : { date_of_expiration: dateText(nowMs + spanMs) }),
    },
  });
}

const KNOWN_AT_TERMINAL = new Set(
  `config description expiration_time external_reference integration_data taxes transactions type`.split(' '),
);
const TERMINAL_MS = { min: 30_000, max: 3 * 60 * MINUTE_MS };

/** An order of the type `point`: no payer, no items, no way to pay; all that is the terminal's. */
export function readTerminalOrder(body: unknown, nowMs: number): Outcome<TerminalOrderRequest> {
  if (!isObject(body)) return no('json_syntax_error', 'the body must be a JSON object');
  const unknown = Object.keys(body).filter((key) => !KNOWN_AT_TERMINAL.has(key));
  if (unknown.length > 0) return no('unsupported_properties', unknown.join(', '));
  const reference = plainText(body['external_reference']);
  if (!/^[\w-]{1,64}$/.test(reference)) return no('property_value', 'external_reference');
  const payment = onePaymentOf(body['transactions']);
  if (payment === null) return no('maximum_items', 'transactions.payments: one');
  const amountCents = centsOfText(payment['amount']);
  if (amountCents === null || amountCents === 0) return no('property_value', 'transactions.payments.amount');
  const config = isObject(body['config']) ? body['config']['point'] : undefined;
  const terminalId = isObject(config) ? plainText(config['terminal_id']) : '';
  if (terminalId === '') return no('required_properties', 'config.point.terminal_id');
  const expirationTime = plainText(body['expiration_time'] ?? 'PT15M');
  const spanMs = spanOf(expirationTime);
  if (spanMs === null || spanMs < TERMINAL_MS.min || spanMs > TERMINAL_MS.max)
    return no('property_value', 'expiration_time');
  return done({
    amountCents,
    reference,
    description: plainText(body['description']) || null,
    expirationTime,
    expiresAtMs: nowMs + spanMs,
    terminalId,
  });
}

function onePaymentOf(transactions: unknown): Record<string, unknown> | null {
  const payments = isObject(transactions) ? transactions['payments'] : undefined;
  return Array.isArray(payments) && payments.length === 1 && isObject(payments[0]) ? payments[0] : null;
}

/** Items may be left out; where they stand they add up. */
function itemsOf(items: unknown, totalCents: number): Outcome<unknown[]> {
  if (items === undefined) return done([]);
  if (!Array.isArray(items) || !items.every(isObject)) return no('property_type', 'items');
  const sumCents = items.reduce<number>(
    (sum, item) => sum + (centsOfText(item['unit_price']) ?? Number.NaN) * Number(item['quantity']),
    0,
  );
  return sumCents === totalCents
    ? done(items)
    : no('order_items_total_amount_mismatch', 'Order items total amount sum does not match total_amount');
}

/** 'PT30M', 'PT2H', 'P1D' → ms; null for what is none. */
function spanOf(value: unknown): number | null {
  const [, days, hours, minutes] =
    /^P(?:(\d{1,2})D)?(?:T(?:(\d{1,3})H)?(?:(\d{1,5})M)?)?$/.exec(plainText(value)) ?? [];
  const ms =
    Number(days ?? 0) * UNIT_MS.D + Number(hours ?? 0) * UNIT_MS.H + Number(minutes ?? 0) * UNIT_MS.M;
  return ms > 0 ? ms : null;
}

const dateText = (atMs: number): string => new Date(atMs).toISOString().replace('Z', '+00:00');
