// How a new machine takes a store's place at its relay: once for each code and relay, with one key for as long as the restore lasts.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pairAsStore } from './restore-device.ts';
import { devicePath } from './restored-file.ts';

const STORE = { storeId: '0198c0de-0000-4000-8000-000000000001', publicUrl: 'https://acai.example' };
const asked = { relayUrl: 'https://relay.example', pairingCode: 'ABCDE-12345', recoveryCode: null };
let folder: string;
let file: string;
/** What each relay was asked, and what all of them answer. */
let heard: { address: string; code: string; publicKey: unknown; succession?: string }[];
let answer: () => Response;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-'));
  file = join(folder, 'edge', 'store.db');
  heard = [];
  answer = () => Response.json(STORE);
  vi.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
    const asking = JSON.parse(init?.body as string) as Omit<(typeof heard)[number], 'address'>;
    heard.push({ ...asking, address: address as string });
    return Promise.resolve(answer());
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it('asks once: the same code, typed any way, is good for every further try', async () => {
  const first = await pairAsStore(asked, file);
  const again = await pairAsStore({ ...asked, pairingCode: 'abcde 12345' }, file);
  expect(again).toEqual(first);
  expect(first).toMatchObject({ ...STORE, relayUrl: 'https://relay.example' });
  expect(heard).toHaveLength(1);
});

it('asks anew with another code or at another relay, with the key that it has', async () => {
  await pairAsStore(asked, file);
  await pairAsStore({ ...asked, pairingCode: 'OTHER-12345' }, file);
  await pairAsStore({ ...asked, pairingCode: 'OTHER-12345', relayUrl: 'https://other.example' }, file);
  expect(heard.map(({ address }) => address)).toEqual([
    'https://relay.example/edge/pair',
    'https://relay.example/edge/pair',
    'https://other.example/edge/pair',
  ]);
  expect(new Set(heard.map(({ publicKey }) => JSON.stringify(publicKey))).size).toBe(1);
});

it('keeps its key where nobody else on the machine reads it', async () => {
  await pairAsStore(asked, file);
  expect(statSync(devicePath(file)).mode & 0o777).toBe(0o600);
});

it('says the succession only with the code of the sheet', async () => {
  await pairAsStore(asked, file);
  await pairAsStore({ ...asked, pairingCode: 'OTHER-12345', recoveryCode: 'A'.repeat(28) }, file);
  expect(heard.map(({ succession }) => succession?.split('.')[0])).toEqual([undefined, '1']);
});

it.each([
  ['pairingCode', 'wrong-code', () => Response.json(REFUSED, { status: 403 })],
  ['relayUrl', 'no-relay', () => new Response('hello', { status: 404 })],
  [
    'relayUrl',
    'relay-unreachable',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
])('names %s for who is to mend it, where the answer is %s', async (field, code, says) => {
  answer = says;
  await expect(pairAsStore(asked, file)).rejects.toMatchObject({
    failure: { code, errors: [{ field }] },
  });
});

const REFUSED = { status: 403, code: 'wrong-code', title: 'Código inválido', detail: 'Peça outro.' };
