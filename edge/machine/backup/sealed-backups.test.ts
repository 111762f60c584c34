// What a stolen copy is worth, which sticks get one, and that nobody who was erased comes back out of one.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Backups, Stick } from '@balcao/shared/http/backups.ts';
import { readMeta } from '../../storage/identity.ts';
import { formatRecoveryCode, recoveryCode } from '../../storage/recovery-code.ts';
import { restoreCommand } from '../../replication/recovery/restore-command.ts';
import { checkRecoveryCode, restoreFromFile } from '../../replication/recovery/restore.ts';
import { takeRestored } from '../../replication/recovery/restored-file.ts';
import { openCopy } from '../../testing/open-copy.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, PASSWORD, type Asking } from '../../testing/sign-in.ts';

// Each copy asks another process whether it is whole.

const DAY_MS = 24 * 3_600_000;
const PHONE = '11987654321';
let store: TestStore;
let admin: Asking;
let folder: string;
let media: string;
let here: string[];
const opened: TestStore[] = [];
const folders: string[] = [];
const newFolder = (): string => {
  const at = mkdtempSync(join(tmpdir(), 'balcao-copies-'));
  folders.push(at);
  return at;
};
beforeEach(async () => {
  media = newFolder();
  here = [];
  store = await openTestStore({ sticks: () => Promise.resolve(here) });
  admin = await asRole(store, 'ADMIN');
  folder = join(store.folder, 'edge', 'backups');
});
afterEach(async () => {
  await store.close();
  for (const one of opened.splice(0)) await one.close();
  for (const at of folders.splice(0)) rmSync(at, { recursive: true, force: true });
});

const plugIn = (label: string): string => {
  const at = join(media, label);
  mkdirSync(at, { recursive: true });
  here = [...here, at];
  return at;
};
const state = async (): Promise<Backups> => (await (await admin('/api/staff/backups')).json()) as Backups;
const theStick = async (): Promise<Stick> => (await state()).sticks[0] as Stick;
const enrol = async (): Promise<Response> =>
  admin('/api/staff/backups/sticks', { json: { id: (await theStick()).id } });
const filesIn = (at: string): string[] =>
  existsSync(at) ? readdirSync(at).filter((name) => name.includes('.db')) : [];
const onStick = (at: string): string[] => filesIn(join(at, 'balcao'));
const read = async <T>(file: string, sql: string): Promise<T[]> => {
  const copy = new Database(await openCopy(store, file), { readonly: true });
  try {
    return copy.prepare(sql).pluck().all() as T[];
  } finally {
    copy.close();
  }
};
const phonesIn = (file: string) =>
  read<string>(file, 'select customer_phone from orders where customer_phone is not null');

/** As copies were until they were encrypted: the database as it is, readable by all. */
async function clearCopy(at: string, name = 'noturna-2026-11-20-0430-abcd.db'): Promise<string> {
  mkdirSync(at, { recursive: true });
  await store.db.$client.backup(join(at, name));
  utimesSync(join(at, name), (START_MS - DAY_MS) / 1000, (START_MS - DAY_MS) / 1000);
  return join(at, name);
}

const placeOf = (at: string) => ({
  file: join(at, 'store.db'),
  migrationsFolder: 'edge/storage/migrations',
  timeZone: 'America/Sao_Paulo',
  clock: () => START_MS,
});
const restore = (file: string, typed: string | null, at = newFolder()) =>
  restoreFromFile(
    file,
    { withoutRelay: true, recoveryCode: checkRecoveryCode(typed) },
    { ...placeOf(at), onProgress: () => undefined },
  );

