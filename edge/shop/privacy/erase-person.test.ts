// What an erasure proves: what there was, that the file has it no more, and until when what is out of reach follows.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Erased, type PersonSummary } from '@balcao/shared/http/privacy.ts';
import type { Backups } from '@balcao/shared/http/backups.ts';
import { writeMeta } from '../../storage/identity.ts';
import { PUBLIC_URL } from '../../replication/link/link.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { THE_STORE } from '../audit/audit.ts';
import { countInFiles } from './byte-search.ts';
import { createErasePerson } from './erase-person.ts';

const DAY_MS = 24 * 3_600_000;
const PHONE = '85977771234';
let store: TestStore;
let admin: Asking;
let media: string;
let here: string[];
beforeEach(async () => {
  media = mkdtempSync(join(tmpdir(), 'balcao-media-'));
  here = [];
  store = await openTestStore({ sticks: () => Promise.resolve(here) });
  admin = await asRole(store, 'ADMIN');
});
afterEach(async () => {
  await store.close();
  rmSync(media, { recursive: true, force: true });
});

const ask = async (what: 'erase' | 'person'): Promise<unknown> => {
  const answer = await admin(`/api/staff/privacy/${what}`, { json: { phone: PHONE } });
  expect(answer.status).toBe(200);
  return answer.json();
};
const erase = async (): Promise<Erased> => Erased.strict().parse(await ask('erase'));

describe('the receipt of an erasure', () => {
  it('[59] says what there was and that nothing is left, and names nobody', async () => {
    const atMs = store.clock.nowMs;
    sell(store, atMs - DAY_MS, { customerPhone: PHONE });
    sell(store, atMs, { customerPhone: PHONE, observations: 'sem gelo por favor' });
    sell(store, atMs, { customerPhone: '21900000000' });
    await store.rollups.upToDate();
    const before: PersonSummary = {
      orders: { count: 2, firstAtMs: atMs - DAY_MS, lastAtMs: atMs, withObservations: 1 },
      wholesale: {
        count: 0,
        firstAtMs: null,
        lastAtMs: null,
        withName: 0,
        withTaxId: 0,
        withAddress: 0,
        withObservations: 0,
      },
      onlinePayments: 0,
      handPayments: 0,
      slips: 0,
      months: 1,
    };
    expect(await ask('person')).toEqual(before);
    const receipt = await erase();
    expect(receipt).toEqual({
      atMs,
      phoneEnd: '1234',
      before,
      left: 0,
      copies: { lastUntilMs: atMs + 30 * DAY_MS, sticks: 0, relay: 'none' },
    });
    expect(JSON.stringify(receipt)).not.toMatch(/85977771234|7777|sem gelo/);
    expect(await ask('person')).toMatchObject({ orders: { count: 0 }, wholesale: { count: 0 }, months: 0 });
  });

  it('[59] counts a month in which the shop gave them all that they had: the phone stands there too', async () => {
    const atMs = store.clock.nowMs;
    const given = { subtotalCents: 1850, discountPercent: 0, discountCents: 0, totalCents: 0 };
    sell(store, atMs, {
      ...{ ...given, customerPhone: PHONE },
      concession: { kind: 'courtesy', reason: 'aniversário', cents: 1850 },
    });
    sell(store, atMs - 31 * DAY_MS, { customerPhone: PHONE });
    await store.rollups.upToDate();
    const before = { orders: { count: 2 }, months: 2 };
    expect(await ask('person')).toMatchObject(before);
    expect((await erase()).before).toMatchObject(before);
  });

  it('[59] says it when the phone still stands somewhere, as in another order’s observations', async () => {
    sell(store, store.clock.nowMs, { customerPhone: PHONE });
    sell(store, store.clock.nowMs, { customerPhone: null, observations: `ligar ${PHONE}` });
    expect((await erase()).left).toBeGreaterThan(0);
  });

  it('[59] says how old a copy may get, how many sticks are still to follow, and whether the site knows', async () => {
    sell(store, store.clock.nowMs, { customerPhone: PHONE });
    here = [media];
    const { sticks } = (await (await admin('/api/staff/backups')).json()) as Backups;
    await admin('/api/staff/backups/sticks', { json: { id: sticks[0]?.id } });
    await admin('/api/staff/backups', { method: 'PUT', json: { maxAgeDays: 5 } });
    here = [];
    writeMeta(store.db, PUBLIC_URL, 'https://acai.example');
    expect((await erase()).copies).toEqual({
      lastUntilMs: store.clock.nowMs + 5 * DAY_MS,
      sticks: 1,
      relay: 'waits',
    });
  });
});

it.each([
  [null, false, 'none'],
  ['https://acai.example', false, 'waits'],
  ['https://acai.example', true, 'told'],
] as const)('[59] of the site at %s, linked %s, the receipt says: %s', async (publicUrl, isLinked, relay) => {
  const { person, erasure, backups, usbDrives } = store;
  const eraseNow = createErasePerson({
    ...{ person, erasure, backups, usbDrives, file: ':memory:' },
    link: () => ({ publicUrl, isLinked }),
    clock: () => store.clock.nowMs,
  });
  expect((await eraseNow(THE_STORE, PHONE)).copies.relay).toBe(relay);
});

describe('a search of bytes', () => {
  const MEGA = 1024 * 1024;
  const fileOf = (name: string, bytes: Buffer): string => {
    writeFileSync(join(media, name), bytes);
    return join(media, name);
  };
  const forever = performance.now() + 1e9;

  it('finds each one once, also across the end of a piece, in every file', async () => {
    const bytes = Buffer.alloc(3 * MEGA);
    for (const at of [0, MEGA - 5, 2 * MEGA - 11, 2 * MEGA, 3 * MEGA - 11]) bytes.write(PHONE, at);
    const files = [fileOf('a', bytes), join(media, 'none'), fileOf('b', Buffer.from(`x${PHONE}${PHONE}`))];
    expect(await countInFiles(files, PHONE, forever)).toBe(7);
  });

  it('says that it does not know when it takes too long', async () => {
    expect(await countInFiles([fileOf('a', Buffer.alloc(MEGA))], PHONE, 0)).toBeNull();
  });
});
