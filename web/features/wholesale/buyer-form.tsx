// Who buys: only what the shop asks for, starred where it must be there.
import type { WholesaleField } from '@balcao/shared/menu/menu.ts';
import { WHOLESALE_FIELDS } from '@balcao/shared/wholesale/fields.ts';
import { AreaField, TextField } from '../../ui/staff/fields.tsx';
import { phoneAsTyped } from '../../ui/phone-field.ts';
import { taxIdAsTyped, type Buyer, type BuyerErrors } from './buyer.ts';

type Props = {
  fields: readonly WholesaleField[];
  buyer: Buyer;
  errors: BuyerErrors;
  onBuyer: (buyer: Buyer) => void;
};

export function BuyerForm({ fields, buyer, errors, onBuyer }: Props) {
  return fields
    .filter((field) => field.enabled)
    .map(({ id, required }) => {
      const { key, label } = WHOLESALE_FIELDS[id];
      const shared = { label, error: errors[key], value: buyer[key] };
      const set = (value: string) => onBuyer({ ...buyer, [key]: value });
      switch (id) {
        case 'name':
          return (
            <TextField
              key={id}
              {...shared}
              required={required}
              onValue={set}
              maxLength={80}
              autoComplete="name"
            />
          );
        case 'phone':
          return (
            <TextField
              key={id}
              {...shared}
              required={required}
              onValue={(value) => set(phoneAsTyped(value))}
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              placeholder="(91) 99999-8888"
              hint="É por ele que você consulta o pedido."
            />
          );
        case 'cpf_cnpj':
          return (
            <TextField
              key={id}
              {...shared}
              required={required}
              onValue={(value) => set(taxIdAsTyped(value))}
              maxLength={20}
              autoComplete="off"
              autoCapitalize="characters"
              hint="Vale também o CNPJ com letras."
            />
          );
        case 'address':
          return (
            <TextField
              key={id}
              {...shared}
              required={required}
              onValue={set}
              maxLength={300}
              autoComplete="street-address"
            />
          );
        case 'observations':
          return <AreaField key={id} {...shared} required={required} onValue={set} maxLength={500} />;
      }
    });
}
