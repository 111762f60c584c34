// The test of a store's account: what a sale needs, tried one after the other as a sale would, with a PIX that nobody sees and that is
// called off at once. Each step says what was found, and a failed one how it is mended.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import type { AccountTestStep, CredentialsTest } from '@balcao/shared/http/payments.ts';
import { wordsOfFailure } from './account-faults.ts';
import { noticeUrlOf, PIX_PROVIDER_MS } from './attempts/start.ts';
import type { Notices } from './attempts/notices.ts';
import { payerEmail } from './payer-email.ts';
import type { PaymentConfig } from './ports.ts';
import type { Account, Provider, ProviderPayment } from './provider/provider.ts';

/** Begins the reference of what only tests an account; no order's id looks like it. */
export const TEST_REFERENCE = 'teste-da-conta-';
const TEST_CENTS = 100;
const LOOKS_MAX = 32;
const LOOK_PAUSE_MS = 250;

type Step = z.infer<typeof AccountTestStep>;
export type AccountTest = z.infer<typeof CredentialsTest>;

/** `isKept`: whether notices to this store are checked with this account's secret. */
export type TestedAccount = { storeId: string; account: Account; isKept: boolean };
/** A terminal that the counter sends to, by the shop's name. */
type UsedTerminal = { id: string; name: string };

export type AccountTestDeps = {
  provider: Provider;
  notices: Pick<Notices, 'outcomeOf'>;
  config: PaymentConfig;
  clock: () => number;
  terminalsOf: (storeId: string) => Promise<readonly UsedTerminal[]>;
  /** How often it is looked whether a notice has come; for tests. */
  looksMax?: number | undefined;
};

export async function testAccount(deps: AccountTestDeps, tested: TestedAccount): Promise<AccountTest> {
  const { provider } = deps;
  const { account } = tested;
  const owner = await provider.testCredentials(account);
  if (!owner.ok)
    return resultOf([{ step: 'account', state: 'failed', text: wordsOfFailure(owner.refusal) }], null);
  const { name, payeeId, sandbox } = owner.value;
  const steps: Step[] = [
    {
      step: 'account',
      state: 'ok',
      text: `Conta ${name === '' ? payeeId : name} reconhecida${sandbox ? ' (ambiente de teste)' : ''}.`,
    },
    await methodsStep(provider, account),
  ];
  const made = await provider.createPix(account, {
    attemptId: randomUUID(),
    orderId: `${TEST_REFERENCE}${randomUUID()}`,
    amountCents: TEST_CENTS,
    description: 'Teste da conta',
    items: [{ id: 'teste', title: 'Teste da conta', unitCents: TEST_CENTS }],
    expiresAtMs: Math.ceil((deps.clock() + PIX_PROVIDER_MS) / 1000) * 1000,
    validForMs: PIX_PROVIDER_MS,
    payerEmail: payerEmail('teste'),
    noticeUrl: noticeUrlOf(deps.config, tested.storeId),
  });
  if (made.ok) {
    const hasCode = made.value.pix !== null;
    steps.push(
      hasCode
        ? { step: 'pix', state: 'ok', text: 'Um PIX de teste foi criado.' }
        : {
            step: 'pix',
            state: 'failed',
            text: 'O Mercado Pago criou o PIX sem o código. Confira no aplicativo se a chave PIX da conta está ativa.',
          },
      await cancelStep(provider, account, made.value),
      await noticeStep(deps, tested, { paymentId: made.value.id, isSandbox: sandbox }),
    );
  } else steps.push({ step: 'pix', state: 'failed', text: wordsOfFailure(made.refusal) });
  const used = await deps.terminalsOf(tested.storeId);
  if (used.length > 0) steps.push(await terminalsStep(provider, account, used));
  return resultOf(steps, { payeeId, sandbox });
}

async function methodsStep(provider: Provider, account: Account): Promise<Step> {
  const listed = await provider.listMethods(account);
  if (!listed.ok) return { step: 'methods', state: 'failed', text: wordsOfFailure(listed.refusal) };
  if (!listed.value.includes('pix'))
    return {
      step: 'methods',
      state: 'failed',
      text: 'O PIX não está ativo nesta conta. No aplicativo do Mercado Pago, complete o cadastro da conta e cadastre uma chave PIX.',
    };
  return account.publicKey === null
    ? { step: 'methods', state: 'ok', text: 'PIX ativo. Sem Public Key: o cartão fica desligado.' }
    : { step: 'methods', state: 'ok', text: 'PIX e cartão ativos.' };
}

