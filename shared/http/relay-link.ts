// The store's link to its relay, as an administrator sees and changes it. Pairing is done on the LAN only: a wrong address
// would cut off who is far away.
//   GET /api/staff/relay · POST /api/staff/relay/pair · POST /api/staff/relay/unpair
import { z } from 'zod';
import { isSafeAddress } from './safe-address.ts';

/** The answer of all three: how the link does. */
export const RelayLink = z.object({
  state: z.enum(['none', 'unpaired', 'dialling', 'linked', 'waiting', 'stopped']),
  relayUrl: z.string().nullable(),
  publicUrl: z.string().nullable(),
  /** What does not fit between the two versions, in words. */
  trouble: z.string().nullable(),
  version: z.string(),
});
export type RelayLink = z.infer<typeof RelayLink>;

const ADDRESS = 'Digite o endereço do site, como https://acai.example.com';
const PLAIN =
  'O endereço precisa começar com https://. Sem a conexão segura, qualquer um no caminho leria e mudaria os pedidos.';

/** The body of `…/pair`; an address without a scheme is taken for https. */
export const PairWithRelay = z.object({
  relayUrl: z
    .string(ADDRESS)
    .trim()
    // What people leave out when they read an address aloud.
    .transform((text) => (/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`))
    .pipe(z.url({ protocol: /^https?$/, error: ADDRESS }).refine(isSafeAddress, PLAIN)),
  code: z.string('Digite o código.').trim().min(1, 'Digite o código.').max(64),
});
