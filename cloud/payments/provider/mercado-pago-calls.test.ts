// What a trace says of a call to the provider: how it went in words of ours, and that it failed where nobody knows what became of it.
import { afterEach, expect, it, vi } from 'vitest';
import { within, type Span, type SpanEnd } from '@balcao/shared/host/traces.ts';
import { answering, type Answer } from '../../testing/answering-provider.ts';
import { createMercadoPago } from './mercado-pago.ts';
import type { Account } from './provider.ts';

const ACCOUNT: Account = {
  api: 'payments',
  ...{ hasChangedApi: false, accessToken: 'APP_USR-1', publicKey: null, webhookSecret: null },
};

afterEach(() => void vi.unstubAllGlobals());

/** A request's span that keeps what is said of its parts. */
function traced(): { span: Span; parts: unknown[] } {
  const parts: unknown[] = [];
  const spanOf = (...begun: string[]): Span => ({
    part: spanOf,
    traceparent: () => '',
    end: (told: SpanEnd = {}) => {
      if (begun.length > 0) parts.push([...begun, told]);
    },
  });
  return { span: spanOf(), parts };
}

it.each<[string, Answer, SpanEnd]>([
  ['is answered says nothing more', { json: { id: 7, nickname: 'SHOP' } }, {}],
  [
    'is refused is no failure: the provider answered',
    { status: 400, json: { error: 'bad_request' } },
    { facts: { 'balcao.answer': 'refused' }, failed: false },
  ],
  [
    'is made with a token that opens nothing is none either',
    { status: 401, json: { error: 'unauthorized' } },
    { facts: { 'balcao.answer': 'credentials' }, failed: false },
  ],
  [
    'is not answered is one',
    { status: 503, json: {} },
    { facts: { 'balcao.answer': 'unreachable' }, failed: true },
  ],
])('[24] a call that %s', async (_what, answer, told) => {
  answering(() => answer);
  const { span, parts } = traced();
  await within(span, () => createMercadoPago({ retryDelayMs: 0 }).testCredentials(ACCOUNT));
  // One span, however often it was tried.
  expect(parts).toEqual([['mercado-pago', 'client', told]]);
});
