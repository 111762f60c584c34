// A run through the real Mercado Pago with a person who pays R$ 1: what is asked and what comes back is recorded, without personal data, to hold
// the simulator against. It speaks HTTP itself, for what the SDK makes of an answer is not what came.
import { randomUUID } from 'node:crypto';
import { REHEARSED_APIS, type RehearsedApi, type Seen } from './mercado-pago-apis.ts';
import { rehearseTerminal } from './mercado-pago-terminal.ts';
import type { Call, Rehearsal } from './run.ts';
import { scrub } from './scrub.ts';

export type Recorded = {
  step: string;
  request: { method: string; path: string; body: unknown };
  answer: { status: number; body: unknown };
};

const LOOKS_MAX = 100;
const LOOK_PAUSE_MS = 3000;
const ANSWER_MS_MAX = 30_000;
/** A shorter one may be a part of any word. */
const NAME_CHARS_MIN = 4;

export async function rehearseMercadoPago(run: Rehearsal): Promise<Recorded[]> {
  const api = REHEARSED_APIS[run.api];
  const recorded: Recorded[] = [];
  const secrets = [run.accessToken];
  const call: Call = async (step, method, path, body, headers = {}) => {
    const response = await fetch(run.baseUrl + path, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
      headers: {
        authorization: `Bearer ${run.accessToken}`,
        'content-type': 'application/json',
        'x-render-in-process-refunds': 'true',
        ...(method === 'POST' ? { 'x-idempotency-key': randomUUID() } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json().catch(() => null);
    // Whose account it is stands in many answers, as a number, and its name on the payer's bill and in addresses.
    if (step === 'account' && isObject(answer))
      for (const whose of [answer['id'], answer['nickname']])
        if (isId(whose) && String(whose).length >= NAME_CHARS_MIN) secrets.push(String(whose));
    run.say(`${response.ok ? '✓' : '‼'} ${step}: ${response.status}`);
    recorded.push({
      step,
      request: { method, path, body: body ?? null },
      answer: { status: response.status, body: answer ?? null },
    });
    return answer;
  };

  await call('account', 'GET', '/users/me');
  await call('methods', 'GET', '/v1/payment_methods');
  const first = await payPix(run, call, 'pix');
  if (first !== null) {
    await refund(api, call, 'part refund', { of: first, cents: 40 });
    await look(api, call, 'refunds after the part', first.id);
    await refund(api, call, 'whole refund', { of: first, cents: run.api === 'orders' ? 60 : null });
    await call('after the whole refund', 'GET', api.read(first.id));
    await refund(api, call, 'refund of nothing', { of: first, cents: null });
  }
  const second = await payPix(run, call, 'pix for the panel');
  if (second !== null) {
    await run.ask(`Devolva o pagamento ${second.id} inteiro pelo painel do Mercado Pago e tecle Enter.`);
    await call('after the panel refund', 'GET', api.read(second.id));
    await look(api, call, 'refunds of the panel', second.id);
  }
  await payCard(run, call);
  const asked = api.pix(run.nowMs());
  const open = api.seen(await call('pix to cancel', 'POST', asked.path, asked.body));
  if (open.id !== null) {
    const reference = String((asked.body as { external_reference?: unknown }).external_reference);
    await call('search by reference', 'GET', api.search(reference, run.nowMs()));
    const { method, path, body } = api.cancel(open.id);
    await call('cancel', method, path, body);
  }
  if (run.api === 'orders') await rehearseTerminal(run, call, (text) => secrets.push(text));
  // At the end: what an answer is about to name is known for secret only once it was read.
  const clean = (value: unknown): unknown => scrub(value, secrets);
  return recorded.map(({ step, request, answer }) => ({
    step,
    request: { ...request, body: clean(request.body) },
    answer: { ...answer, body: clean(answer.body) },
  }));
}

type Paid = Seen & { id: string };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isId = (id: unknown): id is string | number => typeof id === 'number' || typeof id === 'string';

async function refund(
  api: RehearsedApi,
  call: Call,
  step: string,
  { of, cents }: { of: Seen; cents: number | null },
): Promise<void> {
  const { path, body } = api.refund(of, cents);
  await call(step, 'POST', path, body);
}

/** The refunds of a payment, where they are a list of their own; else the payment with them. */
async function look(api: RehearsedApi, call: Call, step: string, id: string): Promise<void> {
  await call(step, 'GET', api.refunds(id) ?? api.read(id));
}

/** A PIX that was paid; null when it was not. */
async function payPix(run: Rehearsal, call: Call, step: string): Promise<Paid | null> {
  const api = REHEARSED_APIS[run.api];
  const { path, body } = api.pix(run.nowMs());
  const { id, pixCode } = api.seen(await call(step, 'POST', path, body));
  if (id === null || pixCode === null) {
    run.say('O PIX não foi criado: veja a resposta gravada.');
    return null;
  }
  await run.ask(`Pague R$ 1,00 com este código (pagamento ${id}) e tecle Enter:\n${pixCode}\n`);
  for (let seen = 0; seen < (run.looksMax ?? LOOKS_MAX); seen += 1) {
    const payment = api.seen(await call(`${step}, look ${seen + 1}`, 'GET', api.read(id)));
    if (payment.isPaid) return { ...payment, id };
    await run.pause(LOOK_PAUSE_MS);
  }
  run.say(`O pagamento ${id} não apareceu como aprovado.`);
  return null;
}

/** A card is typed into the provider's own form, never here: what comes here is its token. */
async function payCard(run: Rehearsal, call: Call): Promise<void> {
  const api = REHEARSED_APIS[run.api];
  const typed = await run.ask(
    'Cartão: cole o token do formulário do Mercado Pago e a bandeira (por exemplo "abc123 master"), ou tecle Enter para pular.',
  );
  const [token, brand] = typed.trim().split(/\s+/);
  if (!token || !brand) return run.say('– cartão: pulado');
  if (/^[\d .-]{12,}$/.test(token)) return run.say('‼ Isto parece um número de cartão. Cole o token.');
  const { path, body } = api.card(token, brand);
  const made = api.seen(await call('card', 'POST', path, body));
  if (made.id !== null && made.isPaid) await refund(api, call, 'card refund', { of: made, cents: null });
}
