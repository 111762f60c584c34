// Which rows of the log the relay keeps and must not read. The kind alone decides, in both directions: a row that says otherwise of
// itself is none of the store's.
import type { AggregateKind } from './changes.ts';

/** True: sealed, for it gives power over the shop or names its people. False: the relay works with it. */
export const SEALED_KINDS = {
  order: false,
  payment: false,
  'wholesale-order': false,
  user: true,
  audit: true,
  cash: true,
  setting: true,
  key: true,
  erasure: false,
  alarm: false,
} as const satisfies Record<AggregateKind, boolean>;

/** Only the store may read it. */
export type PrivateKind = {
  [K in AggregateKind]: (typeof SEALED_KINDS)[K] extends true ? K : never;
}[AggregateKind];

export const isPrivateKind = (kind: AggregateKind): kind is PrivateKind => SEALED_KINDS[kind];
