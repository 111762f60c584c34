// Who the sale is for, and what the kitchen should know of it.
import { CUSTOMER_NAME_MAX, readCustomerName, withCustomerName } from '@balcao/shared/order/customer-name.ts';
import { formatPhone, phoneDigits } from '@balcao/shared/phone.ts';
import { useId, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField, TextField } from '../../ui/staff/fields.tsx';
import type { Sale, SaleFields } from './sale.ts';

const PHONE_DIGITS_MAX = 11;
/** With the name before them no more than an order takes. */
const OBSERVATIONS_MAX = 450;

/** With a line for the item, where there is room for one. */
function begunNote(observations: string, about: string | null): string {
  if (about === null) return observations;
  const begun = [observations.trimEnd(), `${about}: `].filter((line) => line !== '').join('\n');
  return begun.length > OBSERVATIONS_MAX ? observations : begun;
}

/** What nothing was written of is no note: the kitchen would read a name and look for the rest. */
function withoutEmptyNote(text: string, about: string | null): string {
  const lines = text.trimEnd().split('\n');
  return about !== null && lines.at(-1) === `${about}:` ? lines.slice(0, -1).join('\n') : text;
}

type Props = {
  sale: Sale;
  /** The item that something is to be noted of: one begins to type there; null: with who the sale is for. */
  about: string | null;
  onChange: (fields: SaleFields) => void;
  onClose: () => void;
};

export function NotesDialog({ sale, about, onChange, onClose }: Props) {
  const formId = useId();
  const { name, rest } = readCustomerName(sale.observations);
  const [text, setText] = useState(() => begunNote(rest, about));
  const customer = (
    <TextField
      key="name"
      label="Nome do cliente"
      hint="Sai na comanda e na entrega, para chamar pelo nome."
      value={name}
      maxLength={CUSTOMER_NAME_MAX}
      autoComplete="off"
      onValue={(typed) => onChange({ observations: withCustomerName(typed, rest) })}
    />
  );
  const phone = (
    <TextField
      key="phone"
      label="Telefone"
      hint="Para o cliente acompanhar pelo celular. Sem telefone também vale."
      inputMode="tel"
      value={sale.phone}
      onValue={(typed) => onChange({ phone: formatPhone(phoneDigits(typed).slice(0, PHONE_DIGITS_MAX)) })}
    />
  );
  const observations = (
    <AreaField
      key="observations"
      label="Observações"
      value={text}
      maxLength={OBSERVATIONS_MAX}
      onValue={(typed) => {
        setText(typed);
        onChange({ observations: withCustomerName(name, withoutEmptyNote(typed, about)) });
      }}
    />
  );
  return (
    <Dialog
      title="Cliente e observações"
      onClose={onClose}
      actions={
        <button type="submit" form={formId} className="btn btn-primary h-16">
          Pronto
        </button>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        {about === null ? [customer, phone, observations] : [observations, customer, phone]}
      </form>
    </Dialog>
  );
}
