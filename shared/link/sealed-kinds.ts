// Which rows of the log the relay keeps and must not read. The kind alone decides, in both directions: a row that says otherwise of
// itself is none of the store's.
import { REPLICATED_ROWS } from './aggregates/rows.ts';
import type { AggregateKind } from './changes.ts';

/** Only the store may read it: it gives power over the shop or names its people. With all other kinds the relay works. */
export type PrivateKind = Extract<(typeof REPLICATED_ROWS)[number], { sealed: true }>['kind'];

const PRIVATE_KINDS: ReadonlySet<AggregateKind> = new Set(
  REPLICATED_ROWS.filter(({ sealed }) => sealed).map(({ kind }) => kind),
);

/** Whether the bodies of this kind are sealed. */
export const isPrivateKind = (kind: AggregateKind): kind is PrivateKind => PRIVATE_KINDS.has(kind);
