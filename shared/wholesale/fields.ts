// What a buyer may be asked for, and what the shop has set. Apart from the schemas, so that pages need no zod for it.
import type { WholesaleField } from '../menu/menu.ts';
import type { WholesaleOrder } from './order.ts';

/** The spec's names of the fields. */
export type WholesaleFieldName = WholesaleField['id'];
/** The property of an order that holds the field. */
export type WholesaleFieldKey = keyof Pick<
  WholesaleOrder,
  'customerName' | 'customerPhone' | 'customerCpfCnpj' | 'customerAddress' | 'observations'
>;

type FieldSpec = { label: string; key: WholesaleFieldKey; required: boolean };

/** In the order of the form; `required` is the standard of a shop that never set it. */
export const WHOLESALE_FIELDS: Record<WholesaleFieldName, FieldSpec> = {
  name: { label: 'Nome', key: 'customerName', required: true },
  phone: { label: 'Telefone/WhatsApp', key: 'customerPhone', required: true },
  cpf_cnpj: { label: 'CPF/CNPJ', key: 'customerCpfCnpj', required: false },
  address: { label: 'Endereço', key: 'customerAddress', required: false },
  observations: { label: 'Observações', key: 'observations', required: false },
};
/** Every field, in the order in which buyers are asked. */
export const WHOLESALE_FIELD_NAMES = Object.keys(WHOLESALE_FIELDS) as WholesaleFieldName[];

/** All five, as set or as standard. */
export const fieldSettings = (stored: readonly WholesaleField[]): WholesaleField[] =>
  WHOLESALE_FIELD_NAMES.map(
    (id) =>
      stored.find((field) => field.id === id) ?? {
        id,
        enabled: true,
        required: WHOLESALE_FIELDS[id].required,
      },
  );

/** `Nome é obrigatório`, for any of them. */
export const requiredMessage = (id: WholesaleFieldName): string =>
  `${WHOLESALE_FIELDS[id].label} é obrigatório`;

/** Said beside the field by page and server alike. */
export const TAX_ID_MESSAGE = 'CPF ou CNPJ inválido. Confira o que foi digitado.';
/** Said beside the field by page and server alike. */
export const PHONE_MESSAGE = 'Por favor, informe um telefone válido com pelo menos 10 dígitos';

/** Whether the digits are a Brazilian number with its area code: ten of a landline, eleven of a mobile phone. */
export const isPhone = (digits: string): boolean => digits.length === 10 || digits.length === 11;

/** As on paper: 529.982.247-25, 12.ABC.345/01DE-35; anything else as it is. */
export function formatTaxId(plain: string): string {
  if (plain.length === 11) return plain.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4');
  if (plain.length === 14) return plain.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
  return plain;
}
