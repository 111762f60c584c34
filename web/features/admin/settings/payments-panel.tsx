// Which ways of paying customers are offered, and the store's own PIX key for when the internet is down.
import type { PaymentSetting } from '@balcao/shared/menu/menu.ts';
import type { PixKey } from '@balcao/shared/http/pix.ts';
import { useEffect, useState, type FormEvent } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { patchEntry, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { SwitchField, TextField } from '../../../ui/staff/fields.tsx';
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
  const action = useAction();
  const toast = useToast();
  const [name, setName] = useState(method.displayName);
  const [description, setDescription] = useState(method.description ?? '');
  const dirty = name !== method.displayName || description !== (method.description ?? '');
  const save = (fields: Partial<PaymentSetting>) =>
    void action
      .run('Erro ao atualizar configuração', () => onSave(fields))
      .then((done) => {
        if (done) toast({ title: 'Forma de pagamento salva', text: name, tone: 'success' });
      });
  return (
    <li className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4">
      <SwitchField
        label={`Oferecer ${method.displayName}`}
        checked={method.enabled}
        disabled={action.busy}
        onChecked={(enabled) => save({ enabled })}
      />
      <TextField label="Nome no site" value={name} maxLength={80} onValue={setName} />
      <TextField
        label="Descrição"
        value={description}
        maxLength={400}
        onValue={setDescription}
        error={action.failed}
      />
      <button
        type="button"
        className="btn btn-primary mt-auto"
        disabled={!dirty || name.trim() === '' || action.busy}
        onClick={() =>
          save({
            displayName: name.trim(),
            description: description.trim() === '' ? null : description.trim(),
          })
        }
      >
        Salvar
      </button>
    </li>
  );
}

function PixKeyForm() {
  const stored = useLoaded('GET /api/staff/pix-key');
  const action = useAction();
  const toast = useToast();
  const [draft, setDraft] = useState<PixKey>({ key: '', holder: '', city: '' });
  const { value } = stored;
  useEffect(() => {
    if (value) setDraft(value);
  }, [value]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void action
      .run('Erro ao atualizar configuração', () => call('PUT /api/staff/pix-key', { body: draft }))
      .then((done) => {
        if (done) toast({ title: 'Chave PIX salva', tone: 'success' });
      });
  };
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4">
      <h3 className="text-lg">PIX do balcão, sem internet</h3>
      <p className="text-sm">
        O balcão mostra um QR com o valor. O dinheiro cai direto na sua conta e o atendente confirma ao ver o
        comprovante.
      </p>
      {stored.error !== null && value === null ? (
        <Loaded of={stored} />
      ) : (
        <>
          <div className="grid gap-3 md:grid-cols-3">
            <TextField
              label="Chave PIX"
              value={draft.key}
              maxLength={77}
              onValue={(key) => setDraft({ ...draft, key })}
              hint="Vazia desliga o PIX do balcão."
            />
            <TextField
              label="Nome de quem recebe"
              value={draft.holder}
              maxLength={25}
              onValue={(holder) => setDraft({ ...draft, holder })}
            />
            <TextField
              label="Cidade"
              value={draft.city}
              maxLength={15}
              onValue={(city) => setDraft({ ...draft, city })}
            />
          </div>
          {action.failed !== null && (
            <p role="alert" className="text-sm font-semibold text-error">
              {action.failed}
            </p>
          )}
          <button type="submit" className="btn btn-primary self-end" disabled={action.busy}>
            Salvar chave PIX
          </button>
        </>
      )}
    </form>
  );
}
