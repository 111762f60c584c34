// The cache tool's confirmation: what goes, and what stays.
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { clearCaches, clearStored } from '../../data/clear-device.ts';
import { isCache } from '../../data/stored-keys.ts';
import { cartAtom } from '../../cart/cart-state.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
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
    <ConfirmDialog
      title={reload ? 'Limpar cache e recarregar?' : 'Limpar cache?'}
      confirm={reload ? 'Limpar e recarregar' : 'Limpar cache'}
      cancel="Cancelar"
      tone="btn-primary"
      size="customer"
      failed={failed ? 'Erro ao limpar cache. Feche outras abas deste site e tente de novo.' : null}
      onConfirm={() => void clear()}
      onClose={onClose}
    >
      <p>
        O carrinho e o pedido que você estava montando neste aparelho serão apagados. Os pedidos já feitos
        continuam em Acompanhar Pedido.
      </p>
    </ConfirmDialog>
  );
}
