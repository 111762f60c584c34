// Which buyers of wholesale a search shows. Pure.
import type { WholesaleBuyer } from '@balcao/shared/http/wholesale.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';

/** By name, or by digits of phone, CPF or CNPJ; `isOwing`: of them those alone that have something to pay. */
export const findBuyers = (
  buyers: readonly WholesaleBuyer[],
  typed: string,
  isOwing: boolean,
): WholesaleBuyer[] => buyers.filter((buyer) => isFound(buyer, typed) && (!isOwing || buyer.open.cents > 0));

function isFound(buyer: WholesaleBuyer, typed: string): boolean {
  const text = typed.trim().toLocaleLowerCase('pt-BR');
  const digits = phoneDigits(typed);
  return (
    text === '' ||
    (buyer.name ?? '').toLocaleLowerCase('pt-BR').includes(text) ||
    (digits !== '' && [buyer.phone, buyer.taxId].some((one) => one?.includes(digits) ?? false))
  );
}
