// The catalogue: everything a store sells and how it presents itself. The shapes that the document is read into.
// Never holds anything that only the store may know (printers, PIX key, users).
import { z } from 'zod';
import { FEE_WAYS } from '../payment/fees.ts';
import { ALLERGENS } from './allergens.ts';
import { UNTIL_FURTHER_NOTICE_MS } from './availability.ts';
import { STATIONS_MAX } from './station-bound.ts';

const id = z.string().min(1).max(64);
const name = z.string().trim().min(1).max(80);
const description = z.string().max(400).nullable().default(null);
const PRICE_MISSING = 'O preço deve ser maior que zero.';
const priceCents = z.number().int().min(0).max(1_000_000, 'O preço vai até R$ 10.000,00.');
const position = z.number().int().min(0).max(100_000).default(0);
const active = z.boolean().default(true);
/** `#rrggbb`: the colour of this ingredient in the drawn cup. */
const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .nullable()
  .default(null);
/** Content address of an image (`sha256` in hex), or null for the drawn fallback. */
const image = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullable()
  .default(null);
const instantMs = z.number().int().min(0).max(UNTIL_FURTHER_NOTICE_MS);
/** 'Acabou': null = available, else the Unix milliseconds at which it is back (see availability.ts). */
const soldOutUntilMs = instantMs.nullable().default(null);

/** What the shop ticked that it holds; absent where nobody looked, which is not the same as free of all. */
const allergens = z.array(z.enum(ALLERGENS)).max(ALLERGENS.length).optional();

const item = { id, name, position, active, soldOutUntilMs };

/** A size of açaí: its price holds base and ice cream; toppings are charged beside it, `maxToppings` of them at most. */
export const Size = z.object({
  ...item,
  priceCents: priceCents.min(1, PRICE_MISSING),
  maxToppings: z.number().int().min(0, 'Use de 0 a 50.').max(50, 'Use de 0 a 50.'),
});
/** What an açaí is made on; free of charge, `color` is that of its drawing. */
export const Base = z.object({ ...item, description, color, allergens });
/** The ice cream of an açaí, or half of it when two are chosen (`meioAMeio`); free of charge. */
export const IceCream = z.object({ ...item, description, color, allergens });
/** The group that a topping is listed under; empty: under none. */
export const ToppingCategory = z.enum(['frutas', 'caldas', 'crocantes', '']);
/** A topping of açaí or cup; zero `priceCents` is free of charge. */
export const Topping = z.object({
  ...item,
  category: ToppingCategory.default(''),
  priceCents: priceCents.default(0),
  color,
  allergens,
});
/** A heading of the menu that products are listed under. */
export const Category = z.object({ id, name, description, position, active });
/** ACAI_MONTADO and TACA_MONTADA as in the spec; PRONTO is a drink or another product sold as it is. */
export const ProductType = z.enum(['ACAI_MONTADO', 'TACA_MONTADA', 'PRONTO']);
/** What is sold by itself, ready or as a cup, at one price. */
export const Product = z.object({
  ...item,
  description,
  priceCents: priceCents.min(1, PRICE_MISSING),
  image,
  categoryId: id.nullable().default(null),
  accompaniments: z.array(z.string().trim().min(1).max(60)).max(20).default([]),
  allergens,
  productType: ProductType,
  /** Cups only: 'pronta' comes as described; 'escolha' is built by the customer at the cup's price. */
  cupMode: z.enum(['pronta', 'escolha']).default('pronta'),
});

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** `closes` at or before `opens` means past midnight. */
export const Interval = z.object({ opens: clockTime, closes: clockTime });
/** When the shop is open in its own time zone; a holiday's intervals replace those of its weekday. */
export const OpeningHours = z.object({
  /** Sunday first, as `Intl` and JavaScript count. */
  weekly: z.array(z.array(Interval).max(4)).length(7),
  holidays: z.array(z.object({ date: z.iso.date(), intervals: z.array(Interval).max(4) })).max(60),
});

const everyDay = Array.from({ length: 7 }, () => [{ opens: '10:00', closes: '22:00' }]);
const text = (max: number) => z.string().trim().max(max).default('');

const ageMinutes = z
  .number('Use minutos de 1 a 90.')
  .int('Use minutos inteiros, de 1 a 90.')
  .min(1, 'Use minutos de 1 a 90.')
  .max(90, 'Use minutos de 1 a 90.');

const orderCount = z
  .number('Use um número de 1 a 1000.')
  .int('Use um número inteiro, de 1 a 1000.')
  .min(1, 'Use um número de 1 a 1000.')
  .max(1000, 'Use um número de 1 a 1000.');

