// The test of an account, step by step, over a provider that the test holds. The same over the simulator: tests/contract/payments.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { accepted, refused } from '@balcao/shared/result.ts';
import { testAccount, type AccountTestDeps, type TestedAccount } from './account-test.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 15);
const SILENT = refused({ kind: 'unreachable', detail: '' });
const UNREACHABLE =
  'O Mercado Pago não respondeu. Verifique a internet do relay e tente de novo em instantes.';
const MACHINE = { id: 'PAX__1', name: 'Balcão 1' };
const OTHER_MACHINE = { id: 'PAX__2', name: 'Balcão 2' };

let answers: Record<string, unknown>;
let asked: [string, ...unknown[]][];
let used: readonly { id: string; name: string }[];
/** What the looks for the notice find, one after the other; the last one for ever. */
let outcomes: (string | null)[];
let account: Record<string, unknown>;
let isKept: boolean;
let publicUrl: string | null;
beforeEach(() => {
  answers = {
    testCredentials: accepted({ name: 'AÇAÍ DA PRAÇA', payeeId: '401', sandbox: false }),
    listMethods: accepted(['pix', 'visa']),
    createPix: accepted({ id: '9', pix: { qrCode: 'q', qrCodeBase64: 'cQ==' } }),
    cancel: accepted({}),
    listTerminals: accepted([{ id: 'PAX__1', isIntegrated: true }]),
  };
  [asked, used, outcomes] = [[], [], ['proved']];
  account = { api: 'orders', publicKey: 'key', webhookSecret: 'secret' };
  [isKept, publicUrl] = [true, 'https://acai.example'];
});

const provider = new Proxy(
  {},
  {
    get:
      (_none, name: string) =>
      (...args: unknown[]) => {
        asked.push([name, ...args]);
        return Promise.resolve(answers[name]);
      },
  },
);

const run = (looksMax = 1) =>
  testAccount(
    {
      provider,
      notices: { outcomeOf: () => Promise.resolve(outcomes.length > 1 ? outcomes.shift() : outcomes[0]) },
      config: { publicUrl, mercadoPago: { baseUrl: null } },
      clock: () => NOW_MS,
      terminalsOf: () => Promise.resolve(used),
      looksMax,
    } as unknown as AccountTestDeps,
    { storeId: 'store-1', account, isKept } as unknown as TestedAccount,
  );
const stepOf = async (name: string, looksMax?: number) =>
  (await run(looksMax)).steps.find(({ step }) => step === name);

describe('an account that does all that a sale needs', () => {
  it('passes each step, with the words of each', async () => {
    expect(await run()).toEqual({
      ...{ ok: true, payeeId: '401', sandbox: false },
      message:
        'Conta AÇAÍ DA PRAÇA reconhecida. PIX e cartão ativos. Um PIX de teste foi criado. O PIX de teste foi cancelado. Um aviso chegou com a assinatura certa.',
      steps: [
        { step: 'account', state: 'ok', text: 'Conta AÇAÍ DA PRAÇA reconhecida.' },
        { step: 'methods', state: 'ok', text: 'PIX e cartão ativos.' },
        { step: 'pix', state: 'ok', text: 'Um PIX de teste foi criado.' },
        { step: 'cancel', state: 'ok', text: 'O PIX de teste foi cancelado.' },
        { step: 'notice', state: 'ok', text: 'Um aviso chegou com a assinatura certa.' },
      ],
    });
  });

  it('is tried with a PIX of one real that is no order’s, which is called off', async () => {
    await run();
    const made = asked.find(([name]) => name === 'createPix')?.[2];
    expect(made).toMatchObject({
      amountCents: 100,
      orderId: expect.stringMatching(/^teste-da-conta-/),
      items: [{ unitCents: 100 }],
      payerEmail: 'pedido-teste@example.com',
    });
    expect(asked).toContainEqual(['cancel', account, '9']);
  });

  it('without a name, or of a test, is said to be', async () => {
    answers['testCredentials'] = accepted({ name: '', payeeId: '401', sandbox: true });
    expect(await run()).toMatchObject({
      sandbox: true,
      steps: [{ text: 'Conta 401 reconhecida (ambiente de teste).' }, {}, {}, {}, {}],
    });
  });
});

