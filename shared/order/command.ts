// What can be asked of an order, with its data.
import type { CancelReason, OrderStatus, PaymentMethod, Tender } from './order.ts';
import type { OrderCommandKind } from './transitions.ts';

/** One station's share of an order: whose it is, and all the stations that the order has a share at. */
export type StationShare = { station: string; stations: readonly string[] };

/** A command to one order, with its data; `seen` is the status that the person saw, when a person gives it. */
export type OrderCommand =
  /**
   * `receivedCents`: what was handed over, of cash, where somebody counted it. `replacesRefund`: the payment takes the place of
   * one whose return took the order out of the kitchen. `method` null: nothing is to be paid.
   */
  | {
      kind: 'approve';
      method: PaymentMethod | null;
      lateButMakeable?: boolean;
      replacesRefund?: boolean;
      receivedCents?: number | undefined;
      /** What was asked of who paid, where somebody said it. */
      expectedTotalCents?: number | undefined;
    }
  /** `isFull`: no further order of the site may wait for cash. */
  | { kind: 'choose-cash'; changeForCents: number | null; isFull?: boolean }
  /** A part of the money, as it was taken; the time is the decision's. */
  | { kind: 'take-tender'; tender: Omit<Tender, 'atMs'> }
  | { kind: 'give-tender-back'; tenderId: string }
  /** `givesBack`: what was paid of it in parts is given back with it. */
  | { kind: 'cancel'; reason: CancelReason; givesBack?: boolean; seen?: OrderStatus | undefined }
  | { kind: 'expire' }
  | {
      kind: Exclude<
        OrderCommandKind,
        'approve' | 'choose-cash' | 'take-tender' | 'give-tender-back' | 'cancel' | 'expire'
      >;
      seen?: OrderStatus | undefined;
      share?: StationShare | undefined;
    };
