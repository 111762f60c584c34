// The database as payments see it: PGlite and PostgreSQL alike.
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

// eslint-disable-next-line -- the schema's type plays no part in queries built from tables
export type Db = PgDatabase<PgQueryResultHKT, Record<string, unknown>>;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
