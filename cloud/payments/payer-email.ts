// The provider wants an e-mail of who pays; for a PIX we ask customers for none, and a card's form may bring none.

/**
 * Reserved for examples, so nobody's: the provider refuses the shop's own domain (4390) as well as those that do not exist (`.test`,
 * `.local`).
 */
const NOBODYS_DOMAIN = 'example.com';

/** An address of the order's own, which says nothing of who pays; `order`: its id or its code. */
export const payerEmail = (order: string): string => `pedido-${order.toLowerCase()}@${NOBODYS_DOMAIN}`;
