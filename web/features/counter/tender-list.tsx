// What is paid of an order in parts, and the way back for each of them while the rest has not come.
import { formatCents } from '@balcao/shared/money.ts';
import type { Tender } from '@balcao/shared/order/order.ts';
import { tenderName } from '@balcao/shared/payment/tender-names.ts';
import { changeOfTender } from '@balcao/shared/payment/tender.ts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type Props = {
  tenders: readonly Tender[];
  busy: boolean;
  /** Resolves when the store has answered. */
  onGiveBack: (id: string) => Promise<void>;
};

export function TenderList({ tenders, busy, onGiveBack }: Props) {
  const [giving, setGiving] = useState<Tender | null>(null);
  if (tenders.length === 0)
    return <p className="text-lg">Nada pago ainda. Escolha o valor e a forma da primeira parte.</p>;
  return (
    <>
      <ul aria-label="Partes pagas" className="flex flex-col gap-1">
        {tenders.map((tender) => (
          <li key={tender.id} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              {tenderName(tender)}
              {changeOfTender(tender) > 0 && (
                <strong className="numbers block">Troco: {formatCents(changeOfTender(tender))}</strong>
              )}
            </span>
            <strong className="numbers text-lg">{formatCents(tender.cents)}</strong>
            <button
              type="button"
              className="btn size-12 p-0"
              disabled={busy}
              aria-label={`Devolver ${formatCents(tender.cents)}, ${tenderName(tender)}`}
              title="Devolver"
              onClick={() => setGiving(tender)}
            >
              <Undo2 aria-hidden className="size-5" />
            </button>
          </li>
        ))}
      </ul>
      {giving !== null && (
        <ConfirmDialog
          title={`Devolver ${formatCents(giving.cents)}?`}
          confirm="Devolver"
          size="kitchen"
          busy={busy}
          onClose={() => setGiving(null)}
          onConfirm={() => void onGiveBack(giving.id).then(() => setGiving(null))}
        >
          <p className="text-lg">
            {giving.proved === undefined
              ? `Devolva ${formatCents(giving.cents)} ao cliente (${tenderName(giving)}).`
              : `${formatCents(giving.cents)} voltam ao cliente pelo Mercado Pago (${tenderName(giving)}): não devolva em dinheiro.`}{' '}
            O pedido volta a esperar por esta parte.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
