// CPF and CNPJ, the alphanumeric CNPJ included, checked by their digits.
import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';

const PUNCTUATION = /[\s./-]/g;

/** Without punctuation, in capitals; null for what is neither. */
export function readTaxId(text: string): string | null {
  const plain = text.replace(PUNCTUATION, '').toUpperCase();
  if (plain.length === 11) return isValidCpf(plain) ? plain : null;
  return plain.length === 14 && isValidCnpj(plain, { version: 2 }) ? plain : null;
}
