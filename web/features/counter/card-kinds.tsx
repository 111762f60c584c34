// The kinds of card that a terminal takes, for whoever typed the amount there: tapped once it is approved.
import type { TerminalCard } from '@balcao/shared/order/order.ts';

const CARDS: readonly (readonly [TerminalCard, string])[] = [
  ['debito', 'Débito'],
  ['credito', 'Crédito'],
  ['vale', 'Vale'],
];

export function CardKinds({ busy, onCard }: { busy: boolean; onCard: (card: TerminalCard) => void }) {
  return (
    <div className="grid grid-cols-3 gap-3">
      {CARDS.map(([card, label]) => (
        <button
          key={card}
          type="button"
          className="btn btn-primary h-24 text-2xl!"
          disabled={busy}
          onClick={() => onCard(card)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