describe('a stolen copy', () => {
  it('[46] shows no phone, name, e-mail, text nor secret of the shop in any of its bytes, and is nobody else’s to read', async () => {
    sell(store, START_MS, { customerPhone: PHONE, observations: 'sem gelo por favor' });
    const { name } = await store.backups.make('manual');
    const file = join(folder, name);
    const bytes = readFileSync(file).toString('latin1');
    const secrets = ['token_secret', 'auth_secret', 'device_key', 'assertion_key', 'recovery_code'];
    const told = [
      PHONE,
      'sem gelo por favor',
      'admin@loja.com',
      'SQLite format 3',
      ...secrets,
      ...secrets.map((key) => readMeta(store.db, key) ?? 'missing'),
    ];
    expect(told.filter((word) => bytes.includes(word))).toEqual([]);
    expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readdirSync(folder)).toEqual([name]);
  });

  it('[46] makes nobody an administrator even when it is opened: no session, no code and no key that signs is in it', async () => {
    const cookie = await signIn(store, 'askLink');
    expect((await store.askLink('/api/staff/users', { headers: { cookie } })).status).toBe(200);
    const { name } = await store.backups.make('manual');
    const file = join(folder, name);
    expect(await read(file, 'select token from session union all select value from verification')).toEqual(
      [],
    );
    const kept = await read<string>(file, 'select key from meta');
    expect(
      ['auth_secret', 'assertion_key', 'recovery_code', 'owner_password_code'].filter((key) =>
        kept.includes(key),
      ),
    ).toEqual([]);
  });

  it('[46] restored, asks everybody to sign in anew: the old cookies open nothing, also those of a copy in clear', async () => {
    const cookie = await signIn(store);
    const sealed = join(folder, (await store.backups.make('manual')).name);
    for (const file of [sealed, await clearCopy(newFolder())]) {
      const at = newFolder();
      await restore(file, recoveryCode(store.db), at);
      takeRestored(join(at, 'store.db'));
      const again = await openTestStore({ folder: at, seed: false });
      opened.push(again);
      expect((await again.ask('/api/staff/users', { headers: { cookie } })).status).toBe(401);
      expect(again.identity.authSecret).not.toBe(store.identity.authSecret);
      expect(again.identity.assertionKey).not.toEqual(store.identity.assertionKey);
      // What customers' links and the place at the relay hang on comes back.
      expect(again.identity.tokenSecret).toEqual(store.identity.tokenSecret);
      expect(again.identity.deviceKey).toEqual(store.identity.deviceKey);
      expect(recoveryCode(again.db)).toBe(recoveryCode(store.db));
      expect((await again.ask('/api/staff/users', { headers: { cookie: await signIn(again) } })).status).toBe(
        200,
      );
    }
  });
});

describe('the recovery code of a copy', () => {
  it('[46] is taken as people type it: small letters, spaces, dashes', async () => {
    sell(store, START_MS);
    const file = join(folder, (await store.backups.make('manual')).name);
    const code = recoveryCode(store.db);
    for (const typed of [formatRecoveryCode(code), ` ${code.toLowerCase().replace(/(.{4})/g, '$1  ')}`])
      expect(await restore(file, typed)).toMatchObject({ orders: 1 });
  });

  it.each([
    ['that is missing', () => null, 'code-needed', 'folha de recuperação'],
    [
      'with a slip of the pen',
      () => `${recoveryCode(store.db).slice(0, -1)}!`,
      'recovery-code',
      'letra errada',
    ],
    ['of another shop', () => OTHER_SHEET, 'other-sheet', 'outra loja'],
  ])('[46] %s is said so, at its field, and loses nothing', async (_what, typed, code, words) => {
    const file = join(folder, (await store.backups.make('manual')).name);
    const at = newFolder();
    writeFileSync(join(at, 'store.db'), 'what was there');
    const failed = await Promise.resolve()
      .then(() => restore(file, typed(), at))
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({
      failure: { code, detail: expect.stringContaining(words), errors: [{ field: 'recoveryCode' }] },
    });
    expect(readdirSync(at)).toEqual(['store.db']);
  });

  it('[46] is asked for by the command line; the machine that made the copy still knows it', async () => {
    sell(store, START_MS);
    const file = join(folder, (await store.backups.make('manual')).name);
    const code = recoveryCode(store.db);
    const run = async (words: string[], at: string) => {
      const said: string[] = [];
      const exit = await restoreCommand(words, { dataDir: at, usbDir: '/nowhere' }, placeOf(at), (line) =>
        said.push(line),
      );
      return { exit, last: said.at(-1) };
    };
    const wrong = await run(['--file', file, '--recovery-code', OTHER_SHEET], newFolder());
    expect(wrong).toMatchObject({ exit: 1, last: expect.stringContaining('outra loja') });
    const right = await run(['--file', file, '--recovery-code', code.toLowerCase()], newFolder());
    expect(right).toMatchObject({ exit: 0, last: expect.stringContaining('1 pedido restaurado') });
    await store.stop();
    expect(await run(['--file', file], store.folder)).toMatchObject({ exit: 0 });
    store = await openTestStore({ folder: store.folder, seed: false });
  });
});