/**
 * A place in the kitchen and what is made there: `acai`, `cup`, or `category:` with a category's id; what no station takes is made at the
 * first. Of its printer the id alone, null for whichever prints for the kitchen: where that printer is, the store alone knows.
 */
export const Station = z.object({
  id,
  name: z
    .string('Dê um nome à estação.')
    .trim()
    .min(1, 'Dê um nome à estação.')
    .max(24, 'Use até 24 letras no nome da estação.'),
  takes: z.array(z.string().max(80)).max(200),
  printerId: z.string().max(64).nullable().default(null),
});
export type Station = z.infer<typeof Station>;

/** All that the shop sets for itself and the relay may know; every field has a default, so an empty document is a shop. */
export const Settings = z.object({
  storeName: z.string().trim().min(1, 'Dê um nome à loja.').max(80).default('Balcão Açaí'),
  storeAddress: text(200),
  storePhone: text(40),
  /** Who sells, as the law wants it on the page: the firm's name, and its CNPJ as typed. */
  legalName: text(120),
  taxId: text(20),
  instagramUrl: text(200),
  whatsappUrl: text(200),
  logo: image,
  /** Shown as typed; when empty, the structured hours are written out. */
  openingHoursText: text(120),
  openingHours: OpeningHours.default({ weekly: everyDay, holidays: [] }),
  specialDiscountPercent: z
    .number()
    .min(0, 'Use um número de 0 a 100.')
    .max(100, 'Use um número de 0 a 100.')
    .default(0),
  enableTacaMontada: z.boolean().default(false),
  /** So much of a sale, in percent, may an attendant give away without a manager. */
  attendantDiscountPercentMax: z
    .number('Use um número de 0 a 100.')
    .int('Use um número inteiro, de 0 a 100.')
    .min(0, 'Use um número de 0 a 100.')
    .max(100, 'Use um número de 0 a 100.')
    .default(10),
  /** Whether a TV says the first name beside the number that was called last. */
  panelNames: z.boolean().default(false),
  /** From how many whole minutes on an order's card in the kitchen turns yellow, and red. */
  kitchenWarnMinutes: ageMinutes.default(5),
  kitchenLateMinutes: ageMinutes.default(8),
  /** Where what is made; without any, the kitchen is one. */
  stations: z.array(Station).max(STATIONS_MAX, `Use até ${STATIONS_MAX} estações.`).default([]),
  /** A customer of the site who chose cash brings it within so many minutes, or the order expires. */
  remoteCashMinutes: z
    .number('Use minutos de 5 a 240.')
    .int('Use minutos inteiros, de 5 a 240.')
    .min(5, 'Use minutos de 5 a 240.')
    .max(240, 'Use minutos de 5 a 240.')
    .default(45),
  /** How many orders may be open and unpaid: of one phone, of one address on the site, of one on the shop's Wi-Fi. */
  unpaidPerPhoneMax: orderCount.default(3),
  unpaidPerAddressMax: orderCount.default(6),
  unpaidPerLanAddressMax: orderCount.default(12),
  /** How many orders of the site may wait for cash at once. */
  remoteCashOrdersMax: orderCount.default(60),
  /** What each way of being paid costs, in percent, by the shop's contracts: for the reports' net. */
  feePercents: z
    .partialRecord(
      z.enum(FEE_WAYS),
      z
        .number('Use uma taxa de 0 a 30 %.')
        .min(0, 'Use uma taxa de 0 a 30 %.')
        .max(30, 'Use uma taxa de 0 a 30 %.')
        .multipleOf(0.01, 'Use no máximo duas casas.'),
    )
    .default({}),
  /** A wholesale order comes to this much, or is refused; 0: any does. */
  wholesaleMinimumCents: z
    .number('Use um valor como 150,00.')
    .int('Use um valor como 150,00.')
    .min(0, 'Use um valor como 150,00.')
    .max(10_000_000, 'Use no máximo R$ 100.000,00.')
    .default(0),
  /** The weekdays, from 0 for Sunday, that a buyer may wish for; none: the day is arranged with the shop. */
  wholesaleDeliveryWeekdays: z.array(z.number().int().min(0).max(6)).max(7).default([]),
  /** How many days after the order the first of them may be. */
  wholesaleLeadDays: z
    .number('Use dias de 0 a 30.')
    .int('Use dias inteiros, de 0 a 30.')
    .min(0, 'Use dias de 0 a 30.')
    .max(30, 'Use dias de 0 a 30.')
    .default(1),
  /** How wholesale is paid, as buyers read it: 'À vista', '14 dias'. */
  wholesaleTerms: text(120),
  /** A pause takes no new orders from customers until then; null = not paused. */
  pausedUntilMs: instantMs.nullable().default(null),
});

