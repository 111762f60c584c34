// The part of the rehearsal in front of a card terminal: an amount is sent, paid there and given back, one is cancelled before the terminal shows it, and one
// after. A terminal belongs to the shop: its number is taken out of what is recorded.
import { randomUUID } from 'node:crypto';
import { REHEARSED_APIS, type Seen } from './mercado-pago-apis.ts';
import type { Call, Rehearsal } from './run.ts';

type Terminal = { id: string; operating_mode?: string };

const { read, refund, seen } = REHEARSED_APIS.orders;
const LOOKS_MAX = 60;
const LOOK_PAUSE_MS = 3000;
const CANCEL_SHOWN = { 'x-allow-cancelable-status': 'at_terminal' };

export async function rehearseTerminal(
  run: Rehearsal,
  call: Call,
  keepSecret: (text: string) => void,
): Promise<void> {
  const terminals = terminalsOf(await call('terminals', 'GET', '/terminals/v1/list?limit=50&offset=0'));
  // Before anything that names one is recorded.
  for (const { id } of terminals) for (const part of [id, id.split('__')[1] ?? id]) keepSecret(part);
  if (terminals.length === 0) return run.say('– maquininha: nenhuma na conta');
  const typed = await run.ask(
    `Maquininha: digite o número de uma destas, ligada e com internet, ou tecle Enter para pular.\n${terminals
      .map(({ id, operating_mode: mode }, at) => `${at + 1}. ${id} (${mode ?? '?'})`)
      .join('\n')}`,
  );
  const chosen = terminals[Number(typed.trim()) - 1];
  if (chosen === undefined) return run.say('– maquininha: pulada');
  await call('terminal set up', 'PATCH', '/terminals/v1/setup', {
    terminals: [{ id: chosen.id, operating_mode: 'PDV' }],
  });
  await run.ask('Reinicie a maquininha, espere ela voltar e tecle Enter.');
  const paid = await payThere(run, call, chosen.id);
  if (paid !== null) {
    const part = refund(paid, 40);
    await call('terminal, part refund', 'POST', part.path, part.body);
    const whole = refund(paid, 60);
    await call('terminal, rest refund', 'POST', whole.path, whole.body);
    if (paid.id !== null) await call('terminal, after the refunds', 'GET', read(paid.id));
  }
  await cancelThere(run, call, chosen.id);
}

function terminalsOf(answer: unknown): Terminal[] {
  const listed = (answer as { data?: { terminals?: unknown } } | null)?.data?.terminals;
  return Array.isArray(listed) ? (listed as Terminal[]).filter(({ id }) => typeof id === 'string') : [];
}

const orderAt = (terminalId: string): object => ({
  type: 'point',
  external_reference: `ensaio-${randomUUID()}`,
  description: 'Ensaio do Balcão',
  expiration_time: 'PT10M',
  transactions: { payments: [{ amount: '1.00' }] },
  config: { point: { terminal_id: terminalId, print_on_terminal: 'no_ticket' } },
});

/** An order that was paid at the terminal; null when it was not. */
async function payThere(run: Rehearsal, call: Call, terminalId: string): Promise<Seen | null> {
  const { id } = seen(await call('terminal', 'POST', '/v1/orders', orderAt(terminalId)));
  if (id === null) {
    run.say('O valor não foi para a maquininha: veja a resposta gravada.');
    return null;
  }
  await call('terminal, a second one beside it', 'POST', '/v1/orders', orderAt(terminalId));
  await call('terminal, on the way', 'GET', read(id));
  await run.ask(`Veja R$ 1,00 na maquininha (cobrança ${id}), sem passar o cartão, e tecle Enter.`);
  await call('terminal, shown', 'GET', read(id));
  await run.ask(`Passe o cartão na maquininha (cobrança ${id}) e tecle Enter.`);
  for (let look = 1; look <= (run.looksMax ?? LOOKS_MAX); look += 1) {
    const payment = seen(await call(`terminal, look ${look}`, 'GET', read(id)));
    if (payment.isPaid) return payment;
    await run.pause(LOOK_PAUSE_MS);
  }
  run.say(`A cobrança ${id} não apareceu como paga.`);
  return null;
}

async function cancelThere(run: Rehearsal, call: Call, terminalId: string): Promise<void> {
  const early = seen(await call('terminal, to cancel', 'POST', '/v1/orders', orderAt(terminalId)));
  if (early.id !== null)
    await call('terminal, cancel', 'POST', `/v1/orders/${early.id}/cancel`, undefined, CANCEL_SHOWN);
  const { id } = seen(
    await call('terminal, to cancel when shown', 'POST', '/v1/orders', orderAt(terminalId)),
  );
  if (id === null) return;
  await run.ask(`Espere R$ 1,00 aparecer na maquininha (cobrança ${id}), não passe o cartão, e tecle Enter.`);
  await call('terminal, cancel without leave', 'POST', `/v1/orders/${id}/cancel`);
  await call('terminal, cancel when shown', 'POST', `/v1/orders/${id}/cancel`, undefined, CANCEL_SHOWN);
  await run.pause(LOOK_PAUSE_MS);
  await call('terminal, after the cancel', 'GET', read(id));
}