describe('a copy that is broken off', () => {
  it('[46] leaves the ones before it, and nothing in clear after the next start', async () => {
    const first = await store.backups.make('manual');
    // Killed while the copy was in clear, and while it was encrypted.
    await store.db.$client.backup(join(folder, '.noturna-2026-11-21-0430-0000.clear.part'));
    writeFileSync(join(folder, '.noturna-2026-11-21-0430-0000.part'), 'half');
    store.start();
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual([first.name]), { timeout: 60_000 });
    expect(await read(join(folder, first.name), 'select count(*) from orders')).toEqual([0]);
  });
});

describe('a copy in clear, from before', () => {
  it('[46] is made anew encrypted at the first start, and gone from a stick at the next copy', async () => {
    sell(store, START_MS, { customerPhone: PHONE });
    const stick = plugIn('LOJA');
    await enrol();
    await clearCopy(join(stick, 'balcao'), 'manual-2026-11-19-1200-beef.db');
    await clearCopy(folder);
    expect((await state()).backups.filter(({ sealed }) => !sealed)).toHaveLength(2);
    expect((await theStick()).holdsErased).toBe(true);
    store.start();
    await vi.waitFor(
      async () => expect((await state()).backups.filter(({ sealed }) => !sealed)).toEqual([]),
      { timeout: 60_000 },
    );
    const anew = filesIn(folder).find((name) => name.startsWith('noturna-2026-11-20-0430-abcd-'));
    expect(statSync(join(folder, String(anew))).mtimeMs).toBe(START_MS - DAY_MS);
    expect(await phonesIn(join(folder, String(anew)))).toEqual([PHONE]);
    expect((await theStick()).holdsErased).toBe(false);
  });
});

