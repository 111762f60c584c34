// The shop's rates, in percent, as its contracts say.
import { FEE_WAYS, type FeeRates, type FeeWay } from '@balcao/shared/payment/fees.ts';
import { useDraft, type Errors } from '../../../data/staff/draft.ts';
import { FormDialog } from '../../../data/staff/form-dialog.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { patchSettings, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { WAY_NAMES } from '../order-words.ts';

type Props = { onKept: () => void; onClose: () => void };
type Typed = Record<FeeWay, string>;

/** Exported for its test, as what is made of it is. */
export const typedOf = (rates: FeeRates): Typed =>
  Object.fromEntries(FEE_WAYS.map((way) => [way, String(rates[way] ?? '').replace('.', ',')])) as Typed;

/** Null for what is no rate. */
const rateOf = (text: string): number | null =>
  /^\d{1,2}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null;

export function check(typed: Typed): Errors {
  return Object.fromEntries(
    FEE_WAYS.flatMap((way) => {
      const text = typed[way].trim();
      const rate = rateOf(text);
      return text === '' || (rate !== null && rate <= 30) ? [] : [[way, 'Use uma taxa de 0 a 30 %.']];
    }),
  );
}

export const ratesOf = (typed: Typed): FeeRates =>
  Object.fromEntries(
    FEE_WAYS.flatMap((way) => {
      const rate = rateOf(typed[way]);
      return rate === null ? [] : [[way, rate]];
    }),
  );

export function FeesForm(props: Props) {
  const catalog = useCatalog();
  return (
    <Loaded of={catalog} rows={1}>
      {({ settings }) => <Form {...props} catalog={catalog} rates={settings.feePercents} />}
    </Loaded>
  );
}

function Form({
  catalog,
  rates,
  onKept,
  onClose,
}: Props & { catalog: ReturnType<typeof useCatalog>; rates: FeeRates }) {
  const draft = useDraft(typedOf(rates));
  const submit = async () => {
    const kept = await draft.save({
      heading: 'Não foi possível salvar as taxas',
      check,
      work: (typed) => patchSettings(catalog, { feePercents: ratesOf(typed) }),
    });
    if (kept) onKept();
  };
  return (
    <FormDialog
      title="Taxas de cada forma"
      draft={draft}
      wide
      save="Salvar taxas"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {FEE_WAYS.map((way) => (
        <TextField
          key={way}
          label={`${WAY_NAMES[way] ?? way} (%)`}
          inputMode="decimal"
          placeholder="0"
          {...draft.field(way)}
        />
      ))}
    </FormDialog>
  );
}
