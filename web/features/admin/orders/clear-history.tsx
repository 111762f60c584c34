// Clears the history: a dialog first, then the word typed out. The store makes a backup before anything goes.
import type { ClearedHistory } from '@balcao/shared/http/order-search.ts';
import { useState, type FormEvent } from 'react';
import { request } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';

const WORD = 'CONFIRMAR';

export function ClearHistory({ openOrders, onCleared }: { openOrders: number; onCleared: () => void }) {
  const [step, setStep] = useState<'closed' | 'ask' | 'type'>('closed');
  const [word, setWord] = useState('');
  const action = useAction();
  const toast = useToast();
  const close = () => {
    setStep('closed');
    setWord('');
  };
  const clear = (event: FormEvent) => {
    event.preventDefault();
    void action.run('Erro ao limpar histórico', async () => {
      const { orders, backup } = await request<ClearedHistory>('/api/staff/orders/clear', {
        body: { confirm: word },
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
  };
  return (
    <div className="mt-4 flex justify-end">
      <button type="button" className="btn btn-outline btn-error" onClick={() => setStep('ask')}>
        Limpar histórico
      </button>
      {step === 'ask' && (
        <Dialog
          title="Limpar histórico"
          onClose={close}
          actions={
            <>
              <button
                type="button"
                className="btn btn-error"
                disabled={openOrders > 0}
                onClick={() => setStep('type')}
              >
                Continuar
              </button>
              <button type="button" className="btn" onClick={close}>
                Voltar
              </button>
            </>
          }
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
        </Dialog>
      )}
      {step === 'type' && (
        <Dialog title="Tem certeza?" onClose={close}>
          <form onSubmit={clear} className="flex flex-col gap-4">
            <TextField
              label={`Digite ${WORD} para apagar tudo`}
              value={word}
              onValue={setWord}
              autoComplete="off"
              error={action.failed}
            />
            <button type="submit" className="btn btn-error" disabled={word !== WORD || action.busy}>
              {action.busy && <span className="loading loading-spinner" aria-hidden />}
              Apagar todo o histórico
            </button>
          </form>
        </Dialog>
      )}
    </div>
  );
}
