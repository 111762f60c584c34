// Bodies whose form says more than types do: what pairs a store, a browser's address for notifications, a buyer's search.
import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { sampleWholesaleOrder } from '../wholesale/sample.ts';
import { PartByPix } from './counter-pix.ts';
import { DifferenceAsk } from './difference.ts';
import { HELP_MS } from './help.ts';
import { LineChangeAsk } from './order-lines.ts';
import { CashPayment, DIGIT_TRIES_MAX, PUBLIC_ORDER_AGE_MS_MAX } from './orders.ts';
import { NewPushDevice, PushSubscriptionBody } from './push.ts';
import { PairWithRelay } from './relay-link.ts';
import { HELP_REFUSALS } from './refusals/help.ts';
import { TV_REFUSALS } from './refusals/tv.ts';
import { RestoreFromRelay } from './restore.ts';
import { KeepTerminal, SendOrderToTerminal, SendToTerminal } from './terminals.ts';
import { PairTv, TV_CODE_MS } from './tv.ts';
import { isWholesaleShown, publicWholesaleOrder, WholesaleTrack } from './wholesale.ts';

const ID = '0192f7a0-0000-4000-8000-000000000001';
const V7 = '0192f7a0-0000-7000-8000-000000000001';
const said = (parsed: { error?: { issues: { message: string }[] } | undefined }) =>
  parsed.error?.issues[0]?.message ?? null;

describe('the form that pairs a store', () => {
  const ADDRESS = 'Digite o endereço do site, como https://acai.example.com';
  const paired = (relayUrl: unknown, code: unknown = 'ABCDE') => PairWithRelay.safeParse({ relayUrl, code });

  it.each([
    ['acai.example.com', 'https://acai.example.com'],
    [' acai.example.com:8443 ', 'https://acai.example.com:8443'],
    ['acai.example.com/?x=http://a', 'https://acai.example.com/?x=http://a'],
    ['HTTPS://acai.example.com', 'HTTPS://acai.example.com'],
    ['http://localhost:4000', 'http://localhost:4000'],
  ])('reads the address %j as %j', (typed, url) => expect(paired(typed).data?.relayUrl).toBe(url));

  it.each([
    ['', ADDRESS],

    ['duas lojas', ADDRESS],
    ['ftp://acai.example.com', ADDRESS],
    [7, ADDRESS],
  ])('refuses the address %j', (typed, message) => expect(said(paired(typed))).toBe(message));

  it.each([
    [' ', 'Digite o código.'],
    [7, 'Digite o código.'],
    ['x'.repeat(64), null],
  ])('takes or refuses the code %j: %j', (code, message) =>
    expect(said(paired('acai.example.com', code))).toBe(message),
  );
});

/** In centavos, and whether it can be asked for. */
const AMOUNTS = [
  [0, false],
  [1, true],
  [100_000_00, true],
  [100_000_01, false],
  [0.5, false],
] as const;

describe('what is asked for by PIX at the counter', () => {
  const part = '01890a5d-ac96-774b-bcce-b302099a8057';

  it.each(AMOUNTS)('is an amount from one centavo to a hundred thousand reais: %d: %s', (cents, isTaken) => {
    expect(PartByPix.safeParse({ part, cents }).success).toBe(isTaken);
  });
});

describe('what is sent to a card terminal', () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';

  it.each(AMOUNTS)('is an amount from one centavo to a hundred thousand reais: %d: %s', (cents, isTaken) => {
    const order = { id, code: '7K2MQ9XWTB', totalCents: cents };
    expect(SendToTerminal.safeParse({ order, terminalId: 't' }).success).toBe(isTaken);
    expect(SendOrderToTerminal.safeParse({ terminalId: 't', part: { id, cents } }).success).toBe(isTaken);
  });
});

describe('where a browser hears notifications', () => {
  const keys = { p256dh: 'A'.repeat(87), auth: 'B'.repeat(22) };
  const taken = (changes: object) =>
    PushSubscriptionBody.safeParse({ endpoint: 'https://push.example/1', keys: { ...keys, ...changes } })
      .success;

  it('is an address with two keys of 65 and 16 bytes', () => {
    expect(taken({})).toBe(true);
    for (const p256dh of ['A'.repeat(86), 'A'.repeat(88), `${'A'.repeat(86)}+`])
      expect(taken({ p256dh })).toBe(false);
    for (const auth of ['B'.repeat(21), 'B'.repeat(23), `${'B'.repeat(21)}=`])
      expect(taken({ auth })).toBe(false);
  });

  it('has a name that somebody gave it', () => {
    const device = (label: string) =>
      NewPushDevice.safeParse({ label, subscription: { endpoint: 'https://push.example/1', keys } });
    expect(said(device(' '))).toBe('Dê um nome ao aparelho');
    expect(said(device('x'.repeat(40)))).toBeNull();
    expect(said(device('x'.repeat(41)))).toBe('Nome longo demais');
  });
});

