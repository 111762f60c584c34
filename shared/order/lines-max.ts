// How many lines an order may hold, and how often they may change. Without schemas, for screens import what imports this.

/** More is refused; each item is one cup or one product. */
export const ITEMS_PER_ORDER_MAX = 40;
/** Changes of one order's lines, at most. */
export const LINE_CHANGES_MAX = 30;
