// The frame of the payment tests: the same suite on both databases, a fresh relay for each test.
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { ProviderApi } from '../../cloud/payments/provider/provider.ts';
import { BOTH, databasesOf, type DatabaseKind } from '../support/databases.ts';
import { openDatabase, type TestDatabase } from './database.ts';
import { startRelay, type TestRelay } from './payments.ts';

type Options = Parameters<typeof startRelay>[1];

/** Where each of the provider's interfaces makes, reads and searches payments. */
export const PATHS = {
  payments: { made: '/v1/payments', read: '/v1/payments/', searched: '/v1/payments/search' },
  orders: { made: '/v1/orders', read: '/v1/orders/', searched: '/v1/orders' },
} as const;

/** The same with each of the provider's interfaces as the account's; which of the databases it is run on says `databasesOf`. */
export function onBothApis(
  name: string,
  suite: (start: (options?: Options) => Promise<TestRelay>, api: ProviderApi) => void,
): void {
  for (const api of ['payments', 'orders'] as const)
    onDatabases(databasesOf(api), `${name} by ${api}`, (start) =>
      suite((options) => start({ ...options, api }), api),
    );
}

/** A fresh relay for each test, on PGlite and on PostgreSQL. */
export const onBothDatabases = (
  name: string,
  suite: (start: (options?: Options) => Promise<TestRelay>) => void,
): void => onDatabases(BOTH, name, suite);

function onDatabases(
  kinds: readonly DatabaseKind[],
  name: string,
  suite: (start: (options?: Options) => Promise<TestRelay>) => void,
): void {
  describe.each(kinds)(`${name} on %s`, (kind) => {
    let database: TestDatabase;
    const open: TestRelay[] = [];
    beforeAll(async () => {
      database = await openDatabase(kind);
    });
    afterEach(async () => {
      for (const relay of open.splice(0)) await relay.close();
    });
    afterAll(() => database.close());
    suite(async (options) => {
      const relay = await startRelay(database, options);
      open.push(relay);
      return relay;
    });
  });
}