describe('a stick', () => {
  it('[46] that this shop let go, and takes again, keeps the copies that it had: they are its own', async () => {
    const stick = plugIn('LOJA');
    await enrol();
    const [before] = onStick(stick);
    expect(
      await admin(`/api/staff/backups/sticks/${(await theStick()).id}`, { method: 'DELETE' }),
    ).toMatchObject({
      status: 204,
    });
    expect((await theStick()).enrolled).toBe(false);
    store.clock.nowMs += 60_000;
    expect((await enrol()).status).toBe(201);
    expect(onStick(stick)).toHaveLength(2);
    expect(onStick(stick)).toContain(before);
    expect(readdirSync(stick)).toEqual(['balcao']);
  });

  it('[63] that cannot be written is not taken, and that is said', async () => {
    const gone = plugIn('LOJA');
    const { id } = await theStick();
    rmSync(gone, { recursive: true });
    const answer = await admin('/api/staff/backups/sticks', { json: { id } });
    expect([answer.status, await answer.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'stick-protected', title: 'Pen drive protegido' }),
    ]);
    expect((await theStick()).enrolled).toBe(false);
  });

  it('keeps the newest seven copies', async () => {
    const stick = plugIn('LOJA');
    await enrol();
    const names: string[] = [];
    for (let made = 0; made < 8; made += 1) {
      store.clock.nowMs += 3_600_000;
      names.push((await store.backups.make('manual')).name);
    }
    expect(onStick(stick).toSorted()).toEqual(names.slice(1).toSorted());
  });

  it('[46] that nobody enrolled is shown and gets nothing; enrolled by an administrator in the shop it gets every copy', async () => {
    const stick = plugIn('DO-CLIENTE');
    await store.backups.make('manual');
    expect(onStick(stick)).toEqual([]);
    expect(await theStick()).toMatchObject({ label: 'DO-CLIENTE', enrolled: false, here: true });
    const { id } = await theStick();
    const cookie = await signIn(store, 'askLink');
    const afar = await store.askLink('/api/staff/backups/sticks', { json: { id }, headers: { cookie } });
    expect(afar.status).toBe(403);
    expect(
      (await (await asRole(store, 'ATTENDANT'))('/api/staff/backups/sticks', { json: { id } })).status,
    ).toBe(403);
    expect((await admin('/api/staff/backups/sticks', { json: { id: 'outro' } })).status).toBe(404);
    store.clock.nowMs += 60_000;
    expect((await enrol()).status).toBe(201);
    expect(onStick(stick)).toHaveLength(1);
    expect(await theStick()).toMatchObject({ label: 'DO-CLIENTE', enrolled: true, holdsErased: false });
    expect(await (await admin('/api/staff/audit?subject=settings')).text()).toContain('pen drive DO-CLIENTE');

    // It is the stick that counts, not where it is put in; and forgotten, it gets no more.
    const moved = join(media, 'outro-lugar');
    renameSync(stick, moved);
    here = [moved];
    store.clock.nowMs += 60_000;
    await store.backups.make('manual');
    expect(onStick(moved)).toHaveLength(2);
    const enrolled = await theStick();
    expect((await admin(`/api/staff/backups/sticks/${enrolled.id}`, { method: 'DELETE' })).status).toBe(204);
    store.clock.nowMs += 60_000;
    await store.backups.make('manual');
    expect(onStick(moved)).toHaveLength(2);
    expect((await theStick()).enrolled).toBe(false);
  });

  it('[46] with copies of another shop keeps them, put aside', async () => {
    const other = await openTestStore();
    opened.push(other);
    const theirs = await other.backups.make('manual');
    const stick = plugIn('VELHO');
    cpSync(String(await other.backups.pathOf('store', theirs.name)), join(stick, 'balcao', theirs.name), {
      recursive: true,
    });
    // One of theirs is from before copies were encrypted: any shop's code opens it, so it says nothing.
    const inClear = basename(await clearCopy(join(stick, 'balcao'), 'manual-2026-11-19-1200-beef.db'));
    await enrol();
    for (const name of [theirs.name, inClear]) expect(onStick(stick)).not.toContain(name);
    const aside = readdirSync(stick).filter((name) => name.startsWith('balcao-de-outra-loja'));
    expect(filesIn(join(stick, String(aside[0]))).toSorted()).toEqual([theirs.name, inClear].toSorted());
  });
});

