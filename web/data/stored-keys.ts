// Every name under which this app keeps something on a customer's device, so that the cache tool and 'esquecer meus dados'
// forget nothing.

export const CART_KEY = 'acai-cart';

/** The wizard's choices, one key each. */
export const WIZARD_KEYS = [
  'step',
  'type',
  'category',
  'product',
  'size',
  'base',
  'iceCream',
  'meioAMeio',
  'secondaryIceCream',
  'toppings',
] as const;
export type WizardKey = (typeof WIZARD_KEYS)[number];
/** Before the names of the same keys while an item of the cart is edited. */
export const EDIT_PREFIX = 'edit-';
export const EDITED_ITEM_KEY = 'edit-item';

/** What somebody avoids eating. */
export const AVOID_KEY = 'avoid';

/** What the checkout was told, the order that it made, and what was in it. `email` was the older system's. */
export const CHECKOUT_KEYS = [
  'phone',
  'email',
  'consumptionType',
  'customerName',
  'observations',
  'paymentMethod',
  'orderCode',
  'cardAttempt',
  'checkout',
  'again',
] as const;

/** Orders placed on this device with their tracking tokens: the proof that they are one's own. */
export const ORDERS_KEY = 'balcao-orders';
/** Codes of orders that this browser is told of when they are ready. */
export const NOTIFIED_KEY = 'balcao-notified';
export const STAFF_KEY = 'balcao-staff';
/** Sales of the counter that are paid and not yet at the store: no cache, for the money is in the drawer. */
export const WAITING_SALES_KEY = 'balcao-waiting-sales';

/** Wholesale: the cart, who buys and who is being typed, the order under way, and who runs it (for display). */
export const WHOLESALE_CART_KEY = 'atacado_cart';
export const BUYER_KEY = 'atacado_comprador';
export const BUYER_DRAFT_KEY = 'atacado_rascunho';
export const WHOLESALE_ATTEMPT_KEY = 'atacado_envio';
export const OPERATOR_KEY = 'atacado_user';
const WHOLESALE: readonly string[] = [WHOLESALE_CART_KEY, BUYER_KEY, BUYER_DRAFT_KEY, WHOLESALE_ATTEMPT_KEY];
/** Sign-in leftovers of staff screens begin with one of these. */
const AUTH_PREFIXES = ['balcao-staff', OPERATOR_KEY, 'better-auth', 'sb-'];

const ORDERING: readonly string[] = [
  CART_KEY,
  ...WIZARD_KEYS,
  ...WIZARD_KEYS.map((key) => EDIT_PREFIX + key),
  EDITED_ITEM_KEY,
  AVOID_KEY,
  ...CHECKOUT_KEYS,
];

/** What the cache tool clears. Orders placed here are kept: without their tokens nobody could pay or follow them. */
export const isCache = (key: string): boolean =>
  ORDERING.includes(key) || AUTH_PREFIXES.some((prefix) => key.startsWith(prefix));

/** What 'esquecer meus dados' clears: everything about a person. */
export const isPersonal = (key: string): boolean =>
  isCache(key) ||
  key === ORDERS_KEY ||
  key === NOTIFIED_KEY ||
  key === WAITING_SALES_KEY ||
  WHOLESALE.includes(key);
