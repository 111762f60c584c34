// What the shop is called and where it is: on the site, on every slip.
import type { Settings } from '@balcao/shared/menu/menu.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDraft } from '../../../data/staff/draft.ts';
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
  const done = stateOf(progress.value, 'shop') === 'done';
  const draft = useDraft(typedOf(catalog.value?.settings ?? null, !done));
  const { field } = draft;
  const save = async () => {
    const saved = await draft.save({
      heading: 'Não deu para guardar',
      check: ({ name }) => (name.trim() === '' ? { name: 'Dê um nome à loja.' } : {}),
      work: async (typed) => {
        await patchSettings(catalog, settingsOf(typed));
        await progress.reload();
      },
    });
    if (saved) void navigate(`${FIRST_RUN_PATH}/horario`);
  };
  return (
    <StepFrame
      screen="shop"
      progress={progress}
      title="Como se chama a loja?"
      lead="Aparece no site, na comanda e na via do cliente."
      action={
        done && !draft.isDirty ? undefined : (
          <button
            type="submit"
            form={FORM}
            className="btn btn-primary btn-lg sm:flex-1"
            disabled={draft.busy}
          >
            Salvar e continuar
          </button>
        )
      }
    >
      <Loaded of={catalog} rows={3}>
        {() => (
          <form
            id={FORM}
            noValidate
            onSubmit={(event: FormEvent) => {
              event.preventDefault();
              void save();
            }}
            className="flex flex-col gap-4 rounded-3xl bg-base-100 p-5"
          >
            <TextField
              label="Nome da loja"
              placeholder="Açaí da Praça"
              autoComplete="organization"
              maxLength={80}
              required
              {...field('name')}
            />
            <TextField
              label="Telefone"
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              placeholder="(11) 98765-4321"
              maxLength={40}
              {...field('phone')}
            />
            <SwitchField
              label="Este número atende no WhatsApp"
              hint="O site ganha um botão que abre a conversa."
              checked={draft.values.whatsapp}
              onChecked={(whatsapp) => draft.change({ whatsapp })}
            />
            <TextField
              label="Endereço"
              placeholder="Rua, número e bairro"
              autoComplete="street-address"
              maxLength={200}
              {...field('address')}
            />
            <ImageField label="Logo (se tiver)" {...field('logo')} use="logo" name={draft.values.name} />
            {draft.failed !== null && (
              <p role="alert" className="font-semibold text-error">
                {draft.failed}
              </p>
            )}
          </form>
        )}
      </Loaded>
    </StepFrame>
  );
}

/** `fresh`: nobody has named the shop yet. Exported for its test, as the way back is. */
export const typedOf = (settings: Settings | null, fresh: boolean) => ({
  name: fresh ? '' : (settings?.storeName ?? ''),
  phone: settings?.storePhone ?? '',
  address: settings?.storeAddress ?? '',
  logo: settings?.logo ?? null,
  whatsapp: fresh || (settings !== null && settings.whatsappUrl !== ''),
});

export function settingsOf({
  name,
  phone,
  address,
  logo,
  whatsapp,
}: ReturnType<typeof typedOf>): Partial<Settings> {
  // With or without the country's code, which the link has before it.
  const digits = phoneDigits(phone).replace(/^55(?=\d{10,11}$)/, '');
  return {
    storeName: name.trim(),
    storePhone: phone.trim(),
    storeAddress: address.trim(),
    ...(whatsapp && /^\d{10,11}$/.test(digits) && { whatsappUrl: `https://wa.me/55${digits}` }),
    logo,
  };
}
