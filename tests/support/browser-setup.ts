// Before the browser tests: one shop for all of them, whose addresses travel to the workers in the environment.
import { startShop } from './shop.ts';

export const SHOP_VARIABLE = 'BALCAO_TEST_SHOP';

export default async function setUp(): Promise<() => Promise<void>> {
  const shop = await startShop();
  process.env[SHOP_VARIABLE] = JSON.stringify({ urls: shop.urls, ports: shop.ports, dataDir: shop.dataDir });
  return () => shop.stop();
}
