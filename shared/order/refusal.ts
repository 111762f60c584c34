// Why the store says no. A closed union: http/refusals/order.ts gives each its status and its Portuguese sentence.
import type { WholesaleStatus } from '../wholesale/order.ts';
import type { OrderStatus, PaymentMethod, Tender } from './order.ts';

/** One thing wrong with what was sent. `field` is a path such as `items[0].toppings`. */
export type FieldError = { field: string; message: string };

/** One reason with the facts that its words need; a code is never renamed, for old apps and the link know it. */
export type Refusal =
  | { code: 'invalid-order'; errors: FieldError[] }
  | { code: 'price-changed'; totalCents: number }
  | { code: 'store-closed'; reason: string }
  | { code: 'id-reused' }
  | { code: 'order-not-found' }
  | { code: 'stale'; status: OrderStatus }
  /** The lines are others by now than their author saw. */
  | { code: 'lines-stale' }
  /** What is begun can not be taken off. */
  | { code: 'in-preparation' }
  /** So much is still to be paid. */
  | { code: 'difference-due'; cents: number }
  /** What was to be taken or given back is another amount by now; 0: nothing is. */
  | { code: 'difference-changed'; cents: number }
  | { code: 'unpaid' }
  | { code: 'already-paid' }
  /** Staff took money for it in another way than it was paid. On the wire it is `already-paid`. */
  | { code: 'paid-otherwise'; method: PaymentMethod | null }
  /** A part of it is paid: what is left is taken as another part. */
  | { code: 'partly-paid'; leftCents: number }
  /** The same way and amount came by itself as these parts: it may be that money, said by hand once more. `canNameParts`: another tap says it is not. */
  | { code: 'part-came'; method: Tender['method']; cents: number; partIds: string[]; canNameParts: boolean }
  /** Codes of parts of this amount may be paid still, or were a moment ago: it may be that money. `canNameParts`: as in `part-came`. */
  | { code: 'code-open'; cents: number; partIds: string[]; canNameParts: boolean }
  /** A part of more than is left. */
  | { code: 'tender-too-much'; leftCents: number }
  | { code: 'order-over'; status: OrderStatus }
  | { code: 'not-from-here'; status: OrderStatus }
  | { code: 'too-late-to-undo' }
  | { code: 'method-off' }
  | { code: 'change-too-small' }
  /** Open and unpaid already: so many of this phone, of this address, or of the whole site. */
  | { code: 'too-many-unpaid'; by: 'phone' | 'address' | 'store'; max: number }
  | { code: 'cash-full' }
  /** More than who stands at the counter may give away. `hasPin`: a manager's PIN would do. */
  | { code: 'manager-needed'; hasPin: boolean }
  | { code: 'wholesale-stale'; status: WholesaleStatus }
  | { code: 'wholesale-over'; status: WholesaleStatus }
  | { code: 'wholesale-not-started'; status: WholesaleStatus };

/** The names of all reasons. */
export type RefusalCode = Refusal['code'];
