// Who orders, and for which day.
import type { fieldSettings } from '@balcao/shared/wholesale/fields.ts';
import { BuyerForm } from './buyer-form.tsx';
import { WishedDate } from './delivery.tsx';
import type { useBuyerDraft } from './use-buyer-draft.ts';

type Props = {
  form: ReturnType<typeof useBuyerDraft>;
  fields: ReturnType<typeof fieldSettings>;
  days: readonly string[];
};

export function BuyerSection({ form, fields, days }: Props) {
  return (
    <section aria-labelledby="dados-titulo" className="flex flex-col gap-4 rounded-3xl bg-base-100 p-5">
      <h2 id="dados-titulo" className="text-2xl">
        Seus Dados
      </h2>
      <BuyerForm fields={fields} buyer={form.buyer} errors={form.errors} onBuyer={form.type} />
      {days.length > 0 && (
        <WishedDate days={days} value={form.wishedDate} error={form.wishError} onValue={form.wishFor} />
      )}
      <p className="text-sm text-base-content/80">
        Campos com * são obrigatórios. Seus dados ficam neste aparelho para o próximo pedido.{' '}
        {form.remembered && (
          <button
            type="button"
            className="min-h-8 font-semibold underline underline-offset-4"
            onClick={form.clear}
          >
            Esquecer meus dados
          </button>
        )}
      </p>
    </section>
  );
}
