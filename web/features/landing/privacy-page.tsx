// /privacidade: what is asked, what for, how long it is kept, and how to have it erased.
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { clearCaches, clearStored } from '../../api/clear-device.ts';
import { storeAtom } from '../../api/shop.ts';
import { isPersonal } from '../../api/stored-keys.ts';
import { cartAtom } from '../../cart/cart-state.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useTitle } from '../../ui/title.ts';
import { useToast } from '../../ui/toast.tsx';

const PARTS = [
  [
    'O que pedimos',
    'Só o telefone, para você achar e acompanhar o pedido, e o que você escreve nas observações. Não pedimos nome, CPF nem endereço para pedir.',
  ],
  [
    'Para que usamos',
    'Para preparar o pedido, avisar sobre ele e contar quantos pedidos cada telefone fez no mês. Não vendemos nem passamos seus dados adiante para propaganda.',
  ],
  [
    'Pagamento',
    'PIX e cartão são processados pelo Mercado Pago. O número do cartão vai direto para ele e nunca passa pelos nossos servidores.',
  ],
  [
    'Quem vê',
    'A loja. Quem procura um pedido pelo telefone ou pelo número vê só o andamento e os itens, das últimas 48 horas, e os três últimos dígitos do telefone. O pedido inteiro só abre no aparelho que o fez.',
  ],
  [
    'Por quanto tempo',
    'Telefone e observações são apagados dos pedidos depois do prazo definido pela loja, em geral 12 meses. O valor e os itens ficam, sem dizer de quem foram. Quem pede para ser avisado tem o endereço de notificações do navegador guardado até o pedido terminar, no máximo por um dia.',
  ],
  [
    'Seus direitos',
    'Pela LGPD você pode pedir uma cópia dos seus dados ou que eles sejam apagados: fale com a loja pelo telefone ou WhatsApp abaixo.',
  ],
  [
    'Neste aparelho',
    'Guardamos aqui o carrinho, o telefone que você digitou e os códigos dos seus pedidos, para nada se perder. Não usamos cookies de rastreamento.',
  ],
] as const;

export default function PrivacyPage() {
  useTitle('Privacidade');
  const store = useAtomValue(storeAtom);
  const changeCart = useSetAtom(cartAtom);
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState(false);

  const forget = async () => {
    setAsking(false);
    try {
      clearStored(isPersonal);
      await clearCaches();
      changeCart(() => []);
      setFailed(false);
      toast({ title: 'Pronto, este aparelho esqueceu seus dados', tone: 'success' });
    } catch (error) {
      console.error('the device could not be cleared', error);
      setFailed(true);
    }
  };

  return (
    <article className="mx-auto w-full max-w-2xl px-4 py-8">
      <h1 className="text-4xl">Como cuidamos dos seus dados</h1>
      <div className="mt-5 flex flex-col gap-5 rounded-3xl bg-base-100 p-6">
        {PARTS.map(([title, text]) => (
          <section key={title}>
            <h2 className="text-xl">{title}</h2>
            <p className="mt-0.5">{text}</p>
          </section>
        ))}
        <section>
          <h2 className="text-xl">Contato</h2>
          <p className="mt-0.5 min-h-12">
            {store ? [store.name, store.address, store.phone].filter((part) => part !== '').join(' · ') : ''}
            {store?.whatsappUrl && (
              <>
                {' · '}
                <a
                  href={store.whatsappUrl}
                  className="underline underline-offset-4"
                  target="_blank"
                  rel="noopener"
                >
                  WhatsApp
                </a>
              </>
            )}
          </p>
        </section>
      </div>
      <section className="mt-5 rounded-3xl bg-base-100 p-6">
        <h2 className="text-xl">Esquecer meus dados</h2>
        <p className="mt-0.5">
          Apaga deste aparelho o carrinho, o telefone e os códigos dos pedidos. O que está na loja continua
          lá: para apagar, fale com ela.
        </p>
        <button type="button" className="btn btn-outline btn-error mt-3" onClick={() => setAsking(true)}>
          Esquecer meus dados
        </button>
        {failed && (
          <p role="alert" className="mt-2 font-semibold text-error">
            O navegador não deixou apagar. Limpe os dados deste site nas configurações do navegador.
          </p>
        )}
      </section>
      {asking && (
        <Dialog
          title="Esquecer meus dados?"
          onClose={() => setAsking(false)}
          actions={
            <>
              <button type="button" className="btn btn-error btn-lg sm:flex-1" onClick={() => void forget()}>
                Esquecer
              </button>
              <button type="button" className="btn btn-ghost btn-lg" onClick={() => setAsking(false)}>
                Cancelar
              </button>
            </>
          }
        >
          <p>
            Se tem um pedido em andamento, anote o código antes: sem ele, este aparelho não consegue mais
            pagar nem ver o pedido inteiro.
          </p>
        </Dialog>
      )}
    </article>
  );
}
