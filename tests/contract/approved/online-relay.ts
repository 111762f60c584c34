// The relay of a walk through online money: it says what the walk has it say, and keeps what it was asked.
import { nth } from './shop.ts';

type Answer = { status?: number; body: unknown };
/** What the relay says, by path; nothing: the line is dead. */
export const answers: Record<string, Answer> = {};
export const asked: string[] = [];
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const body = typeof init.body === 'string' ? ` ${init.body}` : '';
  asked.push(`${init.method ?? 'GET'} ${path}${body}`);
  const answer = answers[path.split('?')[0] ?? ''];
  if (answer === undefined) throw new TypeError('fetch failed');
  await Promise.resolve();
  return Response.json(answer.body, { status: answer.status ?? 200 });
}

export const ATTEMPT = nth(600);
export const PIX = {
  attemptId: ATTEMPT,
  paymentId: '77',
  qrCode: 'CODE-OF-THE-PROVIDER',
  qrCodeBase64: 'aW1hZ2Vt',
  expiresAtMs: Date.parse('2026-11-21T15:30:00-03:00'),
  status: 'pending',
};
export const attention = (n: number, kind: string, mismatch: string | null) => ({
  kind,
  text: `O pagamento ${n} precisa de uma pessoa.`,
  raisedAtMs: Date.parse('2026-11-21T15:20:00-03:00') + n,
  attempt: {
    attemptId: nth(500 + n),
    orderId: nth(n),
    orderCode: 'ABCDEFGHJK',
    amountCents: 1350,
    paidCents: 900,
    mismatch,
  },
});
