// The prices changed between adding and ordering: shows the new total, and orders only when told to.
import type { Problem } from '@balcao/shared/http/problem.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { percentText } from './percent-text.ts';

type Props = {
  problem: Problem;
  /** As this page reckons it now, with the new menu. */
  total: number;
  /** The discount as this page first had it, and as it is now. */
  seenPercent: number;
  percent: number;
  onClose: () => void;
  onConfirm: () => void;
};

export default function PriceDialog({ problem, total, seenPercent, percent, onClose, onConfirm }: Props) {
  const discount = discountNews(seenPercent, percent);
  const real = problem['totalCents'];
  const newTotal = typeof real === 'number' ? real : total;
  // The new menu is still on its way: confirming now would be refused again.
  const ready = newTotal === total;
  return (
    <Dialog
      title="Os preços mudaram"
      onClose={onClose}
      actions={
        <>
          <button
            type="button"
            className="btn btn-primary btn-lg sm:flex-1"
            disabled={!ready}
            onClick={onConfirm}
          >
            {ready ? `Pedir por ${formatCents(newTotal)}` : 'Atualizando preços…'}
          </button>
          <button type="button" className="btn btn-ghost btn-lg" onClick={onClose}>
            Agora não
          </button>
        </>
      }
    >
      <p>{problem.detail}</p>
      {discount && <p className="mt-2">{discount}</p>}
      <p className="mt-2">Nada foi cobrado ainda. No carrinho você vê o que mudou em cada item.</p>
    </Dialog>
  );
}

function discountNews(seen: number, now: number): string | null {
  if (seen === now) return null;
  if (now === 0) return `O Desconto Especial (${percentText(seen)}%) acabou.`;
  return seen === 0
    ? `Agora há Desconto Especial (${percentText(now)}%).`
    : `O Desconto Especial era de ${percentText(seen)}% e agora é de ${percentText(now)}%.`;
}
