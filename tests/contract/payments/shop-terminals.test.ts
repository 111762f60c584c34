// Which of its account's terminals a shop uses: chosen, named, tried with the account, let go.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { accepted, refused } from '@balcao/shared/result.ts';
import { paymentTerminals } from '../../../cloud/payments/schema.ts';
import { createTerminals } from '../../../cloud/payments/terminals.ts';
import { DEMO_ACCOUNT } from '../../simulators/mercado-pago/demo-credentials.ts';
import { DEMO_TERMINALS } from '../../simulators/mercado-pago/terminals.ts';
import { onBothDatabases } from '../../harness/payments-suite.ts';
import { BY_ITSELF, keep, READY, sendRaw } from '../../harness/terminals.ts';

const NONE = { id: 'none', isIntegrated: true };

onBothDatabases('the terminals of a shop', (start) => {
  test('are chosen from the account’s, named, made to take what is sent, and let go', async () => {
    const relay = await start({ api: 'orders' });
    expect((await relay.edge('GET', '/edge/payments/terminals')).body).toEqual({ terminals: [] });
    expect((await keep(relay, BY_ITSELF, ' Caixa 2 ')).body).toEqual({
      terminals: [
        { id: BY_ITSELF, name: 'Caixa 2', isReady: true, isThere: true },
        { id: READY, name: null, isReady: true, isThere: true },
      ],
    });
    expect((await keep(relay, BY_ITSELF, 'Fundos')).status).toBe(200);
    expect((await relay.edge('GET', '/edge/payments/terminals')).body).toEqual({
      terminals: [{ id: BY_ITSELF, name: 'Fundos' }],
    });
    const gone = await relay.edge('DELETE', `/edge/payments/terminals/${BY_ITSELF}`);
    expect(gone.body).toEqual({ terminals: [] });
  });

  test('are listed as they were chosen, in whatever order their rows came to this database', async () => {
    const relay = await start({ api: 'orders' });
    const { storeId } = relay;
    await relay.db.insert(paymentTerminals).values([
      { storeId, id: READY, name: 'Caixa 2', addedAtMs: 2 },
      { storeId, id: BY_ITSELF, name: 'Caixa 1', addedAtMs: 1 },
    ]);
    const terminals = [
      { id: BY_ITSELF, name: 'Caixa 1' },
      { id: READY, name: 'Caixa 2' },
    ];
    expect((await relay.edge('GET', '/edge/payments/terminals')).body).toEqual({ terminals });
    // Another name is no other terminal: it stays in its place.
    await keep(relay, BY_ITSELF, 'Frente');
    expect((await relay.edge('GET', '/edge/payments/terminals')).body).toEqual({
      terminals: [{ id: BY_ITSELF, name: 'Frente' }, terminals[1]],
    });
  });

  test('are none that could not be made to take what is sent', async () => {
    const relay = await start({ api: 'orders' });
    relay.control.setFaults({ failRequests: { count: 9, status: 503, retryAfterSeconds: null } });
    expect((await keep(relay, BY_ITSELF)).body).toMatchObject({ code: 'provider-unreachable' });
    expect((await relay.edge('GET', '/edge/payments/terminals')).body).toEqual({ terminals: [] });
  });

  test('are none that the account does not have, and need the newer interface', async () => {
    const relay = await start({ api: 'orders' });
    expect(await keep(relay, 'NEWLAND_N950__X')).toMatchObject({ body: { code: 'terminal-unknown' } });
    expect((await keep(relay, READY, ' ')).status).toBe(422);
    const older = await start();
    for (const refused of [
      await keep(older),
      await older.edge('GET', '/edge/payments/terminals/account'),
      await sendRaw(older, older.placeOrder()),
    ])
      expect(refused).toMatchObject({ status: 409, body: { code: 'terminal-needs-orders' } });
  });

  test('are its own: another shop of the relay sees none of them and lets none go, not even with its account, and sends nothing there', async () => {
    const relay = await start({ api: 'orders' });
    await keep(relay);
    const sent: string[] = [];
    const { forget, forgetAll, list, send } = createTerminals({
      ...{ db: relay.db, clock: relay.clock },
      credentials: { of: async () => ({ ...DEMO_ACCOUNT, api: 'orders', hasChangedApi: false }) },
      provider: { listTerminals: async () => accepted([]), integrateTerminal: async () => accepted(NONE) },
      start: {
        sendToTerminal: async (_storeId, _order, terminalId) => {
          sent.push(terminalId);
          return refused({ code: 'method-off' });
        },
      },
    });
    const another = randomUUID();
    const order = { orderId: randomUUID(), code: 'CODE', totalCents: 1990, items: [] };
    expect(await send(another, order, READY)).toEqual(refused({ code: 'terminal-unknown' }));
    expect(sent).toEqual([]);
    expect(await list(another)).toEqual({ terminals: [] });
    await forget(another, READY);
    await forgetAll(another);
    expect((await relay.edge('GET', '/edge/payments/terminals')).body).toEqual({
      terminals: [{ id: READY, name: 'Balcão' }],
    });
  });

  test('are part of the account’s test, and go with the account', async () => {
    const relay = await start({ api: 'orders' });
    await relay.edge('PUT', '/edge/payments/credentials', { ...DEMO_ACCOUNT, api: 'orders' });
    await keep(relay);
    const step = async () => {
      const { body } = await relay.edge('POST', '/edge/payments/credentials/test', {});
      return (body['steps'] as { step: string }[]).find((one) => one.step === 'terminals');
    };
    expect(await step()).toMatchObject({ state: 'ok', text: expect.stringContaining('Balcão') });
    relay.control.setTerminals(DEMO_TERMINALS.map((one) => ({ ...one, mode: 'STANDALONE' })));
    expect(await step()).toMatchObject({ state: 'failed', text: expect.stringContaining('modo PDV') });
    const ofAccount = await relay.edge('GET', '/edge/payments/terminals/account');
    expect(ofAccount.body['terminals']).toContainEqual({
      ...{ id: READY, name: 'Balcão', isReady: false, isThere: true },
    });
    relay.control.setTerminals([]);
    expect(await step()).toMatchObject({ state: 'failed', text: expect.stringContaining('não tem mais') });
    expect((await relay.edge('GET', '/edge/payments/terminals/account')).body).toEqual({
      terminals: [{ id: READY, name: 'Balcão', isReady: false, isThere: false }],
    });
    await relay.edge('DELETE', '/edge/payments/credentials');
    expect((await relay.edge('GET', '/edge/payments/terminals')).body).toEqual({ terminals: [] });
    expect(await step()).toBeUndefined();
  });
});
