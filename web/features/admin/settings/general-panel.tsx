// Name, logo, contacts, discount and opening hours: one form, one button.
import type { Catalog, OpeningHours, Settings } from '@balcao/shared/menu/menu.ts';
import type { FormEvent } from 'react';
import { UNSAVED } from '../../../text/staff.ts';
import { changedFields, useDraft, type Draft } from '../../../data/staff/draft.ts';
import { patchSettings, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { ImageField } from '../../../data/staff/menu/image-field.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import type { Resource } from '../../../data/staff/resource.ts';
import { useToast } from '../../../ui/toast.tsx';
import { HoursEditor } from './hours-editor.tsx';
import { ShopPreview } from './shop-preview.tsx';
import { unpaidDraftOf, UnpaidFields, unpaidSettingsOf, type UnpaidSetting } from './unpaid-fields.tsx';

export function GeneralPanel() {
  const catalog = useCatalog();
  if (catalog.value === null) return <Loaded of={catalog} />;
  return <GeneralForm catalog={catalog} settings={catalog.value.settings} />;
}

/** By the store's own names, under which it says what is wrong. */
type Typed = Pick<
  Settings,
  | 'storeName'
  | 'storePhone'
  | 'storeAddress'
  | 'legalName'
  | 'taxId'
  | 'instagramUrl'
  | 'whatsappUrl'
  | 'openingHoursText'
  | 'logo'
> & {
  specialDiscountPercent: string;
  attendantDiscountPercentMax: string;
  kitchenWarnMinutes: string;
  kitchenLateMinutes: string;
  openingHours: OpeningHours;
} & Record<UnpaidSetting, string>;

/** Exported for its test, as the way back is. */
export const typedOf = (settings: Settings): Typed => ({
  storeName: settings.storeName,
  storePhone: settings.storePhone,
  storeAddress: settings.storeAddress,
  legalName: settings.legalName,
  taxId: settings.taxId,
  instagramUrl: settings.instagramUrl,
  whatsappUrl: settings.whatsappUrl,
  openingHoursText: settings.openingHoursText,
  logo: settings.logo,
  specialDiscountPercent: String(settings.specialDiscountPercent).replace('.', ','),
  attendantDiscountPercentMax: String(settings.attendantDiscountPercentMax),
  kitchenWarnMinutes: String(settings.kitchenWarnMinutes),
  kitchenLateMinutes: String(settings.kitchenLateMinutes),
  ...unpaidDraftOf(settings),
  openingHours: settings.openingHours,
});

/** From 0 to 100; what is not a number is 0. */
export const clampPercent = (text: string): number => {
  const value = Number(text.trim().replace(',', '.'));
  return Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0;
};

/** What is not a number is refused by the store, which says so. */
const wholeOf = (text: string): number => Math.round(Number(text.trim().replace(',', '.')));

export const settingsOf = (typed: Typed): Partial<Settings> => ({
  storeName: typed.storeName.trim(),
  storePhone: typed.storePhone.trim(),
  storeAddress: typed.storeAddress.trim(),
  legalName: typed.legalName.trim(),
  taxId: typed.taxId.trim(),
  instagramUrl: typed.instagramUrl.trim(),
  whatsappUrl: typed.whatsappUrl.trim(),
  openingHoursText: typed.openingHoursText.trim(),
  logo: typed.logo,
  specialDiscountPercent: clampPercent(typed.specialDiscountPercent),
  attendantDiscountPercentMax: wholeOf(typed.attendantDiscountPercentMax),
  kitchenWarnMinutes: wholeOf(typed.kitchenWarnMinutes),
  kitchenLateMinutes: wholeOf(typed.kitchenLateMinutes),
  ...unpaidSettingsOf(typed),
  openingHours: typed.openingHours,
});

const NO_NAME = 'Dê um nome à loja.';

function GeneralForm({ catalog, settings }: { catalog: Resource<Catalog>; settings: Settings }) {
  const draft = useDraft(typedOf(settings), { keep: 'geral' });
  const toast = useToast();
  const { values } = draft;
  const failed = draft.failed ?? draft.errors['form'];

  const save = (event: FormEvent) => {
    event.preventDefault();
    const changed = changedFields(settings, settingsOf(values));
    const onlyRestoresLogo = Object.keys(changed).join() === 'logo' && changed.logo === null;
    void draft.save({
      heading: onlyRestoresLogo ? 'Falha ao restaurar logo padrão' : 'Erro ao atualizar configuração',
      // Also beside the button: the field is a screen further up.
      check: ({ storeName }) => (storeName.trim() === '' ? { storeName: NO_NAME, form: NO_NAME } : {}),
      work: async () => {
        if (Object.keys(changed).length > 0) await patchSettings(catalog, changed);
        toast({ title: 'Configurações salvas', text: 'O site já mostra os novos dados.', tone: 'success' });
      },
    });
  };

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-5 rounded-2xl bg-base-100 p-5">
      <GeneralFields draft={draft} />
      <UnpaidFields field={draft.field} />
      <HoursEditor hours={values.openingHours} onChange={(openingHours) => draft.change({ openingHours })} />
      <ShopPreview
        name={values.storeName}
        logo={values.logo}
        phone={values.storePhone}
        address={values.storeAddress}
        hoursText={values.openingHoursText}
        hours={values.openingHours}
        discountPercent={clampPercent(values.specialDiscountPercent)}
      />
      <div className="above-tabs flex items-center justify-end gap-3 border-t border-base-300 bg-base-100 py-3">
        <p role="status" className="text-sm">
          {failed ? (
            <span className="font-semibold text-error">{failed}</span>
          ) : draft.isDirty ? (
            UNSAVED
          ) : (
            'Tudo salvo.'
          )}
        </p>
        {draft.isDirty && (
          <button type="button" className="btn" onClick={draft.discard}>
            Descartar
          </button>
        )}
        <button type="submit" className="btn btn-primary" disabled={!draft.isDirty || draft.busy}>
          Salvar tudo
        </button>
      </div>
    </form>
  );
}

