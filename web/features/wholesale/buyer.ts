// Who buys: what the form asks for, checked as the server will, and remembered on this device until the buyer says otherwise.
import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';
import type { WholesaleField } from '@balcao/shared/menu/menu.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import {
  isPhone,
  PHONE_MESSAGE,
  requiredMessage,
  TAX_ID_MESSAGE,
  WHOLESALE_FIELDS,
  type WholesaleFieldKey,
} from '@balcao/shared/wholesale/fields.ts';
import { readJson, removeStored, writeStored } from '../../data/device.ts';
import { BUYER_DRAFT_KEY, BUYER_KEY } from '../../data/stored-keys.ts';

export type Buyer = Record<WholesaleFieldKey, string>;
export type BuyerErrors = Partial<Record<WholesaleFieldKey, string>>;

const NOBODY: Buyer = {
  customerName: '',
  customerPhone: '',
  customerCpfCnpj: '',
  customerAddress: '',
  observations: '',
};

/** Observations belong to one order: they are not remembered. */
export const rememberBuyer = (buyer: Buyer): void =>
  writeStored(BUYER_KEY, JSON.stringify({ ...buyer, observations: '' }));
export function clearBuyer(): void {
  removeStored(BUYER_KEY);
  removeStored(BUYER_DRAFT_KEY);
}

/** What is typed outlives a reload, observations too, until it is sent. */
export const keepDraft = (buyer: Buyer, wishedDate: string): void =>
  writeStored(BUYER_DRAFT_KEY, JSON.stringify({ ...buyer, wishedDate }));
export const dropDraft = (): void => removeStored(BUYER_DRAFT_KEY);
export const draftBuyer = (): Buyer => {
  const draft = readJson(BUYER_DRAFT_KEY, isBuyer);
  return draft === null ? knownBuyer() : buyerIn(draft);
};
/** The day that was wished for, or ''. */
export const draftWish = (): string => readJson(BUYER_DRAFT_KEY, isWish)?.wishedDate ?? '';

const isWish = (value: unknown): value is { wishedDate: string } =>
  typeof value === 'object' &&
  value !== null &&
  'wishedDate' in value &&
  typeof value.wishedDate === 'string';
const buyerIn = ({
  customerName,
  customerPhone,
  customerCpfCnpj,
  customerAddress,
  observations,
}: Buyer): Buyer => ({ customerName, customerPhone, customerCpfCnpj, customerAddress, observations });
export const isRemembered = (): boolean => readJson(BUYER_KEY, isBuyer) !== null;
export const knownBuyer = (): Buyer => readJson(BUYER_KEY, isBuyer) ?? NOBODY;
export const emptyBuyer = (): Buyer => NOBODY;

function isBuyer(value: unknown): value is Buyer {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return Object.keys(NOBODY).every((key) => typeof fields[key] === 'string');
}

/** What is wrong with what was filled in, by field, in the order of the form. */
export function checkBuyer(buyer: Buyer, fields: readonly WholesaleField[]): BuyerErrors {
  const errors: BuyerErrors = {};
  for (const { id, enabled, required } of fields) {
    if (!enabled) continue;
    const { key } = WHOLESALE_FIELDS[id];
    const value = buyer[key].trim();
    if (value === '') {
      if (required) errors[key] = requiredMessage(id);
    } else if (id === 'phone' && !isPhone(phoneDigits(value))) errors[key] = PHONE_MESSAGE;
    else if (id === 'cpf_cnpj' && !isTaxId(value)) errors[key] = TAX_ID_MESSAGE;
  }
  return errors;
}

/** A CPF or a CNPJ while it is typed, formed as far as it goes; a CNPJ may hold letters. */
export function taxIdAsTyped(text: string): string {
  const plain = text
    .replace(/[^\da-z]/gi, '')
    .toUpperCase()
    .slice(0, 14);
  let written = 0;
  let formed = '';
  for (const place of /^\d{0,11}$/.test(plain) ? CPF : CNPJ) {
    if (written === plain.length) break;
    formed += place === '#' ? plain.charAt(written++) : place;
  }
  return formed;
}

const CPF = '###.###.###-##';
const CNPJ = '##.###.###/####-##';

function isTaxId(text: string): boolean {
  const plain = text.replace(/[\s./-]/g, '').toUpperCase();
  return plain.length === 11 ? isValidCpf(plain) : plain.length === 14 && isValidCnpj(plain, { version: 2 });
}
