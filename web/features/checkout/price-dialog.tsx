// The prices changed between adding and ordering: shows the new total, and orders only when told to.
import type { Problem } from '@balcao/shared/http/problem.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { Dialog } from '../../ui/dialog.tsx';

type Props = {
  problem: Problem;
  /** As this page reckons it now, with the new menu. */
  total: number;
  /** What became of the discount, where it is another. */
  discount: string | null;
  onClose: () => void;
  onConfirm: () => void;
};

export default function PriceDialog({ problem, total, discount, onClose, onConfirm }: Props) {
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
