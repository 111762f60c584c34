// A whole relay over another SECRETS_KEY: with the key before beside it everybody is served as ever, and once the operator has passed over
// what is kept, without it too.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { runCommand } from '../../../cloud/command.ts';
import { keepAccount } from '../../harness/account.ts';
import { bodyOf, CLAIM, onBothDatabases } from '../../harness/relay.ts';

const PHONE = '11955554444';
const WORDS = 'tocar a campainha azul';

onBothDatabases('a relay whose SECRETS_KEY is changed', (scene) => {
  it('loses no person, no order of a browser, no account and no phone that is told, before what is kept passed over and after', async () => {
    const store = await scene.linkedStore();
    await keepAccount(scene.relay, store.storeId);
    const json = { ...sampleRequest(), customerPhone: PHONE, observations: WORDS, id: v7(), claim: CLAIM };
    expect((await scene.relay.ask('/api/orders', { json })).status).toBe(201);
    const served = async () => [
      await bodyOf(await scene.relay.ask(`/api/orders/by-id/${json.id}`, { token: CLAIM })),
      await bodyOf(await scene.relay.ask('/api/push/public-key')),
      await bodyOf(await scene.relay.ask('/edge/payments/credentials', { token: await store.token() })),
    ];
    const before = await served();
    expect(before).toMatchObject([
      { order: { customerPhone: PHONE, observations: WORDS }, trackingToken: expect.any(String) as string },
      { publicKey: expect.any(String) as string },
      { configured: true, source: 'store', payeeId: '1' },
    ]);

    const secretsKey = randomBytes(32);
    const SECRETS_KEY = secretsKey.toString('hex');
    await scene.relay.stop();
    await scene.relay.start({ SECRETS_KEY, SECRETS_KEY_PREVIOUS: scene.relay.secretsKey.toString('hex') });
    expect(await served()).toEqual(before);

    const said: string[] = [];
    const operator = {
      operatorHost: '127.0.0.1',
      operatorPort: Number(new URL(scene.relay.operatorUrl).port),
      ...{ secretsKey, publicUrl: scene.relay.url, databaseUrl: null, databaseDirectUrl: null },
    };
    expect(await runCommand(['rotate-key'], operator, (line) => said.push(line))).toBe(true);
    // The account, the key for persons, the one for notices to phones, and the order's token.
    expect(said).toEqual([
      '4 segredos passaram para a chave nova.',
      'Tire SECRETS_KEY_PREVIOUS da configuração e reinicie o relay.',
    ]);
    await scene.relay.stop();
    await scene.relay.start({ SECRETS_KEY });
    expect(await served()).toEqual(before);
  });
});
