// How what printing refuses is told.
import { defineRefusals } from '../contract.ts';
import type { PrintJobView } from '../printing.ts';

/** Why a slip is not queued, printed again or thrown away. */
export type QueueRefusal =
  | { code: 'unknown-job' }
  | { code: 'unknown-order' }
  /** The kitchen's ticket comes with the payment: paper before it would stand in for that one. */
  | { code: 'not-paid' }
  | { code: 'unknown-printer' }
  /** No printer that is on prints this. */
  | { code: 'no-printer' }
  | { code: 'printer-disabled' }
  /** The job has gone on since the screen was drawn. */
  | { code: 'not-now'; state: PrintJobView['state']; stateText: string };

const NOT_PRINTED = 'Erro na impressão';

export const QUEUE_REFUSALS = defineRefusals<QueueRefusal>({
  'unknown-job': { status: 404, title: NOT_PRINTED, detail: 'Esta impressão não existe mais.' },
  'unknown-order': {
    status: 404,
    title: NOT_PRINTED,
    detail: 'Pedido não encontrado. Verifique o código do pedido.',
  },
  'not-paid': {
    status: 409,
    title: NOT_PRINTED,
    detail: 'Este pedido ainda não foi pago. A comanda sai quando o pagamento for confirmado.',
  },
  'unknown-printer': { status: 404, title: NOT_PRINTED, detail: 'Impressora não encontrada' },
  'no-printer': {
    status: 409,
    title: NOT_PRINTED,
    detail: 'Nenhuma impressora ligada imprime isto. Configure uma em Configurações, Impressoras.',
  },
  'printer-disabled': {
    status: 409,
    title: NOT_PRINTED,
    detail: 'Esta impressora está desativada. Escolha outra ou habilite-a.',
  },
  'not-now': {
    status: 409,
    title: NOT_PRINTED,
    detail: ({ stateText }) => `Esta impressão já mudou. O estado agora é: ${stateText}.`,
    sample: { code: 'not-now', state: 'printed', stateText: 'impresso' },
  },
});

/** Why a printer is not kept. */
export type PrinterRefusal = 'unknown-printer' | 'too-many-printers';

/** Settings of the wrong form are told field by field instead. */
export const PRINTER_REFUSALS = defineRefusals<PrinterRefusal>({
  'unknown-printer': { status: 404, title: 'Impressora não encontrada', detail: 'Impressora não encontrada' },
  'too-many-printers': {
    status: 409,
    title: 'Muitas impressoras',
    detail: 'Remova uma impressora antes de cadastrar outra.',
  },
});

type TestPrintCode =
  | 'unknown-printer'
  | 'disabled'
  | 'no-address'
  | 'address-refused'
  | 'not-connected'
  | 'paper-out'
  | 'broke-off';
type NotTested<Code> = {
  code: Code;
  message: string;
  /** What to look at, when the printer could not be reached. */
  checklist: string[];
};
/** Why the test page did not come out, with what the printer said. */
export type TestPrintRefusal = { [Code in TestPrintCode]: NotTested<Code> }[TestPrintCode];

const notTested = <Code extends TestPrintCode>(code: Code, message: string) => ({
  status: 409,
  code: `printer-${code}`,
  title: 'Erro no teste de impressão',
  detail: (refusal: NotTested<Code>) => refusal.message,
  extra: ({ checklist }: NotTested<Code>) => ({ checklist }),
  sample: { code, message, checklist: [] },
});

export const TEST_PRINT_REFUSALS = defineRefusals<TestPrintRefusal>({
  'unknown-printer': notTested('unknown-printer', 'Impressora não encontrada'),
  disabled: notTested('disabled', 'Habilite a impressora antes de testar'),
  'no-address': notTested('no-address', 'Configure o IP da impressora'),
  'address-refused': notTested(
    'address-refused',
    'Use o IP da impressora na rede da loja, como 192.168.0.50.',
  ),
  'not-connected': notTested('not-connected', 'Impressora não conectada: não responde'),
  'paper-out': notTested('paper-out', 'Impressora sem papel'),
  'broke-off': notTested('broke-off', 'A impressão começou e parou: parou de responder no meio da impressão'),
});

export const PREVIEW_REFUSALS = defineRefusals<'no-preview'>({
  'no-preview': {
    status: 404,
    title: 'Prévia não encontrada',
    detail: 'Isto não existe mais ou não pode ser mostrado.',
  },
});
