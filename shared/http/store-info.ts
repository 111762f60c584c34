// `GET /api/store` and `GET /api/menu`: what every visitor needs before ordering.
import { z } from 'zod';
import {
  Base,
  Category,
  IceCream,
  OnlineMethod,
  OpeningHours,
  Product,
  Size,
  Topping,
  type Settings,
} from '../menu/menu.ts';
import { describeHours, openState } from '../store/opening.ts';

/** The answer of `GET /api/store`. */
export const StoreInfo = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  legalName: z.string(),
  taxId: z.string(),
  instagramUrl: z.string(),
  whatsappUrl: z.string(),
  logo: z.string().nullable(),
  hoursText: z.string(),
  hours: OpeningHours,
  timeZone: z.string(),
  open: z.discriminatedUnion('state', [
    z.object({ state: z.literal('open'), closesAt: z.string().nullable() }),
    z.object({ state: z.literal('closing-soon'), closesAt: z.string() }),
    z.object({
      state: z.literal('closed'),
      opensAt: z.object({ date: z.string(), time: z.string() }).nullable(),
    }),
    z.object({ state: z.literal('paused'), untilMs: z.number() }),
  ]),
  cupsEnabled: z.boolean(),
  discountPercent: z.number(),
  /** How long a customer of the site has to bring cash. */
  remoteCashMinutes: z.number(),
  /** How long the kitchen takes at the moment; null when it made too little in the last hour to tell. */
  readyTime: z.object({ fromMinutes: z.number(), toMinutes: z.number() }).nullable(),
  /** Ids of products and toppings that were ordered most of late, the most ordered first; empty while too little is known. */
  mostOrdered: z.array(z.string()),
  /** The methods that can be used on this host at this moment, in display order. */
  paymentMethods: z.array(
    z.object({ method: OnlineMethod, displayName: z.string(), description: z.string().nullable() }),
  ),
  /** Whether the store can be reached from this host; always true on the store itself. */
  storeOnline: z.boolean(),
  /** The relay's public address, where online payments live; null on a store without a relay. */
  publicUrl: z.string().nullable(),
  host: z.enum(['store', 'relay']),
});
export type StoreInfo = z.infer<typeof StoreInfo>;

/** The part of `GET /api/store` that follows from the settings and the clock. */
export function storeInfoOf(settings: Settings, nowMs: number, timeZone: string) {
  return {
    name: settings.storeName,
    address: settings.storeAddress,
    phone: settings.storePhone,
    legalName: settings.legalName,
    taxId: settings.taxId,
    instagramUrl: settings.instagramUrl,
    whatsappUrl: settings.whatsappUrl,
    logo: settings.logo,
    hoursText: settings.openingHoursText || describeHours(settings.openingHours),
    hours: settings.openingHours,
    timeZone,
    open: openState(settings, nowMs, timeZone),
    cupsEnabled: settings.enableTacaMontada,
    discountPercent: settings.specialDiscountPercent,
    remoteCashMinutes: settings.remoteCashMinutes,
  };
}

const hidden = { active: true, soldOutUntilMs: true } as const;
const soldOut = { soldOut: z.boolean() };
/** `GET /api/menu`, with an ETag. The type is shared/menu/snapshot.ts. */
export const MenuBody = z.object({
  sizes: z.array(Size.omit(hidden).extend(soldOut)),
  bases: z.array(Base.omit(hidden).extend(soldOut)),
  iceCreams: z.array(IceCream.omit(hidden).extend(soldOut)),
  toppings: z.array(Topping.omit(hidden).extend(soldOut)),
  categories: z.array(Category.omit({ active: true })),
  products: z.array(Product.omit(hidden).extend(soldOut)),
  cupsEnabled: z.boolean(),
  discountPercent: z.number(),
});
