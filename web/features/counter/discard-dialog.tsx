// The question before a sale is thrown away that was paid for and that the store never had: nothing else knows of it.
import { formatCents } from '@balcao/shared/money.ts';
import { useTimes } from '../../data/staff/times.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { KeptItems } from './kept-sale-card.tsx';
import type { WaitingSale } from './waiting-sales.ts';

type Props = { kept: WaitingSale; onClose: () => void; onDiscard: () => void };

export function DiscardDialog({ kept, onClose, onDiscard }: Props) {
  const { timeText } = useTimes();
  const { totalCents, atMs, sale } = kept;
  return (
    <ConfirmDialog
      title="Apagar uma venda já paga?"
      confirm="Apagar a venda"
      size="kitchen"
      onClose={onClose}
      onConfirm={onDiscard}
    >
      <div className="grid gap-3 text-lg">
        <p>
          Venda das {timeText(atMs)}: {formatCents(totalCents)} recebidos em dinheiro.
        </p>
        <div className="font-bold">
          <KeptItems sale={sale} />
        </div>
        <p>
          A loja não tem este pedido, e ele só existe neste aparelho. Apagado, não volta: ninguém o prepara e
          ele não entra no caixa, onde vão sobrar {formatCents(totalCents)}. Antes, devolva o dinheiro ao
          cliente.
        </p>
      </div>
    </ConfirmDialog>
  );
}
