// Asks before a sale goes from the screen, and calls off what the store may have of it.
import { formatCents } from '@balcao/shared/money.ts';
import { useAction } from '../../data/staff/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { callOffSale, mayBePlaced, type Sale } from './sale.ts';

type Props = { sale: Sale; onClose: () => void; onDone: () => void };

export function CallOffDialog({ sale, onClose, onDone }: Props) {
  const action = useAction();
  const toast = useToast();
  const callOff = () =>
    void action
      .run({ lead: 'Não deu para cancelar o pedido.' }, async () => {
        const { paid, backCents } = await callOffSale(sale);
        if (backCents > 0)
          toast({
            title: `Devolva ${formatCents(backCents)}`,
            text: 'Uma parte já estava paga.',
            durationMs: 12_000,
          });
        if (paid) toast({ title: 'Este pedido já foi pago', text: 'Ele segue para a cozinha.' });
      })
      .then((done) => {
        if (done) onDone();
      });
  return (
    <ConfirmDialog
      title="Cancelar a venda?"
      confirm="Cancelar a venda"
      size="kitchen"
      busy={action.busy}
      failed={action.failed}
      onClose={onClose}
      onConfirm={callOff}
    >
      <p className="text-lg">
        O que está na venda sai da tela.
        {mayBePlaced(sale) && ' O pedido que já chegou à loja é cancelado.'}
      </p>
    </ConfirmDialog>
  );
}
