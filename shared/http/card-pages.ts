// On which pages the provider's card form may be drawn: the page of one payment, and the cart at its last step. Only their documents let
// the provider's scripts in (`content-security-policy`), no kept page does (`web/build/pwa.ts`), and so a screen that draws the form must have been loaded as one of them.

const PAYMENT = /^\/pedido\/pagamento\/[^/]+\/?$/;
const CARTS = new Set(['/carrinho', '/pedido/carrinho']);

/** `step`: what `?passo=` says; null without. */
export const isCardPage = (path: string, step: string | null): boolean =>
  PAYMENT.test(path) || (CARTS.has(path) && step === 'pagamento');
