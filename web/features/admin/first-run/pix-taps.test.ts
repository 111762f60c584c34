// The PIX of the first run: a small order that is really paid, and really given back.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createElement, useCallback, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { progressOf } from '../../../testing/first-run.ts';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { Toaster } from '../../../ui/toast.tsx';
import { PixStep } from './pix-step.tsx';
import type { Progress } from './steps.ts';

const LOOK = 'GET /api/orders/7K2MQ9XWTB/pix/a1';
const MOVES = 'POST /api/staff/orders/o1/moves';
const REFUND = 'POST /api/staff/orders/o1/refund';
const pix = (status: string) => ({ attemptId: 'a1', status, qrCode: '00020126BR.GOV.BCB.PIX' });
const CREATED = {
  'POST /api/staff/orders': {
    order: { id: 'o1', code: '7K2MQ9XWTB', simpleId: 41, totalCents: 400 },
    trackingToken: 't',
  },
  'POST /api/orders/7K2MQ9XWTB/pix': pix('pending'),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (progress: Progress, answers: Answers = {}, catalog = sampleCatalog()) =>
  openScreen(createElement(PixStep, { progress }), {
    answers: { 'GET /api/staff/catalog': catalog, ...CREATED, ...answers },
  });
const begin = async (answers: Answers = {}, progress = progressOf({ account: 'done' })) => {
  const screen = await open(progress, answers);
  await screen.tap('Criar o PIX de teste');
  return { screen, progress };
};
const LOOK_MS = 2_000;

describe('a test PIX', () => {
  it('says what it lacks before it can be made: an account, and something to sell', async () => {
    const nothing = { ...sampleCatalog(), products: [], sizes: [] };
    const screen = await open(progressOf({}), {}, nothing);
    expect(screen.words()).toContain(
      'Para o teste ainda falta: a conta do Mercado Pago algo para vender no cardápio',
    );
    for (const [progress, catalog] of [
      [progressOf({}), sampleCatalog()],
      [progressOf({ account: 'done' }), nothing],
    ] as const) {
      const one = await open(progress, {}, catalog);
      expect(one.words()).toContain('Para o teste ainda falta:');
      expect(one.buttons()).not.toContain('Criar o PIX de teste');
    }
    const ready = await open(progressOf({ account: 'done' }));
    expect(ready.words()).toContain('O pedido de teste: 1 Água, sem cliente, para viagem.');
    expect(ready.words()).not.toContain('Um PIX já foi pago');
  });

  it('is ordered as any sale, and its code shown with what it costs', async () => {
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    const { screen } = await begin();
    // Half a minute for the code: it comes from the provider, by way of the site.
    expect(bounds).toHaveBeenLastCalledWith(30_000);
    bounds.mockRestore();
    expect(screen.changes()).toMatchObject([
      {
        route: 'POST /api/staff/orders',
        body: {
          consumptionType: 'takeaway',
          observations: 'Pedido de teste',
          items: [{ productId: 'agua' }],
        },
      },
      { route: 'POST /api/orders/7K2MQ9XWTB/pix' },
    ]);
    expect(screen.words()).toContain('R$ 4,00');
    expect(screen.valueOf('PIX Copia e Cola')).toBe('00020126BR.GOV.BCB.PIX');
    expect(screen.words()).toContain('Esperando o pagamento…');
    expect(screen.buttons()).not.toContain('Criar o PIX de teste');
  });

  it('that could not be made says why, and can be tried again', async () => {
    const { screen } = await begin({
      'POST /api/staff/orders': refusal(503, 'away', 'O site não respondeu.'),
    });
    expect(screen.alerts()).toContain('O site não respondeu.');
    expect(screen.buttons()).toContain('Criar o PIX de teste');
  });

  it('is looked at every two seconds; once it is paid the step is looked at too', async () => {
    let status = 'pending';
    const { screen, progress } = await begin({ [LOOK]: () => pix(status) });
    const looks = () => screen.sent.filter(({ route }) => route === LOOK).length;
    await screen.later(LOOK_MS);
    expect(looks()).toBe(1);
    expect(progress.reload).not.toHaveBeenCalled();
    status = 'approved';
    await screen.later(LOOK_MS);
    await screen.until(() => progress.reload.mock.calls.length === 1);
    expect(looks()).toBe(2);
  });

  it('is looked at again after a look that was not answered, which nobody hears of', async () => {
    let look: unknown = refusal(503, 'away', 'O site não respondeu.');
    const { screen, progress } = await begin({ [LOOK]: () => look });
    await screen.later(LOOK_MS);
    expect(screen.words()).toContain('Esperando o pagamento…');
    expect(screen.alerts()).toEqual([]);
    look = pix('approved');
    await screen.later(LOOK_MS);
    await screen.until(() => progress.reload.mock.calls.length === 1);
  });

  it('that ran out or was refused says which, is looked at no more, and makes room for another', async () => {
    for (const [status, said] of [
      ['expired', 'Este PIX venceu sem pagamento.'],
      ['rejected', 'O Mercado Pago recusou este PIX.'],
    ] as const) {
      const { screen } = await begin({ [LOOK]: pix(status) });
      await screen.later(LOOK_MS);
      expect(screen.alerts()).toContain(said);
      const asked = screen.sent.length;
      await screen.later(LOOK_MS);
      expect(screen.sent).toHaveLength(asked);
      await screen.tap('Tentar com outro código');
      expect(screen.buttons()).toContain('Criar o PIX de teste');
    }
  });

  it('is called off at the store, and stays where that did not work', async () => {
    const { screen } = await begin();
    await screen.tap('Cancelar o teste');
    expect(screen.changes().at(-1)).toEqual({ route: MOVES, body: { kind: 'cancel', reason: 'loja' } });
    expect(screen.buttons()).toContain('Criar o PIX de teste');
    const refused = (await begin({ [MOVES]: refusal(409, 'paid', 'O pedido já foi pago.') })).screen;
    await refused.tap('Cancelar o teste');
    expect(refused.words()).toContain('Esperando o pagamento…');
  });

  it('is copied for the bank’s own field, the old way where the page is not secure', async () => {
    const progress = progressOf({ account: 'done' });
    const screen = await openScreen(
      createElement('div', null, createElement(PixStep, { progress }), createElement(Toaster)),
      { answers: { 'GET /api/staff/catalog': sampleCatalog(), ...CREATED } },
    );
    await screen.tap('Criar o PIX de teste');
    let works = false;
    Object.defineProperty(screen.window.document, 'execCommand', {
      value: (command: string) => works && command === 'copy',
    });
    await screen.tap('Copiar código PIX');
    expect(screen.words()).toContain('Segure o dedo no código e copie.');
    expect(screen.focused()).toBe('PIX Copia e Cola');
    works = true;
    await screen.tap('Copiar código PIX');
    expect(screen.words()).toContain('Código PIX copiado');
    expect(screen.words()).not.toContain('Segure o dedo');
  });
});

describe('a test PIX that was paid', () => {
  const paid = async (answers: Answers = {}) => {
    const Step = () => {
      const [isPaid, setPaid] = useState(false);
      const progress = progressOf(isPaid ? { account: 'done', pix: 'done' } : { account: 'done' });
      const reload = useCallback(async () => setPaid(true), []);
      return createElement(PixStep, { progress: { ...progress, reload } });
    };
    const screen = await openScreen(createElement(Step), {
      answers: {
        'GET /api/staff/catalog': sampleCatalog(),
        ...CREATED,
        [LOOK]: pix('approved'),
        ...answers,
      },
    });
    await screen.tap('Criar o PIX de teste');
    await screen.later(LOOK_MS);
    await screen.later(LOOK_MS);
    return screen;
  };

  it('is told with its order, looked at no more, and goes back whole by one tap', async () => {
    const screen = await paid({ [REFUND]: {} });
    expect(screen.words()).toContain('PIX de R$ 4,00 recebido. O pedido nº 41 está na cozinha.');
    expect(screen.sent.filter(({ route }) => route === LOOK)).toHaveLength(1);
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    await screen.tap('Devolver R$ 4,00');
    expect(screen.changes().at(-1)).toEqual({ route: REFUND, body: { amountCents: null } });
    expect(bounds).toHaveBeenLastCalledWith(30_000);
    bounds.mockRestore();
    expect(screen.words()).toContain('O valor foi devolvido e o pedido de teste foi cancelado.');
    expect(screen.buttons()).not.toContain('Devolver R$ 4,00');
  });

  it('that could not go back is still to be given back', async () => {
    const screen = await paid({ [REFUND]: refusal(503, 'away', 'O Mercado Pago não respondeu.') });
    await screen.tap('Devolver R$ 4,00');
    expect(screen.words()).not.toContain('O valor foi devolvido');
    expect(screen.buttons()).toContain('Devolver R$ 4,00');
  });

  it('before is said, and no second one is offered', async () => {
    const screen = await open(progressOf({ account: 'done', pix: 'done' }));
    expect(screen.words()).toContain('Um PIX já foi pago nesta loja.');
    expect(screen.buttons()).not.toContain('Criar o PIX de teste');
  });
});
