// Name, logo, contacts, discount and opening hours: one form, one button.
import type { Catalog, OpeningHours, Settings } from '@balcao/shared/menu/menu.ts';
import { useState, type FormEvent } from 'react';
import { useAction } from '../../../data/staff/action.ts';
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

type Draft = Pick<
  Settings,
  'storeName' | 'storePhone' | 'storeAddress' | 'instagramUrl' | 'whatsappUrl' | 'openingHoursText' | 'logo'
> & {
  discount: string;
  warnMinutes: string;
  lateMinutes: string;
  unpaid: Record<UnpaidSetting, string>;
  openingHours: OpeningHours;
};

const draftOf = (settings: Settings): Draft => ({
  storeName: settings.storeName,
  storePhone: settings.storePhone,
  storeAddress: settings.storeAddress,
  instagramUrl: settings.instagramUrl,
  whatsappUrl: settings.whatsappUrl,
  openingHoursText: settings.openingHoursText,
  logo: settings.logo,
  discount: String(settings.specialDiscountPercent).replace('.', ','),
  warnMinutes: String(settings.kitchenWarnMinutes),
  lateMinutes: String(settings.kitchenLateMinutes),
  unpaid: unpaidDraftOf(settings),
  openingHours: settings.openingHours,
});

/** From 0 to 100; what is not a number is 0. */
export const clampPercent = (text: string): number => {
  const value = Number(text.trim().replace(',', '.'));
  return Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0;
};

/** What is not a number is refused by the store, which says so. */
const minutesOf = (text: string): number => Math.round(Number(text.trim().replace(',', '.')));

function GeneralForm({ catalog, settings }: { catalog: Resource<Catalog>; settings: Settings }) {
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [base, setBase] = useState(settings);
  const action = useAction();
  const toast = useToast();
  if (settings !== base && !action.busy) {
    // Somebody else saved meanwhile: what was not touched here follows, what was typed stays.
    const [before, now] = [draftOf(base), draftOf(settings)];
    const typed = Object.entries(draft).filter(
      ([key, value]) => JSON.stringify(before[key as keyof Draft]) !== JSON.stringify(value),
    );
    setBase(settings);
    setDraft({ ...now, ...(Object.fromEntries(typed) as Partial<Draft>) });
  }
  const change = (fields: Partial<Draft>) => setDraft((before) => ({ ...before, ...fields }));

  const wanted: Partial<Settings> = {
    storeName: draft.storeName.trim(),
    storePhone: draft.storePhone.trim(),
    storeAddress: draft.storeAddress.trim(),
    instagramUrl: draft.instagramUrl.trim(),
    whatsappUrl: draft.whatsappUrl.trim(),
    openingHoursText: draft.openingHoursText.trim(),
    logo: draft.logo,
    specialDiscountPercent: clampPercent(draft.discount),
    kitchenWarnMinutes: minutesOf(draft.warnMinutes),
    kitchenLateMinutes: minutesOf(draft.lateMinutes),
    ...unpaidSettingsOf(draft.unpaid),
    openingHours: draft.openingHours,
  };
  const changed = Object.fromEntries(
    Object.entries(wanted).filter(
      ([key, value]) => JSON.stringify(base[key as keyof Settings]) !== JSON.stringify(value),
    ),
  ) as Partial<Settings>;
  const dirty = Object.keys(changed).length > 0;

  const save = (event: FormEvent) => {
    event.preventDefault();
    void action.run('Erro ao atualizar configuração', async () => {
      await patchSettings(catalog, changed);
      setDraft(draftOf({ ...base, ...changed }));
      toast({ title: 'Configurações salvas', text: 'O site já mostra os novos dados.', tone: 'success' });
    });
  };

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-5 rounded-2xl bg-base-100 p-5">
      <div className="grid gap-4 md:grid-cols-2">
        <ImageField
          label="Logo da empresa"
          value={draft.logo}
          use="logo"
          name={draft.storeName}
          onValue={(logo) => change({ logo })}
        />
        <TextField
          label="Nome da loja"
          value={draft.storeName}
          onValue={(storeName) => change({ storeName })}
          maxLength={80}
          required
        />
        <TextField
          label="Telefone"
          inputMode="tel"
          value={draft.storePhone}
          onValue={(storePhone) => change({ storePhone })}
          maxLength={40}
        />
        <TextField
          label="Endereço"
          value={draft.storeAddress}
          onValue={(storeAddress) => change({ storeAddress })}
          maxLength={200}
        />
        <TextField
          label="Desconto especial (%)"
          inputMode="decimal"
          value={draft.discount}
          onValue={(discount) => change({ discount })}
          onBlur={() => change({ discount: String(clampPercent(draft.discount)).replace('.', ',') })}
          hint="De 0 a 100. Vale para todos os pedidos."
        />
        <TextField
          label="Link do Instagram"
          inputMode="url"
          value={draft.instagramUrl}
          onValue={(instagramUrl) => change({ instagramUrl })}
          maxLength={200}
        />
        <TextField
          label="Link do WhatsApp"
          inputMode="url"
          value={draft.whatsappUrl}
          onValue={(whatsappUrl) => change({ whatsappUrl })}
          maxLength={200}
        />
        <TextField
          label="Horário de funcionamento (texto do site)"
          className="md:col-span-2"
          value={draft.openingHoursText}
          onValue={(openingHoursText) => change({ openingHoursText })}
          maxLength={120}
          hint="Vazio: o site escreve os horários abaixo por extenso."
        />
        <TextField
          label="Cozinha: amarelo ▲ a partir de (min)"
          inputMode="numeric"
          value={draft.warnMinutes}
          onValue={(warnMinutes) => change({ warnMinutes })}
          maxLength={2}
        />
        <TextField
          label="Cozinha: vermelho ‼ a partir de (min)"
          inputMode="numeric"
          value={draft.lateMinutes}
          onValue={(lateMinutes) => change({ lateMinutes })}
          maxLength={2}
          error={
            minutesOf(draft.lateMinutes) > minutesOf(draft.warnMinutes)
              ? null
              : 'O vermelho precisa vir depois do amarelo.'
          }
        />
      </div>
      <UnpaidFields draft={draft.unpaid} onChange={(unpaid) => change({ unpaid })} />
      <HoursEditor hours={draft.openingHours} onChange={(openingHours) => change({ openingHours })} />
      <ShopPreview
        name={draft.storeName}
        logo={draft.logo}
        phone={draft.storePhone}
        address={draft.storeAddress}
        hoursText={draft.openingHoursText}
        hours={draft.openingHours}
        discountPercent={clampPercent(draft.discount)}
      />
      <div className="sticky bottom-0 flex items-center justify-end gap-3 border-t border-base-300 bg-base-100 py-3">
        <p role="status" className="text-sm">
          {action.failed !== null ? (
            <span className="font-semibold text-error">{action.failed}</span>
          ) : dirty ? (
            'Há mudanças que não foram salvas.'
          ) : (
            'Tudo salvo.'
          )}
        </p>
        {dirty && (
          <button type="button" className="btn" onClick={() => setDraft(draftOf(base))}>
            Descartar
          </button>
        )}
        <button type="submit" className="btn btn-primary" disabled={!dirty || action.busy}>
          Salvar tudo
        </button>
      </div>
    </form>
  );
}
