// HTTPS in the shop with a certificate made on the spot: served, renewed, and never in the way of plain HTTP.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeKeys, selfSigned, type SelfSigned } from '../../support/self-signed.ts';
import { freePorts } from '../../../scripts/ports.ts';
import { commandOf } from '../../../edge/commands.ts';
import { readConfig } from '../../../edge/config.ts';
import { lanListener } from '../../../edge/http/transport.ts';
import { openTestStore, type TestStore } from '../../../edge/testing/open-test-store.ts';
import { asRole, PASSWORD } from '../../../edge/testing/sign-in.ts';
import { readCertificate } from '../../../edge/machine/tls/certificate.ts';
import {
  createTlsListener,
  redirectToHttps,
  type TlsListener,
} from '../../../edge/machine/tls/tls-listener.ts';

const NAME = 'loja.example.com';
const DAY = 86_400_000;
const NOW = Date.now();

let folder: string;
let files: { certFile: string; keyFile: string };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-tls-'));
  files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
});
afterEach(() => rmSync(folder, { recursive: true }));

const valid = (fromMs = NOW - DAY, toMs = NOW + 60 * DAY): Promise<SelfSigned> =>
  selfSigned({ name: NAME, fromMs, toMs });
function lay({ cert, key }: SelfSigned): void {
  writeFileSync(files.certFile, cert);
  writeFileSync(files.keyFile, key);
}

describe('a certificate', () => {
  it('is good when it is valid, and for its own name only', async () => {
    lay(await valid());
    const found = await readCertificate(files, NOW);
    if (!found.ok) throw new Error(found.refusal);
    expect([found.value.names(NAME), found.value.names('balcao.local')]).toEqual([true, false]);
    expect(Math.abs(found.value.validToMs - (NOW + 60 * DAY))).toBeLessThan(1000);
  });

  it.each<[string, () => void | Promise<void>, RegExp]>([
    [
      'there is no file',
      async () => writeFileSync(files.certFile, (await valid()).cert),
      /Não há arquivo .*key\.pem/,
    ],
    [
      'it is no certificate',
      async () => lay({ ...(await valid()), cert: 'oi' }),
      /não é um certificado em PEM/,
    ],
    ['the key is no key', async () => lay({ ...(await valid()), key: 'oi' }), /não é uma chave em PEM/],
    [
      'the key is that of another',
      async () => lay({ ...(await valid()), key: (await valid()).key }),
      /A chave não é a deste certificado/,
    ],
    [
      'it has expired',
      async () => lay(await valid(NOW - 90 * DAY, NOW - DAY)),
      /venceu em \d\d\/\d\d\/\d{4}\. Renove/,
    ],
    [
      'it is not valid yet',
      async () => lay(await valid(NOW + DAY)),
      /só vale a partir de \d\d\/\d\d\/\d{4}\. Confira o relógio/,
    ],
  ])('is refused in words when %s', async (_, prepare, words) => {
    await prepare();
    expect(await readCertificate(files, NOW)).toMatchObject({
      ok: false,
      refusal: expect.stringMatching(words) as string,
    });
  });

  it('is good to the last millisecond of its time, and says which day that was', async () => {
    const toMs = Date.parse('2030-12-31T23:30:00Z');
    lay(await valid(NOW - DAY, toMs));
    expect(await readCertificate(files, toMs - 1)).toMatchObject({ ok: true });
    expect(await readCertificate(files, toMs)).toEqual({
      ok: false,
      refusal: 'O certificado venceu em 31/12/2030. Renove e instale de novo.',
    });
  });

  it('that is good is said by the command line with its last day', async () => {
    lay(await valid(NOW - DAY, Date.parse('2030-12-31T12:00:00-03:00')));
    const said: string[] = [];
    const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      said.push(String(text));
      return true;
    });
    try {
      await commandOf('certificate')?.(
        readConfig({ DATA_DIR: folder, TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile }),
      );
    } finally {
      stdout.mockRestore();
    }
    expect(said).toEqual(['Certificado em ordem, vale até 31/12/2030.\n']);
  });

  it('comes with its key or not at all', () => {
    expect(() => readConfig({ DATA_DIR: folder, TLS_CERT_FILE: files.certFile })).toThrow(/TLS_KEY_FILE/);
  });
});

