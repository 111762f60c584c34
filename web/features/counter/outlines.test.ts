// All that the counter's screens say and send while somebody sells, as approved texts beside them.
import { TERMINAL_STATES } from '@balcao/shared/payment/terminal.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NOW } from '../../testing/evening.ts';
import { refusal } from '../../testing/screen.ts';
import { refusing } from '../../testing/staff-answers.ts';
import { beginEvening, openStaff, type Given } from '../../testing/staff-screen.ts';
import { terminalPayment, tillAnswers } from '../../testing/till.ts';
import { createVisits, UNHURRIED } from '../../testing/visit.ts';
import CounterPage from './counter-page.tsx';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

const open =
  ({ answers = {}, me = {}, ...given }: Given = {}) =>
  () =>
    openStaff(createElement(CounterPage), {
      ...given,
      me: { name: 'Bia', role: 'ATTENDANT', ...me },
      answers: { ...tillAnswers(), ...answers },
    });
const textIn = (visits: ReturnType<typeof createVisits>, name: string) =>
  expect(visits.text()).toMatchFileSnapshot(`./outlines/${name}.txt`);
const NONE = /^$/;
const PLACE = 'POST /api/staff/orders';
const CONFIRM = 'POST /api/staff/orders/sold/moves';
const WATER = 'Água R$ 4,00';
/** What is typed of money is tapped twice alone. */
const PAD = /^(?:[1-689]|00|R\$ (?:20|50))/;

it('sells each thing, as it is put together', UNHURRIED, async () => {
  const visits = createVisits();
  const screen = await open()();
  visits.show('Nothing sold yet', screen);
  visits.say('', '== Açaís, step by step');
  await visits.tap(screen, 'Açaí', 'Pequeno R$ 15,00', 'Tradicional', 'Meio a meio', 'Ninho', 'Morango');
  await visits.tap(
    screen,
    'Banana',
    'Fundo (0)',
    'Creme de avelã + R$ 3,50',
    'Granola',
    'Escolhido: Creme de avelã + R$ 3,50',
  );
  await visits.tap(screen, 'Sorvete Ninho + Morango', '✓ Meio a meio: escolha dois sabores');
  await visits.tap(screen, 'Próximo açaí · R$ 15,00', 'Coco', 'Tamanho Pequeno', 'Grande R$ 25,00');
  visits.say('', '== Cups');
  await visits.tap(
    screen,
    'Taças',
    'Banana split R$ 22,00',
    'Banana split R$ 22,00',
    'Taça do seu jeito R$ 28,00',
  );
  await visits.tap(screen, 'Coco', 'Banana', 'Voltar às taças');
  visits.say('', '== Drinks');
  await visits.tap(screen, 'Bebidas e produtos', 'Água R$ 4,00', 'Água R$ 4,00');
  await textIn(visits, 'selling');
});

it('changes and leaves a ticket', UNHURRIED, async () => {
  const visits = createVisits();
  const taps = ['Água R$ 4,00', 'Açaí', 'Pequeno R$ 15,00', 'Tradicional', 'Ninho'];
  await visits.visit('The ticket', open({ taps }), {
    only: /^(?:Levar|Aqui|Nome, telefone|Desconto|Cancelar a venda|Mais um|Menos um|Tirar|Mudar|1 |Água$)/,
  });
  await textIn(visits, 'ticket');
});

it('takes the money in each way', UNHURRIED, async () => {
  const visits = createVisits();
  for (const way of ['Dinheiro', 'Maquininha', 'PIX', 'Dividir', 'Pagar depois'])
    await visits.visit(way, open({ taps: [WATER, way] }), { only: NONE, skip: PAD });
  await textIn(visits, 'paying');
});

it('says what kept the money from being taken, and goes on after it', UNHURRIED, async () => {
  const visits = createVisits();
  const none = { only: NONE, skip: PAD, times: 1 };
  for (const way of ['Dinheiro', 'Maquininha', 'PIX', 'Pagar depois'])
    await visits.visit(
      `${way}, refused`,
      open({ answers: refusing(tillAnswers()), taps: [WATER, way] }),
      none,
    );
  const closed = { [CONFIRM]: refusal(409, 'drawer-closed', 'O caixa está fechado.') };
  await visits.visit('No drawer is open', open({ answers: closed, taps: [WATER, 'Dinheiro'] }), none);
  const unheard = { [PLACE]: refusal(503, 'away', 'A loja reinicia.') };
  const kept = await open({ answers: unheard, taps: [WATER, 'Dinheiro'] })();
  visits.say('', '== The store does not answer');
  await visits.tap(kept, 'Exato · R$ 3,60', 'Nova venda', 'Pendentes 7');
  const pin = { [PLACE]: refusal(403, 'manager-needed', 'Só com o PIN de quem administra.') };
  await visits.visit(
    'A manager is needed',
    open({ answers: pin, taps: [WATER, 'Dinheiro', 'Exato · R$ 3,60'] }),
    none,
  );
  await textIn(visits, 'not-paid');
});

it('sends the amount to a terminal, and a code that proves itself', UNHURRIED, async () => {
  const visits = createVisits();
  const terminals = [
    { id: 't1', name: 'Balcão' },
    { id: 't2', name: 'Salão' },
  ];
  const STATE = 'GET /api/staff/orders/sold/terminal/tentativa';
  const sent = { 'GET /api/staff/terminals': { terminals, isAway: false } };
  const card = { answers: sent, taps: [WATER, 'Maquininha'] };
  await visits.visit('Two terminals', open(card), { only: NONE, times: 1 });
  await visits.visit(
    'They cannot be reached',
    open({ ...card, answers: { 'GET /api/staff/terminals': { terminals: [], isAway: true } } }),
    { only: NONE, times: 1 },
  );
  for (const state of TERMINAL_STATES) {
    const screen = await open({ ...card, answers: { ...sent, [STATE]: terminalPayment(state) } })();
    await screen.tap('Enviar para Balcão');
    const before = visits.look(screen);
    await screen.later(3_000);
    visits.compare(`The terminal says: ${state}`, before, screen);
  }
  const payment = {
    attemptId: 'tentativa',
    paymentId: 'pagamento',
    qrCode: '00020126BR',
    qrCodeBase64: '',
    expiresAtMs: NOW + 600_000,
    status: 'pending',
  };
  const proved = { 'POST /api/staff/orders/sold/counter-pix': { kind: 'proved', payment, totalCents: 360 } };
  const pix = { answers: proved, taps: [WATER, 'PIX'] };
  await visits.visit('A code of the provider', open(pix), { only: NONE });
  for (const status of ['approved', 'expired', 'rejected']) {
    const looked = { 'GET /api/staff/orders/sold/counter-pix/tentativa': { ...payment, status } };
    const screen = await open({ ...pix, answers: { ...proved, ...looked } })();
    const before = visits.look(screen);
    await screen.later(3_000);
    visits.compare(`The provider says: ${status}`, before, screen);
  }
  for (const why of ['away', 'provider']) {
    const code = { brCode: '00020126BR', totalCents: 360, holder: 'ACAI DA PRACA' };
    const own = { 'POST /api/staff/orders/sold/counter-pix': { kind: 'static', code, why } };
    visits.show(`The shop’s own code: ${why}`, await open({ ...pix, answers: own })());
  }
  await textIn(visits, 'terminals');
});