describe('a buyer’s search', () => {
  const PHONE = 'Digite seu telefone para buscar os pedidos.';
  it.each([
    ['1', null],
    ['(11) 98765-4321', null],
    ['1'.repeat(40), null],
    ['1'.repeat(41), PHONE],
    ['', PHONE],
    ['abc', PHONE],
    [7, PHONE],
  ])('by the phone %j: %j', (phone, message) =>
    expect(said(WholesaleTrack.safeParse({ phone }))).toBe(message),
  );

  it.each([
    ['NOVO', 1_000_000_000_000, true],
    ['EM_ANDAMENTO', 1_000_000_000_000, true],
    ['FINALIZADO', 30 * 86_400_000, true],
    ['FINALIZADO', 30 * 86_400_000 + 1, false],
    ['CANCELADO', 30 * 86_400_000, true],
    ['CANCELADO', 30 * 86_400_000 + 1, false],
  ] as const)('finds an order that is %s, %i ms old: %s', (status, ageMs, isShown) => {
    expect(isWholesaleShown({ status, updatedAtMs: 5_000 }, 5_000 + ageMs)).toBe(isShown);
  });

  it('shows of it no id of a line, and no name where none was given', () => {
    const order = sampleWholesaleOrder({
      customerName: null,
      updatedAtMs: 20_000,
      wishedDate: '2026-12-07',
      terms: '14 dias',
      paid: { onDate: '2026-12-01', method: 'boleto' },
    });
    expect(publicWholesaleOrder(order)).toEqual({
      orderNumber: 7,
      status: 'NOVO',
      customerName: null,
      totalCents: 45_100,
      items: [
        {
          productId: 'balde',
          productName: 'Açaí em balde',
          productPriceCents: 12_000,
          selectedSize: '10 L',
          selectedFlavor: 'Banana',
          quantity: 3,
          totalPriceCents: 36_000,
        },
        {
          productId: 'casquinha',
          productName: 'Casquinhas',
          productPriceCents: 4_550,
          selectedSize: null,
          selectedFlavor: null,
          quantity: 2,
          totalPriceCents: 9_100,
        },
      ],
      createdAtMs: 10_000,
      updatedAtMs: 20_000,
      wishedDate: '2026-12-07',
      terms: '14 dias',
      paid: true,
    });
  });
});

it.each([
  [undefined, true],
  [null, true],
  [0, true],
  [10_000_000, true],
  [10_000_001, false],
  [-1, false],
  [0.5, false],
])('the note for change may be of %j centavos: %s', (changeForCents, may) => {
  expect(said(CashPayment.safeParse({ changeForCents }))).toBe(may ? null : 'Valor inválido');
});

it('the code of a TV is good for the ten minutes that its refusal names', () => {
  expect(TV_CODE_MS).toBe(600_000);
  expect(TV_REFUSALS.problemOf('wrong-code').detail).toContain('por 10 minutos');
});

it('strangers find an order by its phone for two days, and by its last digits in five tries a day', () => {
  expect([PUBLIC_ORDER_AGE_MS_MAX, DIGIT_TRIES_MAX]).toEqual([48 * 3_600_000, 5]);
});

it('a remote help is open for the hour that its code is said to be good for', () => {
  expect(HELP_MS).toBe(3_600_000);
  expect(HELP_REFUSALS.problemOf('wrong-code').detail).toContain('por uma hora');
});

const restore = { code: 'c', relayUrl: 'https://acai.example', pairingCode: 'p', recoveryCode: 'r' };
it.each<[string, ZodType, unknown, string | null]>([
  [
    'a restore without a pairing code',
    RestoreFromRelay,
    { ...restore, pairingCode: ' ' },
    'Digite o código de pareamento.',
  ],
  [
    'a restore whose pairing code is none',
    RestoreFromRelay,
    { ...restore, pairingCode: null },
    'Digite o código de pareamento.',
  ],
  [
    'a restore with an empty recovery code',
    RestoreFromRelay,
    { ...restore, recoveryCode: ' ' },
    'Digite o código de recuperação.',
  ],
  [
    'a restore that says nothing of the sheet',
    RestoreFromRelay,
    { ...restore, recoveryCode: undefined },
    'Digite o código de recuperação.',
  ],
  ['a restore whose sheet is lost', RestoreFromRelay, { ...restore, recoveryCode: null }, null],
  [
    'a restore without the setup code',
    RestoreFromRelay,
    { ...restore, code: '' },
    'Digite o código de instalação.',
  ],
  ['a code of a TV that is too long', PairTv, { code: 'x'.repeat(21) }, 'O código tem 6 caracteres.'],
  ['a TV of forty letters', PairTv, { code: 'x', name: 'x'.repeat(40) }, null],
  ['a TV of a longer name', PairTv, { code: 'x', name: 'x'.repeat(41) }, 'Use até 40 letras no nome.'],
  ['no code of a TV', PairTv, { code: ' ' }, 'Digite o código que aparece na TV.'],
  ['a card terminal without a name', KeepTerminal, { name: ' ' }, 'Dê um nome à maquininha'],
  [
    'a card terminal of a long name',
    KeepTerminal,
    { name: 'x'.repeat(41) },
    'O nome da maquininha tem no máximo 40 letras',
  ],
  ['a card terminal of forty letters', KeepTerminal, { name: 'x'.repeat(40) }, null],
  ['a part of a PIX without its amount', PartByPix, { part: ID }, 'Uma parte precisa de código e valor.'],
  ['an amount of a PIX without its part', PartByPix, { cents: 100 }, 'Uma parte precisa de código e valor.'],
  [
    'a difference under a wrong name',
    DifferenceAsk,
    { kind: 'give-back', id: 'x', cents: 100 },
    'Identificação inválida. Recarregue a página e tente de novo.',
  ],
  ['a difference of nothing', DifferenceAsk, { kind: 'give-back', id: V7, cents: 0 }, 'Valor inválido'],
  [
    'a change of lines under a wrong name',
    LineChangeAsk,
    { id: 'x', seen: { changes: 0, paid: false }, takeOff: ['a'] },
    'Identificação da mudança inválida. Recarregue a página e tente de novo.',
  ],
])('%s is told in words', (_what, form, body, words) => {
  expect(said(form.safeParse(body))).toBe(words);
});
