// How what the cash drawer refuses is told.
import { formatCents } from '../../money.ts';
import { COUNT_ASKED_ABOVE_CENTS } from '../cash.ts';
import { defineRefusals } from '../contract.ts';

/** Why the drawer is not opened, moved or closed. */
export type CashRefusal = 'already-open' | 'not-open' | 'not-enough' | 'id-reused' | 'count-differs';

export const CASH_REFUSALS = defineRefusals<CashRefusal>({
  'already-open': {
    status: 409,
    title: 'Caixa já aberto',
    detail: 'O caixa já está aberto. Feche-o antes de abrir outro.',
  },
  'not-open': { status: 409, title: 'Caixa fechado', detail: 'Abra o caixa primeiro.' },
  'not-enough': {
    status: 422,
    title: 'Valor maior que o caixa',
    detail: 'Não há tanto dinheiro no caixa. Confira o valor.',
    extra: () => ({ errors: [{ field: 'amountCents', message: 'Não há tanto dinheiro no caixa.' }] }),
  },
  'id-reused': {
    status: 409,
    title: 'Já registrado',
    detail: 'Isto já foi registrado com outro valor. Recarregue a página.',
  },
  // Neither how much nor which way: the count is blind.
  'count-differs': {
    status: 409,
    title: 'A contagem não bate',
    detail: `O que você contou difere em mais de ${formatCents(COUNT_ASKED_ABOVE_CENTS)} do que deveria haver na gaveta. Conte de novo, ou feche assim mesmo: o fechamento não muda mais.`,
  },
});

/** Why a close is not printed again. */
export type CloseSlipRefusal = 'forbidden' | 'unknown-close' | 'no-printer';

export const CLOSE_SLIP_REFUSALS = defineRefusals<CloseSlipRefusal>({
  forbidden: {
    status: 403,
    title: 'Acesso Negado',
    detail: 'Só quem administra imprime fechamentos antigos.',
  },
  'unknown-close': {
    status: 404,
    title: 'Fechamento não encontrado',
    detail: 'Não há fechamento com este número.',
  },
  'no-printer': {
    status: 409,
    title: 'Erro na impressão',
    detail: 'Nenhuma impressora ligada imprime fechamentos. Configure uma em Configurações, Impressoras.',
  },
});
