// /privacidade: what is asked, what for, how long it is kept, and how to have it erased.
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { clearCaches, clearStored } from '../../data/clear-device.ts';
import { storeAtom } from '../../data/shop.ts';
import { isPersonal } from '../../data/stored-keys.ts';
import { cartAtom } from '../../cart/cart-state.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useTitle } from '../../ui/title.ts';
import { useToast } from '../../ui/toast.tsx';

const PARTS = [
  [
    'O que pedimos',
    'Para pedir, só o telefone, para você achar e acompanhar o pedido, o nome para chamar, se você quiser dizer, e o que você escreve nas observações. Não pedimos CPF nem endereço. Só no atacado pedimos também o que está no formulário (nome, CPF ou CNPJ e endereço), para faturar e entregar.',
  ],
  [
    'Para que usamos',
    'Para preparar o pedido, avisar sobre ele e contar quantos pedidos cada telefone fez no mês. Não vendemos nem passamos seus dados adiante para propaganda.',
  ],
  [
    'Pagamento',
    'PIX e cartão são processados pelo Mercado Pago, pelas regras dele. O número do cartão vai direto para ele e nunca passa pelos nossos servidores. O e-mail e o CPF que o formulário do cartão pede passam por eles a caminho do Mercado Pago, para a cobrança e contra o uso de cartões roubados.',
  ],
  [
    'Quem vê',
    'A loja. Quem procura um pedido pelo número vê só o andamento; com o telefone inteiro ou os quatro últimos dígitos dele, também os itens, o total e os horários, das últimas 48 horas. O pedido inteiro só abre no aparelho que o fez. O primeiro nome, se você disser um, pode aparecer e ser falado no painel da loja.',
  ],
  [
    'Por quanto tempo',
    'Telefone, nome, observações e o que o atacado pede são apagados dos pedidos depois do prazo definido pela loja, em geral 12 meses. Itens, valores e datas ficam, sem dizer de quem foram: a loja precisa deles para a contabilidade e os impostos. Quem pede para ser avisado tem o endereço de notificações do navegador guardado até o pedido terminar, no máximo por um dia.',
  ],
  [
    'Cópias de segurança',
    'A loja guarda cópias criptografadas, para não perder tudo se a máquina quebrar. Cada uma some depois do prazo definido pela loja, em geral 30 dias. Quando alguém pede para ser apagado, as cópias são refeitas sem essa pessoa; as de um pen drive guardado fora da máquina, quando ele volta a ela. No site, telefone, nome e observações ficam cifrados, e as cópias dele duram em geral 15 dias.',
  ],
  [
    'Seus direitos',
    'Pela LGPD você pode saber o que a loja guarda sobre você, receber uma cópia de tudo, corrigir ou pedir que seja apagado, de graça. Fale com a loja pelo contato abaixo, com o telefone que usou no pedido: é assim que ela sabe que é você. Ela lhe dá um arquivo com tudo e, se apagar, um comprovante. Se não resolver, procure a ANPD (gov.br/anpd).',
  ],
  [
    'Neste aparelho',
    'Guardamos aqui o carrinho, o telefone, o nome e as observações que você digitou e os códigos dos seus pedidos, para nada se perder. Quem compra no atacado tem aqui também o CPF ou CNPJ e o endereço que digitou. O que você evita comer fica só aqui: não é enviado a ninguém. Não usamos cookies de rastreamento.',
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
            Quem cuida dos seus dados é a própria loja.{' '}
            {store && !store.phone && !store.whatsappUrl && 'Fale com ela no balcão. '}
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
          Apaga deste aparelho o carrinho, o que você digitou e os códigos dos pedidos. O que está na loja
          continua lá: para apagar, fale com ela.
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
        <ConfirmDialog
          title="Esquecer meus dados?"
          confirm="Esquecer"
          cancel="Cancelar"
          size="customer"
          onConfirm={() => void forget()}
          onClose={() => setAsking(false)}
        >
          <p>
            Se tem um pedido em andamento, anote o código antes: sem ele, este aparelho não consegue mais
            pagar nem ver o pedido inteiro.
          </p>
        </ConfirmDialog>
      )}
    </article>
  );
}
