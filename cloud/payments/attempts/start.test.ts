import { expect, test } from 'vitest';
import type { AttemptRow } from '../schema.ts';
import { cardPauseMs } from './begin.ts';
import { isTerminalBusyWith, noticeUrlOf } from './start.ts';

const CARD_PAUSE_MS = 10 * 60_000;

const rejected = (createdAtMs: number) =>
  ({
    ...{ method: 'credit_card', terminalId: null, status: 'rejected' },
    ...{ providerPaymentId: 'p', createdAtMs },
  }) as AttemptRow;
const pix = { method: 'pix', terminalId: null, status: 'rejected', createdAtMs: 0 } as AttemptRow;
// Refused in front of the counter: nobody tries numbers there.
const there = { ...rejected(0), terminalId: 't' };

test('after three rejected cards there is a pause, then three more are allowed', () => {
  const two = [rejected(1000), rejected(2000)];
  expect(cardPauseMs([], 5000)).toBe(0);
  expect(cardPauseMs(two, 5000)).toBe(0);
  const three = [...two, rejected(3000)];
  expect(cardPauseMs(three, 3000)).toBe(CARD_PAUSE_MS);
  expect(cardPauseMs(three, 3000 + CARD_PAUSE_MS)).toBe(0);
  expect(cardPauseMs([...three, rejected(3000 + CARD_PAUSE_MS)], 3000 + CARD_PAUSE_MS)).toBe(0);
  expect(cardPauseMs([...two, pix, there], 5000)).toBe(0);
});

const mercadoPago = {
  baseUrl: null,
  sdkUrl: null,
  accessToken: null,
  publicKey: null,
  webhookSecret: null,
  api: 'payments' as const,
};

test('the provider is told an address only where it can reach it', () => {
  expect(noticeUrlOf({ publicUrl: 'https://loja.exemplo.com.br/', mercadoPago }, 'loja-1')).toBe(
    'https://loja.exemplo.com.br/api/webhooks/mercadopago?source_news=webhooks&store=loja-1',
  );
  expect(noticeUrlOf({ publicUrl: 'http://localhost:4000', mercadoPago }, 'loja-1')).toBeNull();
  expect(
    noticeUrlOf(
      {
        publicUrl: 'http://localhost:4000',
        mercadoPago: { ...mercadoPago, baseUrl: 'http://localhost:4010' },
      },
      'loja-1',
    ),
  ).not.toBeNull();
  expect(noticeUrlOf({ publicUrl: null, mercadoPago }, 'loja-1')).toBeNull();
});

test.each([
  ['already_queued_order_on_terminal', 'timeout', true],
  ['already_queued_order_on_terminal', null, false],
  ['invalid_terminal', 'timeout', false],
])(
  'a terminal that answers %s after a try that ended in %s may have this very amount: %s',
  (code, lastError, may) => {
    const failure = { kind: 'refused', code, detail: code } as const;
    expect(isTerminalBusyWith({ lastError }, failure)).toBe(may);
    expect(isTerminalBusyWith({ lastError }, { kind: 'unreachable', detail: 'x' })).toBe(false);
  },
);
