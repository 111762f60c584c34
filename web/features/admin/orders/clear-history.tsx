// Clears the history: a dialog first, then the word typed out. The store makes a backup before anything goes.
import { useState } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { WordDialog } from '../../../ui/staff/word-dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';

const WORD = 'CONFIRMAR';

export function ClearHistory({ openOrders, onCleared }: { openOrders: number; onCleared: () => void }) {
  const [step, setStep] = useState<'closed' | 'ask' | 'type'>('closed');
  const action = useAction();
  const toast = useToast();
  const close = () => {
    // What failed is no part of the question when it is asked again.
    action.forgive();
    setStep('closed');
  };
  const clear = () =>
    void action.run('Erro ao limpar histórico', async () => {
      const { orders, backup } = await call('POST /api/staff/orders/clear', {
        body: { confirm: WORD },
        timeoutMs: 60_000,
      });
      toast({
        title: 'Histórico limpo',
        text: `${orders} ${orders === 1 ? 'pedido apagado' : 'pedidos apagados'}. Cópia guardada: ${backup}.`,
        tone: 'success',
        durationMs: 10_000,
      });
      close();
      onCleared();
    });
  return (
    <div className="mt-4 flex justify-end">
      <button type="button" className="btn btn-outline btn-error" onClick={() => setStep('ask')}>
        Limpar histórico
      </button>
      {step === 'ask' && (
        <ConfirmDialog
          title="Limpar histórico"
          confirm="Continuar"
          disabled={openOrders > 0}
          onConfirm={() => setStep('type')}
          onClose={close}
        >
          <p>
            Todos os pedidos são apagados daqui e da cópia na internet. Antes disso a loja guarda uma cópia de
            segurança. Os totais dos caixas fechados ficam.
          </p>
          {openOrders > 0 && (
            <p className="mt-3 font-semibold text-error">
              Há {openOrders === 1 ? '1 pedido aberto' : `${openOrders} pedidos abertos`}. Termine ou cancele
              antes de limpar.
            </p>
          )}
        </ConfirmDialog>
      )}
      {step === 'type' && (
        <WordDialog
          title="Tem certeza?"
          word={WORD}
          label={`Digite ${WORD} para apagar tudo`}
          confirm="Apagar todo o histórico"
          busy={action.busy}
          failed={action.failed}
          onConfirm={clear}
          onClose={close}
        />
      )}
    </div>
  );
}
