// What the relay expects of the provider's card terminals: which there are, an amount sent to one, and how it ends. On the simulator; the
// guided run with real credentials asks the same of a real one.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMercadoPago } from '../../../cloud/payments/provider/mercado-pago.ts';
import type { Account, Provider, TerminalRequest } from '../../../cloud/payments/provider/provider.ts';
import { DEMO_ACCOUNT, DEMO_COLLECTOR_ID } from '../../simulators/mercado-pago/demo-credentials.ts';
import {
  startMercadoPagoSimulator,
  type MercadoPagoSimulator,
} from '../../simulators/mercado-pago/simulator.ts';
import { DEMO_TERMINALS } from '../../simulators/mercado-pago/terminals.ts';

const READY = DEMO_TERMINALS[0]?.id ?? '';
const BY_ITSELF = DEMO_TERMINALS[1]?.id ?? '';
const MINUTE = 60_000;

let simulator: MercadoPagoSimulator;
let provider: Provider;
let nowMs = Date.UTC(2026, 10, 26, 15);
const account: Account = { ...DEMO_ACCOUNT, api: 'orders', hasChangedApi: false };
beforeAll(async () => {
  simulator = await startMercadoPagoSimulator({ port: 0, now: () => nowMs });
  provider = createMercadoPago({ baseUrl: simulator.url, timeoutMs: MINUTE, retryDelayMs: 5 });
});
afterAll(() => simulator.close());
beforeEach(() => {
  simulator.control.clearFaults();
  // What the test before left at a terminal runs out.
  nowMs += 60 * MINUTE;
  simulator.control.setTerminals(DEMO_TERMINALS);
});

