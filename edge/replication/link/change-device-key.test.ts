// Another key for this machine's place at the relay, whatever the relay answers; with a whole relay see tests/contract/recovery/device-key.test.ts.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadIdentity } from '../../storage/identity.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { changeDeviceKey, isKeyChanging } from './change-device-key.ts';

const RELAY = 'https://acai.example';
let db: Db;
/** What the relay answers, one after another. */
let answers: number[];
/** The new key as the relay was shown it, each time. */
let shown: unknown[];

beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  shown = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((_address, init) => {
    shown.push((JSON.parse(init?.body as string) as { publicKey: unknown }).publicKey);
    return Promise.resolve(new Response(null, { status: answers.shift() ?? 404 }));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  db.$client.close();
});

const present = () => loadIdentity(db).deviceKey;

it.each([500, 502, 503])(
  'is tried again with the same new key after the relay answered %i',
  async (status) => {
    const before = present();
    answers = [status, 200];
    expect(await changeDeviceKey(db, RELAY)).toBe('unreachable');
    expect([present(), isKeyChanging(db)]).toEqual([before, true]);
    expect(await changeDeviceKey(db, RELAY)).toBe('changed');
    expect(shown).toEqual([present().publicJwk, present().publicJwk]);
    expect(present()).not.toEqual(before);
    expect(isKeyChanging(db)).toBe(false);
  },
);

it('counts where the relay knows the new one alone: the answer to it got lost', async () => {
  answers = [401, 200];
  expect(await changeDeviceKey(db, RELAY)).toBe('changed');
  expect(present().publicJwk).toEqual(shown[1]);
});

it('is given up where the relay knows neither', async () => {
  const before = present();
  answers = [401, 401];
  expect(await changeDeviceKey(db, RELAY)).toBe('refused');
  expect([present(), isKeyChanging(db)]).toEqual([before, false]);
});
