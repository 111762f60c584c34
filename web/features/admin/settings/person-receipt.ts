// The receipt of an erasure in words, for the screen, for paper and as a file: of the person it has the end of the phone alone.
import type { Erased, PersonSummary } from '@balcao/shared/http/privacy.ts';
import type { Times } from '../../../data/staff/times.ts';

export type Section = { title: string; lines: string[] };

const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

const some = (lines: (string | false)[]): string[] => lines.filter((line) => line !== false);

function span({ firstAtMs, lastAtMs }: PersonSummary['orders' | 'wholesale'], { dateText }: Times): string {
  if (firstAtMs === null || lastAtMs === null) return '';
  const [first, last] = [dateText(firstAtMs), dateText(lastAtMs)];
  return first === last ? `, em ${first}` : `, de ${first} a ${last}`;
}

/** What the shop has of a person, a line for each kind, by the shop's own days; none when it has nothing. */
export function linesOf(person: PersonSummary, times: Times): string[] {
  const { orders, wholesale } = person;
  const with_ = some([
    wholesale.withName > 0 && 'nome',
    wholesale.withTaxId > 0 && 'CPF ou CNPJ',
    wholesale.withAddress > 0 && 'endereço',
    wholesale.withObservations > 0 && 'observações',
  ]);
  return some([
    orders.count > 0 &&
      `${counted(orders.count, 'pedido', 'pedidos')}${span(orders, times)}${orders.withObservations > 0 ? ` (${orders.withObservations} com observações)` : ''}`,
    wholesale.count > 0 &&
      `${counted(wholesale.count, 'pedido', 'pedidos')} de atacado${span(wholesale, times)}${with_.length > 0 ? ` (com ${with_.join(', ')})` : ''}`,
    person.onlinePayments > 0 && `${counted(person.onlinePayments, 'pagamento', 'pagamentos')} pelo site`,
    person.handPayments > 0 && `${counted(person.handPayments, 'pagamento', 'pagamentos')} na loja`,
    person.slips > 0 && `${counted(person.slips, 'impresso', 'impressos')} destes pedidos`,
    person.months > 0 && `O telefone no relatório de clientes de ${counted(person.months, 'mês', 'meses')}`,
  ]);
}

export const isNobody = ({ orders, wholesale, months }: PersonSummary): boolean =>
  orders.count === 0 && wholesale.count === 0 && months === 0;

export function receiptOf(
  shop: string,
  erased: Erased,
  { dateText, timeText }: Times,
): { title: string; sections: Section[] } {
  const { before, copies } = erased;
  const day = dateText(copies.lastUntilMs);
  return {
    title: 'Comprovante de exclusão de dados pessoais',
    sections: [
      {
        title: 'De quem e quando',
        lines: some([
          shop !== '' && `Loja: ${shop}`,
          `Telefone terminado em ${erased.phoneEnd}`,
          `Apagado em ${dateText(erased.atMs)}, ${timeText(erased.atMs)}`,
        ]),
      },
      {
        title: 'O que foi apagado',
        lines: isNobody(before)
          ? ['A loja não tinha nada com este telefone.']
          : some([
              before.orders.count > 0 &&
                `Telefone e observações de ${counted(before.orders.count, 'pedido', 'pedidos')}`,
              before.wholesale.count > 0 &&
                `Nome, telefone, CPF ou CNPJ, endereço e observações de ${counted(before.wholesale.count, 'pedido', 'pedidos')} de atacado`,
              before.slips > 0 && 'Os impressos guardados destes pedidos',
              before.months > 0 && 'O telefone no relatório de clientes',
              'As mesmas informações no registro interno da loja',
            ]),
      },
      {
        title: 'Conferência',
        lines: [
          erased.left === null
            ? 'O banco de dados é grande demais para ser relido agora, byte a byte.'
            : erased.left === 0
              ? 'O arquivo do banco de dados foi relido por inteiro: o telefone não está mais nele.'
              : `O arquivo do banco de dados foi relido: o número ainda aparece ${counted(erased.left, 'vez', 'vezes')} fora dos pedidos desta pessoa, por exemplo em observações de outro pedido ou no telefone da própria loja.`,
        ],
      },
      {
        title: 'O que fica, e por quê',
        lines: [
          'Itens, valores, datas e formas de pagamento dos pedidos, sem dizer de quem foram: a loja precisa deles para a contabilidade e os impostos.',
          'A anotação de que dados de um telefone foram apagados, sem o telefone.',
        ],
      },
      {
        title: 'As cópias',
        lines: some([
          `Cópias de segurança na loja: estão sendo refeitas sem estes dados. Nenhuma que os tenha passa de ${day}.`,
          copies.sticks === 1 &&
            '1 pen drive tem cópias antigas, criptografadas: são refeitas quando ele estiver na máquina da loja.',
          copies.sticks > 1 &&
            `${copies.sticks} pen drives têm cópias antigas, criptografadas: são refeitas quando eles estiverem na máquina da loja.`,
          copies.relay === 'told' && 'A cópia no site foi avisada e apaga os mesmos dados.',
          copies.relay === 'waits' &&
            'A cópia no site apaga os mesmos dados assim que a loja voltar à internet.',
          copies.relay !== 'none' &&
            'Cópias de segurança do site têm telefone e observações cifrados e duram em geral 15 dias; o prazo é de quem cuida do site.',
          'Pagamentos pelo site ficam também com o Mercado Pago, pelas regras dele.',
        ]),
      },
    ],
  };
}

export const textOf = ({ title, sections }: ReturnType<typeof receiptOf>): string =>
  `${[title, ...sections.map((section) => [section.title.toUpperCase(), ...section.lines.map((line) => `- ${line}`)].join('\n'))].join('\n\n')}\n`;