function value<T>(result: { ok: true; value: T } | { ok: false; refusal: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}
const asked = (more: Partial<TerminalRequest> = {}): TerminalRequest => ({
  attemptId: randomUUID(),
  orderId: randomUUID(),
  amountCents: 2490,
  description: 'Pedido TESTE',
  validForMs: 10 * MINUTE,
  terminalId: READY,
  ...more,
});
const sent = async (more: Partial<TerminalRequest> = {}) =>
  value(await provider.createAtTerminal(account, asked(more)));
const read = async (id: string) => value(await provider.fetch(account, id));

describe('the terminals of an account', () => {
  test('are listed, and one that works by itself is told to take what it is sent', async () => {
    expect(value(await provider.listTerminals(account))).toEqual([
      { id: READY, isIntegrated: true },
      { id: BY_ITSELF, isIntegrated: false },
    ]);
    expect(value(await provider.integrateTerminal(account, BY_ITSELF))).toEqual({
      id: BY_ITSELF,
      isIntegrated: true,
    });
    expect(value(await provider.listTerminals(account))[1]).toMatchObject({ isIntegrated: true });
  });

  test('are all there, page after page', async () => {
    const many = Array.from({ length: 51 }, (_, at) => ({
      id: `NEWLAND_N950__${at}`,
      posId: at,
      storeId: '1',
      mode: 'PDV' as const,
    }));
    simulator.control.setTerminals(many);
    expect(value(await provider.listTerminals(account))).toHaveLength(51);
  });

  test('one that is not there cannot be set, and a wrong account is told apart', async () => {
    expect(await provider.integrateTerminal(account, 'NEWLAND_N950__X')).toEqual({
      ok: false,
      refusal: { kind: 'not-found' },
    });
    const other = { ...account, accessToken: 'APP_USR-0000' };
    for (const failed of [
      await provider.listTerminals(other),
      await provider.integrateTerminal(other, READY),
      await provider.createAtTerminal(other, asked()),
    ])
      expect(failed).toMatchObject({ ok: false, refusal: { kind: 'credentials' } });
  });
});

describe('an amount at a terminal', () => {
  test('has everything that settling checks, and waits', async () => {
    const request = asked();
    expect(value(await provider.createAtTerminal(account, request))).toMatchObject({
      id: expect.stringMatching(/^ORD/),
      status: 'pending',
      statusDetail: 'pending_created',
      isAtTerminal: true,
      amountCents: 2490,
      currency: 'BRL',
      payeeId: String(DEMO_COLLECTOR_ID),
      reference: request.orderId,
      attemptId: request.attemptId,
      approvedAtMs: null,
    });
  });

  test('is the same however often it is sent under one key, also where no answer came', async () => {
    simulator.control.setFaults({ failCreatesAfterStoring: 2 });
    const request = asked();
    const made = value(await provider.createAtTerminal(account, request));
    expect(value(await provider.createAtTerminal(account, request)).id).toBe(made.id);
    expect(value(await provider.searchByReference(account, request.orderId))).toMatchObject([
      // Nothing in it names the attempt.
      { id: made.id, attemptId: null, isAtTerminal: true },
    ]);
  });

  test.each([
    ['credit', 'master', 'credit_card'],
    ['debit', 'debmaster', 'debit_card'],
    ['PIX', 'pix', 'pix'],
  ])('is paid by %s, as was chosen there, and goes back in parts', async (_, methodId, method) => {
    const { id } = await sent();
    simulator.control.atTerminal(id, 'shows');
    expect(await read(id)).toMatchObject({ status: 'pending', statusDetail: 'pending_terminal' });
    simulator.control.approve(id, methodId);
    expect(await read(id)).toMatchObject({ status: 'approved', method, approvedAtMs: nowMs });
    const part = { paymentId: id, refundId: randomUUID(), amountCents: 490 };
    expect(value(await provider.refund(account, part))).toMatchObject({ amountCents: 490, state: 'done' });
    expect(await read(id)).toMatchObject({ status: 'partially_refunded', refundedCents: 490 });
    const rest = { paymentId: id, refundId: randomUUID(), amountCents: null };
    expect(value(await provider.refund(account, rest))).toMatchObject({ amountCents: 2000 });
    expect(await read(id)).toMatchObject({ status: 'refunded' });
  });

  test.each([
    ['declined', 'rejected', 'cc_rejected_insufficient_amount'],
    ['cancelled there', 'cancelled', 'canceled_on_terminal'],
    ['not sure of itself', 'pending', 'pending_terminal_check'],
    ['left alone', 'expired', 'expired'],
  ])('%s is told apart', async (how, status, statusDetail) => {
    const { id } = await sent();
    simulator.control.atTerminal(id, 'shows');
    if (how === 'declined') simulator.control.reject(id, 'cc_rejected_insufficient_amount');
    if (how === 'cancelled there') simulator.control.atTerminal(id, 'cancels');
    if (how === 'not sure of itself') simulator.control.atTerminal(id, 'is-unsure');
    if (how === 'left alone') nowMs += 10 * MINUTE;
    expect(await read(id)).toMatchObject({ status, statusDetail });
  });

  test('is cancelled at once before the terminal shows it, and a moment later where it does', async () => {
    const early = await sent();
    expect(value(await provider.cancel(account, early.id))).toMatchObject({ status: 'cancelled' });
    const { id } = await sent();
    simulator.control.atTerminal(id, 'shows');
    expect(value(await provider.cancel(account, id))).toMatchObject({ status: 'pending' });
    nowMs += 1000;
    expect(await read(id)).toMatchObject({ status: 'cancelled' });
  });

  test('stays where the terminal does not let go of it', async () => {
    const { id } = await sent();
    simulator.control.atTerminal(id, 'shows');
    simulator.control.setFaults({ terminalsKeepOrders: true });
    expect(await provider.cancel(account, id)).toMatchObject({ ok: false, refusal: { kind: 'not-now' } });
    expect(await read(id)).toMatchObject({ status: 'pending' });
  });

  test('a terminal that waits for another amount, or is of somebody else, says no for good', async () => {
    await sent();
    expect(await provider.createAtTerminal(account, asked())).toMatchObject({
      ok: false,
      refusal: { kind: 'refused', code: 'already_queued_order_on_terminal' },
    });
    expect(await provider.createAtTerminal(account, asked({ terminalId: 'NEWLAND_N950__X' }))).toMatchObject({
      ok: false,
      refusal: { kind: 'refused', code: 'forbidden_checking_terminal_owner' },
    });
  });
});