/** How a customer of the site may pay; cash is brought to the counter. */
export const OnlineMethod = z.enum(['pix', 'credit_card', 'cash']);
/** Whether a way to pay is offered on the site, and what it is called there. */
export const PaymentSetting = z.object({
  id: OnlineMethod,
  enabled: z.boolean().default(false),
  displayName: name,
  description,
  position,
});

/** As a store has them before anybody changed anything: what is offered online still needs an account at the provider. */
export const PAYMENT_METHODS = {
  pix: { enabled: true, displayName: 'PIX', description: 'Aprovado na hora', position: 0 },
  credit_card: {
    enabled: false,
    displayName: 'Cartão de Crédito',
    description: 'Pague agora, pelo Mercado Pago',
    position: 1,
  },
  cash: { enabled: true, displayName: 'Dinheiro', description: 'Pague no balcão ao retirar', position: 2 },
} as const satisfies Record<OnlineMethod, Omit<PaymentSetting, 'id'>>;

/** From so many units of one product in an order on, each of them costs `priceCents`. */
export const WholesaleTier = z.object({
  from: z.number().int().min(2).max(9_999),
  priceCents: priceCents.min(1, PRICE_MISSING),
});
/** A product for resale; null `sizes` or `flavors`: there is nothing to choose. */
export const WholesaleProduct = z.object({
  id,
  name,
  position,
  active,
  description,
  priceCents: priceCents.min(1, PRICE_MISSING),
  image,
  categoryId: id.nullable().default(null),
  sizes: z.array(name).max(40).nullable().default(null),
  flavors: z.array(name).max(80).nullable().default(null),
  /** Cheaper by volume; each begins with more units than the one before. */
  tiers: z
    .array(WholesaleTier)
    .max(6)
    .refine((tiers) => tiers.every(({ from }, at) => from > (tiers[at - 1]?.from ?? 0)), {
      message: 'Cada faixa deve começar com mais unidades do que a anterior.',
    })
    .default([]),
});
/** A size or a flavour by name; switched off it disappears from every product that has it. */
export const WholesaleOption = z.object({ id, name, active });
/** The fields that a buyer can be asked for; the spec's names. */
export const WholesaleFieldName = z.enum(['name', 'phone', 'cpf_cnpj', 'address', 'observations']);
/** Whether buyers are asked for a field, and whether they must fill it in. */
export const WholesaleField = z.object({
  id: WholesaleFieldName,
  enabled: z.boolean(),
  required: z.boolean(),
});

/** Every kind of entry in the document, by the name of its map there. */
export const ENTRY_SCHEMAS = {
  sizes: Size,
  bases: Base,
  iceCreams: IceCream,
  toppings: Topping,
  categories: Category,
  products: Product,
  paymentMethods: PaymentSetting,
  wholesaleCategories: Category,
  wholesaleProducts: WholesaleProduct,
  wholesaleSizes: WholesaleOption,
  wholesaleFlavors: WholesaleOption,
  wholesaleFields: WholesaleField,
} as const;

/** The kinds of entry in the document; settings are none of them. */
export type EntryKind = keyof typeof ENTRY_SCHEMAS;
/** An entry of one kind, as it is read from the document. */
export type Entry<K extends EntryKind> = z.infer<(typeof ENTRY_SCHEMAS)[K]>;
/** Every kind, in the order of `ENTRY_SCHEMAS`. */
export const ENTRY_KINDS = Object.keys(ENTRY_SCHEMAS) as EntryKind[];

/** The whole document as values: entries in display order, inactive ones included. */
export type Catalog = { [K in EntryKind]: Entry<K>[] } & { settings: Settings };

export type Size = z.infer<typeof Size>;
export type Base = z.infer<typeof Base>;
export type IceCream = z.infer<typeof IceCream>;
export type Topping = z.infer<typeof Topping>;
export type ToppingCategory = z.infer<typeof ToppingCategory>;
export type Category = z.infer<typeof Category>;
export type Product = z.infer<typeof Product>;
export type ProductType = z.infer<typeof ProductType>;
export type Interval = z.infer<typeof Interval>;
export type OpeningHours = z.infer<typeof OpeningHours>;
export type Settings = z.infer<typeof Settings>;
export type OnlineMethod = z.infer<typeof OnlineMethod>;
export type PaymentSetting = z.infer<typeof PaymentSetting>;
export type WholesaleTier = z.infer<typeof WholesaleTier>;
export type WholesaleProduct = z.infer<typeof WholesaleProduct>;
export type WholesaleField = z.infer<typeof WholesaleField>;
