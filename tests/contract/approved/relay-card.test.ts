// Cards on the site and terminals at the counter, in every way a bank may answer: compared with a text that a person has read.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCardToken } from '../../harness/card-token.ts';
import { openRecord, type Record } from '../../harness/relay-record.ts';
import { connectAside, idOf, openShop, placeAside } from '../../harness/record-shop.ts';
import { DEMO_TERMINALS } from '../../simulators/mercado-pago/terminals.ts';

const MINUTE_MS = 60_000;
const [READY = { id: '' }, BY_ITSELF = { id: '' }] = DEMO_TERMINALS;
let record: Record;
beforeAll(async () => {
  record = await openRecord();
});
afterAll(() => record.close());

it('cards and terminals', async () => {
  const { step, ask, device, chapter, control } = record;
  const store = await openShop(record);
  await connectAside(record, store, 'payments');
  type Placed = Awaited<ReturnType<typeof placeAside>>;
  const edge = (path: string, init: { method?: string; json?: unknown } = {}) =>
    device(store, `/edge/payments/${path}`, init);
  let cards = 0;
  async function pay({ code, token }: Placed, holder: string, more: object = {}) {
    const card = await makeCardToken(record.simulatorUrl, holder);
    cards += 1;
    record.give(card, `card ${cards}`);
    const json = {
      token: card,
      payment_method_id: 'master',
      payer: { email: 'maria@exemplo.com.br', first_name: 'Maria', last_name: 'Souza' },
      ...more,
    };
    // Each from another household: how often one may try is written down at the end.
    const headers = { 'x-forwarded-for': `203.0.113.${cards}` };
    return ask(`/api/orders/${code}/card`, { json, token, headers });
  }
  const look = ({ code, token }: Placed, attemptId: string) =>
    ask(`/api/orders/${code}/card/${attemptId}`, { token });

  chapter('a card on the site');
  const one = await placeAside(record, store, 1);
  await step('approved at once, with all that a form may say', async () => {
    const { body } = await pay(one, 'APRO', {
      installments: 3,
      issuer_id: 24,
      payer: {
        email: 'maria@exemplo.com.br',
        first_name: 'Maria',
        last_name: 'Souza',
        identification: { type: 'CPF', number: '19119119100' },
      },
    });
    await look(one, body.attemptId);
    await edge(`card/${body.attemptId}`);
    await pay(one, 'APRO');
  });
  const two = await placeAside(record, store, 2);
  await step('refused, by an empty form too', async () => {
    await pay(two, 'FUND', { payer: {} });
    await pay(two, 'CALL');
    await pay(two, 'APRO', { token: '5031433215406351' });
    await pay(two, 'APRO', {
      payment_method_id: '',
      installments: 13,
      issuer_id: 'x',
      payer: { email: 'x', identification: { type: 'RG', number: '' } },
    });
    await ask(`/api/orders/${two.code}/card`, { json: {}, token: two.token });
    await look(two, idOf(99));
  });
  await step('looked at by a person at the provider, and approved', async () => {
    const { body } = await pay(two, 'LENT');
    await look(two, body.attemptId);
    control.approve(body.paymentId);
    await record.quiet();
    await look(two, body.attemptId);
  });
  const three = await placeAside(record, store, 3);
  await step('the provider is away, and was not', async () => {
    control.setFaults({ failCreatesAfterStoring: 3 });
    await pay(three, 'APRO');
    control.clearFaults();
    await record.pass(MINUTE_MS);
  });
  const four = await placeAside(record, store, 4);
  await step('the account may not charge', async () => {
    control.setFaults({ refuseCreates: { count: 1, reason: 'not-for-charging' } });
    await pay(four, 'APRO');
    control.clearFaults();
    await record.pass(16_000);
  });
  await step('many cards are refused: the trial ends, and the owner hears of it', async () => {
    for (let n = 0; n < 12; n += 1) {
      const card = await makeCardToken(record.simulatorUrl, 'FUND');
      record.give(card, 'card of a household');
      const json = { token: card, payment_method_id: 'master', payer: { email: 'eva@exemplo.com.br' } };
      const answer = await record.relay.ask(`/api/orders/${four.code}/card`, { json, token: four.token });
      record.note(
        `card ${n + 1} of a household → ${answer.status} retry-after ${answer.headers.get('retry-after')} ${await answer.text().then((text) => /"(?:detail|statusDetail)":"([^"]*)"/.exec(text)?.[1])}`,
      );
    }
    await record.pass(16_000);
  });

  chapter('terminals at the counter');
  await step('the older interface has none', async () => {
    await edge('terminals');
    await edge('terminals/account');
    await edge(`terminals/${READY.id}`, { method: 'PUT', json: { name: 'Balcão' } });
    await edge('terminal', { json: { order: four.order, terminalId: READY.id } });
  });
  await connectAside(record, store, 'orders');
  await step('one is named, another made ready, and one that nobody knows', async () => {
    await edge('terminals/account');
    await edge(`terminals/${READY.id}`, { method: 'PUT', json: { name: ' Balcão ' } });
    await edge(`terminals/${BY_ITSELF.id}`, { method: 'PUT', json: { name: 'Varanda' } });
    await edge('terminals/NADA', { method: 'PUT', json: { name: 'Nada' } });
    await edge(`terminals/${READY.id}`, { method: 'PUT', json: { name: '' } });
    await edge('terminals');
  });
  const send = ({ order }: Placed, more: object = {}) =>
    edge('terminal', { json: { order, terminalId: READY.id, ...more } });
  const wait = ({ id }: Placed, attemptId: string) => edge(`terminal/${attemptId}?orderId=${id}`);
  const five = await placeAside(record, store, 5);
  const sent = await step('an amount is sent twice, shown, and paid by debit', async () => {
    const { body } = await send(five);
    await send(five);
    await wait(five, body.attemptId);
    const [payment] = control.payments();
    control.atTerminal(String(payment?.id), 'shows');
    await record.quiet();
    await record.pass(3000);
    await wait(five, body.attemptId);
    control.approve(String(payment?.id), 'debmaster');
    await record.quiet();
    await wait(five, body.attemptId);
    await wait(five, idOf(98));
    return String(body.attemptId);
  });
  const six = await placeAside(record, store, 6);
  await step('cancelled at the terminal, and sent to one that is busy or unknown', async () => {
    await send(six);
    const seven = await placeAsideOf(7);
    await send(seven);
    await send(seven, { terminalId: 'NADA' });
    const [payment] = control.payments();
    control.atTerminal(String(payment?.id), 'cancels');
    await record.quiet();
  });
  await step('a part of an order, and an amount that is called off', async () => {
    await edge('parts/terminal', {
      json: { order: { ...six.order, totalCents: 1000 }, terminalId: READY.id, part: idOf(61) },
    });
    await edge('cancel', { json: { orderId: six.id } });
  });
  await step('the answer to what was sent is lost, and it is sent again', async () => {
    control.setFaults({ failCreatesAfterStoring: 3 });
    await send(six);
    control.clearFaults();
    await send(six);
    await edge('cancel', { json: { orderId: six.id } });
  });
  await step('the terminal is unsure', async () => {
    await send(six);
    const [payment] = control.payments();
    control.atTerminal(String(payment?.id), 'is-unsure');
    await record.quiet();
    await record.pass(MINUTE_MS);
    await edge('attention');
  });
  await step('one is forgotten, and with the account the other', async () => {
    await edge(`terminals/${READY.id}`, { method: 'DELETE' });
    await edge('credentials', { method: 'DELETE' });
    await edge('terminals');
    await wait(five, sent);
  });
  await expect(record.text('Cards and terminals')).toMatchFileSnapshot('./relay-card.txt');

  async function placeAsideOf(n: number): Promise<Placed> {
    const id = idOf(n);
    return { ...six, id, code: `T00000000${n}`, order: { ...six.order, id, code: `T00000000${n}` } };
  }
});
