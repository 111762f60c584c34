// Where a row of the log stands: what a sealed body and a proof are bound to.

/** The place of a row in the one log it belongs to. */
export type RowPlace = { seq: number; lineage: string; epoch: number };
