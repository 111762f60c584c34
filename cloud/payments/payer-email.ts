// The provider wants an e-mail of who pays; for a PIX we ask customers for none, and a card's form may bring none.

/**
 * Reserved for examples, so nobody's: the provider refuses the shop's own domain (4390) as well as those that do not exist (`.test`,
 * `.local`).
 */
const NOBODYS_DOMAIN = 'example.com';

export const payerEmail = (code: string): string => `pedido-${code.toLowerCase()}@${NOBODYS_DOMAIN}`;
