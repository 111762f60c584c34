// The claim of an order: a secret that the browser makes with it, so that it alone can ask what became of it. Servers keep its SHA-256.
import { z } from 'zod';

const INVALID = 'Comprovante do pedido inválido. Recarregue a página e tente de novo.';

/** Of at least 128 random bits, as text. An order without one cannot be asked for by its id. */
export const Claim = z.string(INVALID).regex(/^[\w-]{22,128}$/, INVALID);

/** SHA-256 of a claim, in hex. */
export const ClaimHash = z.string().regex(/^[0-9a-f]{64}$/);