describe('what fails is said alone, with the way to mend it', () => {
  it.each([
    ['testCredentials', SILENT, ['account'], UNREACHABLE],
    ['listMethods', SILENT, ['methods'], UNREACHABLE],
    [
      'listMethods',
      accepted(['visa', 'credit_card']),
      ['methods'],
      'O PIX não está ativo nesta conta. No aplicativo do Mercado Pago, complete o cadastro da conta e cadastre uma chave PIX.',
    ],
    ['createPix', SILENT, ['pix'], UNREACHABLE],
    [
      'createPix',
      accepted({ id: '9', pix: null }),
      ['pix'],
      'O Mercado Pago criou o PIX sem o código. Confira no aplicativo se a chave PIX da conta está ativa.',
    ],
    [
      'cancel',
      SILENT,
      ['cancel'],
      'O PIX de teste 9 não foi cancelado. Ninguém viu o código: ele vence sozinho em 31 minutos.',
    ],
  ])('by %s', async (call, answer, failed, message) => {
    answers[call] = answer;
    const result = await run();
    expect(result).toMatchObject({ ok: false, message });
    expect(result.steps.filter(({ state }) => state === 'failed').map(({ step }) => step)).toEqual(failed);
  });

  it('of an account that does not open nothing more is tried, and nothing is known', async () => {
    answers['testCredentials'] = SILENT;
    expect(await run()).toMatchObject({ payeeId: null, sandbox: null });
    expect(asked.map(([name]) => name)).toEqual(['testCredentials']);
  });

  it('a card is off without its key, which is no fault', async () => {
    account['publicKey'] = null;
    expect(await stepOf('methods')).toEqual({
      ...{ step: 'methods', state: 'ok' },
      text: 'PIX ativo. Sem Public Key: o cartão fica desligado.',
    });
  });
});

describe('the terminals of the counter', () => {
  const answer = (state: string, text: string) => ({ step: 'terminals', state, text });

  it('are asked for where the counter has one', async () => {
    expect(await stepOf('terminals')).toBeUndefined();
    used = [MACHINE];
    expect(await stepOf('terminals')).toEqual(answer('ok', 'Maquininha do balcão pronta: Balcão 1.'));
  });

  it('need the interface that they are sent to by', async () => {
    used = [MACHINE];
    account['api'] = 'payments';
    expect(await stepOf('terminals')).toEqual(
      answer('failed', 'As maquininhas só recebem o valor pela API de Orders.'),
    );
  });

  it('that are not the account’s any more, or stand by themselves, are named', async () => {
    used = [MACHINE, OTHER_MACHINE];
    expect(await stepOf('terminals')).toEqual(
      answer('failed', 'A conta não tem mais a maquininha Balcão 2. Escolha as do balcão de novo.'),
    );
    answers['listTerminals'] = accepted([
      { id: 'PAX__1', isIntegrated: true },
      { id: 'PAX__2', isIntegrated: false },
    ]);
    expect(await stepOf('terminals')).toEqual(
      answer(
        'failed',
        'A maquininha Balcão 2 não está no modo PDV e não recebe o valor. Escolha-a de novo aqui e reinicie a maquininha.',
      ),
    );
  });
});

describe('the notice of the test’s PIX', () => {
  it.each([
    ['without a secret', () => void (account['webhookSecret'] = null), 'Sem a assinatura secreta do webhook'],
    ['to no address', () => void (publicUrl = null), 'O site não tem endereço https'],
    [
      'of an account that is not kept yet',
      () => void (isKept = false),
      'A assinatura secreta só se prova depois de guardada',
    ],
  ])('%s is not waited for', async (_what, given, words) => {
    given();
    outcomes = ['refused'];
    const step = await stepOf('notice');
    expect(step).toMatchObject({ state: 'skipped', text: expect.stringContaining(words) });
  });

  it.each([
    ['wrong-time', 'orders', false, 'failed', 'o relógio do relay está fora da hora'],
    ['refused', 'orders', false, 'failed', 'a assinatura secreta não confere'],
    ['refused', 'payments', true, 'failed', 'a assinatura secreta não confere'],
    // As the provider sends those of its test accounts.
    ['refused', 'orders', true, 'skipped', 'nas contas de teste o Mercado Pago os manda assim'],
    [null, 'orders', false, 'failed', 'com o evento Order (Mercado Pago) marcado'],
    [null, 'payments', false, 'failed', 'com o evento Pagamentos marcado'],
  ])('that is %s, through %s, of a test %s: %s, %s', async (outcome, api, sandbox, state, words) => {
    answers['testCredentials'] = accepted({ name: 'A', payeeId: '401', sandbox });
    account['api'] = api;
    outcomes = [outcome];
    expect(await stepOf('notice')).toMatchObject({ state, text: expect.stringContaining(words) });
  });

  it('is looked for again until it comes', async () => {
    vi.useFakeTimers();
    try {
      outcomes = [null, null, 'proved'];
      const step = stepOf('notice', 3);
      await vi.advanceTimersByTimeAsync(500);
      expect(await step).toMatchObject({ state: 'ok' });
    } finally {
      vi.useRealTimers();
    }
  });
});
