// A machine made anew from the relay's copy, where the shop, its relay and the program that restores are not of one release.
import { execFileSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { formatRecoveryCode } from '../../../edge/storage/recovery-code.ts';
import { replacementCode } from '../../support/replacement-code.ts';
import type { TestShop } from '../../support/shop.ts';
import { signIn } from '../shop-client.ts';
import { inStep, openMixedShops, place, SHOP_MS_MAX, valuesIn, type MixedShops } from './mixed-shop.ts';

let shops: MixedShops;
beforeAll(async () => {
  shops = await openMixedShops();
});
afterEach(() => shops.end());
afterAll(() => shops.remove());

const THIS_VERSION = 'edge/main.ts';

/** What the recovery sheet says, and what the operator does; then the card dies. */
async function loseTheCard(shop: TestShop): Promise<{ sheet: string; storeId: string }> {
  await inStep(shop);
  await shop.kill('store', 'SIGTERM');
  const valueOf = (key: string) =>
    String(valuesIn(shop.dataDir, `select value from meta where key = '${key}'`)[0]);
  const lost = { sheet: formatRecoveryCode(valueOf('recovery_code')), storeId: valueOf('store_id') };
  rmSync(join(shop.dataDir, 'edge'), { recursive: true });
  return lost;
}

/** What `restore` says on a machine whose card is `into`. */
function restore(
  program: string,
  options: { shop: TestShop; sheet: string; code: string; into: string },
  ...more: string[]
) {
  const { shop, sheet, code, into } = options;
  const words = ['--relay', shop.urls.relay, '--pairing-code', code, '--recovery-code', sheet, ...more];
  try {
    return execFileSync(process.execPath, [program, 'restore', ...words], {
      env: { ...process.env, DATA_DIR: into, SIMULATORS: '1', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }).toString();
  } catch (error) {
    return (error as { stdout: Buffer }).stdout.toString();
  }
}
const databasesIn = (folder: string): string[] => globSync(join(folder, 'edge', 'store.db*'));

describe('[82] a burnt card, made anew from the relay', { timeout: SHOP_MS_MAX }, () => {
  it('of a shop of the last release whose relay was updated: by either program; by this one once a person takes it without a proof', async () => {
    const { store, relay, ownerPassword } = shops.released;
    await shops.runWith({ store, relay }).then(place);
    const shop = await shops.runWith({ store });
    const last = await place(shop);
    const { dataDir } = shop;
    const { sheet, storeId } = await loseTheCard(shop);

    const older = { shop, sheet, code: await replacementCode(shop, storeId), into: join(dataDir, 'older') };
    expect(restore(store, older)).toContain('✓ 2 pedidos');

    const newer = { shop, sheet, code: await replacementCode(shop, storeId), into: dataDir };
    const refused = restore(THIS_VERSION, newer);
    expect(refused).toContain('não traz a prova');
    expect(refused).toContain('--accept-unproven');
    expect(databasesIn(dataDir)).toEqual([]);
    expect(restore(THIS_VERSION, newer, '--accept-unproven')).toContain('✓ 2 pedidos');

    const again = await shops.runWith({});
    await signIn(again.urls.store, 'ADMIN', ownerPassword);
    expect((await place(again)).order.orderNumber).toBe(last.order.orderNumber + 1);
    await inStep(again);
  });

  it('of this version at a relay of the last release: once a person takes it without a proof, and not from a copy that it never kept', async () => {
    const shop = await shops.runWith({ relay: shops.released.relay });
    const last = await place(shop);
    const { dataDir } = shop;
    const { sheet, storeId } = await loseTheCard(shop);
    // The operator of a relay of before asks at its public port.
    const ports = { ...shop.ports, operator: shop.ports.relay };
    const code = await replacementCode({ ...shop, ports }, storeId);
    const card = { shop, sheet, code, into: dataDir };

    expect(restore(THIS_VERSION, card, '--kept-copy')).toContain('sem --kept-copy');
    expect(restore(THIS_VERSION, card)).toContain('--accept-unproven');
    expect(databasesIn(dataDir)).toEqual([]);
    expect(restore(THIS_VERSION, card, '--accept-unproven')).toContain('✓ 1 pedido');

    await shop.start('store');
    await shop.joined();
    await signIn(shop.urls.store, 'ADMIN');
    expect((await place(shop)).order.orderNumber).toBe(last.order.orderNumber + 1);
    await inStep(shop);
  });

  it('of this version, by a program of the last release: refused, and this one ends it with the same codes', async () => {
    const shop = await shops.runWith({});
    const last = await place(shop);
    const { dataDir } = shop;
    const { sheet, storeId } = await loseTheCard(shop);
    const card = { shop, sheet, code: await replacementCode(shop, storeId), into: dataDir };

    expect(restore(shops.released.store, card)).toContain('✗');
    expect(databasesIn(dataDir)).toEqual([]);
    expect(restore(THIS_VERSION, card)).toContain('✓ 1 pedido');
    await shop.start('store');
    await shop.joined();
    expect((await place(shop)).order.orderNumber).toBe(last.order.orderNumber + 1);
  });
});
