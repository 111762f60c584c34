// Card tokens: single use, short-lived, and never with the number or the security code behind them.

import { randomBytes } from 'node:crypto';
import { luhnValid, methodOfCard } from './card-outcomes.ts';
import type { PaymentMethod } from './card-outcomes.ts';
import { cpfValid, isObject, plainText } from './create-request.ts';
import { apiDate } from './payment.ts';
import type { Card } from './payment.ts';
import { badRequest, done, refusal, refused } from './refusal.ts';
import type { Outcome } from './refusal.ts';

const TOKEN_LIFE_MS = 7 * 24 * 3_600_000;
const TOKENS_MAX = 2000;

export type TokenCard = { card: Card; method: PaymentMethod };
type Stored = TokenCard & { createdAtMs: number; used: boolean };

export type CardTokens = ReturnType<typeof createCardTokens>;

export function createCardTokens(now: () => number) {
  const tokens = new Map<string, Stored>();

  return {
    create(body: unknown): Outcome<Record<string, unknown>> {
      const read = readCard(body, now());
      if (!read.ok) return read;
      const id = randomBytes(16).toString('hex');
      const nowMs = now();
      tokens.set(id, { ...read.value, createdAtMs: nowMs, used: false });
      if (tokens.size > TOKENS_MAX) tokens.delete(tokens.keys().next().value ?? '');
      const { card, method } = read.value;
      return done({
        id,
        first_six_digits: card.firstSix,
        last_four_digits: card.lastFour,
        expiration_month: card.expirationMonth,
        expiration_year: card.expirationYear,
        cardholder: { name: card.holderName, identification: card.holderIdentification ?? {} },
        status: 'active',
        date_created: apiDate(nowMs),
        date_last_updated: apiDate(nowMs),
        date_due: apiDate(nowMs + TOKEN_LIFE_MS),
        luhn_validation: true,
        live_mode: false,
        require_esc: false,
        card_number_length: method.cardNumberLength,
        security_code_length: method.securityCodeLength,
      });
    },

    /** Looks a token up for a payment; the caller says `spend` once the payment exists. */
    find(id: string): Outcome<TokenCard> {
      const stored = tokens.get(id);
      if (stored === undefined) return refused(badRequest(2006, 'Card Token not found'));
      if (stored.used || now() - stored.createdAtMs > TOKEN_LIFE_MS) {
        return refused(badRequest(3003, 'Invalid card_token_id'));
      }
      return done({ card: stored.card, method: stored.method });
    },

    spend(id: string): void {
      const stored = tokens.get(id);
      if (stored !== undefined) stored.used = true;
    },
  };
}

function readCard(body: unknown, nowMs: number): Outcome<TokenCard> {
  if (!isObject(body)) return refused(badRequest(1, 'Params Error: the body must be a JSON object'));
  const digits = plainText(body['card_number']).replace(/\s/g, '');
  const method = /^\d{13,19}$/.test(digits) && luhnValid(digits) ? methodOfCard(digits) : null;
  if (method === null || digits.length !== method.cardNumberLength) {
    return refused(badRequest('E301', "Invalid parameter 'card_number'"));
  }
  if (!new RegExp(`^\\d{${method.securityCodeLength}}$`).test(plainText(body['security_code']))) {
    return refused(badRequest('E302', "Invalid parameter 'security_code'"));
  }
  const month = Number(body['expiration_month']);
  const year = Number(body['expiration_year']);
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    return refused(badRequest(325, "Invalid parameter 'expiration_month'"));
  }
  if (
    !Number.isInteger(year) ||
    Date.UTC(year, month, 1) <= nowMs ||
    year > new Date(nowMs).getUTCFullYear() + 40
  ) {
    return refused(badRequest(326, "Invalid parameter 'expiration_year'"));
  }
  const holder = isObject(body['cardholder']) ? body['cardholder'] : {};
  const name = typeof holder['name'] === 'string' ? holder['name'].trim() : '';
  if (name === '' || name.length > 100)
    return refused(badRequest(316, "Invalid parameter 'cardholder.name'"));
  const identification = readIdentification(holder['identification']);
  if (identification === 'invalid') {
    return refused(refusal(400, 'bad_request', "Invalid parameter 'cardholder.identification.number'", 324));
  }
  return done({
    method,
    card: {
      firstSix: digits.slice(0, 6),
      lastFour: digits.slice(-4),
      expirationMonth: month,
      expirationYear: year,
      holderName: name,
      holderIdentification: identification,
    },
  });
}

function readIdentification(value: unknown): { type: string; number: string } | null | 'invalid' {
  if (!isObject(value) || value['number'] === undefined || value['number'] === '') return null;
  const type = plainText(value['type'] ?? 'CPF');
  const number = plainText(value['number']);
  return type !== 'CPF' || cpfValid(number) ? { type, number } : 'invalid';
}
