// What a kind of row that the store replicates is: which rows, of which shape, and whether the relay may read them. The store writes,
// the relay keeps, and a store made anew reads them back, maybe years and versions later.
import type { z } from 'zod';
import type { AggregateKind } from '../changes.ts';

/**
 * One shape of row. `ids` says which rows of the kind have it: `*` stands for any letters at the end, so `printer.*` is each printer and
 * `*` whatever no other shape of the kind is for. `version` counts the changes of `body`. A row does not say its version: a body reads
 * those of all versions before it too, by `default`s and `optional`s.
 */
export type ReplicatedRow<Body extends z.ZodType = z.ZodType, Ids extends string = string> = {
  readonly kind: AggregateKind;
  readonly ids: Ids;
  readonly version: number;
  /** Sealed bodies can be read only with the store's recovery key. One answer for all rows of a kind. */
  readonly sealed: boolean;
  readonly body: Body;
};

/** The relay works with it. */
export type OpenRow<Body extends z.ZodType, Ids extends string> = ReplicatedRow<Body, Ids> & {
  sealed: false;
};
/** What rows with these `ids` are called: `printer.*` is any text that begins so. */
export type IdOf<Ids extends string> = Ids extends `${infer Start}*` ? `${Start}${string}` : Ids;
