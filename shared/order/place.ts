// What a client may say when it orders: choices and contact, never a price, a total or a status.
import { z } from 'zod';
import { phoneDigits } from '../phone.ts';
import { REPLACED_MAX } from './unpaid.ts';
import { Claim, ClaimHash } from './claim.ts';
import { ITEMS_PER_ORDER_MAX } from './lines-max.ts';
import { ConsumptionType, ToppingLayer } from './order.ts';

const ref = z.string('Escolha inválida').min(1, 'Escolha inválida').max(64, 'Escolha inválida');
const optionalRef = ref.nullish().transform((value) => value ?? null);

const toppings = z
  .array(z.object({ id: ref, layer: ToppingLayer }), 'Lista de complementos inválida')
  .max(50, 'Complementos demais em um item')
  .default([]);

const itemId = z
  .string('Item sem identificação')
  .min(1, 'Item sem identificação')
  .max(64, 'Identificação do item longa demais');

/** An item as it lies in the cart. A `productId` makes it a cup or a ready product; without one it is an açaí. */
export const PlaceItem = z.object({
  id: itemId,
  productId: optionalRef,
  sizeId: optionalRef,
  baseId: optionalRef,
  iceCreamId: optionalRef,
  meioAMeio: z.boolean('Meio a meio deve ser sim ou não').default(false),
  secondaryIceCreamId: optionalRef,
  toppings,
});

const phone = z
  .string('Telefone obrigatório')
  .max(40, 'Telefone inválido')
  .transform(phoneDigits)
  .refine(
    (digits) => digits.length >= 10 && digits.length <= 11,
    'Por favor, informe um telefone válido com pelo menos 10 dígitos',
  );

const reason = z
  .string('Diga o motivo.')
  .trim()
  .min(1, 'Diga o motivo.')
  .max(60, 'O motivo pode ter no máximo 60 caracteres.');
const HOW_MUCH = 'Diga o desconto em reais ou em %, de 1 a 100.';
const off = z.union(
  [
    z.object({ percent: z.int(HOW_MUCH).min(1, HOW_MUCH).max(100, HOW_MUCH) }),
    z.object({ cents: z.int(HOW_MUCH).min(1, HOW_MUCH).max(100_000_00, HOW_MUCH) }),
  ],
  HOW_MUCH,
);
/** What staff want to give away of a sale: a part in percent of what is charged or in centavos, or all of it. */
export const ConcessionAsk = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('discount'), off, reason }),
  z.object({ kind: z.enum(['courtesy', 'staff-meal']), reason }),
]);

const common = {
  id: z.uuidv7('Identificação do pedido inválida. Recarregue a página e tente de novo.'),
  consumptionType: z.enum(ConsumptionType.options, 'Tipo de consumo obrigatório'),
  observations: z
    .string('Observações inválidas')
    .max(500, 'As observações podem ter no máximo 500 caracteres')
    .default('')
    .transform((text) => text.trim()),
  items: z
    .array(PlaceItem, 'Lista de itens inválida')
    .min(1, 'Carrinho vazio')
    .max(ITEMS_PER_ORDER_MAX, `Um pedido pode ter no máximo ${ITEMS_PER_ORDER_MAX} itens`),
  /** The total the customer was shown. A different real total is a refusal that shows the new prices, never a charge. */
  expectedTotalCents: z.int('Total inválido').min(0, 'Total inválido').optional(),
};

/** From a customer: the phone is how they find the order again. */
export const PlaceOrderBody = z.object({ ...common, customerPhone: phone, claim: Claim.optional() });
/** The same once a server has it: it keeps of the claim the hash alone. */
export const PlaceOrder = z.object({ ...common, customerPhone: phone, claimHash: ClaimHash.optional() });
/** From the counter: a walk-in needs no phone. */
export const PlaceCounterOrder = z.object({
  ...common,
  /** The unpaid orders of the counter that this one stands for, if the store has them: they are called off as it is placed. */
  replaces: z.array(z.uuidv7('Identificação do pedido inválida.')).max(REPLACED_MAX).optional(),
  customerPhone: phone.nullish().transform((value) => value ?? null),
  concession: ConcessionAsk.optional(),
});

export type ConcessionAsk = z.infer<typeof ConcessionAsk>;
export type PlaceItem = z.infer<typeof PlaceItem>;
export type PlaceOrderBody = z.infer<typeof PlaceOrderBody>;
export type PlaceOrder = z.infer<typeof PlaceCounterOrder> & Pick<z.infer<typeof PlaceOrder>, 'claimHash'>;
