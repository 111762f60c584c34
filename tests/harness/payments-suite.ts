// The frame of the payment tests: the same suite on both databases, a fresh relay for each test.
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { BOTH } from '../support/databases.ts';
import { openDatabase, type TestDatabase } from './database.ts';
import { startRelay, type TestRelay } from './payments.ts';

type Options = Parameters<typeof startRelay>[1];

export function onBothDatabases(
  name: string,
  suite: (start: (options?: Options) => Promise<TestRelay>) => void,
): void {
  describe.each(BOTH)(`${name} on %s`, (kind) => {
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
