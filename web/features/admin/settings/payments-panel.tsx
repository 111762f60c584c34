// Which ways of paying customers are offered, and the store's own PIX key for when the internet is down.
import type { PaymentSetting } from '@balcao/shared/menu/menu.ts';
import type { PixKey } from '@balcao/shared/http/pix.ts';
import type { FormEvent } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { useDraft } from '../../../data/staff/draft.ts';
import { patchEntry, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { SwitchField, TextField } from '../../../ui/staff/fields.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { AtTheStore, useStoreAway } from '../../../data/staff/session/shell.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { ProviderAccount } from './provider-account.tsx';
import { useToast } from '../../../ui/toast.tsx';

export function PaymentsPanel() {
  const catalog = useCatalog();
  const away = useStoreAway();
  if (catalog.value === null) return <Loaded of={catalog} rows={3} />;
  return (
    <div className="flex flex-col gap-4">
      <ul className="grid gap-3 lg:grid-cols-3">
        {catalog.value.paymentMethods.map((method) => (
          <Method
            key={method.id}
            method={method}
            onSave={(fields) => patchEntry(catalog, 'paymentMethods', method.id, fields)}
          />
        ))}
      </ul>
      {away ? (
        <AtTheStore what="O resto dos pagamentos" />
      ) : (
        <>
          <ProviderAccount />
          <PixKeyForm />
        </>
      )}
    </div>
  );
}

function Method({
  method,
  onSave,
}: {
  method: PaymentSetting;
  onSave: (fields: Partial<PaymentSetting>) => Promise<void>;
}) {
  const switching = useAction();
  const toast = useToast();
  const draft = useDraft(
    { displayName: method.displayName, description: method.description ?? '' },
    { keep: `pagamento-${method.id}` },
  );
  const { displayName } = draft.values;
  const heading = 'Erro ao atualizar configuração';
  const say = (text: string) => toast({ title: 'Forma de pagamento salva', text, tone: 'success' });
  const save = () =>
    draft.save({
      heading,
      work: (typed) =>
        onSave({ displayName: typed.displayName.trim(), description: typed.description.trim() || null }),
    });
  const busy = draft.busy || switching.busy;
  return (
    <li className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4">
      <SwitchField
        label={`Oferecer ${method.displayName}`}
        checked={method.enabled}
        disabled={busy}
        onChecked={(enabled) =>
          void switching
            .run(heading, () => onSave({ enabled }))
            .then((done) => done && say(method.displayName))
        }
      />
      <Failed text={switching.failed} />
      <TextField
        label="Nome no site"
        aria-label={`Nome no site: ${method.displayName}`}
        maxLength={80}
        {...draft.field('displayName')}
      />
      <TextField
        label="Descrição"
        aria-label={`Descrição: ${method.displayName}`}
        maxLength={400}
        {...draft.field('description')}
      />
      <Failed text={draft.failed} />
      <button
        type="button"
        className="btn btn-primary mt-auto"
        disabled={!draft.isDirty || displayName.trim() === '' || busy}
        aria-label={`Salvar: ${method.displayName}`}
        onClick={() => void save().then((done) => done && say(displayName.trim()))}
      >
        Salvar
      </button>
    </li>
  );
}

const NO_KEY: PixKey = { key: '', holder: '', city: '' };

function PixKeyForm() {
  const stored = useLoaded('GET /api/staff/pix-key');
  const draft = useDraft(stored.value ?? NO_KEY, { keep: 'chave-pix' });
  const toast = useToast();
  const save = async () => {
    const saved = await draft.save({
      heading: 'Erro ao atualizar configuração',
      work: (typed) => call('PUT /api/staff/pix-key', { body: typed }),
    });
    if (saved) toast({ title: 'Chave PIX salva', tone: 'success' });
  };
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
      className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4"
    >
      <h3 className="text-lg">PIX do balcão, sem internet</h3>
      <p className="text-sm">
        O balcão mostra um QR com o valor. O dinheiro cai direto na sua conta e o atendente confirma ao ver o
        comprovante.
      </p>
      {stored.error !== null && stored.value === null ? (
        <Loaded of={stored} />
      ) : (
        <>
          <div className="grid gap-3 md:grid-cols-3">
            <TextField
              label="Chave PIX"
              maxLength={77}
              {...draft.field('key')}
              hint="Vazia desliga o PIX do balcão."
            />
            <TextField label="Nome de quem recebe" maxLength={25} {...draft.field('holder')} />
            <TextField label="Cidade" maxLength={15} {...draft.field('city')} />
          </div>
          {draft.failed !== null && (
            <p role="alert" className="text-sm font-semibold text-error">
              {draft.failed}
            </p>
          )}
          {/* Before it is read the fields are empty, which would switch it off. */}
          <button
            type="submit"
            className="btn btn-primary self-end"
            disabled={draft.busy || stored.value === null}
          >
            Salvar chave PIX
          </button>
        </>
      )}
    </form>
  );
}
