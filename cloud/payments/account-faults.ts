// What the provider's refusals say about the shop's account, in words that tell how to mend it. Codes: docs/guia/pix.md names the same ones.
import type { ProviderFailure } from './provider/provider.ts';
import type { AttemptRow } from './schema.ts';

const TOKEN = 'O Mercado Pago não aceita este Access Token. Copie de novo em Suas integrações → Credenciais.';
const TEST_TOKEN =
  'Este Access Token é de teste (TEST-) e não cobra. Use o das Credenciais de produção, que começa por APP_USR-.';

const WORDS: Partial<Record<string, string>> = {
  '7': 'A aplicação do Mercado Pago não pode cobrar: foi criada para o Checkout Pro. Crie uma do tipo Pagamentos on-line → Checkout Transparente e copie as credenciais dela.',
  '13253':
    'A conta do Mercado Pago não tem chave PIX. No aplicativo do Mercado Pago, em Pix → Suas chaves, cadastre uma e teste de novo.',
  '4390':
    'O Mercado Pago recusou quem paga: o e-mail é da própria conta da loja, ou uma conta de teste foi misturada com uma de verdade. Confira se as credenciais são de produção.',
  '10113': TEST_TOKEN,
  not_found: TEST_TOKEN,
};

/** A sentence about what is wrong and how it is mended. */
export function wordsOfFailure(failure: ProviderFailure): string {
  switch (failure.kind) {
    case 'credentials':
      return WORDS[failure.code ?? ''] ?? TOKEN;
    case 'refused':
      return (
        WORDS[failure.code] ??
        `O Mercado Pago recusou (código ${failure.code}). Confira a conta no Mercado Pago ou fale com o suporte deles.`
      );
    case 'unreachable':
    case 'busy':
      return 'O Mercado Pago não respondeu. Verifique a internet do relay e tente de novo em instantes.';
    case 'not-found':
    case 'not-now':
    case 'no-balance':
      return 'O Mercado Pago respondeu algo inesperado ao testar estas credenciais.';
  }
}

/** Refusals of a card that are the account's and not the payer's. */
const OF_THE_ACCOUNT = new Set(['7', '4390', '10113', '13253', 'not_found']);

/** Whether the next payment would be refused too: a PIX has no data of the payer's that could be wrong. */
export const isAccountFault = (failure: ProviderFailure, method: AttemptRow['method']): boolean =>
  failure.kind === 'credentials' ||
  (failure.kind === 'refused' && (method === 'pix' || OF_THE_ACCOUNT.has(failure.code)));

/** Whether what was kept of an answer says that the token does not open the account, whatever was asked. */
export const isDoorShut = (detail: string): boolean => detail.startsWith('HTTP 401');

/** `statusDetail` of an attempt that was closed because the provider does not know it. */
export const NEVER_MADE = 'never_created';

/** The words about an attempt that was refused or answered with nothing but errors, from what was kept of the answer. */
export function wordsOfAttempt({
  lastError,
  statusDetail,
}: Pick<AttemptRow, 'lastError' | 'statusDetail'>): string {
  const [, status = '', code = ''] = /^HTTP (\d{3}) ?(.*)$/.exec(lastError ?? '') ?? [];
  if (statusDetail === NEVER_MADE && status.startsWith('5'))
    return `O Mercado Pago está com problemas (erro ${status}) e não fez a cobrança. Receba de outra forma; se não passar em alguns minutos, fale com o suporte deles.`;
  const isDoor = status === '401' || (status === '403' && code !== '4390');
  return wordsOfFailure(
    isDoor || status === ''
      ? { kind: 'credentials', code, detail: '' }
      : { kind: 'refused', code, detail: '' },
  );
}
