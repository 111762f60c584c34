// What may be typed to be given back: from one centavo to the whole.
import { afterEach, expect, it, vi } from 'vitest';
import { refundAmount, refundOrder, refundWords } from './refund.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [null, { reason: 'cliente', seen: 'RECEBIDO' }, { amountCents: null, reason: 'cliente', seen: 'RECEBIDO' }],
  [500, undefined, { amountCents: 500 }],
] as const)(
  'of %s centavos the store is asked with the reason and what was seen',
  async (cents, called, body) => {
    const sent = vi.fn<typeof fetch>(async () => Response.json({ state: 'done', refundedCents: 500 }));
    vi.stubGlobal('fetch', sent);
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    await refundOrder('order-1', cents, called);
    // Longer than other calls: the store asks the relay, which asks Mercado Pago.
    expect(bounds).toHaveBeenLastCalledWith(20_000);
    bounds.mockRestore();
    const [path, init] = sent.mock.lastCall ?? [];
    expect(path).toBe('/api/staff/orders/order-1/refund');
    expect(JSON.parse(init?.body as string)).toEqual(body);
  },
);

it.each([
  ['done', { title: 'Devolução feita', text: 'R$ 5,00 voltam para o cliente.' }],
  ['waiting', { title: 'Devolução pedida', text: 'R$ 5,00 voltam para o cliente.' }],
  [
    'noted',
    {
      title: 'Devolução anotada',
      text: 'Sem resposta agora. R$ 5,00 voltam assim que a conexão voltar; veja em “A resolver”.',
    },
  ],
] as const)('a refund that is %s says what becomes of the money', (state, said) => {
  const { title, text } = refundWords({ state, refundedCents: 500 });
  expect({ title, text: text.replace('\u00a0', ' ') }).toEqual(said);
});

it.each([
  ['', null],
  ['  ', null],
  ['0', 'wrong'],
  ['0,00', 'wrong'],
  ['0,01', 1],
  ['24,89', 2489],
  ['24,90', 2490],
  ['24,91', 'wrong'],
  ['tudo', 'wrong'],
  ['-1', 'wrong'],
] as const)('"%s" of R$ 24,90 is %s', (text, cents) => {
  expect(refundAmount(text, 2490)).toBe(cents);
});
