// Before tests that use a real PostgreSQL: makes the one from npm complete.
export { hydratePostgres as default } from '../../scripts/hydrate-postgres.ts';
