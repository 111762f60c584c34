// SECRETS_KEY is changed: both keys are known for a while, what is kept passes over in pieces, and then the old one opens nothing.
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { commands } from '../../../cloud/storage/schema.ts';
import { createCommandSealing } from '../../../cloud/shop/orders/command-sealing.ts';
import { loadPersonKey, PERSON_KEY_ADOPTED } from '../../../cloud/storage/persons/person-key.ts';
import { createPersons } from '../../../cloud/storage/persons/persons.ts';
import { relayFacts } from '../../../cloud/storage/persons/schema.ts';
import { createPushKeys } from '../../../cloud/notifications/keys.ts';
import { pushKeys } from '../../../cloud/notifications/schema.ts';
import { providerCredentials } from '../../../cloud/payments/schema.ts';
import { createReseal } from '../../../cloud/reseal.ts';
import { sampleOrder } from '../../../shared/order/sample.ts';
import { DEMO_ACCOUNT } from '../../simulators/mercado-pago/demo-credentials.ts';
import { onBothDatabases } from '../../harness/payments-suite.ts';

const NONE = {
  baseUrl: null,
  sdkUrl: null,
  accessToken: null,
  publicKey: null,
  webhookSecret: null,
  api: 'payments' as const,
};
const ORDERS = 450;
const LOG = {
  error: (_details: object, message: string): void => {
    throw new Error(message);
  },
};

