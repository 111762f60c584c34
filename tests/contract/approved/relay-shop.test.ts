// A shop as the relay learns and shows it, from its first code to its last page: compared with a text that a person has read.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { sampleOrder, sampleRequest } from '@balcao/shared/order/sample.ts';
import { setEntry, setSettings } from '@balcao/shared/menu/document.ts';
import { operatorToken } from '../../../cloud/shop/stores/operator.ts';
import { CUP, CUP_HASH, fullMenu, LOGO, LOGO_HASH } from '../../harness/full-menu.ts';
import { written } from '../../harness/record-text.ts';
import { openRecord, type Record } from '../../harness/relay-record.ts';
import { PAIRING_CODE, soon } from '../../harness/relay.ts';
import type { FakeStore } from '../../harness/fake-store.ts';
import { sha256 } from '../../harness/store-log.ts';

const COPY_PART_BYTES = 192 * 1024;

const NOBODY = '01900000-0000-7000-8000-000000000009';
let record: Record;
beforeAll(async () => {
  record = await openRecord();
});
afterAll(() => record.close());

const operator = async (path: string, json?: unknown) => {
  const answer = await fetch(`${record.relay.operatorUrl}${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${await operatorToken(record.relay.secretsKey)}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  record.note(
    `operator: ${json === undefined ? 'GET' : 'POST'} ${path} ${json === undefined ? '' : written(json)}`,
  );
  record.note(`→ ${answer.status} ${text === '' ? '' : written(text)}`);
  return text;
};
const codeOf = async (json: object): Promise<string> => {
  const { code } = JSON.parse(await operator('/operator/pairing-codes', json)) as { code: string };
  record.give(code, 'a code');
  return code;
};

it('a shop on the relay, from its first code to its last page', async () => {
  const { step, ask, device, chapter, relay } = record;
  const menuShows = (word: string) =>
    soon(async () => expect(await (await relay.ask('/api/menu')).text()).toContain(word));

  chapter('before any store');
  await step('nobody has a shop here yet', async () => {
    for (const path of ['/api/store', '/api/menu', '/api/ranking', '/api/live', '/api/wholesale/catalogue'])
      await ask(path);
    await ask('/healthz');
    await ask('/readyz');
    await ask('/api/push/public-key');
    await ask('/api/payments/public-key');
    await ask('/api/nothing');
    await operator('/operator/stores');
  });
  await step('names that are not this relay’s, other sites and bodies that are none', async () => {
    await ask('/api/store', { headers: { host: 'outro.example' } });
    await ask('/api/orders', { json: {}, headers: { origin: 'https://outro.example' } });
    await ask('/api/store', { headers: { 'sec-fetch-site': 'cross-site' } });
    await ask('/api/orders', { method: 'POST', body: 'x=1', headers: { 'content-type': 'text/plain' } });
    await ask('/api/orders', { json: { text: 'a'.repeat(300_000) }, isBrief: true }).then(() =>
      record.note('(300.000 letters were sent)'),
    );
  });

  chapter('pairing');
  const store = await record.newStore();
  const other = await record.newStore();
  const { storeId, publicKey } = store;
  await step('codes and keys that are not taken', async () => {
    await ask('/edge/pair', { json: { code: 'errado', storeId, name: 'Loja', publicKey } });
    await ask('/edge/pair', { json: { code: PAIRING_CODE, name: 'Loja', publicKey } });
    await ask('/edge/pair', {
      json: { code: '', storeId: 'x', name: 'L'.repeat(81), publicKey: { kty: 'RSA' } },
    });
    await device(store, '/edge/held');
  });
  await step('the first store, by the first code', async () => {
    await ask('/edge/pair', { json: { code: PAIRING_CODE, storeId, name: 'Açaí da Praça', publicKey } });
  });
  await step('its answer got lost: it asks again', async () => {
    await ask('/edge/pair', { json: { code: PAIRING_CODE, storeId, name: 'Açaí da Praça', publicKey } });
  });
  await step('the first code makes no second one known, nor the first with another key', async () => {
    await ask('/edge/pair', {
      json: { code: PAIRING_CODE, storeId: other.storeId, name: 'Outra', publicKey: other.publicKey },
    });
    await ask('/edge/pair', {
      json: { code: PAIRING_CODE, storeId, name: 'Outra', publicKey: other.publicKey },
    });
  });
  await step('the operator makes codes', async () => {
    await operator('/operator/pairing-codes', {});
    await operator('/operator/pairing-codes', { replaces: NOBODY });
    await operator('/operator/pairing-codes', { host: 'https://outra.example' });
  });
  const late = await step('a code runs out after ten minutes', () => codeOf({ host: 'tarde.example' }));
  await step('too late', async () => {
    await record.pass(10 * 60_000);
    await ask('/edge/pair', { json: { code: late, storeId: other.storeId, publicKey: other.publicKey } });
  });
  await step('a key is changed: without its proof, and with it', async () => {
    const fresh = await record.newStore();
    await device(store, '/edge/device-key', { json: { publicKey: fresh.publicKey, proof: 'x' } });
    const proof = await fresh.token({ storeId });
    record.give(proof, 'proof by the new key');
    await device(store, '/edge/device-key', { json: { publicKey: fresh.publicKey, proof } });
    await ask('/edge/device-key', {
      json: { publicKey, proof: await store.token() },
      token: await fresh.token({ storeId }),
    });
  });

  chapter('menu and pictures');
  await step('a page of a shop without a menu', async () => {
    await ask('/api/store');
    await ask('/api/menu');
  });
  store.images.set(LOGO_HASH, [
    { variant: 'master', mediaType: 'image/png', bytes: LOGO },
    { variant: 'webp-320', mediaType: 'image/webp', bytes: LOGO },
  ]);
  store.images.set(CUP_HASH, [
    { variant: 'master', mediaType: 'image/png', bytes: CUP },
    { variant: 'png-960', mediaType: 'image/png', bytes: CUP },
  ]);
  await step('its menu comes, and then its link; pictures are copied', async () => {
    await store.syncDocument(fullMenu());
    await record.link(store);
    await menuShows('Taça da Casa');
    await soon(async () => expect(await relay.rows(sql`select hash from images`)).toHaveLength(2));
  });
  await step('what anybody may read of it', async () => {
    for (const path of ['/api/store', '/api/menu', '/api/wholesale/catalogue', '/api/ranking'])
      await ask(path);
    await ask('/api/push/public-key');
    await ask('/api/payments/public-key');
    await ask('/', { isBrief: true });
    await ask('/meu-pedido', { isBrief: true });
    await ask('/assets/index-abc.js', { isBrief: true });
    await ask('/assets/gone.js');
    await ask('/pedido/carrinho?passo=pagamento', { isBrief: true, shows: ['content-security-policy'] });
    await ask('/openapi', {
      isBrief: true,
      shows: ['x-frame-options', 'x-content-type-options', 'referrer-policy'],
    });
  });
  await step('a browser that has the menu already', async () => {
    const tag = (await relay.ask('/api/menu')).headers.get('etag') ?? '';
    await ask('/api/menu', { headers: { 'if-none-match': tag } });
  });
  await step(
    'pictures: as the browser takes them, another width, a stand-in, and those that nobody has',
    async () => {
      await ask(`/api/images/${LOGO_HASH}?w=320`, { headers: { accept: 'image/webp' } });
      await ask(`/api/images/${LOGO_HASH}?w=128`, { headers: { accept: 'image/webp' } });
      await ask(`/api/images/${CUP_HASH}`);
      await ask(`/api/images/${CUP_HASH}?w=320`, { headers: { accept: 'image/avif' } });
      await ask(`/api/images/${'0'.repeat(64)}`);
      await ask('/api/images/no-hash');
      record.note(`the store was asked for ${asked(store)}`);
    },
  );
  await step('a picture that arrives damaged', async () => {
    store.damaged = true;
    await ask(`/api/images/${LOGO_HASH}`, { headers: { accept: 'image/webp' } });
    store.images.set(LOGO_HASH, [{ variant: 'png-960', mediaType: 'image/png', bytes: LOGO }]);
    await ask(`/api/images/${LOGO_HASH}`);
    store.damaged = false;
  });
  const closePage = await step(
    'a page listens; the menu changes',
    async () => {
      const close = await record.listen('a page', '/api/live');
      setEntry(store.doc, 'products', 'agua', { priceCents: 450, soldOutUntilMs: Date.now() + 3_600_000 });
      await menuShows('450');
      return close;
    },
    { events: 5 },
  );
  await step(
    'the shop pauses, and closes for the day',
    async () => {
      setSettings(store.doc, { pausedUntilMs: Date.now() + 1_800_000 });
      await soon(async () => expect(await (await relay.ask('/api/store')).text()).toContain('paused'));
      await ask('/api/store');
      await ask('/api/orders', { json: sampleRequest() });
      setSettings(store.doc, { pausedUntilMs: null, openingHours: { weekly: weekly(), holidays: [] } });
      await soon(async () => expect(await (await relay.ask('/api/store')).text()).toContain('closed'));
      await ask('/api/store');
      await ask('/api/orders', { json: sampleRequest() });
    },
    { events: 6 },
  );
  closePage();

  chapter('what the store keeps here');
  await step('its sealed copies', async () => {
    const bytes = new TextEncoder().encode('a sealed copy');
    const body = { atMs: Date.now(), bytes: bytes.length, sha256: sha256(bytes) };
    const piece = { method: 'PUT', body: bytes, headers: { 'content-type': 'application/octet-stream' } };
    for (const [n, name] of COPIES.entries()) {
      await device(store, `/edge/copies/${name}/0`, piece);
      await device(store, `/edge/copies/${name}`, { json: { ...body, atMs: body.atMs + n } });
    }
    await device(store, `/edge/copies/${COPIES[2]}/0`, piece);
    await device(store, '/edge/copies');
    await device(store, `/edge/copies/${COPIES[2]}/0`);
    await device(store, `/edge/copies/${COPIES[0]}/0`);
    await device(store, '/edge/copies/no-copy/0');
    await device(store, `/edge/copies/${COPIES[0]}`, { json: body });
    await device(store, `/edge/copies/${COPIES[0]}/0`, {
      method: 'PUT',
      body: new Uint8Array(),
      headers: piece.headers,
    });
    await device(store, `/edge/copies/${COPIES[0]}/99999`, piece);
    await device(store, `/edge/copies/${COPIES[0]}`, { json: { ...body, bytes: 200_000_000 } });
    await device(store, `/edge/copies/${COPIES[1]}`, { method: 'DELETE' });
    const large = new Uint8Array(COPY_PART_BYTES + 5);
    const name = 'manual-2026-11-21-1209-abcd-123456.db.age';
    for (const [part, from] of [0, COPY_PART_BYTES].entries())
      await device(store, `/edge/copies/${name}/${part}`, {
        ...piece,
        body: large.slice(from, from + COPY_PART_BYTES),
      });
    await device(store, `/edge/copies/${name}`, {
      json: { atMs: body.atMs + 9, bytes: large.length, sha256: sha256(large) },
    });
  });
  await step('its own past, for a card that is empty', async () => {
    store.log.append('order', sampleOrder().id, { order: sampleOrder(), trackingTokenHash: sha256('token') });
    store.log.append('settings', 'settings', null, { body: null, sealed: true, proof: 'a.proof' });
    await soon(async () => expect(await relay.rows(sql`select seq from change_log`)).toHaveLength(2));
    await device(store, '/edge/restore');
    await device(store, '/edge/restore/rows?after=0');
    await device(store, '/edge/restore/rows?after=1');
    await device(store, '/edge/restore/rows?after=x');
    await device(store, '/edge/restore/document', { isBrief: true });
    await device(store, `/edge/restore/images/${CUP_HASH}/master`);
    await device(store, `/edge/restore/images/${'0'.repeat(64)}/master`);
  });

  chapter('stores that are held, moved and gone');
  await step('a row that does not follow: nothing is taken any more', async () => {
    store.log.append('order', sampleOrder().id, { order: sampleOrder() }, { hash: 'f'.repeat(64) });
    await soon(() => expect(store.judged).toHaveLength(1));
    record.note(`the store was told ${JSON.stringify(store.judged)}`);
    await device(store, '/edge/held');
    await ask('/api/orders', { json: sampleRequest() });
    await ask('/readyz', { isBrief: true });
    await operator('/operator/stores');
  });
  await step('its administrator starts over, twice', async () => {
    await device(store, '/edge/start-over', { method: 'POST' });
    await device(store, '/edge/start-over', { method: 'POST' });
    await record.cut(store);
  });
  await step('it is on its way to another relay, and stays after all', async () => {
    await operator(`/operator/stores/${storeId}/hold`, {});
    await ask('/api/store');
    await device(store, '/edge/held');
    await operator(`/operator/stores/${storeId}/release`, {});
    await operator(`/operator/stores/${NOBODY}/hold`, {});
    await operator(`/operator/stores/${NOBODY}/release`, {});
    await ask('/api/push/public-key', { isBrief: true });
  });

  chapter('two stores');
  await step('a second store, at a name of its own and without a name', async () => {
    const code = await codeOf({ host: 'centro.example' });
    await ask('/edge/pair', {
      json: { code, storeId: other.storeId, publicKey: other.publicKey, succession: 'abc.def' },
    });
    await ask('/edge/pair', { json: { code, storeId, name: 'Com o mesmo código', publicKey } });
    await operator('/operator/stores');
  });
  await step('another machine in the place of the second store', async () => {
    const third = await record.newStore();
    const code = await codeOf({ replaces: other.storeId });
    await ask('/edge/pair', {
      json: { code, publicKey: third.publicKey, name: 'Centro', succession: 'a.b' },
    });
  });
  await step('the operator ends it, and nobody else does', async () => {
    await operator(`/operator/stores/${storeId}/revoke`, {});
    await operator(`/operator/stores/${storeId}/revoke`, {});
    await ask('/operator/stores');
    await ask('/api/store');
    await device(store, '/edge/held');
  });
  await step('the second store goes by its own wish', async () => {
    const code = await codeOf({ replaces: other.storeId });
    await ask('/edge/pair', { json: { code, publicKey: other.publicKey } });
    await device(other, '/edge/unpair', { method: 'POST' });
    await operator('/operator/stores');
  });
  await expect(record.text('A shop on the relay')).toMatchFileSnapshot('./relay-shop.txt');
});

const COPIES = [1, 2, 3].map((n) => `manual-2026-11-21-120${n}-abcd-123456.db.age`);
/** Closed on Saturdays. */
const weekly = () =>
  Array.from({ length: 7 }, (_day, at) => (at === 6 ? [] : [{ opens: '13:00', closes: '22:00' }]));
const asked = (store: FakeStore): string =>
  store.asked
    .splice(0)
    .map(({ path }) => path.replace(LOGO_HASH, '<logo>').replace(CUP_HASH, '<cup>'))
    .join(', ');
