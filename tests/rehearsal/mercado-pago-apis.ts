// How the rehearsal speaks with each of the provider's interfaces: what is sent where, and where the answer says how it stands.
import { randomUUID } from 'node:crypto';

type Sent = { path: string; body?: object };

/** What a payment is to the rehearsal: its id, whether money came, and the code to pay it. */
export type Seen = {
  id: string | null;
  transactionId: string | null;
  isPaid: boolean;
  pixCode: string | null;
};

/** One of the provider's interfaces. `cents` null gives back the whole. */
export type RehearsedApi = {
  pix: (nowMs: number) => Sent;
  card: (token: string, brand: string) => Sent;
  read: (id: string) => string;
  seen: (answer: unknown) => Seen;
  refund: (seen: Seen, cents: number | null) => Sent;
  /** Null where reading the payment lists them. */
  refunds: (id: string) => string | null;
  cancel: (id: string) => Sent & { method: string };
  search: (reference: string, nowMs: number) => string;
};

const EXPIRY_MINUTES = 31;
const DAY_MS = 86_400_000;
const dateText = (atMs: number): string => new Date(atMs).toISOString().replace('Z', '+00:00');
const reference = (): string => `ensaio-${randomUUID()}`;
const PAYER = { email: 'ensaio@example.com' };

const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
const text = (value: unknown): string | null =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : null;

const payments: RehearsedApi = {
  pix: (nowMs) => ({
    path: '/v1/payments',
    body: {
      transaction_amount: 1,
      description: 'Ensaio do Balcão',
      payment_method_id: 'pix',
      external_reference: reference(),
      date_of_expiration: dateText(nowMs + EXPIRY_MINUTES * 60_000),
      payer: PAYER,
    },
  }),
  card: (token, brand) => ({
    path: '/v1/payments',
    body: {
      transaction_amount: 1,
      description: 'Ensaio do Balcão',
      payment_method_id: brand,
      token,
      installments: 1,
      external_reference: reference(),
      payer: PAYER,
    },
  }),
  read: (id) => `/v1/payments/${id}`,
  seen: (answer) => ({
    id: text(at(answer, 'id')),
    transactionId: null,
    isPaid: at(answer, 'status') === 'approved',
    pixCode: text(at(answer, 'point_of_interaction', 'transaction_data', 'qr_code')),
  }),
  refund: ({ id }, cents) => ({
    path: `/v1/payments/${id}/refunds`,
    body: cents === null ? {} : { amount: cents / 100 },
  }),
  refunds: (id) => `/v1/payments/${id}/refunds`,
  cancel: (id) => ({ method: 'PUT', path: `/v1/payments/${id}`, body: { status: 'cancelled' } }),
  search: (name) => `/v1/payments/search?external_reference=${name}`,
};

const orderOf = (method: object, more: object = {}): Sent => ({
  path: '/v1/orders',
  body: {
    type: 'online',
    processing_mode: 'automatic',
    capture_mode: 'automatic',
    external_reference: reference(),
    description: 'Ensaio do Balcão',
    total_amount: '1.00',
    // Whether it comes back tells whether an attempt can be named there.
    items: [{ title: 'Ensaio', unit_price: '1.00', quantity: 1, external_code: randomUUID() }],
    transactions: { payments: [{ amount: '1.00', payment_method: method, ...more }] },
    payer: PAYER,
  },
});

const orders: RehearsedApi = {
  pix: () => orderOf({ id: 'pix', type: 'bank_transfer' }, { expiration_time: `PT${EXPIRY_MINUTES}M` }),
  card: (token, brand) =>
    orderOf({
      id: brand,
      type: brand.startsWith('deb') ? 'debit_card' : 'credit_card',
      token,
      installments: 1,
    }),
  read: (id) => `/v1/orders/${id}`,
  seen: (answer) => {
    // A refused card is answered with the order inside.
    const order = at(answer, 'data') ?? answer;
    const payment = at(order, 'transactions', 'payments', 0);
    return {
      id: text(at(order, 'id')),
      transactionId: text(at(payment, 'id')),
      isPaid: at(order, 'status') === 'processed',
      pixCode: text(at(payment, 'payment_method', 'qr_code')),
    };
  },
  refund: ({ id, transactionId }, cents) => ({
    path: `/v1/orders/${id}/refund`,
    ...(cents === null
      ? {}
      : { body: { transactions: [{ id: transactionId, amount: `0.${String(cents).padStart(2, '0')}` }] } }),
  }),
  refunds: () => null,
  cancel: (id) => ({ method: 'POST', path: `/v1/orders/${id}/cancel` }),
  search: (name, nowMs) =>
    `/v1/orders?${new URLSearchParams({
      begin_date: dateText(nowMs - DAY_MS),
      end_date: dateText(nowMs + DAY_MS),
      external_reference: name,
    }).toString()}`,
};

export const REHEARSED_APIS = { payments, orders } as const;
