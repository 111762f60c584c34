// Recordings of the guided run as fixtures: the simulator answers as the real provider did, and the adapters read what it said. Until
// somebody with an account has rehearsed, the recording is one of `npm run rehearse` against the simulator.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { OrderJson, paymentOfOrder } from '../../../cloud/payments/provider/mercado-pago-order.ts';
import { PaymentJson, paymentOf } from '../../../cloud/payments/provider/mercado-pago-payment.ts';
import type { ProviderPayment } from '../../../cloud/payments/provider/provider.ts';
import { makeCardToken } from '../../harness/card-token.ts';
import { differencesOf, readFixtures, RECORDED_FOLDER, type Fixture } from '../../rehearsal/fixtures.ts';
import { rehearseMercadoPago, type Recorded } from '../../rehearsal/mercado-pago.ts';
import { simulatedPerson } from '../../rehearsal/simulated-person.ts';
import { DEMO_ACCESS_TOKEN } from '../../simulators/mercado-pago/demo-credentials.ts';
import {
  startMercadoPagoSimulator,
  type MercadoPagoSimulator,
} from '../../simulators/mercado-pago/simulator.ts';

let simulator: MercadoPagoSimulator;
const folder = mkdtempSync(join(tmpdir(), 'rehearsed-'));
beforeAll(async () => {
  simulator = await startMercadoPagoSimulator({ port: 0, webhookRetryDelaysMs: [] });
});
afterAll(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true });
});
const person = async () => simulatedPerson(simulator, `${await makeCardToken(simulator.url)} master`);

/** The command itself, as a person runs it who answers each of its questions. */
async function runCommand(api: Fixture['api']): Promise<string> {
  const answer = await person();
  const child = spawn(process.execPath, ['scripts/rehearse.ts', 'mercado-pago', api, simulator.url, folder], {
    env: { PATH: process.env['PATH'], MP_ACCESS_TOKEN: DEMO_ACCESS_TOKEN },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // Also where it asks what nobody answers, and the test's time is over.
  onTestFinished(() => void child.kill());
  let said = '';
  let heard = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (!said.endsWith('\n> ') || heard === said.length) return;
    const question = said.slice(heard);
    heard = said.length;
    // What is asked stands after what was told before it.
    const [, asked = ''] = /\n\n([^]*)\n> $/.exec(question) ?? [];
    // A terminal takes the pauses of a real one; it is rehearsed in rehearsal.test.ts.
    child.stdin.write(`${asked.startsWith('Maquininha') ? '' : answer(asked)}\n`);
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  expect([code, said.includes('Gravado em')]).toEqual([0, true]);
  return said;
}

async function simulated(api: Fixture['api']): Promise<Recorded[]> {
  const answer = await person();
  return rehearseMercadoPago({
    api,
    baseUrl: simulator.url,
    accessToken: DEMO_ACCESS_TOKEN,
    ask: (text) => Promise.resolve(answer(text)),
    say: () => {},
    pause: () => Promise.resolve(),
    nowMs: Date.now,
    looksMax: 2,
  });
}

/** What each recorded payment is to us. */
const paymentsOf = ({ api, recorded }: Fixture): [string, ProviderPayment | null][] =>
  recorded
    .filter(
      ({ step, answer }) =>
        /^(pix|card|after|cancel)/.test(step) && !step.includes('refund') && answer.status < 300,
    )
    .map(({ step, answer: { body } }) => [
      step,
      api === 'orders' ? paymentOfOrder(OrderJson.parse(body)) : paymentOf(PaymentJson.parse(body)),
    ]);

async function holds(fixture: Fixture): Promise<void> {
  expect(differencesOf(fixture.recorded, await simulated(fixture.api))).toEqual([]);
  const read = paymentsOf(fixture);
  expect(read.length).toBeGreaterThan(0);
  expect(read).toEqual(
    read.map(([step]) => [
      step,
      expect.objectContaining({
        amountCents: 100,
        currency: 'BRL',
        reference: expect.stringMatching(/^ensaio-/) as string,
      }),
    ]),
  );
}

describe.each(['orders', 'payments'] as const)('the command of the rehearsal by %s', (api) => {
  test('leads through PIX, refunds, panel and card, and what it keeps is a fixture that holds', async () => {
    await runCommand(api);
    const fixture = readFixtures(folder).find((one) => one.api === api);
    if (fixture === undefined) throw new Error('nothing was recorded');
    expect(fixture.baseUrl).toBe(simulator.url);
    const steps = fixture.recorded.map(({ step }) => step);
    for (const step of [
      'pix',
      'part refund',
      'whole refund',
      'after the panel refund',
      'card',
      'card refund',
    ])
      expect(steps).toContain(step);
    expect(JSON.stringify(fixture)).not.toContain(DEMO_ACCESS_TOKEN);
    await holds(fixture);
  });
});

test.each(readFixtures(RECORDED_FOLDER))('what the real provider answered by $api', holds);

describe('a recording and the simulator', () => {
  const recorded = (step: string, status: number, body: unknown): Recorded => ({
    step,
    request: { method: 'GET', path: '/', body: null },
    answer: { status, body },
  });
  const apart = (real: unknown, simulatedBody: unknown) =>
    differencesOf([recorded('pix', 201, real)], [recorded('pix', 201, simulatedBody)]);

  test('differ by a status, a field that is invented, and a kind of value', () => {
    expect(differencesOf([recorded('pix', 200, {})], [recorded('pix', 201, {})])).toEqual([
      'pix: answered 200, simulated 201',
    ]);
    expect(apart({ id: 1 }, { id: 1, made: true })).toEqual(['pix.made: simulated alone']);
    expect(apart({ list: [{ amount: '1.00' }] }, { list: [{ amount: 1 }] })).toEqual([
      'pix.list[0].amount: string, simulated as number',
    ]);
  });

  test('differ by a step that the simulated run never came to', () => {
    expect(
      differencesOf(
        [recorded('pix', 201, {}), recorded('part refund', 201, {})],
        [recorded('pix', 201, {}), recorded('account', 200, {})],
      ),
    ).toEqual(['part refund: not simulated']);
  });

  test('do not differ by what the real one says beyond, by null, nor by a card or a terminal that only one had', () => {
    expect(apart({ id: 1, more: 2, none: null }, { id: 9, none: 'x' })).toEqual([]);
    const left = ['card', 'card refund', 'terminals', 'terminal order, look 2', 'pix, look 9'];
    expect(
      differencesOf(
        left.map((step) => recorded(step, 201, {})),
        [recorded('pix', 201, { id: 1 })],
      ),
    ).toEqual([]);
    expect(
      differencesOf([recorded('pix, look 1', 200, {})], [recorded('pix, look 1', 200, { id: 1 })]),
    ).toEqual([]);
  });
});
