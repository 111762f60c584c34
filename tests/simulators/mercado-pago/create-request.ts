// The rules of `POST /v1/payments`: what the API refuses, this refuses. Reads the body, touches nothing.

import { PAYMENT_METHODS } from './card-outcomes.ts';
import type { PaymentMethod } from './card-outcomes.ts';
import { badRequest, done, refused } from './refusal.ts';
import type { Outcome } from './refusal.ts';

const MINUTE_MS = 60_000;
const PIX_MIN_MS = 30 * MINUTE_MS;
const PIX_MAX_MS = 30 * 24 * 60 * MINUTE_MS;
const PIX_DEFAULT_MS = 24 * 60 * MINUTE_MS;
const REFERENCE_MAX_CHARS = 256;
const INSTALLMENTS_MAX = 12;

/** Domains that cannot be anybody's. */
const REFUSED_DOMAINS = /\.(test|local|invalid)$/i;

const KNOWN_FIELDS = new Set(
  `additional_info application_fee binary_mode callback_url campaign_id capture coupon_amount coupon_code
  date_of_expiration description differential_pricing_id external_reference installments issuer_id metadata
  notification_url order payer payment_method_id payment_method_option_id point_of_interaction processing_mode
  sponsor_id statement_descriptor token transaction_amount transaction_details three_d_secure_mode`.split(
    /\s+/,
  ),
);

export type CreateRequest = {
  amountCents: number;
  method: PaymentMethod;
  description: string | null;
  externalReference: string | null;
  notificationUrl: string | null;
  metadata: Record<string, unknown>;
  additionalInfo: Record<string, unknown>;
  payer: { email: string; firstName: string | null; lastName: string | null; identification: unknown };
  token: string | null;
  installments: number;
  statementDescriptor: string | null;
  binaryMode: boolean;
  capture: boolean;
  expiresAtMs: number | null;
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Numbers are taken for text where the API does so; anything else is no text at all. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export function readCreateRequest(body: unknown, nowMs: number): Outcome<CreateRequest> {
  if (!isObject(body)) return refused(badRequest(1, 'Params Error: the body must be a JSON object'));
  const wrong = Object.keys(body).filter((key) => !KNOWN_FIELDS.has(key));
  if (wrong.length > 0) {
    return refused(badRequest(8, `The name of the following parameters is wrong : [${wrong.join(', ')}]`));
  }

  const amountCents = centsOf(body['transaction_amount']);
  if (amountCents === null) return refused(badRequest(4037, 'Invalid transaction_amount'));

  const methodId = body['payment_method_id'];
  if (methodId === undefined || methodId === null || methodId === '') {
    return refused(badRequest(4031, "payment_method_id attribute can't be null"));
  }
  const method = PAYMENT_METHODS.find((each) => each.id === methodId);
  if (method === undefined) return refused(badRequest(2131, 'Cannot infer Payment Method'));
  if (amountCents < method.minAmount * 100 || amountCents > method.maxAmount * 100) {
    return refused(badRequest(2072, 'Invalid value for transaction_amount: outside what the method allows'));
  }

  const payer = readPayer(body['payer']);
  if (!payer.ok) return payer;
  const strings = readStrings(body);
  if (!strings.ok) return strings;
  const expiry = readExpiry(body['date_of_expiration'], method, nowMs);
  if (!expiry.ok) return expiry;
  const card = readCardPart(body, method);
  if (!card.ok) return card;
  for (const flag of ['binary_mode', 'capture'] as const) {
    if (body[flag] !== undefined && typeof body[flag] !== 'boolean') {
      return refused(badRequest(1, `Params Error: ${flag} must be boolean`));
    }
  }
  if (body['metadata'] !== undefined && !isObject(body['metadata'])) {
    return refused(badRequest(1, 'Params Error: metadata must be an object'));
  }

  return done({
    amountCents,
    method,
    ...strings.value,
    ...card.value,
    metadata: isObject(body['metadata']) ? body['metadata'] : {},
    additionalInfo: isObject(body['additional_info']) ? body['additional_info'] : {},
    payer: payer.value,
    binaryMode: body['binary_mode'] === true,
    capture: body['capture'] !== false,
    expiresAtMs: expiry.value,
  });
}

/** Reais with at most two decimals, as a number (the API refuses strings), into centavos; null when it is not. */
export function centsOf(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return null;
  const cents = Math.round(value * 100);
  return Math.abs(cents / 100 - value) < 1e-9 && cents > 0 ? cents : null;
}

function readPayer(payer: unknown): Outcome<CreateRequest['payer']> {
  if (!isObject(payer)) return refused(badRequest(4050, 'payer.email must be a valid email'));
  const email = payer['email'];
  if (
    typeof email !== 'string' ||
    REFUSED_DOMAINS.test(email) ||
    email.length > 254 ||
    !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)
  ) {
    return refused(badRequest(4050, 'payer.email must be a valid email'));
  }
  const identification = payer['identification'];
  if (identification !== undefined && identification !== null && !identificationValid(identification)) {
    return refused(badRequest(2067, 'Invalid user identification number'));
  }
  return done({
    email,
    firstName: text(payer['first_name']),
    lastName: text(payer['last_name']),
    identification: identification ?? { type: null, number: null },
  });
}

