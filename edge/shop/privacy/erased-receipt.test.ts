// What the receipt of an erasure says of the copies that cannot be reached now, and where the phone is still looked for.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createErasePerson } from './erase-person.ts';

type Deps = Parameters<typeof createErasePerson>[0];
const PHONE = '85977771234';
const ACTOR = { userId: 'u1', userName: 'Ana', from: 'lan' } as const;

let folder: string;
let file: string;
let did: string[];
let sticks: { enrolled: boolean; holdsErased: boolean }[];
let link: ReturnType<Deps['link']>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-erased-'));
  file = join(folder, 'store.db');
  did = [];
  sticks = [];
  link = { publicUrl: null, isLinked: false };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const erase = () => {
  const deps = {
    file,
    person: { summary: (phone: string) => void did.push(`summary of ${phone}`) },
    erasure: { erasePhone: async (_actor: unknown, phone: string) => void did.push(`erases ${phone}`) },
    backups: { settings: () => ({ maxAgeDays: 5 }), mark: () => 'mark' },
    usbDrives: {
      list: async (mark: string) => {
        did.push(`sticks by ${mark}`);
        return sticks;
      },
    },
    link: () => link,
    clock: () => 1000,
  };
  return createErasePerson(deps as unknown as Deps)(ACTOR, PHONE);
};

it('says what there was before it went, and of the phone its end alone', async () => {
  expect(await erase()).toMatchObject({
    atMs: 1000,
    phoneEnd: '1234',
    left: 0,
    copies: { lastUntilMs: 1000 + 5 * 86_400_000 },
  });
  expect(did).toEqual([`summary of ${PHONE}`, `erases ${PHONE}`, 'sticks by mark']);
});

it('looks for the phone in the database and in its journal', async () => {
  writeFileSync(file, `x${PHONE}`);
  expect((await erase()).left).toBe(1);
  writeFileSync(`${file}-wal`, `${PHONE}${PHONE}`);
  expect((await erase()).left).toBe(3);
});

it("counts the shop's sticks that still hold somebody erased, and no others", async () => {
  sticks = [
    { enrolled: true, holdsErased: true },
    { enrolled: true, holdsErased: false },
    { enrolled: false, holdsErased: true },
    { enrolled: false, holdsErased: false },
    { enrolled: true, holdsErased: true },
  ];
  expect((await erase()).copies.sticks).toBe(2);
});

it.each([
  [null, false, 'none'],
  [null, true, 'none'],
  ['https://acai.example', false, 'waits'],
  ['https://acai.example', true, 'told'],
] as const)('with the site at %s, linked: %s, says that it is %s', async (publicUrl, isLinked, relay) => {
  link = { publicUrl, isLinked };
  expect((await erase()).copies.relay).toBe(relay);
});
