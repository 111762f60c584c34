// A run through the real Mercado Pago with a person who pays R$ 1: what is asked and what comes back is recorded, without personal data, to hold
// the simulator against. It speaks HTTP itself, for what the SDK makes of an answer is not what came.
import { randomUUID } from 'node:crypto';
import { scrub } from './scrub.ts';

export type Recorded = {
  step: string;
  request: { method: string; path: string; body: unknown };
  answer: { status: number; body: unknown };
};

export type Rehearsal = {
  baseUrl: string;
  accessToken: string;
  /** Shows a text to the person and waits for what is typed; empty is Enter. */
  ask: (text: string) => Promise<string>;
  say: (text: string) => void;
  pause: (ms: number) => Promise<void>;
  nowMs: () => number;
  /** How often a payment is looked at before it counts as not paid. */
  looksMax?: number;
};

const LOOKS_MAX = 100;
const LOOK_PAUSE_MS = 3000;
const EXPIRY_MS = 31 * 60_000;
const ANSWER_MS_MAX = 30_000;

type Payment = {
  id?: unknown;
  status?: unknown;
  point_of_interaction?: { transaction_data?: { qr_code?: unknown } };
};

export async function rehearseMercadoPago(run: Rehearsal): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  const secrets = [run.accessToken];
  const call = async (step: string, method: string, path: string, body?: object): Promise<Payment> => {
    const response = await fetch(run.baseUrl + path, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
      headers: {
        authorization: `Bearer ${run.accessToken}`,
        'content-type': 'application/json',
        'x-render-in-process-refunds': 'true',
        ...(method === 'POST' ? { 'x-idempotency-key': randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json().catch(() => null);
    // Whose account it is stands in many answers, as a number.
    if (step === 'account' && isObject(answer) && isId(answer['id'])) secrets.push(String(answer['id']));
    run.say(`${response.ok ? '✓' : '‼'} ${step}: ${response.status}`);
    const clean = (value: unknown): unknown => scrub(value ?? null, secrets);
    recorded.push({
      step,
      request: { method, path, body: clean(body) },
      answer: { status: response.status, body: clean(answer) },
    });
    return (answer ?? {}) as Payment;
  };

  await call('account', 'GET', '/users/me');
  await call('methods', 'GET', '/v1/payment_methods');
  const first = await payPix(run, call, 'pix');
  if (first !== null) {
    await call('part refund', 'POST', `/v1/payments/${first}/refunds`, { amount: 0.4 });
    await call('refunds after the part', 'GET', `/v1/payments/${first}/refunds`);
    await call('whole refund', 'POST', `/v1/payments/${first}/refunds`, {});
    await call('after the whole refund', 'GET', `/v1/payments/${first}`);
    await call('refund of nothing', 'POST', `/v1/payments/${first}/refunds`, {});
  }
  const second = await payPix(run, call, 'pix for the panel');
  if (second !== null) {
    await run.ask(`Devolva o pagamento ${second} inteiro pelo painel do Mercado Pago e tecle Enter.`);
    await call('after the panel refund', 'GET', `/v1/payments/${second}`);
    await call('refunds of the panel', 'GET', `/v1/payments/${second}/refunds`);
  }
  await payCard(run, call);
  const open = await call('pix to cancel', 'POST', '/v1/payments', pixBody(run));
  if (isId(open.id)) await call('cancel', 'PUT', `/v1/payments/${open.id}`, { status: 'cancelled' });
  return recorded;
}

type Call = (step: string, method: string, path: string, body?: object) => Promise<Payment>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isId = (id: unknown): id is string | number => typeof id === 'number' || typeof id === 'string';

const pixBody = ({ nowMs }: Rehearsal) => ({
  transaction_amount: 1,
  description: 'Ensaio do Balcão',
  payment_method_id: 'pix',
  external_reference: `ensaio-${randomUUID()}`,
  date_of_expiration: new Date(nowMs() + EXPIRY_MS).toISOString().replace('Z', '+00:00'),
  payer: { email: 'ensaio@example.com' },
});

/** The id of a PIX that was paid; null when it was not. */
async function payPix(run: Rehearsal, call: Call, step: string): Promise<string | null> {
  const made = await call(step, 'POST', '/v1/payments', pixBody(run));
  const code = made.point_of_interaction?.transaction_data?.qr_code;
  if (!isId(made.id) || typeof code !== 'string') {
    run.say('O PIX não foi criado: veja a resposta gravada.');
    return null;
  }
  const id = String(made.id);
  await run.ask(`Pague R$ 1,00 com este código (pagamento ${id}) e tecle Enter:\n${code}\n`);
  for (let look = 0; look < (run.looksMax ?? LOOKS_MAX); look += 1) {
    const seen = await call(`${step}, look ${look + 1}`, 'GET', `/v1/payments/${id}`);
    if (seen.status === 'approved') return id;
    await run.pause(LOOK_PAUSE_MS);
  }
  run.say(`O pagamento ${id} não apareceu como aprovado.`);
  return null;
}

/** A card is typed into the provider's own form, never here: what comes here is its token. */
async function payCard(run: Rehearsal, call: Call): Promise<void> {
  const typed = await run.ask(
    'Cartão: cole o token do formulário do Mercado Pago e a bandeira (por exemplo "abc123 master"), ou tecle Enter para pular.',
  );
  const [token, brand] = typed.trim().split(/\s+/);
  if (!token || !brand) return run.say('– cartão: pulado');
  if (/^[\d .-]{12,}$/.test(token)) return run.say('‼ Isto parece um número de cartão. Cole o token.');
  const made = await call('card', 'POST', '/v1/payments', {
    transaction_amount: 1,
    description: 'Ensaio do Balcão',
    payment_method_id: brand,
    token,
    installments: 1,
    external_reference: `ensaio-${randomUUID()}`,
    payer: { email: 'ensaio@example.com' },
  });
  if (isId(made.id) && made.status === 'approved')
    await call('card refund', 'POST', `/v1/payments/${made.id}/refunds`, {});
}
