// Before the browser tests: one shop for all of them, whose addresses travel to the workers in the environment.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IMAGE_WIDTHS } from '@balcao/shared/http/images.ts';
import { hydratePostgres } from '../../scripts/hydrate-postgres.ts';
import { startPostgres } from './postgres.ts';
import { PREPARED_SHOP_VARIABLE, startShop, type PreparedShop } from './shop.ts';
import { signInAs, type StaffCookies } from './staff-session.ts';

export const SHOP_VARIABLE = 'BALCAO_TEST_SHOP';

export default async function setUp(): Promise<() => Promise<void>> {
  hydratePostgres();
  const postgres = await startPostgres();
  // Every shop begins as a copy of this one, with its menu drawn, its users' passwords hashed, and its site linked. Their relays are on one
  // PostgreSQL: the embedded database takes more than a second of a core to start, and as much again for a test's statements.
  const prepared: PreparedShop = {
    dataDir: mkdtempSync(join(tmpdir(), 'balcao-prepared-')),
    databaseUrl: postgres.url,
  };
  const env = { relay: { DATABASE_URL: prepared.databaseUrl } };
  const first = await startShop({ dataDir: prepared.dataDir, env });
  await showPictures(first.urls.relay);
  await first.stop();
  // It may have made its first copy of a night by then, or not: each shop makes its own, as one does that has none.
  rmSync(join(prepared.dataDir, 'edge', 'backups'), { recursive: true, force: true });
  process.env[PREPARED_SHOP_VARIABLE] = JSON.stringify(prepared);
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
    await postgres.stop();
    rmSync(prepared.dataDir, { recursive: true, force: true });
  };
}

/** As browsers see them, so that no copy makes them anew: each would take a second of a core for it. */
async function showPictures(relayUrl: string): Promise<void> {
  const menu = await (await fetch(`${relayUrl}/api/menu`)).text();
  const hashes = new Set(menu.match(/\b[0-9a-f]{64}\b/g));
  for (const hash of hashes)
    for (const width of IMAGE_WIDTHS)
      await fetch(`${relayUrl}/api/images/${hash}?w=${width}`, { headers: { accept: 'image/avif' } });
}
