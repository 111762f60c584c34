// Configurações: what buyers are asked for, and what holds for every order.
import type { WholesaleField } from '@balcao/shared/menu/menu.ts';
import { fieldSettings, WHOLESALE_FIELDS } from '@balcao/shared/wholesale/fields.ts';
import { useState } from 'react';
import { useAction } from '../../../data/staff/action.ts';
import { patchEntry, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { SwitchField } from '../../../ui/staff/fields.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { RulesForm } from './rules-form.tsx';
import { BUYER, OPERATOR } from '../texts.ts';
import { useToast } from '../../../ui/toast.tsx';

export function FieldsTab() {
  const catalog = useCatalog();
  const action = useAction();
  const toast = useToast();
  // As switched, until the store has answered: a switch that waits looks broken.
  const [switched, setSwitched] = useState<WholesaleField | null>(null);
  const stored = catalog.value?.wholesaleFields ?? [];

  const change = (field: WholesaleField, changed: Partial<Omit<WholesaleField, 'id'>>) => {
    // One attribute at a time; a field that was never set gets both.
    const isStored = stored.some((one) => one.id === field.id);
    const { id, ...both } = { ...field, ...changed };
    setSwitched({ id, ...both });
    void action
      .run({ lead: OPERATOR.fieldFailed }, () =>
        patchEntry(catalog, 'wholesaleFields', id, isStored ? changed : both),
      )
      .then((done) => {
        setSwitched(null);
        if (done) toast({ ...OPERATOR.fieldChanged, tone: 'success' });
      });
  };

  return (
    <div className="flex flex-col gap-8">
      <section aria-labelledby="campos-titulo" className="max-w-3xl">
        <h2 id="campos-titulo" className="text-2xl">
          Dados do cliente
        </h2>
        <p className="mt-1 mb-4">O que o formulário do carrinho pergunta a quem compra.</p>
        <Loaded of={catalog} title="Erro: Erro ao carregar configurações" retry={BUYER.tryAgain} stale>
          {() => (
            <ul className="flex flex-col gap-3">
              {fieldSettings(stored).map((known) => {
                const field = switched?.id === known.id ? switched : known;
                const { label } = WHOLESALE_FIELDS[field.id];
                return (
                  <li key={field.id}>
                    <fieldset className="flex min-w-0 flex-wrap items-center gap-x-8 gap-y-3 rounded-3xl bg-base-100 p-5">
                      <legend className="sr-only">{label}</legend>
                      <p aria-hidden className="w-full font-display text-lg font-bold sm:w-52">
                        {label}
                      </p>
                      <SwitchField
                        label="Habilitado"
                        checked={field.enabled}
                        disabled={action.busy}
                        onChecked={(enabled) => change(field, { enabled })}
                      />
                      <SwitchField
                        label="Obrigatório"
                        checked={field.required}
                        disabled={action.busy || !field.enabled}
                        onChecked={(required) => change(field, { required })}
                      />
                      {field.id === 'phone' && !field.enabled && (
                        <p className="w-full text-sm font-semibold">
                          Sem o telefone, quem compra não consegue consultar o pedido.
                        </p>
                      )}
                    </fieldset>
                  </li>
                );
              })}
            </ul>
          )}
        </Loaded>
        {action.failed !== null && (
          <p role="alert" className="mt-3 font-semibold text-error">
            {action.failed}
          </p>
        )}
      </section>
      {catalog.value && <RulesForm catalog={catalog} value={catalog.value} />}
    </div>
  );
}
