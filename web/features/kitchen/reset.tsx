// Begins the panel numbers at 1 again, after saying what happens to the numbers that are out.
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { call, sentenceOf } from '../../data/request.ts';
import { boardLoadAtom } from '../../data/staff/board/live.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { useToast } from '../../ui/toast.tsx';

export function ResetPanel({ openOrders, onClose }: { openOrders: number; onClose: () => void }) {
  const setLoad = useSetAtom(boardLoadAtom);
  const toast = useToast();
  const failure = useFailureToast();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);

  const reset = async () => {
    setBusy(true);
    setFailed(null);
    failure.clear();
    try {
      const { date, series } = await call('POST /api/staff/panel/reset');
      setLoad((load) =>
        load.state === 'ready' ? { ...load, board: { ...load.board, panel: { date, series } } } : load,
      );
      toast({
        title: 'Painel resetado',
        text: 'Novos pedidos voltarão a iniciar no número 1.',
        tone: 'success',
      });
      onClose();
    } catch (error) {
      failure.tell({ title: 'Erro ao resetar painel', text: 'Tente novamente.' });
      setFailed(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      title="Resetar Painel"
      confirm="Resetar"
      cancel="Cancelar"
      size="kitchen"
      busy={busy}
      failed={failed === null ? null : `Erro ao resetar painel. ${failed}`}
      onConfirm={() => void reset()}
      onClose={onClose}
    >
      <p className="text-lg">Tem certeza? Os próximos pedidos voltam a começar no número 1.</p>
      <p className="mt-2 text-lg">
        {openOrders === 0
          ? 'Não há pedidos abertos agora: ninguém perde o número.'
          : `${openOrders === 1 ? '1 pedido aberto perde' : `${openOrders} pedidos abertos perdem`} o número do painel. O cartão continua mostrando “antes nº …”, pequeno.`}
      </p>
    </ConfirmDialog>
  );
}
