// A wholesale order as the store keeps it: whole, with names and prices as sold. Payment is arranged outside of it.
import { z } from 'zod';
import { OrderId } from '../ids.ts';

/** Where an order stands; transitions.ts has the ways between them. */
export const WholesaleStatus = z.enum(['NOVO', 'EM_ANDAMENTO', 'FINALIZADO', 'CANCELADO']);
/** Where it was sent from: over the relay, or on the store's own Wi-Fi. */
export const WholesaleSource = z.enum(['relay', 'lan']);

const cents = z.number().int().min(0);
const instantMs = z.number().int();

/** How a buyer paid, outside of the system. */
export const WholesalePaidWith = z.enum(['pix', 'cash', 'card', 'transfer', 'boleto']);
/** As the operator marked it; `onDate` YYYY-MM-DD. */
export const WholesalePaid = z.object({ onDate: z.iso.date(), method: WholesalePaidWith });

/** One line of an order with name and price as sold, in centavos. */
export const WholesaleItem = z.object({
  id: z.string(),
  productId: z.string(),
  productName: z.string(),
  productPriceCents: cents,
  selectedSize: z.string().nullable(),
  selectedFlavor: z.string().nullable(),
  quantity: z.number().int().positive(),
  /** Price times quantity. */
  totalPriceCents: cents,
});

/** The whole order; all amounts in centavos, all instants in milliseconds since 1970 by the store's clock. */
export const WholesaleOrder = z.object({
  id: OrderId,
  /** The permanent sequence of wholesale orders, never reused. */
  orderNumber: z.number().int().positive(),
  source: WholesaleSource,
  /** Null where it was not asked for, not given, or erased. */
  customerName: z.string().nullable(),
  /** Digits. */
  customerPhone: z.string().nullable(),
  /** Without punctuation: 11 digits, or the 14 characters of a CNPJ. */
  customerCpfCnpj: z.string().nullable(),
  customerAddress: z.string().nullable(),
  observations: z.string(),
  items: z.array(WholesaleItem),
  totalCents: cents,
  status: WholesaleStatus,
  createdAtMs: instantMs,
  updatedAtMs: instantMs,
  startedAtMs: instantMs.nullable(),
  /** When it was finished or cancelled. */
  endedAtMs: instantMs.nullable(),
  /** The day (YYYY-MM-DD) on which the buyer wishes it; null: arranged with the shop. */
  wishedDate: z.iso.date().nullable().default(null),
  /** How it is paid, as the buyer read it then. */
  terms: z.string().default(''),
  /** Null: nobody has marked it as paid. */
  paid: WholesalePaid.nullable().default(null),
});

/** What an order of before version 2 of its row says of what it did not have. */
export const OLDER_WHOLESALE = { wishedDate: null, terms: '', paid: null } as const;

export type WholesaleStatus = z.infer<typeof WholesaleStatus>;
export type WholesaleSource = z.infer<typeof WholesaleSource>;
export type WholesalePaidWith = z.infer<typeof WholesalePaidWith>;
export type WholesalePaid = z.infer<typeof WholesalePaid>;
export type WholesaleItem = z.infer<typeof WholesaleItem>;
export type WholesaleOrder = z.infer<typeof WholesaleOrder>;
