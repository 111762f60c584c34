// How many unpaid orders customers may have open, and how long the site's wait for their cash.
import type { Settings } from '@balcao/shared/menu/menu.ts';
import type { Draft } from '../../../data/staff/draft.ts';
import { TextField } from '../../../ui/staff/fields.tsx';

const FIELDS = [
  {
    name: 'remoteCashMinutes',
    label: 'Dinheiro do site: pagar em até (min)',
    hint: 'Depois disso o pedido do site que não foi pago é cancelado sozinho.',
  },
  { name: 'unpaidPerPhoneMax', label: 'Por telefone', hint: 'Pedidos não pagos ao mesmo tempo.' },
  {
    name: 'unpaidPerAddressMax',
    label: 'Por conexão, no site',
    hint: 'Quem está na mesma internet conta junto. Pedido pago não conta.',
  },
  { name: 'unpaidPerLanAddressMax', label: 'Por aparelho, no Wi-Fi da loja' },
  {
    name: 'remoteCashOrdersMax',
    label: 'Do site, esperando dinheiro',
    hint: 'Acima disso o site oferece só PIX e cartão.',
  },
] as const satisfies readonly { name: keyof Settings; label: string; hint?: string }[];

export type UnpaidSetting = (typeof FIELDS)[number]['name'];
type Typed = Record<UnpaidSetting, string>;

const mapFields = <T,>(of: (name: UnpaidSetting) => T): Record<UnpaidSetting, T> => ({
  remoteCashMinutes: of('remoteCashMinutes'),
  unpaidPerPhoneMax: of('unpaidPerPhoneMax'),
  unpaidPerAddressMax: of('unpaidPerAddressMax'),
  unpaidPerLanAddressMax: of('unpaidPerLanAddressMax'),
  remoteCashOrdersMax: of('remoteCashOrdersMax'),
});

export const unpaidDraftOf = (settings: Settings): Typed => mapFields((name) => String(settings[name]));
/** What is not a number is refused by the store, which says so. */
export const unpaidSettingsOf = (typed: Typed): Pick<Settings, UnpaidSetting> =>
  mapFields((name) => Math.round(Number(typed[name].trim().replace(',', '.'))));

export function UnpaidFields({ field }: Pick<Draft<Typed>, 'field'>) {
  return (
    <fieldset>
      <legend className="text-lg font-bold">Pedidos não pagos</legend>
      <p className="mb-3 text-sm">Limites contra pedidos falsos. O balcão não tem limite.</p>
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
        {FIELDS.map(({ name, label, ...more }) => (
          <TextField key={name} label={label} inputMode="numeric" {...field(name)} maxLength={4} {...more} />
        ))}
      </div>
    </fieldset>
  );
}
