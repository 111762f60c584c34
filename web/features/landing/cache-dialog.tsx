// The cache tool's confirmation: what goes, and what stays.
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { clearCaches, clearStored } from '../../data/clear-device.ts';
import { isCache } from '../../data/stored-keys.ts';
import { cartAtom } from '../../cart/cart-state.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';

export default function CacheDialog({ reload, onClose }: { reload: boolean; onClose: () => void }) {
  const toast = useToast();
  const changeCart = useSetAtom(cartAtom);
  const [failed, setFailed] = useState(false);

  const clear = async () => {
    try {
      clearStored(isCache);
      await clearCaches();
      changeCart(() => []);
      toast({ title: 'Cache limpo com sucesso!', tone: 'success' });
      onClose();
      if (reload) setTimeout(() => location.reload(), 800);
    } catch (error) {
      console.error('the cache could not be cleared', error);
      setFailed(true);
      toast({ title: 'Erro ao limpar cache', tone: 'error' });
    }
  };

  return (
    <Dialog
      title={reload ? 'Limpar cache e recarregar?' : 'Limpar cache?'}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn btn-primary btn-lg sm:flex-1" onClick={() => void clear()}>
            {reload ? 'Limpar e recarregar' : 'Limpar cache'}
          </button>
          <button type="button" className="btn btn-ghost btn-lg" onClick={onClose}>
            Cancelar
          </button>
        </>
      }
    >
      <p>
        O carrinho e o pedido que você estava montando neste aparelho serão apagados. Os pedidos já feitos
        continuam em Acompanhar Pedido.
      </p>
      {failed && (
        <p role="alert" className="mt-3 font-semibold text-error">
          Erro ao limpar cache. Feche outras abas deste site e tente de novo.
        </p>
      )}
    </Dialog>
  );
}
