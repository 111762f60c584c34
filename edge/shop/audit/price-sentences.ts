// What the audit says of prices that were wanted from afar, beside the other sentences.
import type { PriceChoice, PriceConflict } from '@balcao/shared/http/price-conflicts.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { KIND_NAMES } from './menu-sentences.ts';

const ofEntry = ({ kind, name }: Pick<PriceConflict, 'kind' | 'name'>): string =>
  `${KIND_NAMES[kind]} ${name}`;

export const priceConflictText = (conflict: PriceConflict): string =>
  `quis mudar ${ofEntry(conflict)}: o preço de ${formatCents(conflict.seenCents)} para ${formatCents(conflict.wantedCents)}; ficou ${formatCents(conflict.storedCents)}, que a loja tinha posto`;

type Wanted = Pick<PriceConflict, 'kind' | 'name' | 'seenCents' | 'wantedCents'>;
export const priceGoneText = (wanted: Wanted): string =>
  `quis mudar ${ofEntry(wanted)}, que não existe mais: o preço de ${formatCents(wanted.seenCents)} para ${formatCents(wanted.wantedCents)}`;

export const priceChosenText = (conflict: PriceConflict, choice: PriceChoice['choice']): string =>
  choice === 'wanted'
    ? `escolheu para ${ofEntry(conflict)} o preço que ${conflict.by} pôs com a loja sem conexão: de ${formatCents(conflict.storedCents)} para ${formatCents(conflict.wantedCents)}`
    : `deixou ${ofEntry(conflict)} em ${formatCents(conflict.storedCents)}; ${conflict.by} tinha posto ${formatCents(conflict.wantedCents)} com a loja sem conexão`;