onBothDatabases('SECRETS_KEY', (start) => {
  test('[46] is changed without losing a secret, also when it is cut off and begun again', async () => {
    const [before, after] = [randomBytes(32), randomBytes(32)];
    const relay = await start({ config: { mercadoPago: NONE, secretsKey: before } });
    const { db, storeId } = relay;
    await db.delete(relayFacts);
    await relay.edge('PUT', '/edge/payments/credentials', DEMO_ACCOUNT);
    const pushed = await createPushKeys({ db, secretsKey: before }).loadOrCreateKeys(storeId);
    const personKey = await loadPersonKey(db, before, LOG);
    const persons = createPersons(personKey);
    const sealing = createCommandSealing(before, persons);
    // Of two shops, whose customers ordered in turn.
    const shops = [storeId, randomUUID()];
    const rows = Array.from({ length: ORDERS }, (_, n) => {
      const order = { ...sampleOrder(), id: randomUUID() };
      const about = { storeId: shops[n % 2] ?? storeId, orderId: order.id, kind: 'order.place' };
      const outcome = sealing.closeOutcome(about, {
        status: 'done',
        order,
        trackingToken: `token ${n}`,
        trackingTokenHash: '',
      });
      return { ...about, id: randomUUID(), requestHash: '', state: 'done' as const, outcome };
    });
    await db.insert(commands).values(rows.map((row) => ({ ...row, nextAtMs: 0, createdAtMs: 0 })));
    const tokensWith = async (key: Uint8Array): Promise<Set<string>> => {
      const open = createCommandSealing(key, persons);
      const found = (await db.select().from(commands)).map((row) => open.openOutcome(row, row.outcome));
      return new Set(found.flatMap((one) => (one?.status === 'done' ? [one.trackingToken] : [])));
    };
    const all = new Set(rows.map((_, n) => `token ${n}`));

    // The new key, and the one before: everything opens, before anything was passed over.
    relay.config.secretsKey = after;
    relay.config.previousSecretsKey = before;
    relay.crash();
    relay.boot();
    expect(await relay.payments.methodsOnOffer(storeId)).toEqual({ pix: true, card: true });
    expect(
      await createPushKeys({ db, secretsKey: after, previousSecretsKey: before }).loadOrCreateKeys(storeId),
    ).toEqual(pushed);
    expect(await loadPersonKey(db, after, LOG, before)).toEqual(personKey);

    const reseal = () => createReseal({ db, secretsKey: after, previousSecretsKey: before });
    const first = await reseal().piece(0);
    expect(first).toMatchObject({ lost: 0, next: expect.any(Number) as number });
    // Cut off here; another one begins from the start and finds the rest.
    let [resealed, lost] = [first.resealed, 0];
    for (let next: number | null = 0; next !== null;) {
      const piece = await reseal().piece(next);
      resealed += piece.resealed;
      lost += piece.lost;
      next = piece.next;
    }
    // Each once: the tokens, the two of the account, the one for notices to phones, the one for persons.
    expect({ resealed, lost }).toEqual({ resealed: ORDERS + 4, lost: 0 });

    relay.config.previousSecretsKey = null;
    relay.crash();
    relay.boot();
    expect(await relay.payments.methodsOnOffer(storeId)).toEqual({ pix: true, card: true });
    expect(await createPushKeys({ db, secretsKey: after }).loadOrCreateKeys(storeId)).toEqual(pushed);
    expect(await loadPersonKey(db, after, LOG)).toEqual(personKey);
    expect(await tokensWith(after)).toEqual(all);
    expect(await tokensWith(before)).toEqual(new Set(['']));
    expect(await createReseal({ db, secretsKey: after, previousSecretsKey: null }).piece(0)).toMatchObject({
      resealed: 0,
      lost: 0,
    });
  });

  test('[46] is changed for an account without a secret for notices as well', async () => {
    const [before, after] = [randomBytes(32), randomBytes(32)];
    const relay = await start({ config: { mercadoPago: NONE, secretsKey: before } });
    await relay.edge('PUT', '/edge/payments/credentials', DEMO_ACCOUNT);
    await relay.db.update(providerCredentials).set({ sealedWebhookSecret: null });
    await createReseal({ db: relay.db, secretsKey: after, previousSecretsKey: before }).piece(0);
    relay.config.secretsKey = after;
    relay.crash();
    relay.boot();
    expect(await relay.payments.methodsOnOffer(relay.storeId)).toMatchObject({ pix: true });
  });

  test('[46] that opens the key for persons no more has it replaced once, and said', async () => {
    const { db } = await start({ config: { mercadoPago: NONE } });
    const [before, after] = [randomBytes(32), randomBytes(32)];
    await db.delete(relayFacts);
    const lost = await loadPersonKey(db, before, LOG);
    const said: string[] = [];
    const log = { error: (_details: object, message: string) => void said.push(message) };
    const replaced = await loadPersonKey(db, after, log);
    expect(replaced).not.toEqual(lost);
    expect(said).toEqual([expect.stringContaining('cannot be read')]);
    // Also for the next process, which has started with a key that another relay gave.
    await db.insert(relayFacts).values({ name: PERSON_KEY_ADOPTED, value: '1' });
    expect(await loadPersonKey(db, after, LOG)).toEqual(replaced);
    expect((await db.select().from(relayFacts)).map(({ name }) => name)).toEqual(['person_key']);
  });

  test('[46] has one key for persons, also where two processes start at once on an empty database', async () => {
    const { db } = await start({ config: { mercadoPago: NONE } });
    await db.delete(relayFacts);
    const secretsKey = randomBytes(32);
    const [one, other] = await Promise.all([1, 2].map(() => loadPersonKey(db, secretsKey, LOG)));
    expect(other).toEqual(one);
    expect(await loadPersonKey(db, secretsKey, LOG)).toEqual(one);
  });

  test('[46] is changed for the phones of each store, whichever of them were passed over before', async () => {
    const { db } = await start({ config: { mercadoPago: NONE } });
    const [before, after] = [randomBytes(32), randomBytes(32)];
    await db.delete(pushKeys);
    await db.delete(relayFacts);
    const [passed, first, second] = [randomUUID(), randomUUID(), randomUUID()];
    await createPushKeys({ db, secretsKey: after }).loadOrCreateKeys(passed);
    const old = createPushKeys({ db, secretsKey: before });
    const pairs = [await old.loadOrCreateKeys(first), await old.loadOrCreateKeys(second)];
    await createReseal({ db, secretsKey: after, previousSecretsKey: before }).piece(0);
    const present = createPushKeys({ db, secretsKey: after });
    expect([await present.loadOrCreateKeys(first), await present.loadOrCreateKeys(second)]).toEqual(pairs);
  });

  test('[46] that opens the key for the phones of one store no more leaves those of the others', async () => {
    const { db } = await start({ config: { mercadoPago: NONE } });
    await db.delete(pushKeys);
    const secretsKey = randomBytes(32);
    const [lost, other] = [randomUUID(), randomUUID()];
    const gone = await createPushKeys({ db, secretsKey: randomBytes(32) }).loadOrCreateKeys(lost);
    const keys = createPushKeys({ db, secretsKey });
    const kept = await keys.loadOrCreateKeys(other);
    const anew = await keys.loadOrCreateKeys(lost);
    expect(anew).not.toEqual(gone);
    expect(await keys.loadOrCreateKeys(lost)).toEqual(anew);
    expect(await keys.loadOrCreateKeys(other)).toEqual(kept);
  });

  test('[46] that is lost is said, and nothing is written over', async () => {
    const relay = await start({ config: { mercadoPago: NONE, secretsKey: randomBytes(32) } });
    await relay.edge('PUT', '/edge/payments/credentials', DEMO_ACCOUNT);
    await relay.db.delete(pushKeys);
    await relay.db.delete(relayFacts);
    const wrong = createReseal({
      db: relay.db,
      secretsKey: randomBytes(32),
      previousSecretsKey: randomBytes(32),
    });
    expect(await wrong.piece(0)).toEqual({ resealed: 0, lost: 2, next: null });
    relay.crash();
    relay.boot();
    expect(await relay.payments.methodsOnOffer(relay.storeId)).toEqual({ pix: true, card: true });
  });
});
