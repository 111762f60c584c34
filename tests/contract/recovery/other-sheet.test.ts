// A restore that goes wrong by what was typed, and one without the sheet.
import { readdirSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from '../../../edge/storage/open.ts';
import { formatRecoveryCode, recoveryCode } from '../../../edge/storage/recovery-code.ts';
import type { TestStore } from '../../../edge/testing/open-test-store.ts';
import { asRole } from '../../../edge/testing/sign-in.ts';
import { onOneDatabase } from '../../harness/relay.ts';
import { openBusyShop } from './busy-shop.ts';
import { inStep, openLinkedStore } from '../../harness/real-store.ts';
import { emptyCard, replacing, restore } from './restore.ts';

const open: TestStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

onOneDatabase('a restore', (scene) => {
  const again = async (folder: string): Promise<TestStore> => {
    const store = await openLinkedStore(scene.relay, { folder, environment: {} });
    open.push(store);
    return store;
  };

  it('[R3] with a slip of the pen, another sheet, a wrong code or no relay changes nothing; the right words go through', async () => {
    const { store, code } = await openBusyShop(scene.relay);
    open.push(store);
    const folder = emptyCard();
    const pairingCode = await replacing(scene.relay, store.identity.storeId);
    const given = { relayUrl: scene.relay.url, folder, pairingCode, sheet: code };
    const other = openDatabase(':memory:', 'edge/storage/migrations');
    const slip = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`;
    await expect(restore({ ...given, sheet: slip })).rejects.toThrow('letra errada');
    await expect(restore({ ...given, relayUrl: 'http://127.0.0.1:9' })).rejects.toThrow('Confira o endereço');
    await expect(restore({ ...given, pairingCode: 'errado' })).rejects.toThrow('código de pareamento');
    const { code: forNew } = await scene.relay.relay.pairing.makeCode({ host: 'nova.example' });
    await expect(restore({ ...given, pairingCode: forNew })).rejects.toThrow('loja nova');
    expect(store.link.state()).toBe('linked');
    const sheet = formatRecoveryCode(recoveryCode(other));
    await expect(restore({ ...given, sheet })).rejects.toThrow('outra loja');
    expect(readdirSync(folder)).toEqual(['restore-device.json']);
    expect(await restore(given)).toEqual({ orders: 5, ownerNeeded: false });
    expect(readdirSync(folder)).toEqual(['store.db']);
  });

  it('[R4] without the sheet has orders and menu, nobody to sign in, and a new sheet that restores again', async () => {
    const { store, code, cash } = await openBusyShop(scene.relay);
    const { storeId } = store.identity;
    await store.stop();
    const first = emptyCard();
    const asked = async (folder: string, sheet: string | null) => {
      const pairingCode = await replacing(scene.relay, storeId);
      return restore({ relayUrl: scene.relay.url, folder, pairingCode, sheet });
    };
    expect(await asked(first, null)).toEqual({ orders: 5, ownerNeeded: true });
    const heir = await again(first);
    expect(heir.orders.repository.byId(cash.order.id)).not.toBeNull();
    expect(heir.setup.needed()).toBe(true);
    await asRole(heir, 'ADMIN');
    await inStep(scene.relay, heir);
    const newest = formatRecoveryCode(recoveryCode(heir.db));

    await expect(asked(emptyCard(), code)).rejects.toThrow('folha antiga');
    const second = emptyCard();
    expect(await asked(second, newest)).toEqual({ orders: 5, ownerNeeded: false });
    await inStep(scene.relay, await again(second));
  });
});
