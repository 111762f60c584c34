import { buildError } from 'mercadopago/dist/utils/errors/index.js';
import { afterEach, expect, test, vi } from 'vitest';
import { failureOf, within } from './mercado-pago-failure.ts';
import { refundOf } from './mercado-pago-refund.ts';

const answered = (status: number, code: number | string) =>
  failureOf(
    typeof code === 'number'
      ? buildError(status, { error: 'e', cause: [{ code }] }, null)
      : buildError(status, { error: code, message: 'in words', cause: [] }, null),
  );

test.each([
  [400, 13253, 'refused'],
  [400, 10113, 'refused'],
  [401, 7, 'credentials'],
  [403, 4390, 'refused'],
  [403, 'forbidden', 'credentials'],
  // Permanent, whatever their status says.
  [500, 'payer_cannot_be_nil', 'refused'],
  [500, 'not_found', 'refused'],
  [500, 'internal_server_error', 'unreachable'],
  [502, 'not_found', 'unreachable'],
  // Of a refund: a key that was used or a refund that is not there, and one of a payment that is too old.
  [404, 2032, 'not-now'],
  [400, 2032, 'not-now'],
  [404, 2024, 'not-found'],
  [400, 2030, 'no-balance'],
  [400, 2031, 'no-balance'],
  [404, 2000, 'not-found'],
  [404, 4039, 'not-now'],
  [400, 2018, 'not-now'],
  [400, 2063, 'not-now'],
  [409, 4293, 'unreachable'],
  // For the terminal's sake: neither a conflict over a key nor a matter of the token.
  [409, 'already_queued_order_on_terminal', 'refused'],
  [403, 'forbidden_checking_terminal_owner', 'refused'],
  // Neither a yes nor a no: too slow, or something else under way.
  [408, 'request_timeout', 'unreachable'],
  [423, 'locked', 'unreachable'],
  [424, 'failed_dependency', 'unreachable'],
  [429, 'too_many_requests', 'busy'],
])('an answer %i with the code %s is %s', (status, code, kind) => {
  expect(answered(status, code)).toMatchObject({ kind });
});

test.each([
  ['approved', 'done'],
  ['in_process', 'in_process'],
  ['rejected', 'rejected'],
  ['cancelled', 'rejected'],
  // As the API answers where it says nothing of how far it is.
  ['a new word', 'done'],
])('a refund that is %s is %s', (status, state) => {
  expect(refundOf({ id: 7, amount: 5.5, status })).toEqual({
    id: '7',
    amountCents: 550,
    state,
    createdAtMs: null,
  });
});

test('what is kept of an answer is its status and the code that it gives, where it gives one', () => {
  expect(answered(400, 13253)).toEqual({ kind: 'refused', code: '13253', detail: 'HTTP 400 13253' });
  expect(answered(403, 'forbidden')).toEqual({
    kind: 'credentials',
    code: 'forbidden',
    detail: 'HTTP 403 forbidden',
  });
});

afterEach(() => vi.useRealTimers());

test('work that takes too long may have happened, and what is over in time leaves no clock behind', async () => {
  vi.useFakeTimers();
  const late = within(500, new Promise(() => undefined)).catch((error: unknown) => failureOf(error));
  await vi.advanceTimersByTimeAsync(500);
  expect(await late).toEqual({ kind: 'unreachable', detail: 'no answer in time' });
  expect(await within(500, Promise.resolve('done'))).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});
