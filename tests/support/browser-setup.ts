// Before the browser tests: one shop for all of them, whose addresses travel to the workers in the environment.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PREPARED_SHOP_VARIABLE, startShop } from './shop.ts';
import { signInAs, type StaffCookies } from './staff-session.ts';

export const SHOP_VARIABLE = 'BALCAO_TEST_SHOP';

export default async function setUp(): Promise<() => Promise<void>> {
  // Every shop begins as a copy of this one, with its menu drawn, its users' passwords hashed, and its site linked.
  const prepared = mkdtempSync(join(tmpdir(), 'balcao-prepared-'));
  await (await startShop({ dataDir: prepared })).stop();
  process.env[PREPARED_SHOP_VARIABLE] = prepared;
  const shop = await startShop();
  const { urls, ports, dataDir } = shop;
  // The store slows sign-ins down to ten a minute and address: here each role signs in once for all tests.
  // A session is good only on the address where it was born.
  const signedIn = async (host: string): Promise<StaffCookies> => ({
    ADMIN: await signInAs(host, 'ADMIN'),
    KITCHEN: await signInAs(host, 'KITCHEN'),
    ATTENDANT: await signInAs(host, 'ATTENDANT'),
    WHOLESALE: await signInAs(host, 'WHOLESALE'),
  });
  const cookies = { store: await signedIn(urls.store), relay: await signedIn(urls.relay) };
  process.env[SHOP_VARIABLE] = JSON.stringify({ urls, ports, dataDir, cookies });
  return async () => {
    await shop.stop();
    rmSync(prepared, { recursive: true, force: true });
  };
}
