// What a buyer may say when ordering: products, choices, quantities and who one is; never a price, a total or a status.
import { z } from 'zod';
import { Claim, ClaimHash } from '../order/claim.ts';
import { phoneDigits } from '../phone.ts';
import { LINES_MAX, QUANTITY_MAX } from './quantity.ts';

const ref = z.string('Escolha inválida').min(1, 'Escolha inválida').max(64, 'Escolha inválida');
const choice = z
  .string('Escolha inválida')
  .max(80, 'Escolha inválida')
  .nullish()
  .transform((value) => (value === undefined || value === '' ? null : value));
const text = (max: number, label: string) =>
  z
    .string(`${label} inválido`)
    .max(max, `${label}: use no máximo ${max} caracteres`)
    .nullish()
    .transform((value) => value?.trim() ?? '');

const QUANTITY_WHOLE = 'A quantidade deve ser um número inteiro';
const QUANTITY_MIN = 'A quantidade mínima é 1';

/** One line of a request; null size or flavour: nothing was chosen. `id` is the page's own, for errors to point at. */
export const PlaceWholesaleItem = z.object({
  id: ref,
  productId: ref,
  selectedSize: choice,
  selectedFlavor: choice,
  quantity: z
    .number(QUANTITY_WHOLE)
    .refine(Number.isSafeInteger, QUANTITY_WHOLE)
    .min(1, QUANTITY_MIN)
    .max(QUANTITY_MAX, `A quantidade máxima por item é ${QUANTITY_MAX}`),
});

const common = {
  id: z.uuidv7('Identificação do pedido inválida. Recarregue a página e tente de novo.'),
  customerName: text(80, 'Nome'),
  customerPhone: text(40, 'Telefone/WhatsApp').transform(phoneDigits),
  customerCpfCnpj: text(40, 'CPF/CNPJ'),
  customerAddress: text(300, 'Endereço'),
  observations: text(500, 'Observações'),
  items: z
    .array(PlaceWholesaleItem, 'Lista de itens inválida')
    .min(1, 'Carrinho vazio')
    .max(LINES_MAX, `Um pedido pode ter no máximo ${LINES_MAX} itens`),
  /** The day that the buyer wishes it on; left out: arranged with the shop. */
  wishedDate: z.iso.date('Data de entrega inválida').optional(),
  /** The total the buyer was shown. A different real total is a refusal that shows the new one. */
  expectedTotalCents: z.int('Total inválido').min(0, 'Total inválido').optional(),
};

/** From a buyer. */
export const PlaceWholesaleBody = z.object({ ...common, claim: Claim.optional() });
/** The same once a server has it: it keeps of the claim the hash alone. */
export const PlaceWholesale = z.object({ ...common, claimHash: ClaimHash.optional() });

export type PlaceWholesaleBody = z.infer<typeof PlaceWholesaleBody>;
export type PlaceWholesale = z.infer<typeof PlaceWholesale>;
export type PlaceWholesaleItem = z.infer<typeof PlaceWholesaleItem>;
