// What is written and said of money that came online: facts of payments, codes and terminals at the counter, refunds, and what a person has to
// resolve. A person approves `online.txt`; the relay beside it says what the walk has it say.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireUnpaid } from '../../../edge/shop/orders/expiry.ts';
import type { Asker } from '../../harness/store-record.ts';
import { answers, asked, ATTEMPT, attention, PIX, request } from './online-relay.ts';
import {
  bigOne,
  drink,
  HOUR_MS,
  MINUTE_MS,
  nth,
  openRecordedShop,
  PRINTERS,
  smallOne,
  type RecordedShop,
} from './shop.ts';

let shop: RecordedShop;
beforeAll(async () => {
  shop = await openRecordedShop({ printers: PRINTERS, relay: { request } });
});
afterAll(() => shop.close());

test('money that came online: what is answered, written, told and printed is what was approved', async () => {
  const { record, relay, front, kitchen, admin, customer, wait, store } = shop;
  const listen = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (asked.length > 0) record.quote('the relay was asked:', asked.splice(0).join('\n'));
  };
  const step = async (words: string, who: Asker, what: string, json?: object): Promise<unknown> => {
    const answer = await record.step(words, who, what, json);
    await listen();
    return answer;
  };
  const look = async (who: Asker, ...paths: string[]): Promise<void> => {
    await record.look(who, paths);
    await listen();
  };
  let commands = 1000;
  const command = (words: string, kind: string, payload: object) =>
    step(words, relay, 'POST /link/commands', { id: nth((commands += 1)), kind, payload });
  const place = (n: number, items: object[]) =>
    command(`order ${n} comes from the site`, 'order.place', {
      order: { id: nth(n), consumptionType: 'takeaway', customerPhone: '11987654321', items },
    });
  const hear = (words: string, n: number, more: object) =>
    command(`order ${n}: ${words}`, 'payment.fact', {
      attemptId: nth(500 + n),
      orderId: nth(n),
      provider: 'mercadopago',
      providerPaymentId: `7${n}`,
      method: 'pix',
      status: 'approved',
      statusDetail: 'accredited',
      amountCents: 1350,
      refundedCents: 0,
      mismatch: null,
      observedAtMs: store.clock.nowMs,
      ...more,
    });
  const refund = (words: string, n: number, json: object, who: Asker = admin) =>
    step(`order ${n}: ${words}`, who, `POST /api/staff/orders/${nth(n)}/refund`, json);

  record.title('What the relay tells of a payment');
  await place(1, [smallOne('a')]);
  await hear('begun', 1, { status: 'pending', statusDetail: null });
  await hear('paid', 1, {});
  await hear('told again', 1, {});
  await hear('what it was before', 1, { status: 'pending' });
  await hear('paid once more by another try', 1, { attemptId: nth(590), method: 'debit_card' });
  await place(2, [smallOne('a')]);
  await hear('with another amount', 2, { amountCents: 900, mismatch: 'amount' });
  await hear('refused by the bank', 2, {
    attemptId: nth(591),
    method: 'credit_card',
    status: 'rejected',
    statusDetail: 'cc_rejected_other_reason',
  });
  await place(3, [bigOne('a'), drink('b')]);
  await hear('paid by card', 3, { amountCents: 2925, method: 'credit_card' });
  await hear('taken back by the bank', 3, {
    amountCents: 2925,
    method: 'credit_card',
    status: 'charged_back',
    statusDetail: 'in_process',
  });
  await hear('and won', 3, { amountCents: 2925, method: 'credit_card', statusDetail: 'reimbursed' });
  await hear('of an order that is none', 9, {});
  shop.papers();

  record.title('Paid after it was over');
  await place(4, [smallOne('a')]);
  wait(3 * HOUR_MS);
  await record.doing('it expires', () => expireUnpaid(store.orders));
  await hear('paid all the same', 4, { observedAtMs: store.clock.nowMs });
  shop.papers();
  await look(front, '/api/staff/board', '/api/staff/cash');
  await look(admin, '/api/staff/payments/unresolved', '/api/staff/reports/today');

  record.title('Money goes back');
  await refund('a part, while the line is dead', 1, { amountCents: 350 });
  await refund('the same again', 1, { amountCents: 350 });
  await refund('by the attendant', 1, { amountCents: 350 }, front);
  await refund('nothing', 1, { amountCents: 0 });
  await refund('more than there is', 1, { amountCents: 999900 });
  await look(admin, '/api/staff/payments/unresolved');
  answers['/edge/payments/refund'] = { body: { state: 'done', lastError: null } };
  answers['/edge/payments/cancel'] = { body: { cancelled: true } };
  wait(MINUTE_MS);
  await record.doing('the store hands over what waits', () => store.payments.refundIntents.runDue());
  await listen();
  await refund('another part', 3, { amountCents: 925 });
  answers['/edge/payments/refund'] = { body: { state: 'under-way', lastError: null } };
  await refund('all that is left, at the customer’s wish', 3, {
    amountCents: null,
    reason: 'cliente',
    seen: 'RECEBIDO',
  });
  await hear('gone back', 3, {
    amountCents: 2925,
    method: 'credit_card',
    status: 'refunded',
    refundedCents: 2925,
  });
  answers['/edge/payments/refund'] = {
    status: 409,
    body: {
      type: 'about:blank',
      title: 'Não dá',
      status: 409,
      detail: 'O provedor não devolve mais.',
      code: 'not-refundable',
    },
  };
  await refund('refused by the provider', 4, { amountCents: null });
  await refund('of one that nobody paid online', 2, { amountCents: null });
  await refund('of one that is none', 9, { amountCents: null });
  await look(customer, `/api/orders/by-id/${nth(1)}`);
  shop.papers();

  record.title('What a person has to resolve');
  answers['/edge/payments/attention'] = {
    body: {
      items: [
        attention(2, 'mismatch', 'amount'),
        attention(1, 'refund-failed', null),
        attention(3, 'second-approval', null),
      ],
    },
  };
  answers['/edge/payments/attention/done'] = { body: { ended: true } };
  answers['/edge/payments/attention/accept'] = { body: { accepted: true } };
  await look(admin, '/api/staff/payments/unresolved');
  await look(front, '/api/staff/payments/unresolved');
  const resolve = (words: string, id: string, action: string) =>
    step(words, admin, `POST /api/staff/payments/${id}/resolve`, { action });
  await resolve('understood', `${nth(503)}.second-approval`, 'acknowledge');
  await resolve('tried again', `${nth(501)}.refund-failed`, 'retry');
  await resolve('taken for the order', `${nth(502)}.mismatch`, 'accept');
  await resolve('given back', `${nth(502)}.mismatch`, 'refund');
  await resolve('what nobody knows', 'nothing', 'acknowledge');

  record.title('A code and a terminal at the counter');
  const sell = (n: number) =>
    step(`order ${n} is sold`, front, 'POST /api/staff/orders', {
      id: nth(n),
      consumptionType: 'local',
      items: [smallOne('a')],
    });
  await sell(20);
  const pix = (words: string, n: number, query = '') =>
    step(words, front, `POST /api/staff/orders/${nth(n)}/counter-pix${query}`, {});
  await pix('no account and no key', 20);
  await step('a key of another kind', admin, 'PUT /api/staff/pix-key', { key: '123', holder: '', city: '' });
  await step('the shop has a key', admin, 'PUT /api/staff/pix-key', {
    key: 'lucia@loja.com',
    holder: 'Açaí da Lúcia',
    city: 'São Paulo',
  });
  await look(admin, '/api/staff/pix-key');
  await pix('the shop’s own code', 20);
  await pix('of a part', 20, `?part=${nth(701)}&cents=500`);
  await pix('of more than all', 20, `?part=${nth(701)}&cents=99900`);
  await pix('of an order that is none', 99);
  await look(
    front,
    `/api/staff/orders/${nth(20)}/pix-code`,
    `/api/staff/orders/${nth(20)}/pix-code?cents=500&part=${nth(701)}`,
  );
  await step('it is said to be paid', front, `POST /api/staff/orders/${nth(20)}/moves`, {
    kind: 'confirm-payment',
    method: 'pix_manual',
  });
  await sell(23);
  await step('another is said to be paid', front, `POST /api/staff/orders/${nth(23)}/moves`, {
    kind: 'confirm-payment',
    method: 'pix_manual',
  });
  await look(front, '/api/staff/static-pix', `/api/staff/orders/${nth(20)}/pix-code`);
  await look(kitchen, '/api/staff/static-pix');
  const [one = '', other = ''] = store.db.$client
    .prepare<[], string>('select txid from static_pix order by rowid')
    .pluck()
    .all();
  const say = (words: string, txid: string, said: string) =>
    step(words, front, `POST /api/staff/static-pix/${txid}`, { said });
  await record.doing('the store looks for them, while the line is dead', () =>
    store.staticPix.runDue(store.payments.ask),
  );
  await listen();
  answers['/edge/payments/static-pix'] = { body: { found: [] } };
  await record.doing('it looks, and finds none', () => store.staticPix.runDue(store.payments.ask));
  await listen();
  await say('it did not come', one, 'not-received');
  await say('it came', other, 'received');
  await say('of none', 'NADA', 'received');
  await look(front, '/api/staff/static-pix');
  await step('it had come after all, says the statement', admin, 'POST /api/staff/static-pix/proved', {
    proved: [
      { txid: one, providerPaymentId: '88', amountCents: 1350 },
      { txid: 'NADA', providerPaymentId: '89', amountCents: 1 },
    ],
  });
  answers['/edge/payments/pix'] = { status: 200, body: PIX };
  answers[`/edge/payments/pix/${ATTEMPT}`] = { body: { ...PIX, status: 'approved' } };
  await sell(21);
  await pix('the provider’s code', 21);
  await step('how it stands', front, `GET /api/staff/orders/${nth(21)}/counter-pix/${ATTEMPT}`);
  answers['/edge/payments/parts/pix'] = { status: 200, body: { ...PIX, attemptId: nth(601) } };
  await pix('the provider’s code of a part', 21, `?part=${nth(702)}&cents=500`);
  await hear('that part was paid', 21, { attemptId: nth(601), amountCents: 500, part: nth(702) });
  const take = (words: string, n: number, json: object) =>
    step(words, front, `POST /api/staff/orders/${nth(n)}/moves`, { kind: 'take-tender', ...json });
  await take('the same amount is said by hand', 21, { id: nth(703), method: 'pix_manual', cents: 500 });
  await take('and is another one', 21, {
    id: nth(703),
    method: 'pix_manual',
    cents: 500,
    besideParts: [nth(702)],
  });
  await take('the rest in cash', 21, { id: nth(704), method: 'cash', cents: 350 });
  await refund('the part that came by itself', 21, { amountCents: null });
  await step('a drink is added', front, `POST /api/staff/orders/${nth(20)}/lines`, {
    id: nth(710),
    add: [drink('z')],
    seen: { changes: 0, paid: true },
  });
  answers['/edge/payments/differences/pix'] = { status: 200, body: { ...PIX, attemptId: nth(605) } };
  await pix('a code for what it owes', 20, `?part=${nth(711)}&cents=360`);
  await pix('a code for another amount', 20, `?part=${nth(712)}&cents=100`);
  await hear('that was paid', 20, {
    attemptId: nth(605),
    amountCents: 360,
    part: nth(711),
    difference: true,
  });
  await step('and taken off again', admin, `POST /api/staff/orders/${nth(20)}/lines`, {
    id: nth(713),
    takeOff: ['z'],
    seen: { changes: 1, paid: true },
  });
  await step('which goes back', admin, `POST /api/staff/orders/${nth(20)}/difference`, {
    kind: 'give-back',
    id: nth(714),
    cents: 360,
  });
  answers['/edge/payments/terminals'] = { body: { terminals: [{ id: 'T1', name: 'Balcão' }] } };
  answers['/edge/payments/terminal'] = {
    body: {
      attemptId: nth(602),
      terminalId: 'T1',
      amountCents: 1350,
      state: 'sent',
      method: null,
      statusDetail: null,
    },
  };
  answers[`/edge/payments/terminal/${nth(602)}`] = {
    body: {
      attemptId: nth(602),
      terminalId: 'T1',
      amountCents: 1350,
      state: 'cancelled',
      method: null,
      statusDetail: null,
    },
  };
  await look(front, '/api/staff/terminals');
  await sell(22);
  await step('sent to the terminal', front, `POST /api/staff/orders/${nth(22)}/terminal`, {
    terminalId: 'T1',
  });
  await hear('it waits there', 22, {
    attemptId: nth(602),
    status: 'pending',
    terminal: true,
    method: 'debit_card',
  });
  await step('how it stands there', front, `GET /api/staff/orders/${nth(22)}/terminal/${nth(602)}`);
  await step('taken off it', front, `POST /api/staff/orders/${nth(22)}/terminal/${nth(602)}/cancel`, {});
  await hear('paid there all the same', 22, { attemptId: nth(602), terminal: true, method: 'debit_card' });
  shop.papers();
  await look(front, '/api/staff/board', '/api/staff/cash');

  record.title('The day against the provider, and the account');
  const row = (n: number, differences: string[], more = {}) => ({
    providerPaymentId: `7${n}`,
    attemptId: nth(500 + n),
    orderId: nth(n),
    orderCode: 'ABCDEFGHJK',
    method: 'pix',
    providerStatus: 'approved',
    attemptStatus: 'approved',
    orderPaymentStatus: 'approved',
    paidCents: 1350,
    expectedCents: 1350,
    refundedCents: 350,
    createdAtMs: Date.parse('2026-11-21T15:01:00-03:00'),
    differences,
    ...more,
  });
  answers['/edge/payments/matching'] = {
    body: {
      day: '2026-11-21',
      rows: [
        row(1, []),
        row(2, ['unknown-payment', 'amount'], {
          attemptId: null,
          orderId: null,
          orderCode: null,
          expectedCents: null,
        }),
        row(3, ['not-at-provider'], {
          providerPaymentId: null,
          providerStatus: null,
          paidCents: null,
          method: '=cmd',
        }),
      ],
      totals: { approvedCents: 2700, refundedCents: 700, payments: 2, differences: 2 },
      foreign: 1,
    },
  };
  await look(
    admin,
    '/api/staff/payments/matching?day=2026-11-21',
    '/api/staff/payments/matching.csv?day=2026-11-21',
  );
  const state = {
    configured: true,
    source: 'store',
    publicKey: 'TEST-1',
    payeeId: '42',
    cards: true,
    notices: true,
    updatedAtMs: 1,
    api: 'orders',
  };
  answers['/edge/payments/credentials'] = {
    body: { ...state, ok: true, message: 'Conta certa.', sandbox: false },
  };
  answers['/edge/payments/credentials/api'] = { body: state };
  await look(admin, '/api/staff/payments/credentials');
  await step('the account is kept', admin, 'PUT /api/staff/payments/credentials', {
    accessToken: `APP_USR-${'1'.repeat(40)}`,
  });
  await step('another interface', admin, 'PUT /api/staff/payments/credentials/api', { api: 'payments' });
  await step('the account is forgotten', admin, 'DELETE /api/staff/payments/credentials');
  await look(admin, `/api/staff/orders/${nth(3)}/contest.pdf`, `/api/staff/orders/${nth(99)}/contest.pdf`);
  await look(
    admin,
    '/api/staff/audit?subject=order',
    '/api/staff/reports/breakdown?from=2026-11-21&to=2026-11-21',
  );

  await expect(record.text()).toMatchFileSnapshot('./online.txt');
});
