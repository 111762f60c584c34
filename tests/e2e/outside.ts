// The world around the shop: the customer's bank, the paper in the printer, and what anyone may ask a server.
import { expect } from '../support/browser-test.ts';

type Payment = {
  id: number;
  status: string;
  point_of_interaction?: { transaction_data?: { qr_code?: string } };
};
type Paper = { id: number; complete: boolean; text: string };

/** Pays a PIX as the bank's app would: by its code. */
export async function payAtBank(paymentsUrl: string, pixCode: string): Promise<void> {
  const payments = await readJson<Payment[]>(`${paymentsUrl}/simulator/payments`);
  const payment = payments.find((one) => one.point_of_interaction?.transaction_data?.qr_code === pixCode);
  if (!payment) throw new Error('the bank knows no such code');
  const paid = await fetch(`${paymentsUrl}/simulator/payments/${payment.id}/approve`, { method: 'POST' });
  expect(paid.status).toBe(200);
}

/** What happens in front of the card terminal that an amount was sent to; `detail`: the card, or why it is refused. */
export async function atTerminal(
  paymentsUrl: string,
  what: 'show-at-terminal' | 'cancel-at-terminal' | 'approve' | 'reject',
  detail = '',
): Promise<void> {
  const payments = await readJson<Payment[]>(`${paymentsUrl}/simulator/payments`);
  const waiting = payments.find(({ status }) => status === 'pending');
  if (!waiting) throw new Error('nothing was sent to a terminal');
  const done = await fetch(`${paymentsUrl}/simulator/payments/${waiting.id}/${what}?detail=${detail}`, {
    method: 'POST',
  });
  expect(done.status).toBe(200);
}

/** Every complete ticket that says `text`, oldest first. */
export async function papers(printerPageUrl: string, text: string): Promise<string[]> {
  const jobs = await readJson<Paper[]>(`${printerPageUrl}/jobs`);
  return jobs.filter((job) => job.complete && job.text.includes(text)).map((job) => job.text);
}

export type Tracked = {
  code: string;
  orderNumber: number;
  status: string;
  paymentStatus: string;
  panelNumber: number | null;
};

/** What a host tells about the orders of a phone. */
export async function track(url: string, phone: string): Promise<Tracked[]> {
  const response = await fetch(`${url}/api/track`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { orders: Tracked[] }).orders;
}

export async function readJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
}
