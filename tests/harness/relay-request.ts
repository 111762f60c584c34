// What stands around the relay of a test: its settings, the web app's files, and the browser that asks.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Settings that are the same for every relay of the tests; no provider is asked by accident. */
export const ENVIRONMENT = {
  CLOUD_PORT: '0',
  PUBLIC_URL: 'https://acai.example',
  SIMULATORS: '1',
  TRUSTED_PROXIES: '127.0.0.1',
  MP_BASE_URL: 'http://127.0.0.1:9',
};

/** A request on a connection of its own: one that was kept may lead to a relay that was stopped since. */
export const ALONE = { connection: 'close' };

/** `json` becomes the body. */
export type RelayRequest = {
  method?: string;
  json?: unknown;
  token?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  body?: BodyInit;
};

export function askRelay(url: string, address: string, init: RelayRequest): Promise<Response> {
  const { json, token, headers = {}, signal, body } = init;
  return fetch(url, {
    method: init.method ?? (json === undefined && body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      ...ALONE,
      'x-forwarded-for': address,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: typeof json === 'string' ? json : JSON.stringify(json) }),
    ...(body === undefined ? {} : { body, ...(body instanceof ReadableStream ? { duplex: 'half' } : {}) }),
    ...(signal ? { signal } : {}),
  });
}

/** A page and a script, that one compressed too. */
export function writeWebFiles(webDir: string): void {
  mkdirSync(join(webDir, 'assets'), { recursive: true });
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Balcão</title>');
  const script = `export const x = '${'a'.repeat(5000)}';`;
  writeFileSync(join(webDir, 'assets', 'index-abc.js'), script);
  writeFileSync(join(webDir, 'assets', 'index-abc.js.br'), brotliCompressSync(script));
}
