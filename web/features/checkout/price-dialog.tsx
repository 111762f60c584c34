// The prices changed between adding and ordering: shows the new total, and orders only when told to.
import type { Problem } from '@balcao/shared/http/problem.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';

type Props = {
  problem: Problem;
  /** As this page reckons it now, with the new menu. */
  total: number;
  onClose: () => void;
  onConfirm: () => void;
};

export function PriceDialog({ problem, total, onClose, onConfirm }: Props) {
  const real = problem['totalCents'];
  const known = typeof real === 'number' ? real : total;
  // The new menu is still on its way: confirming now would be refused again.
  const ready = known === total;
  return (
    <ConfirmDialog
      title="Os preços mudaram"
      confirm={ready ? `Pedir por ${formatCents(known)}` : 'Atualizando preços…'}
      cancel="Agora não"
      tone="btn-primary"
      size="customer"
      disabled={!ready}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{problem.detail}</p>
      <p className="mt-2">Nada foi cobrado ainda. No carrinho você vê o que mudou em cada item.</p>
    </ConfirmDialog>
  );
}
