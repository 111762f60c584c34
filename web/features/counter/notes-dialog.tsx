// Who the sale is for, and what the kitchen should know of it.
import { CUSTOMER_NAME_MAX, readCustomerName, withCustomerName } from '@balcao/shared/order/customer-name.ts';
import { formatPhone, phoneDigits } from '@balcao/shared/phone.ts';
import { useId } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField, TextField } from '../../ui/staff/fields.tsx';
import type { Sale, SaleFields } from './sale.ts';

const PHONE_DIGITS_MAX = 11;
/** With the name before them no more than an order takes. */
const OBSERVATIONS_MAX = 450;

type Props = {
  sale: Sale;
  /** Where one begins to type. */
  focus: 'phone' | 'observations';
  onChange: (fields: SaleFields) => void;
  onClose: () => void;
};

export function NotesDialog({ sale, focus, onChange, onClose }: Props) {
  const formId = useId();
  const { name, rest } = readCustomerName(sale.observations);
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
      value={rest}
      maxLength={OBSERVATIONS_MAX}
      onValue={(text) => onChange({ observations: withCustomerName(name, text) })}
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
        {focus === 'phone' ? [customer, phone, observations] : [observations, customer, phone]}
      </form>
    </Dialog>
  );
}
