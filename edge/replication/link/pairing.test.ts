// Pairing as an administrator does it, against a relay of a few lines on a real port.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { writeMeta } from '../../storage/identity.ts';
import { RELAY_URL } from './link.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, signIn, type Asking } from '../../testing/sign-in.ts';

const CODE = 'ABCDE-12345';
let store: TestStore;
let admin: Asking;
let server: Server;
let relayUrl: string;
let asked: string[];
/** What the relay says when a store dials; null lets it in. */
let refusal: number | null;
let headers: string[];
/** Whether what answers is no relay at all. */
let isOther: boolean;

beforeEach(async () => {
  asked = [];
  refusal = null;
  headers = [];
  isOther = false;
  const links = new WebSocketServer({ noServer: true });
  links.on('headers', (sent) => sent.push(...headers));
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      if (isOther) return void response.end('<h1>hello</h1>');
      const right = request.url !== '/edge/pair' || (JSON.parse(text) as { code: string }).code === CODE;
      response.writeHead(right ? 200 : 403, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(
          right
            ? { storeId: store.identity.storeId, publicUrl: 'https://acai.example' }
            : { status: 403, code: 'wrong-code', title: 'Código inválido', detail: 'Peça outro.' },
        ),
      );
    });
  });
  server.on('upgrade', (request, socket, head) => {
    asked.push(`UPGRADE ${request.url}`);
    if (refusal !== null) return void socket.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: 0\r\n\r\n`);
    links.handleUpgrade(request, socket, head, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  relayUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(async () => {
  await store.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('says nothing to a relay whose address is kept from before and is not https, and tells why', async () => {
  writeMeta(store.db, RELAY_URL, 'http://acai.example');
  store.start();
  expect(await present()).toMatchObject({
    state: 'none',
    relayUrl: 'http://acai.example',
    trouble: expect.stringContaining('não começa com https://') as string,
  });
});

const present = async (): Promise<Record<string, unknown>> =>
  (await (await admin('/api/staff/relay')).json()) as Record<string, unknown>;
const pair = (json: unknown) => admin('/api/staff/relay/pair', { method: 'POST', json });

describe('pairing with a relay', () => {
  it('links a store that had none, at once and after a restart', async () => {
    expect(await present()).toMatchObject({ state: 'none', relayUrl: null, publicUrl: null });
    const answer = await pair({ relayUrl: `${relayUrl}/pedidos?x=1`, code: CODE });
    expect(answer.status).toBe(200);
    await expect
      .poll(present)
      .toMatchObject({ state: 'linked', relayUrl, publicUrl: 'https://acai.example' });
    expect(asked).toContain('UPGRADE /link');
    const audit = (await (await admin('/api/staff/audit')).json()) as { rows: { text: string }[] };
    expect(audit.rows[0]?.text).toBe('ligou a loja ao site https://acai.example');
  });

  it('is written down once anything is taken in again, by a machine in whose place another was', async () => {
    store.writeGate.hold('fenced');
    expect((await pair({ relayUrl, code: CODE })).status).toBe(200);
    store.writeGate.release();
    const lines = async () =>
      ((await (await admin('/api/staff/audit')).json()) as { rows: { text: string }[] }).rows;
    await expect
      .poll(async () => (await lines()).map(({ text }) => text))
      .toContain('ligou a loja ao site https://acai.example');
  });

  it('tells a wrong code and a wrong address at their fields, and changes nothing', async () => {
    const wrong = await pair({ relayUrl, code: 'ERRADO' });
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toMatchObject({ errors: [{ field: 'code', message: 'Peça outro.' }] });
    const nobody = await pair({ relayUrl: 'http://127.0.0.1:9', code: CODE });
    expect(await nobody.json()).toMatchObject({
      errors: [{ field: 'relayUrl', message: expect.stringContaining('Confira o endereço') as string }],
    });
    expect((await pair({ relayUrl: 'ftp://x', code: CODE })).status).toBe(422);
    // It answers, and is something else.
    isOther = true;
    expect(await (await pair({ relayUrl, code: CODE })).json()).toMatchObject({
      code: 'no-relay',
      errors: [{ field: 'relayUrl' }],
    });
    expect(await present()).toMatchObject({ state: 'none', relayUrl: null });
  });

  it('is neither made nor ended from afar, where nobody could mend it', async () => {
    const far = await signIn({ ...store, ask: store.askLink }, 'admin@loja.com');
    expect((await far('/api/staff/relay')).status).toBe(200);
    for (const [path, json] of [
      ['pair', { relayUrl, code: CODE }],
      ['unpair', {}],
    ] as const)
      expect((await far(`/api/staff/relay/${path}`, { method: 'POST', json })).status).toBe(409);
    expect(asked).toEqual([]);
  });

  it('ends when the administrator ends it, and RELAY_URL does not bring it back', async () => {
    await pair({ relayUrl, code: CODE });
    await expect.poll(present).toMatchObject({ state: 'linked' });
    expect((await admin('/api/staff/relay/unpair', { method: 'POST' })).status).toBe(200);
    expect(asked).toContain('POST /edge/unpair');
    expect(await present()).toMatchObject({ state: 'none', relayUrl: null, publicUrl: null });
  });

  it('says when the relay no longer knows the store', async () => {
    refusal = 401;
    await pair({ relayUrl, code: CODE });
    await expect.poll(present).toMatchObject({ state: 'unpaired' });
  });

  it('says in words when one side is too old for the other', async () => {
    headers = ['balcao-relay-version: 0.0.1', 'balcao-store-version-min: 0.0.1'];
    await pair({ relayUrl, code: CODE });
    await expect
      .poll(present)
      .toMatchObject({ trouble: expect.stringContaining('O site está na versão 0.0.1') as string });
  });
});

it('a code of the settings pairs a store once, however often it dials after that', async () => {
  const configured = await openTestStore({ environment: { RELAY_URL: relayUrl, PAIRING_CODE: CODE } });
  const dialled = (): number => asked.filter((one) => one === 'UPGRADE /link').length;
  try {
    configured.link.start();
    await expect.poll(dialled).toBe(1);
    await expect.poll(() => configured.link.state()).toBe('linked');
    configured.link.redial();
    await expect.poll(dialled).toBe(2);
    expect(asked.filter((one) => one === 'POST /edge/pair')).toHaveLength(1);
    expect(configured.link.publicUrl()).toBe('https://acai.example');
  } finally {
    await configured.close();
  }
});
