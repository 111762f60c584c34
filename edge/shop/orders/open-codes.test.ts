// A part that is said by hand to be paid by PIX while a code of the same amount is open: the code is ended first, and what was paid to it is asked about.
import { afterEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { listHandPayments, sendPaymentFact } from '../../testing/payment-fact.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

const ATTEMPT = '0f0e0d0c-0b0a-4908-8706-050403020100';
const OTHER = '0f0e0d0c-0b0a-4908-8706-050403020101';
const END = '/edge/payments/cancel';
const LIST = '/edge/payments/attempts';
const START = '/edge/payments/parts/pix';
const LOOK = (attemptId: string) => `/edge/payments/pix/${attemptId}`;
const pix = (status: string, attemptId = ATTEMPT) => ({
  attemptId,
  paymentId: '1',
  status,
  qrCode: '000201',
  qrCodeBase64: '',
  expiresAtMs: 1,
});

let store: TestStore;
let front: Asking;
let asked: string[] = [];
/** How long each of these was waited for, in ms. */
let waitedMs: Record<string, number | undefined> = {};
/** What the relay answers now; nothing: it is away. */
let answers: Record<string, object> = {};
/** What happens while the relay is asked to end a code. */
let meanwhile: (() => Promise<unknown>) | null = null;
afterEach(() => store.close());

async function open(): Promise<void> {
  asked = [];
  waitedMs = {};
  answers = {};
  meanwhile = null;
  store = await openTestStore({
    relay: {
      request: async (path: string, { timeoutMs }: { timeoutMs?: number } = {}) => {
        const at = path.split('?')[0] ?? '';
        asked.push(at);
        waitedMs[at] = timeoutMs;
        if (at === END) await meanwhile?.();
        const answer = answers[at];
        if (answer === undefined) throw new TypeError('fetch failed');
        return Response.json(answer);
      },
    },
  });
  front = await asRole(store, 'ATTENDANT');
}
/** An order of R$ 30,00 that waits. */
const waiting = () =>
  sell(store, store.clock.nowMs, {
    status: 'PENDING',
    paymentStatus: 'pending',
    paymentMethod: null,
    totalCents: 3000,
    source: 'counter',
  }).id;
const take = async (id: string, cents: number, fields: object, part = v7()) => {
  const answer = await front(`/api/staff/orders/${id}/moves`, {
    json: { kind: 'take-tender', id: part, cents, ...fields },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, any> };
};
const hear = (orderId: string, part: string | undefined, changes: object = {}) =>
  sendPaymentFact(store, {
    attemptId: ATTEMPT,
    orderId,
    status: 'pending',
    statusDetail: null,
    ...(part === undefined ? {} : { part }),
    ...changes,
  });
const booked = () => listHandPayments(store);
const BY_HAND = { method: 'pix_manual', besideParts: [] };

describe('[P39] PIX said by hand while a code of the same amount is open', () => {
  it('is taken once the code was ended, and nobody had paid it', async () => {
    await open();
    const id = waiting();
    await hear(id, v7());
    answers = { [END]: { cancelled: true }, [LOOK(ATTEMPT)]: pix('rejected') };
    expect((await take(id, 1000, BY_HAND)).status).toBe(200);
    // Ended before it is booked: a code that is paid between the two would be a second part.
    expect(asked.slice(0, 3)).toEqual([LIST, END, LOOK(ATTEMPT)]);
    expect(waitedMs).toMatchObject({ [LIST]: 3000, [LOOK(ATTEMPT)]: 5000 });
    expect(booked()).toEqual(['in pix_manual 1000']);
  });

  it('is a question where the code turns out to be paid, and is counted beside it on a second tap alone', async () => {
    await open();
    const id = waiting();
    const part = v7();
    await hear(id, part);
    answers = { [END]: { cancelled: true }, [LOOK(ATTEMPT)]: pix('approved') };
    const said = v7();
    const first = await take(id, 1000, BY_HAND, said);
    expect(first).toMatchObject({ status: 409, body: { code: 'part-came', partIds: [part] } });
    // A page of before parts were named cannot count it beside that one.
    const older = await take(id, 1000, { method: 'pix_manual' }, said);
    expect(older).toMatchObject({ status: 409, body: { code: 'part-came', partIds: [part] } });
    expect(older.body['detail']).toMatch(/recarregue a página e receba de novo; se é a mesma, volte\.$/);
    expect(booked()).toEqual([]);
    await hear(id, part, { status: 'approved', statusDetail: 'accredited' });
    expect(booked()).toEqual(['in pix 1000']);
    expect((await take(id, 1000, { ...BY_HAND, besideParts: [part] }, said)).status).toBe(200);
    expect(booked()).toEqual(['in pix 1000', 'in pix_manual 1000']);
  });

  it.each([
    ['the relay is away', {}],
    ['the provider does not end it', { [END]: { cancelled: false }, [LOOK(ATTEMPT)]: pix('pending') }],
    [
      'its time on the screen is over alone',
      { [END]: { cancelled: false }, [LOOK(ATTEMPT)]: pix('expired') },
    ],
    ['nobody says how it ended', { [END]: { cancelled: true } }],
    ['its money is set aside', { [END]: { cancelled: true }, [LOOK(ATTEMPT)]: pix('pending') }],
  ])('is a question where %s', async (_why, now) => {
    await open();
    const id = waiting();
    const part = v7();
    await hear(id, part);
    answers = now;
    const said = v7();
    const first = await take(id, 1000, BY_HAND, said);
    expect(first).toMatchObject({ status: 409, body: { code: 'code-open', partIds: [part] } });
    expect(first.body['detail']).toMatch(/toque de novo\.$/);
    // A page of before parts were named cannot say so with another tap.
    const older = await take(id, 1000, { method: 'pix_manual' }, said);
    expect(older.body['detail']).toMatch(/recarregue a página e receba de novo\.$/);
    expect(booked()).toEqual([]);
    expect((await take(id, 1000, { ...BY_HAND, besideParts: [part] }, said)).status).toBe(200);
    // Sent again because its answer was lost.
    expect((await take(id, 1000, { ...BY_HAND, besideParts: [part] }, said)).status).toBe(200);
    expect(booked()).toEqual(['in pix_manual 1000']);
  });

  it('is a question where the code is of the very part that is said, whose line dropped as it was shown', async () => {
    await open();
    const id = waiting();
    const part = v7();
    await hear(id, part);
    answers = { [END]: { cancelled: true }, [LOOK(ATTEMPT)]: pix('approved') };
    const first = await take(id, 1000, BY_HAND, part);
    expect(first).toMatchObject({ status: 409, body: { code: 'part-came', partIds: [part] } });
    await hear(id, part, { status: 'approved', statusDetail: 'accredited' });
    expect(booked()).toEqual(['in pix 1000']);
    // Nothing of the only payment goes back.
    expect(store.orders.repository.byId(id)).toMatchObject({ tenders: [{ id: part, cents: 1000 }] });
  });

  it('is a question where another code was made while the first was ended', async () => {
    await open();
    const id = waiting();
    const later = v7();
    await hear(id, v7());
    meanwhile = () => hear(id, later, { attemptId: OTHER });
    answers = { [END]: { cancelled: true }, [LOOK(ATTEMPT)]: pix('rejected') };
    expect(await take(id, 1000, BY_HAND)).toMatchObject({
      status: 409,
      body: { code: 'code-open', partIds: [later] },
    });
    expect(booked()).toEqual([]);
  });

  it.each([
    ['open', 'pending', 'code-open'],
    ['paid', 'approved', 'part-came'],
  ])(
    'is a question where the relay has a code of which the store did not hear, which is %s',
    async (_how, status, code) => {
      await open();
      const id = waiting();
      const part = v7();
      const attempt = { attemptId: OTHER, method: 'pix', amountCents: 1000, terminal: false, part, status };
      answers = {
        [LIST]: { attempts: [attempt] },
        [END]: { cancelled: false },
        [LOOK(OTHER)]: pix(status, OTHER),
      };
      const first = await take(id, 1000, BY_HAND);
      expect(first).toMatchObject({ status: 409, body: { code, partIds: [part] } });
      expect(booked()).toEqual([]);
      // Somebody stands there with a phone in hand.
      expect(waitedMs).toEqual({ [LIST]: 3000, [END]: 5000, [LOOK(OTHER)]: 5000 });
    },
  );

  it('names a code once that the relay lists as well as the store has heard of it', async () => {
    await open();
    const id = waiting();
    const part = v7();
    await hear(id, part);
    const attempt = { attemptId: ATTEMPT, method: 'pix', amountCents: 1000, terminal: false, part };
    answers = { [LIST]: { attempts: [{ ...attempt, status: 'pending' }] } };
    const first = await take(id, 1000, BY_HAND);
    expect(first.body['partIds']).toEqual([part]);
  });

  it('is a question where the relay went away before it told of the code that it had made', async () => {
    await open();
    const id = waiting();
    const part = v7();
    answers = { [START]: pix('pending') };
    const shown = await front(`/api/staff/orders/${id}/counter-pix?part=${part}&cents=1000`, { json: {} });
    expect(await shown.json()).toMatchObject({ kind: 'proved', payment: { attemptId: ATTEMPT } });
    answers = {};
    const said = v7();
    const first = await take(id, 1000, BY_HAND, said);
    expect(first).toMatchObject({ status: 409, body: { code: 'code-open', partIds: [part] } });
    // The line is back: the payment is the part that it was made for, once.
    await hear(id, part, { status: 'pending', statusDetail: 'pending_waiting_transfer' });
    await hear(id, part, { status: 'approved', statusDetail: 'accredited' });
    expect(booked()).toEqual(['in pix 1000']);
    expect(store.orders.repository.byId(id)).toMatchObject({ tenders: [{ id: part, cents: 1000 }] });
  });

  it('is no question where the relay made no code before it went away, or one of another amount', async () => {
    await open();
    const id = waiting();
    const ask = (cents: number) =>
      front(`/api/staff/orders/${id}/counter-pix?part=${v7()}&cents=${cents}`, { json: {} });
    await ask(1000);
    answers = { [START]: pix('pending') };
    expect((await ask(999)).status).toBe(200);
    answers = {};
    expect((await take(id, 1000, BY_HAND)).status).toBe(200);
    expect(booked()).toEqual(['in pix_manual 1000']);
  });

  it.each([
    ['of another amount', { amountCents: 1001 }],
    ['that is over', { status: 'cancelled' }],
    ['at a terminal', { terminal: true }],
    ['that is none, but a card of the site', { method: 'credit_card' }],
    ['for all of the order', { part: null }],
    ['of which an older relay does not say whether it is for a part', { part: undefined }],
  ])('is no question beside a code %s of which the store did not hear', async (_which, changes) => {
    await open();
    const id = waiting();
    const code = { attemptId: OTHER, method: 'pix', amountCents: 1000, terminal: false, part: v7() };
    answers = { [LIST]: { attempts: [{ ...code, status: 'pending', ...changes }] } };
    expect((await take(id, 1000, BY_HAND)).status).toBe(200);
  });

  it('says which of two codes came', async () => {
    await open();
    const id = waiting();
    const [first, second] = [v7(), v7()];
    await hear(id, first);
    await hear(id, second, { attemptId: OTHER });
    answers = {
      [END]: { cancelled: true },
      [LOOK(ATTEMPT)]: pix('rejected'),
      [LOOK(OTHER)]: pix('approved', OTHER),
    };
    expect(await take(id, 1000, BY_HAND)).toMatchObject({
      status: 409,
      body: { code: 'part-came', partIds: [second] },
    });
  });

  it('is none by this question where an answer that was lost is sent again while a new code is open', async () => {
    await open();
    const id = waiting();
    const said = v7();
    expect((await take(id, 1000, BY_HAND, said)).status).toBe(200);
    await hear(id, v7());
    expect((await take(id, 1000, BY_HAND, said)).status).toBe(200);
    expect(booked()).toEqual(['in pix_manual 1000']);
  });

  it.each<[string, object, object, number?]>([
    ['in cash', { method: 'cash' }, {}],
    ['at the terminal', { method: 'terminal', besideParts: [] }, {}],
    ['beside a code of another amount', BY_HAND, { amountCents: 1001 }],
    ['beside a code that was ended', BY_HAND, { status: 'cancelled' }],
    ['beside a code that ran out', BY_HAND, { status: 'expired' }],
    ['beside an amount at the terminal', BY_HAND, { terminal: true }],
  ])('is no question %s', async (_where, fields, fact) => {
    await open();
    const id = waiting();
    await hear(id, v7(), fact);
    expect((await take(id, 1000, fields)).status).toBe(200);
  });

  it('is no question beside a code for all of the order, which never is a part (P11)', async () => {
    await open();
    const id = waiting();
    await hear(id, undefined);
    expect((await take(id, 1000, BY_HAND)).status).toBe(200);
  });

  it('of more than is left is told so, and ends no code', async () => {
    await open();
    const id = waiting();
    await take(id, 2001, { method: 'cash' });
    await hear(id, v7());
    asked = [];
    expect(await take(id, 1000, BY_HAND)).toMatchObject({ status: 409, body: { code: 'tender-too-much' } });
    expect(asked).toEqual([]);
  });
});

it.each<[string, object]>([
  ['a part in cash', { kind: 'take-tender', id: v7(), method: 'cash', cents: 1000 }],
  ['all of it at the terminal', { kind: 'confirm-payment', method: 'terminal', card: 'debito' }],
  ['the end of the order', { kind: 'cancel', reason: 'cliente' }],
])('[P11] %s ends what is open at the provider, whatever the store has heard of it', async (_what, move) => {
  await open();
  answers = { [END]: { cancelled: true } };
  const id = waiting();
  asked = [];
  expect((await front(`/api/staff/orders/${id}/moves`, { json: move })).status).toBe(200);
  expect(asked).toEqual([END]);
});

describe('[P39] all of an order said by hand to have come by PIX', () => {
  const confirm = async (id: string) => {
    const answer = await front(`/api/staff/orders/${id}/moves`, {
      json: { kind: 'confirm-payment', method: 'pix_manual' },
    });
    return { status: answer.status, body: (await answer.json()) as object };
  };

  it('is not taken beside a code that was paid meanwhile, of which the store may not have heard', async () => {
    for (const isHeard of [true, false]) {
      await open();
      const id = waiting();
      if (isHeard) await hear(id, undefined, { amountCents: 3000 });
      const attempt = {
        attemptId: ATTEMPT,
        method: 'pix',
        amountCents: 3000,
        part: null,
        status: 'approved',
      };
      answers = {
        [LIST]: { attempts: isHeard ? [] : [attempt] },
        [END]: { cancelled: true },
        [LOOK(ATTEMPT)]: pix('approved'),
      };
      asked = [];
      expect(await confirm(id)).toMatchObject({ status: 409, body: { code: 'already-paid' } });
      expect(booked()).toEqual([]);
      // Ended before it is read: nobody pays it between the two.
      expect(asked).toEqual([LIST, END, LOOK(ATTEMPT)]);
      expect(waitedMs).toEqual({ [LIST]: 3000, [END]: 5000, [LOOK(ATTEMPT)]: 5000 });
      if (isHeard) await store.close();
    }
  });

  it('is taken beside a code of a part that came: that is asked about with its part', async () => {
    await open();
    const id = waiting();
    const code = { attemptId: ATTEMPT, method: 'pix', amountCents: 1000, part: v7(), status: 'approved' };
    answers = { [LIST]: { attempts: [code] }, [LOOK(ATTEMPT)]: pix('approved') };
    expect((await confirm(id)).status).toBe(200);
  });

  it('is taken beside a payment of which an older relay does not say whether it is of a part', async () => {
    await open();
    const id = waiting();
    const attempt = { attemptId: ATTEMPT, method: 'pix', amountCents: 3000, status: 'approved' };
    answers = { [LIST]: { attempts: [attempt] }, [LOOK(ATTEMPT)]: pix('approved') };
    expect((await confirm(id)).status).toBe(200);
  });

  it('asks nobody again once it was taken and its answer was lost', async () => {
    await open();
    const id = waiting();
    expect((await confirm(id)).status).toBe(200);
    const attempt = { attemptId: ATTEMPT, method: 'pix', amountCents: 3000, part: null, status: 'approved' };
    answers = { [LIST]: { attempts: [attempt] }, [LOOK(ATTEMPT)]: pix('approved') };
    asked = [];
    expect((await confirm(id)).status).toBe(200);
    expect(asked).not.toContain(LIST);
    expect(booked()).toEqual(['in pix_manual 3000']);
  });

  it.each([
    ['once the code was ended unpaid', { [END]: { cancelled: true }, [LOOK(ATTEMPT)]: pix('cancelled') }],
    ['where nobody answers', {}],
  ])('is taken %s', async (_when, now) => {
    await open();
    const id = waiting();
    await hear(id, undefined, { amountCents: 3000 });
    answers = now;
    expect((await confirm(id)).status).toBe(200);
    expect(booked()).toEqual(['in pix_manual 3000']);
  });
});
