// Before the browser tests: one shop for all of them, whose addresses travel to the workers in the environment.
import { startShop } from './shop.ts';
import { signInAs, type StaffCookies } from './staff-session.ts';

export const SHOP_VARIABLE = 'BALCAO_TEST_SHOP';

export default async function setUp(): Promise<() => Promise<void>> {
  const shop = await startShop();
  const { urls, ports, dataDir } = shop;
  // The store slows sign-ins down to ten a minute and address: here each role signs in once for all tests.
  const cookies: StaffCookies = {
    ADMIN: await signInAs(urls.store, 'ADMIN'),
    KITCHEN: await signInAs(urls.store, 'KITCHEN'),
    ATTENDANT: await signInAs(urls.store, 'ATTENDANT'),
    WHOLESALE: await signInAs(urls.store, 'WHOLESALE'),
  };
  process.env[SHOP_VARIABLE] = JSON.stringify({ urls, ports, dataDir, cookies });
  return () => shop.stop();
}