function GeneralFields({ draft }: { draft: Draft<Typed> }) {
  const { values, field } = draft;
  const late = field('kitchenLateMinutes');
  const clampDiscount = (): void => {
    const specialDiscountPercent = String(clampPercent(values.specialDiscountPercent)).replace('.', ',');
    // What was not changed is not mended either.
    if (specialDiscountPercent !== values.specialDiscountPercent) draft.change({ specialDiscountPercent });
  };
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <ImageField label="Logo da empresa" {...field('logo')} use="logo" name={values.storeName} />
      <TextField label="Nome da loja" {...field('storeName')} maxLength={80} required />
      <TextField label="Telefone" inputMode="tel" {...field('storePhone')} maxLength={40} />
      <TextField label="Endereço" {...field('storeAddress')} maxLength={200} />
      <TextField
        label="Razão social"
        {...field('legalName')}
        maxLength={120}
        hint="Aparece no rodapé do site com o CNPJ, como pede o Decreto 7.962/2013."
      />
      <TextField label="CNPJ" inputMode="numeric" {...field('taxId')} maxLength={20} />
      <TextField
        label="Desconto especial (%)"
        inputMode="decimal"
        {...field('specialDiscountPercent')}
        onBlur={clampDiscount}
        hint="De 0 a 100. Vale para todos os pedidos."
      />
      <TextField
        label="Desconto do balcão sem gerente (%)"
        inputMode="numeric"
        {...field('attendantDiscountPercentMax')}
        maxLength={3}
        hint="Até este desconto o atendente dá sozinho; acima, pede o PIN de um gerente."
      />
      <TextField label="Link do Instagram" inputMode="url" {...field('instagramUrl')} maxLength={200} />
      <TextField label="Link do WhatsApp" inputMode="url" {...field('whatsappUrl')} maxLength={200} />
      <TextField
        label="Horário de funcionamento (texto do site)"
        className="md:col-span-2"
        {...field('openingHoursText')}
        maxLength={120}
        hint="Vazio: o site escreve os horários abaixo por extenso."
      />
      <TextField
        label="Cozinha: amarelo ▲ a partir de (min)"
        inputMode="numeric"
        {...field('kitchenWarnMinutes')}
        maxLength={2}
      />
      <TextField
        label="Cozinha: vermelho ‼ a partir de (min)"
        inputMode="numeric"
        {...late}
        maxLength={2}
        error={
          late.error ??
          (wholeOf(values.kitchenLateMinutes) > wholeOf(values.kitchenWarnMinutes)
            ? null
            : 'O vermelho precisa vir depois do amarelo.')
        }
      />
    </div>
  );
}
