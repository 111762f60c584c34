// A restore while it runs, and what came back.
import type { RestoreState } from '@balcao/shared/http/restore.ts';
import { SETUP_CODE_PLACES } from '@balcao/shared/setup-code.ts';
import { ProgressBar } from '../progress-bar.tsx';
import { Cup } from '../../../ui/cup.tsx';
import { FIRST_RUN_PATH } from './steps.ts';

const STEPS: Record<NonNullable<RestoreState['step']>, string> = {
  receiving: 'Recebendo o arquivo',
  pairing: 'Ligando este aparelho ao site',
  rows: 'Pedidos, usuários e caixa',
  menu: 'Cardápio e configurações',
  images: 'Imagens',
  checking: 'Conferindo',
  replacing: 'Colocando no lugar',
};

export function RestoreProgress({ state }: { state: RestoreState }) {
  if (state.state !== 'done')
    return (
      <section role="status" className="flex flex-col gap-3 rounded-3xl bg-base-100 p-5">
        <ProgressBar label={STEPS[state.step ?? 'checking']} done={state.done} of={state.of} />
        <p>Não desligue o aparelho da loja. Esta tela pode ser fechada: a recuperação continua.</p>
      </section>
    );
  const orders = state.orders ?? 0;
  return (
    <section className="flex flex-col items-center gap-4 rounded-3xl bg-base-100 p-6 text-center">
      <Cup
        content={{ shape: 'copo', base: '#55206b', iceCreams: ['#f6e3c5'], toppings: [] }}
        label=""
        className="w-28"
      />
      <div role="status">
        <p className="font-display text-2xl font-extrabold">A loja está de volta</p>
        <p>
          {orders === 1 ? '1 pedido recuperado.' : `${orders.toLocaleString('pt-BR')} pedidos recuperados.`}
        </p>
      </div>
      {/* Whole pages: what was loaded of the empty store is over. */}
      {state.ownerNeeded ? (
        <>
          <p>
            Sem a folha de recuperação, as contas da equipe não voltam. Crie a conta do dono com um código de
            instalação novo. {SETUP_CODE_PLACES}
          </p>
          <a href={FIRST_RUN_PATH} className="btn btn-primary btn-lg w-full sm:w-auto sm:px-12">
            Criar a conta do dono
          </a>
        </>
      ) : (
        <>
          <p>Entre com o email e a senha de antes.</p>
          <a href="/auth" className="btn btn-primary btn-lg w-full sm:w-auto sm:px-12">
            Entrar
          </a>
        </>
      )}
    </section>
  );
}