function identificationValid(identification: unknown): boolean {
  if (!isObject(identification)) return false;
  const number = identification['number'];
  if (typeof number !== 'string') return false;
  return identification['type'] === 'CPF'
    ? cpfValid(number)
    : identification['type'] === 'CNPJ' && number.length === 14;
}

export function cpfValid(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false;
  return [9, 10].every((length) => {
    let sum = 0;
    for (let at = 0; at < length; at += 1) sum += Number(digits[at]) * (length + 1 - at);
    return ((sum * 10) % 11) % 10 === Number(digits[length]);
  });
}

type Strings = Pick<
  CreateRequest,
  'description' | 'externalReference' | 'notificationUrl' | 'statementDescriptor'
>;

function readStrings(body: Record<string, unknown>): Outcome<Strings> {
  for (const name of ['description', 'external_reference', 'notification_url', 'statement_descriptor']) {
    const value = body[name];
    if (value !== undefined && value !== null && typeof value !== 'string') {
      return refused(badRequest(1, `Params Error: ${name} must be a string`));
    }
  }
  const reference = text(body['external_reference']);
  if (reference !== null && reference.length > REFERENCE_MAX_CHARS) {
    return refused(
      badRequest(1, `Params Error: external_reference is longer than ${REFERENCE_MAX_CHARS} characters`),
    );
  }
  const url = text(body['notification_url']);
  // The API's own words, misspelling included: it is what people search for.
  if (url !== null && !httpUrl(url))
    return refused(badRequest(4020, 'notificaction_url attribute must be url valid'));
  return done({
    description: text(body['description']),
    externalReference: reference,
    notificationUrl: url,
    statementDescriptor: text(body['statement_descriptor']),
  });
}

const httpUrl = (value: string): boolean =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol) && value.length <= 500;

const EXPIRY_FORMAT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?[+-]\d\d:?\d\d$/;

function readExpiry(value: unknown, method: PaymentMethod, nowMs: number): Outcome<number | null> {
  if (method.id !== 'pix') {
    return value === undefined || value === null
      ? done(null)
      : refused(badRequest(23, 'date_of_expiration is not accepted with this payment_method_id'));
  }
  if (value === undefined || value === null) return done(nowMs + PIX_DEFAULT_MS);
  const atMs = typeof value === 'string' && EXPIRY_FORMAT.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(atMs)) {
    const format = "yyyy-MM-dd'T'HH:mm:ssz";
    return refused(
      badRequest(23, `The following parameters must be valid date and format (${format}) date_of_expiration`),
    );
  }
  if (atMs - nowMs < PIX_MIN_MS || atMs - nowMs > PIX_MAX_MS) {
    return refused(badRequest(4053, 'date_of_expiration must be between 30 minutes and 30 days from now'));
  }
  return done(atMs);
}

function readCardPart(
  body: Record<string, unknown>,
  method: PaymentMethod,
): Outcome<Pick<CreateRequest, 'token' | 'installments'>> {
  const token = text(body['token']);
  const installments = body['installments'];
  if (method.id === 'pix') {
    if (token !== null) return refused(badRequest(1, 'Params Error: token is not accepted with pix'));
    if (installments !== undefined && installments !== 1)
      return refused(badRequest(4033, 'Invalid installments'));
    return done({ token: null, installments: 1 });
  }
  if (token === null) return refused(badRequest(4020, "token attribute can't be null"));
  const allowed = method.typeId === 'debit_card' ? 1 : INSTALLMENTS_MAX;
  if (
    typeof installments !== 'number' ||
    !Number.isInteger(installments) ||
    installments < 1 ||
    installments > allowed
  ) {
    return refused(badRequest(4033, 'Invalid installments'));
  }
  const issuer = body['issuer_id'];
  if (issuer !== undefined && issuer !== null && plainText(issuer) !== method.issuerId) {
    return refused(badRequest(3001, 'Invalid issuer_id for this payment_method_id'));
  }
  return done({ token, installments });
}
