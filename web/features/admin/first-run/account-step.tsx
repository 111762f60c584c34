// The shop's account at Mercado Pago, and which ways of paying the site offers with it.
import type { PaymentSetting } from '@balcao/shared/menu/menu.ts';
import { Link } from 'react-router-dom';
import { useAction } from '../../../data/staff/action.ts';
import { patchEntry, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { SwitchField } from '../../../ui/staff/fields.tsx';
import { ProviderAccount } from '../settings/provider-account.tsx';
import { Done, StepFrame } from './step-frame.tsx';
import { FIRST_RUN_PATH, stateOf, type Progress } from './steps.ts';
import { Failed } from '../../../ui/staff/failed.tsx';

export function AccountStep({ progress }: { progress: Progress }) {
  const catalog = useCatalog();
  const action = useAction();
  const { value } = progress;
  const offer = (method: PaymentSetting, enabled: boolean) =>
    void action.run('Erro ao atualizar configuração', () =>
      patchEntry(catalog, 'paymentMethods', method.id, { enabled }),
    );
  return (
    <StepFrame
      screen="account"
      progress={progress}
      title="Receber com PIX e cartão"
      lead="O dinheiro cai na sua conta do Mercado Pago. Nenhum número de cartão passa pela loja."
    >
      {stateOf(value, 'site') === 'done' ? (
        <ProviderAccount onSaved={() => void progress.reload()} />
      ) : (
        <p className="rounded-3xl bg-base-100 p-5">
          PIX e cartão online precisam do site.{' '}
          <Link className="font-semibold underline underline-offset-4" to={`${FIRST_RUN_PATH}/site`}>
            Ligue a loja ao site primeiro
          </Link>
          . No balcão, dinheiro e maquininha já funcionam.
        </p>
      )}
      {stateOf(value, 'account') === 'done' && <Done>A conta foi testada e está pronta para receber.</Done>}
      {catalog.value !== null && (
        <fieldset className="flex flex-col gap-3 rounded-3xl bg-base-100 p-5">
          <legend className="sr-only">O que o site oferece</legend>
          <p aria-hidden className="text-xl font-bold">
            O que o site oferece
          </p>
          {catalog.value.paymentMethods.map((method) => (
            <SwitchField
              key={method.id}
              label={`Oferecer ${method.displayName}`}
              checked={method.enabled}
              disabled={action.busy}
              onChecked={(enabled) => offer(method, enabled)}
            />
          ))}
          <Failed text={action.failed} />
        </fieldset>
      )}
    </StepFrame>
  );
}
