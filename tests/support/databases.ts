// On which databases a suite of the relay is run.

export type DatabaseKind = 'pglite' | 'postgres';

const areSlipsTried = process.env['MUTANT_TESTS'] !== undefined;

/** Of a slip one is asked, and without a server of its own: the statements are the same, and each slip costs less than half. */
export const BOTH: readonly DatabaseKind[] = areSlipsTried ? ['pglite'] : ['pglite', 'postgres'];
/** For what the database has no part in. */
export const ONE: readonly DatabaseKind[] = areSlipsTried ? ['pglite'] : ['postgres'];
