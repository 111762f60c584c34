// What the shop is called and where it is: on the site, on every slip.
import type { Settings } from '@balcao/shared/menu/menu.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAction } from '../../../data/staff/action.ts';
import { patchSettings, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { SwitchField, TextField } from '../../../ui/staff/fields.tsx';
import { ImageField } from '../../../data/staff/menu/image-field.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { StepFrame } from './step-frame.tsx';
import { FIRST_RUN_PATH, stateOf, type Progress } from './steps.ts';

const FORM = 'primeiros-passos-loja';

export function ShopStep({ progress }: { progress: Progress }) {
  const catalog = useCatalog();
  const navigate = useNavigate();
  const action = useAction();
  const save = (fields: Partial<Settings>) =>
    void action
      .run('Não deu para guardar', async () => {
        await patchSettings(catalog, fields);
        await progress.reload();
      })
      .then((saved) => saved && navigate(`${FIRST_RUN_PATH}/horario`));
  return (
    <StepFrame
      screen="shop"
      progress={progress}
      title="Como se chama a loja?"
      lead="Aparece no site, na comanda e na via do cliente."
      action={
        stateOf(progress.value, 'shop') === 'done' ? undefined : (
          <button
            type="submit"
            form={FORM}
            className="btn btn-primary btn-lg sm:flex-1"
            disabled={action.busy}
          >
            Salvar e continuar
          </button>
        )
      }
    >
      <Loaded of={catalog} rows={3}>
        {(value) => (
          <Form
            settings={value.settings}
            fresh={stateOf(progress.value, 'shop') !== 'done'}
            failed={action.failed}
            onSave={save}
          />
        )}
      </Loaded>
    </StepFrame>
  );
}

type Given = {
  settings: Settings;
  fresh: boolean;
  failed: string | null;
  onSave: (fields: Partial<Settings>) => void;
};

function Form({ settings, fresh, failed, onSave }: Given) {
  const [name, setName] = useState(fresh ? '' : settings.storeName);
  const [phone, setPhone] = useState(settings.storePhone);
  const [address, setAddress] = useState(settings.storeAddress);
  const [logo, setLogo] = useState(settings.logo);
  const [whatsapp, setWhatsapp] = useState(fresh || settings.whatsappUrl !== '');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '') return;
    const digits = phoneDigits(phone);
    onSave({
      storeName: name.trim(),
      storePhone: phone.trim(),
      storeAddress: address.trim(),
      whatsappUrl: whatsapp && digits.length >= 10 ? `https://wa.me/55${digits}` : settings.whatsappUrl,
      logo,
    });
  };
  return (
    <form id={FORM} noValidate onSubmit={submit} className="flex flex-col gap-4 rounded-3xl bg-base-100 p-5">
      <TextField
        label="Nome da loja"
        placeholder="Açaí da Praça"
        autoComplete="organization"
        maxLength={80}
        required
        value={name}
        onValue={setName}
        error={missing ? 'Dê um nome à loja.' : null}
      />
      <TextField
        label="Telefone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="(11) 98765-4321"
        maxLength={40}
        value={phone}
        onValue={setPhone}
      />
      <SwitchField
        label="Este número atende no WhatsApp"
        hint="O site ganha um botão que abre a conversa."
        checked={whatsapp}
        onChecked={setWhatsapp}
      />
      <TextField
        label="Endereço"
        placeholder="Rua, número e bairro"
        autoComplete="street-address"
        maxLength={200}
        value={address}
        onValue={setAddress}
      />
      <ImageField label="Logo (se tiver)" value={logo} use="logo" name={name} onValue={setLogo} />
      {failed !== null && (
        <p role="alert" className="font-semibold text-error">
          {failed}
        </p>
      )}
    </form>
  );
}