/** Whether each terminal of the counter is the account's and takes what it is sent. */
async function terminalsStep(
  provider: Provider,
  account: Account,
  used: readonly UsedTerminal[],
): Promise<Step> {
  const failed = (text: string): Step => ({ step: 'terminals', state: 'failed', text });
  if (account.api !== 'orders') return failed('As maquininhas só recebem o valor pela API de Orders.');
  const listed = await provider.listTerminals(account);
  if (!listed.ok) return failed(wordsOfFailure(listed.refusal));
  const gone = used.filter(({ id }) => !listed.value.some((one) => one.id === id));
  if (gone.length > 0)
    return failed(`A conta não tem mais a maquininha ${namesOf(gone)}. Escolha as do balcão de novo.`);
  const byItself = used.filter(({ id }) => listed.value.some((one) => one.id === id && !one.isIntegrated));
  if (byItself.length > 0)
    return failed(
      `A maquininha ${namesOf(byItself)} não está no modo PDV e não recebe o valor. Escolha-a de novo aqui e reinicie a maquininha.`,
    );
  return { step: 'terminals', state: 'ok', text: `Maquininha do balcão pronta: ${namesOf(used)}.` };
}

const namesOf = (terminals: readonly UsedTerminal[]): string => terminals.map(({ name }) => name).join(', ');

async function cancelStep(provider: Provider, account: Account, { id }: ProviderPayment): Promise<Step> {
  const cancelled = await provider.cancel(account, id);
  return cancelled.ok
    ? { step: 'cancel', state: 'ok', text: 'O PIX de teste foi cancelado.' }
    : {
        step: 'cancel',
        state: 'failed',
        text: `O PIX de teste ${id} não foi cancelado. Ninguém viu o código: ele vence sozinho em 31 minutos.`,
      };
}

/** Whether the provider's notice of the test's PIX came and bore the secret's signature. */
async function noticeStep(
  deps: AccountTestDeps,
  { storeId, account, isKept }: TestedAccount,
  { paymentId, isSandbox }: { paymentId: string; isSandbox: boolean },
): Promise<Step> {
  const skipped = (text: string): Step => ({ step: 'notice', state: 'skipped', text });
  if (account.webhookSecret === null)
    return skipped(
      'Sem a assinatura secreta do webhook: a confirmação chega por consulta, alguns segundos mais tarde.',
    );
  if (noticeUrlOf(deps.config, storeId) === null)
    return skipped(
      'O site não tem endereço https que o Mercado Pago alcance: a confirmação chega por consulta.',
    );
  if (!isKept)
    return skipped('A assinatura secreta só se prova depois de guardada: guarde a conta e teste de novo.');
  const looksMax = deps.looksMax ?? LOOKS_MAX;
  for (let look = 1; ; look += 1) {
    const outcome = await deps.notices.outcomeOf(storeId, paymentId);
    if (outcome === 'proved')
      return { step: 'notice', state: 'ok', text: 'Um aviso chegou com a assinatura certa.' };
    if (outcome === 'wrong-time')
      return {
        step: 'notice',
        state: 'failed',
        text: 'Um aviso chegou com a assinatura certa e a hora errada: o relógio do relay está fora da hora. Acerte-o e teste de novo; enquanto isso a confirmação chega por consulta.',
      };
    if (outcome === 'refused' && account.api === 'orders' && isSandbox)
      return skipped(
        'Um aviso de teste chegou sem assinatura que confira: nas contas de teste o Mercado Pago os manda assim. A confirmação chega por consulta.',
      );
    if (outcome === 'refused')
      return {
        step: 'notice',
        state: 'failed',
        text: 'Um aviso chegou, mas a assinatura secreta não confere. Copie de novo em Suas integrações → Webhooks → Assinatura secreta (no modo de produção) e guarde a conta.',
      };
    if (look === looksMax) break;
    await pause(LOOK_PAUSE_MS);
  }
  return {
    step: 'notice',
    state: 'failed',
    text: `Nenhum aviso chegou. Em Suas integrações → Webhooks, confira se o endereço é o do site, com o evento ${account.api === 'orders' ? 'Order (Mercado Pago)' : 'Pagamentos'} marcado. Enquanto isso a confirmação chega por consulta.`,
  };
}

const resultOf = (steps: Step[], owner: { payeeId: string; sandbox: boolean } | null): AccountTest => {
  const failed = steps.filter(({ state }) => state === 'failed');
  return {
    ok: failed.length === 0,
    message: (failed.length > 0 ? failed : steps).map(({ text }) => text).join(' '),
    payeeId: owner?.payeeId ?? null,
    sandbox: owner?.sandbox ?? null,
    steps,
  };
};
