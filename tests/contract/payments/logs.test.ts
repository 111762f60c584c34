// Nothing personal and nothing secret in any log line, not even when everything goes wrong.
import { expect, test } from 'vitest';
import { DEMO_ACCESS_TOKEN, DEMO_WEBHOOK_SECRET } from '../../simulators/mercado-pago/demo-credentials.ts';
import { onBothApis } from '../../harness/payments-suite.ts';

const EMAIL = 'maria.souza@exemplo.com.br';
const NUMBER = '5031433215406351';

onBothApis('logs', (start) => {
  test('hold no card data, phones, names, e-mails or tokens', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const tokens: string[] = [];
    const card = async (holder: string) => {
      const token = await relay.cardToken(holder, NUMBER);
      tokens.push(token);
      return relay.call('POST', `/api/orders/${order.code}/card`, order.token, {
        token,
        payment_method_id: 'master',
        payer: {
          email: EMAIL,
          first_name: 'Maria',
          last_name: 'Souza',
          identification: { type: 'CPF', number: '12345678909' },
        },
      });
    };
    await card('FUND');
    // A CPF that the provider refuses, and repeats in its answer.
    await relay.call('POST', `/api/orders/${order.code}/card`, order.token, {
      token: tokens[0],
      payment_method_id: 'master',
      payer: { email: EMAIL, identification: { type: 'CPF', number: '11111111111' } },
    });
    // A machine that is busy may have been answered too late: what became of the card is known a little later.
    relay.advance(60_000);
    await relay.quiet();
    const pix = await relay.pix(order);
    relay.control.setFaults({
      failRequests: { count: 30, status: 500, retryAfterSeconds: null },
      wrongSignatureWebhooks: 3,
    });
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    relay.advance(10 * 60_000);
    await relay.quiet();
    await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId });
    await relay.edge('PUT', '/edge/payments/credentials', {
      accessToken: `${DEMO_ACCESS_TOKEN}-wrong`,
      webhookSecret: 'segredo-novo',
    });
    relay.control.clearFaults();
    await relay.quiet();

    const everything = relay.logged.join('\n');
    expect(relay.logged.length).toBeGreaterThan(3);
    const secrets = [
      NUMBER,
      EMAIL,
      'Maria',
      'Souza',
      '12345678909',
      '11111111111',
      '11987654321',
      order.token,
      DEMO_ACCESS_TOKEN,
      DEMO_WEBHOOK_SECRET,
      'segredo-novo',
      'sem granola',
      pix.qrCode,
      ...tokens,
    ];
    for (const secret of secrets) expect(everything).not.toContain(secret);
    // Six digits may stand by chance within an id.
    expect(everything).not.toMatch(new RegExp(`\\b${NUMBER.slice(0, 6)}`));
    expect(relay.alarms.map((alarm) => alarm.text).join('\n')).not.toMatch(/11987654321|Maria|@/);
  });
});
