// On which databases a suite of the relay is run.
import type { ProviderApi } from '../../cloud/payments/provider/provider.ts';
import { isSmoke } from './smoke.ts';

export type DatabaseKind = 'pglite' | 'postgres';

const areSlipsTried = process.env['MUTANT_TESTS'] !== undefined;

/**
 * Of a slip one is asked, and without a server of its own: the statements are the same, and each slip costs less than half. The smoke test
 * asks the one that shops are hosted on.
 */
export const BOTH: readonly DatabaseKind[] = areSlipsTried
  ? ['pglite']
  : isSmoke
    ? ['postgres']
    : ['pglite', 'postgres'];
/** For what the database has no part in. */
export const ONE: readonly DatabaseKind[] = areSlipsTried ? ['pglite'] : ['postgres'];

/** Set by the soak `every-pair`. */
export const EVERY_PAIR_VARIABLE = 'BALCAO_EVERY_PAIR';

/**
 * Where a suite is run with each of the provider's interfaces: each of them on a database of its own, so that both interfaces and both
 * databases are seen, for half of the time that all four pairs take. `npm run soak -- every-pair` takes all four.
 */
export function databasesOf(api: ProviderApi): readonly DatabaseKind[] {
  // An account that is entered today has payments made as orders.
  if (isSmoke) return api === 'orders' ? ['postgres'] : [];
  if (areSlipsTried || process.env[EVERY_PAIR_VARIABLE] !== undefined) return BOTH;
  return api === 'payments' ? ['postgres'] : ['pglite'];
}