describe('an erasure', () => {
  const forget = () => admin('/api/staff/privacy/erase', { json: { phone: PHONE } });
  const renewed = async (): Promise<void> => store.backups.renew();

  it('[46] takes a person out of every copy in the store and on the sticks, and leaves the others in them', async () => {
    sell(store, START_MS, { customerPhone: PHONE });
    sell(store, START_MS, { customerPhone: '21900000000' });
    const stick = plugIn('LOJA');
    await enrol();
    store.clock.nowMs += DAY_MS;
    await store.backups.make('noturna');
    expect([filesIn(folder), onStick(stick)].map(({ length }) => length)).toEqual([2, 2]);
    const stems = filesIn(folder).map((name) => name.replace(/-[0-9a-f]{6}\.db\.age$/, ''));
    expect((await forget()).status).toBe(200);
    await renewed();
    expect(filesIn(folder).map((name) => name.replace(/-[0-9a-f]{6}\.db\.age$/, ''))).toEqual(stems);
    expect(onStick(stick).toSorted()).toEqual(filesIn(folder).toSorted());
    for (const name of filesIn(folder)) expect(await phonesIn(join(folder, name))).toEqual(['21900000000']);
  });

  it('[46] is said of a stick that is not there, and done when it comes again', async () => {
    sell(store, START_MS, { customerPhone: PHONE });
    const stick = plugIn('GAVETA');
    await enrol();
    const [before = ''] = onStick(stick);
    here = [];
    await forget();
    await renewed();
    expect(await theStick()).toMatchObject({ label: 'GAVETA', here: false, holdsErased: true });
    expect(await phonesIn(join(stick, 'balcao', before))).toEqual([PHONE]);
    here = [stick];
    await store.backups.makeDueBackup();
    expect(await theStick()).toMatchObject({ here: true, holdsErased: false });
    for (const name of onStick(stick)) expect(await phonesIn(join(stick, 'balcao', name))).toEqual([]);
  });

  it('[46] of the whole history leaves it in one copy for a week, on no stick, and in none once a person asks', async () => {
    for (let n = 0; n < 3; n += 1) deliver(sell(store, START_MS, { customerPhone: PHONE }).id);
    const stick = plugIn('LOJA');
    await enrol();
    expect((await admin('/api/staff/orders/clear', { json: { confirm: 'CONFIRMAR' } })).status).toBe(200);
    await renewed();
    const counts = async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        await Promise.all(
          filesIn(folder).map(async (name) => [
            name.split('-2026')[0],
            (await phonesIn(join(folder, name))).length,
          ]),
        ),
      );
    expect(await counts()).toEqual({ manual: 0, 'antes-de-limpar': 3 });
    expect(onStick(stick).filter((name) => name.startsWith('antes'))).toEqual([]);
    store.clock.nowMs += 7 * DAY_MS;
    await renewed();
    expect(Object.keys(await counts())).toContain('antes-de-limpar');
    store.clock.nowMs += 1;
    await renewed();
    expect(await counts()).toEqual({ manual: 0 });
  });

  it('[46] of a person takes away the copy from before a clearing, which may know that person', async () => {
    deliver(sell(store, START_MS, { customerPhone: PHONE }).id);
    await admin('/api/staff/orders/clear', { json: { confirm: 'CONFIRMAR' } });
    await renewed();
    expect(filesIn(folder)).toHaveLength(1);
    await forget();
    await renewed();
    expect(filesIn(folder).filter((name) => name.startsWith('antes'))).toEqual([]);
  });

  it('[46] by age reaches the copies within a week', async () => {
    sell(store, START_MS, { customerPhone: PHONE });
    await store.backups.make('manual');
    store.clock.nowMs += 370 * DAY_MS;
    await admin('/api/staff/backups', { method: 'PUT', json: { maxAgeDays: 365 } });
    await store.retention.run();
    await renewed();
    const phones = async () =>
      (await Promise.all(filesIn(folder).map((name) => phonesIn(join(folder, name))))).flat();
    expect(await phones()).toEqual([PHONE]);
    store.clock.nowMs += 7 * DAY_MS;
    await renewed();
    expect(await phones()).toEqual([]);
    expect(filesIn(folder)).toHaveLength(1);
  });
});

describe('the age of copies', () => {
  it('[46] has a maximum, thirty days unless an administrator says otherwise; the newest one always stays', async () => {
    await store.backups.make('manual');
    store.clock.nowMs += DAY_MS;
    await store.backups.make('manual');
    expect((await state()).maxAgeDays).toBe(30);
    store.clock.nowMs += 29 * DAY_MS;
    await store.backups.renew();
    expect(filesIn(folder)).toHaveLength(2);
    store.clock.nowMs += 1;
    await store.backups.renew();
    expect(filesIn(folder)).toHaveLength(1);
    store.clock.nowMs += 300 * DAY_MS;
    await store.backups.renew();
    expect(filesIn(folder)).toHaveLength(1);
    expect((await admin('/api/staff/backups', { method: 'PUT', json: { maxAgeDays: 0 } })).status).toBe(422);
    expect((await admin('/api/staff/backups', { method: 'PUT', json: { maxAgeDays: 366 } })).status).toBe(
      422,
    );
    expect(
      await (await admin('/api/staff/backups', { method: 'PUT', json: { maxAgeDays: 1 } })).json(),
    ).toEqual({
      maxAgeDays: 1,
    });
  });
});

const OTHER_SHEET = '0000-0000-0000-0000-0000-0000-00QV';

/** `from`: a session counts on the way in that it began on. */
async function signIn(at: TestStore, from: 'ask' | 'askLink' = 'ask'): Promise<string> {
  const answer = await at[from]('/api/auth/sign-in/email', {
    json: { email: 'admin@loja.com', password: PASSWORD },
  });
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

function deliver(id: string): void {
  store.db.$client.prepare("update orders set status = 'DELIVERED' where id = ?").run(id);
}