describe('the store with a certificate', () => {
  let store: TestStore;
  let tls: TlsListener;
  let plain: Server;
  let port: number;
  let told: object[];
  let nowMs: number;
  beforeEach(async () => {
    store = await openTestStore();
    told = [];
    nowMs = NOW;
    [port = 0] = await freePorts(1);
    tls = createTlsListener({
      files,
      host: '127.0.0.1',
      port,
      answer: lanListener(store.app, 'https'),
      clock: () => nowMs,
      log: { info: () => undefined, error: (details) => void told.push(details) },
    });
    plain = createServer(redirectToHttps(tls, lanListener(store.app)));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    tls.stop();
    tls.cut();
    plain.close();
    await store.close();
  });

  type Answer = { status: number; headers: IncomingMessage['headers'] };
  const ask = (
    scheme: 'http' | 'https',
    path: string,
    options: { at?: string; host?: string; json?: unknown; ca?: string; cookie?: string } = {},
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { at = '127.0.0.1', host = NAME, json, ca, cookie } = options;
      const body = json === undefined ? undefined : JSON.stringify(json);
      const common = {
        host: at,
        path,
        method: body === undefined ? 'GET' : 'POST',
        agent: false as const,
        headers: {
          host,
          ...(cookie === undefined ? {} : { cookie }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      };
      const heard = (response: IncomingMessage): void => {
        response
          .resume()
          .once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
      };
      const asking =
        scheme === 'http'
          ? httpRequest({ ...common, port: (plain.address() as AddressInfo).port }, heard)
          : httpsRequest({ ...common, port, servername: NAME, ...(ca === undefined ? {} : { ca }) }, heard);
      asking.once('error', reject).end(body);
    });

  it('answers by https, with cookies that never leave it', async () => {
    await asRole(store, 'ADMIN');
    const made = await valid();
    lay(made);
    await tls.start();
    expect((await ask('https', '/healthz', { ca: made.cert })).status).toBe(200);
    const signedIn = await ask('https', '/api/auth/sign-in/email', {
      ca: made.cert,
      json: { email: 'admin@loja.com', password: PASSWORD },
    });
    expect(signedIn.status).toBe(200);
    const cookies = signedIn.headers['set-cookie'] ?? [];
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies)
      expect(cookie).toMatch(/^__Host-balcao\.[^;]+; Path=\/;(?!.*Domain=).*; Secure$/);
    const pairs = cookies.map((one) => one.split(';')[0] ?? '').join('; ');
    const me = (cookie: string) => ask('https', '/api/staff/me', { ca: made.cert, cookie });
    expect((await me(pairs)).status).toBe(200);
    // Under its plain name anybody on a neighbouring host could have laid it there: it opens nothing, and is forgotten.
    const plainName = await me(pairs.replaceAll('__Host-', ''));
    expect(plainName.status).toBe(401);
    expect(plainName.headers['set-cookie']).toEqual(
      expect.arrayContaining([expect.stringMatching(/^balcao\.session_token=; Path=\/; Max-Age=0/)]),
    );
  });

  it('is heard at the address that the store was given, and at no other of its machine', async () => {
    const { cert: ca, key } = await valid();
    lay({ cert: ca, key });
    await tls.start();
    expect((await ask('https', '/healthz', { ca })).status).toBe(200);
    await expect(ask('https', '/healthz', { ca, at: '127.0.0.2' })).rejects.toThrow('ECONNREFUSED');
  });

  it('sends browsers on from the plain address of its name, and from no other', async () => {
    lay(await valid());
    await tls.start();
    const sent = await ask('http', '/cozinha?x=1', { host: `${NAME}:80` });
    expect([sent.status, sent.headers.location]).toEqual([307, `https://${NAME}:${port}/cozinha?x=1`]);
    for (const host of ['balcao.local', '192.168.0.7', '127.0.0.1'])
      expect((await ask('http', '/healthz', { host })).status).toBe(200);
  });

  it('is asked under a name of its certificate, with or without a port, and under no other', async () => {
    const headers = [NAME, `${NAME}:${port}`, `balcao.${NAME}`, 'balcao.local', ''];
    expect(headers.map((header) => tls.isNamed(header))).toEqual([false, false, false, false, false]);
    lay(await valid());
    await tls.start();
    expect(headers.map((header) => tls.isNamed(header))).toEqual([true, true, false, false, false]);
  });

  it('looks for a renewed certificate once a minute, until it is stopped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      lay(await valid());
      await tls.start();
      const renewed = await valid();
      lay(renewed);
      vi.advanceTimersByTime(59_999);
      await expect(ask('https', '/healthz', { ca: renewed.cert })).rejects.toThrow();
      vi.advanceTimersByTime(1);
      await expect
        .poll(
          () =>
            ask('https', '/healthz', { ca: renewed.cert }).then(
              ({ status }) => status,
              () => 0,
            ),
          {
            timeout: 60_000,
          },
        )
        .toBe(200);
      tls.stop();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('serves a renewed certificate without being started anew', async () => {
    lay(await valid());
    await tls.start();
    const renewed = await valid();
    await expect(ask('https', '/healthz', { ca: renewed.cert })).rejects.toThrow();
    lay(renewed);
    await tls.checkCertificate();
    expect((await ask('https', '/healthz', { ca: renewed.cert })).status).toBe(200);
  });

  it('serves one that was renewed with the key that it had', async () => {
    const keys = await makeKeys();
    const withKeys = (toMs: number) => selfSigned({ name: NAME, fromMs: NOW - DAY, toMs, keys });
    const first = await withKeys(NOW + DAY);
    lay(first);
    await tls.start();
    const renewed = await withKeys(NOW + 60 * DAY);
    expect(renewed.key).toBe(first.key);
    lay(renewed);
    await tls.checkCertificate();
    expect((await ask('https', '/healthz', { ca: renewed.cert })).status).toBe(200);
    // Browsers are sent there for as long as the new one is good.
    nowMs = NOW + 2 * DAY;
    expect((await ask('http', '/healthz')).status).toBe(307);
  });

  it('says the same trouble again where all was well in between', async () => {
    const made = await valid();
    writeFileSync(files.certFile, made.cert);
    await tls.start();
    lay(made);
    await tls.checkCertificate();
    rmSync(files.keyFile);
    await tls.checkCertificate();
    const without = { trouble: expect.stringContaining('Não há arquivo') as string };
    expect(told).toEqual([without, without]);
  });

  it('goes on with the one before while the new files do not fit, and says so once', async () => {
    const first = await valid();
    lay(first);
    await tls.start();
    writeFileSync(files.certFile, (await valid()).cert);
    await tls.checkCertificate();
    await tls.checkCertificate();
    expect(told).toEqual([{ trouble: expect.stringContaining('A chave não é a deste') as string }]);
    expect((await ask('https', '/healthz', { ca: first.cert })).status).toBe(200);
  });

  it('works by plain http alone while there is no good certificate, and begins when there is', async () => {
    await tls.start();
    expect(told).toHaveLength(1);
    expect((await ask('http', '/healthz')).status).toBe(200);
    const made = await valid();
    lay(made);
    await tls.checkCertificate();
    expect((await ask('https', '/healthz', { ca: made.cert })).status).toBe(200);
    // Nobody is sent to a page that a browser would refuse.
    nowMs = NOW + 61 * DAY;
    expect((await ask('http', '/healthz')).status).toBe(200);
  });

  it('opens the shop although another program has the https port', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    lay(await valid());
    await tls.start();
    expect(told).toMatchObject([
      { err: { message: `port ${port} is taken: set EDGE_HTTPS_PORT to another one` } },
    ]);
    expect((await ask('http', '/healthz')).status).toBe(200);
    await new Promise((resolve) => other.close(resolve));
  });
});
