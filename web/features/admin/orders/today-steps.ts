// What an owner should do next, read from how the day goes: few, the most urgent first. Pure.
import type { Today } from '@balcao/shared/http/reports.ts';
import { localTime } from '@balcao/shared/store/business-day.ts';
import { MENU } from '../menu/kinds.ts';

export type Step = { id: string; text: string; to: string };

const PRINTERS = '/admin/configuracoes/impressoras';
const isInTrouble = ({ state, held, failed }: Today['printers'][number]): boolean =>
  state === 'off' || state === 'paper-out' || held + failed > 0;

const many = (n: number, one: string, more: string): string => `${n} ${n === 1 ? one : more}`;

/** `unresolved`: payments that wait for a person. */
export function nextSteps(today: Today, unresolved: number, timeZone: string): Step[] {
  const steps: (Step | false)[] = [
    today.open.late > 0 && {
      id: 'late',
      text: `${many(today.open.late, 'pedido passou', 'pedidos passaram')} de ${today.open.lateMinutes} min: veja a cozinha`,
      to: '/cozinha',
    },
    unresolved > 0 && {
      id: 'unresolved',
      text: `${many(unresolved, 'pagamento precisa', 'pagamentos precisam')} de você`,
      to: '/admin/pedidos/resolver',
    },
    ...today.printers.filter(isInTrouble).map((printer) => ({
      id: `printer-${printer.id}`,
      text: `Impressora ${printer.name}: ${printerText(printer)}`,
      to: PRINTERS,
    })),
    today.printers.length === 0 && { id: 'no-printer', text: 'Cadastre uma impressora', to: PRINTERS },
    ...priceStep(today),
    ...tillStep(today, timeZone),
    today.site === 'unpaired' && {
      id: 'site',
      text: 'Ligue a loja ao site de novo',
      to: '/admin/configuracoes/site',
    },
    today.copyOutside.isOld && {
      id: 'copy',
      text: 'Leve uma cópia para fora desta máquina',
      to: '/admin/configuracoes/copias',
    },
  ];
  return steps.filter((step) => step !== false);
}

/** Where the first of them is chosen; wholesale has a panel of its own. */
function priceStep({ pricesToChoose: prices = null }: Today): Step[] {
  if (prices === null) return [];
  const slug = MENU.find(({ spec }) => spec.kind === prices.kind)?.slug;
  return [
    {
      id: 'prices',
      text: `${many(prices.count, 'preço mudado', 'preços mudados')} de longe e na loja: escolha qual vale`,
      to: slug === undefined ? '/atacado/admin/produtos' : `/admin/cardapio/${slug}`,
    },
  ];
}

function tillStep({ till, nowMs }: Today, timeZone: string): Step[] {
  const to = '/admin/dinheiro/caixa';
  if (till === null) return [{ id: 'till', text: 'Abra o caixa antes de receber em dinheiro', to }];
  const dayOf = (ms: number): string => localTime(ms, timeZone).date;
  return dayOf(till.openedAtMs) < dayOf(nowMs)
    ? [{ id: 'till', text: 'O caixa ficou aberto de um dia para o outro: conte e feche', to }]
    : [];
}

/** What is wrong with a printer, in words. */
export function printerText({ stateText, held, failed }: Today['printers'][number]): string {
  const stuck = held + failed;
  return stuck === 0 ? stateText : many(stuck, 'comanda não saiu no papel', 'comandas não saíram no papel');
}

/** The printers in a word: fine, or how many are not. */
export function printersText(printers: Today['printers']): { text: string; isFine: boolean } {
  const used = printers.filter(({ state }) => state !== 'disabled');
  // Also one that was switched off, while it has slips that are on no paper.
  const troubled = printers.filter(isInTrouble).length;
  if (troubled > 0) return { text: `${troubled} com problema`, isFine: false };
  if (used.length === 0) return { text: 'nenhuma em uso', isFine: false };
  return { text: used.length === 1 ? 'pronta' : `${used.length} prontas`, isFine: true };
}
