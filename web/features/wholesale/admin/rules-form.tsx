// What is asked of every wholesale order: minimum, days of delivery, terms. The owner's to set; its operator sees it.
import type { Catalog, Settings } from '@balcao/shared/menu/menu.ts';
import { formatAmount, formatCents, parseCents } from '@balcao/shared/money.ts';
import { rulesOf } from '@balcao/shared/wholesale/rules.ts';
import { useAtomValue } from 'jotai';
import { changedFields, useDraft, type Errors } from '../../../data/staff/draft.ts';
import { patchSettings } from '../../../data/staff/menu/catalog.ts';
import type { Resource } from '../../../data/staff/resource.ts';
import { sessionAtom } from '../../../data/staff/session/session.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { countText } from '../../../text/menu.ts';
import { OPERATOR } from '../texts.ts';

const WEEKDAYS = ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'] as const;
const WEEKDAY_NAMES = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const;

type Typed = { minimum: string; weekdays: number[]; leadDays: string; terms: string };
type Kept = Pick<
  Settings,
  'wholesaleMinimumCents' | 'wholesaleDeliveryWeekdays' | 'wholesaleLeadDays' | 'wholesaleTerms'
>;

/** Exported for its test, as what is made of it is. */
export const typedOf = (settings: Settings): Typed => {
  const { minimumCents, weekdays, leadDays, terms } = rulesOf(settings);
  return {
    minimum: minimumCents === 0 ? '' : formatAmount(minimumCents),
    weekdays,
    leadDays: String(leadDays),
    terms,
  };
};
export const keptOf = ({ minimum, weekdays, leadDays, terms }: Typed): Kept => ({
  wholesaleMinimumCents: minimum.trim() === '' ? 0 : (parseCents(minimum) ?? 0),
  wholesaleDeliveryWeekdays: weekdays,
  wholesaleLeadDays: Number(leadDays),
  wholesaleTerms: terms.trim(),
});

const LEAD_DAYS_MAX = 30;
const isLead = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) <= LEAD_DAYS_MAX;

export function check({ minimum, leadDays }: Typed): Errors {
  return {
    ...(minimum.trim() !== '' && parseCents(minimum) === null && { minimum: 'Use um valor como 150,00.' }),
    ...(!isLead(leadDays.trim()) && { leadDays: 'Use dias de 0 a 30.' }),
  };
}

export function RulesForm({ catalog, value }: { catalog: Resource<Catalog>; value: Catalog }) {
  const session = useAtomValue(sessionAtom);
  const isOwner = 'me' in session && session.me.role === 'ADMIN';
  return (
    <section aria-labelledby="condicoes-titulo" className="max-w-3xl">
      <h2 id="condicoes-titulo" className="text-2xl">
        Pedido mínimo, entrega e pagamento
      </h2>
      <p className="mt-1 mb-4">O que vale para todo pedido do atacado. Quem compra vê antes de enviar.</p>
      {isOwner ? <Form catalog={catalog} settings={value.settings} /> : <Shown settings={value.settings} />}
    </section>
  );
}

function Form({ catalog, settings }: { catalog: Resource<Catalog>; settings: Settings }) {
  const toast = useToast();
  const draft = useDraft(typedOf(settings), { keep: 'wholesale-rules' });
  const { weekdays } = draft.values;
  const submit = async () => {
    const saved = await draft.save({
      heading: OPERATOR.rulesFailed,
      check,
      work: async (typed) => {
        const changed = changedFields<Kept>(settings, keptOf(typed));
        if (Object.keys(changed).length > 0) await patchSettings(catalog, changed);
      },
    });
    if (saved) toast({ title: 'Condições do atacado salvas', tone: 'success' });
  };
  return (
    <form
      noValidate
      className="grid gap-4 rounded-3xl bg-base-100 p-5 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label="Pedido mínimo (R$)"
        inputMode="decimal"
        placeholder="0,00"
        hint="Em branco: sem mínimo."
        {...draft.field('minimum')}
      />
      <TextField
        label="Condição de pagamento"
        maxLength={120}
        placeholder="À vista"
        hint="Por exemplo: À vista, 14 dias."
        {...draft.field('terms')}
      />
      <fieldset className="min-w-0">
        <legend className="text-sm font-semibold">Dias de entrega</legend>
        <div className="mt-1 flex flex-wrap gap-1">
          {WEEKDAYS.map((name, day) => {
            const pressed = weekdays.includes(day);
            return (
              <button
                key={name}
                type="button"
                aria-pressed={pressed}
                aria-label={WEEKDAY_NAMES[day]}
                className={`btn btn-sm min-h-9 min-w-12 ${pressed ? 'btn-primary' : ''}`}
                onClick={() =>
                  draft.change({
                    weekdays: pressed
                      ? weekdays.filter((one) => one !== day)
                      : [...weekdays, day].sort((a, b) => a - b),
                  })
                }
              >
                {name}
              </button>
            );
          })}
        </div>
        <p className="mt-1 text-sm opacity-80">
          {weekdays.length === 0
            ? 'Nenhum: a data é combinada com a loja.'
            : 'Quem compra escolhe uma data destes dias.'}
        </p>
      </fieldset>
      <TextField
        label="Prazo (dias depois do pedido)"
        inputMode="numeric"
        hint="0: no mesmo dia."
        {...draft.field('leadDays')}
      />
      <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
        <button type="submit" className="btn btn-primary" disabled={draft.busy || !draft.isDirty}>
          Salvar condições
        </button>
        {draft.failed !== null && (
          <p role="alert" className="font-semibold text-error">
            {draft.failed}
          </p>
        )}
      </div>
    </form>
  );
}

/** Exported for its test. */
export function Shown({ settings }: { settings: Settings }) {
  const { minimumCents, weekdays, leadDays, terms } = rulesOf(settings);
  const rows = [
    ['Pedido mínimo', minimumCents === 0 ? 'sem mínimo' : formatCents(minimumCents)],
    ['Condição de pagamento', terms === '' ? 'a combinar' : terms],
    [
      'Dias de entrega',
      weekdays.length === 0
        ? 'a combinar'
        : `${weekdays.map((day) => WEEKDAY_NAMES[day]).join(', ')}; a partir de ${countText(leadDays, 'dia', 'dias')}`,
    ],
  ];
  return (
    <div className="rounded-3xl bg-base-100 p-5">
      <dl className="grid gap-x-4 sm:grid-cols-[auto_1fr]">
        {rows.map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="font-semibold">{label}</dt>
            <dd className="max-sm:mb-2">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm">Quem muda é o administrador da loja.</p>
    </div>
  );
}
