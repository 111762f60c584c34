// An update as an administrator asks for it: what is taken in, what is handed over, and what is told of it.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AuditPage } from '@balcao/shared/http/audit.ts';
import { UpdateState } from '@balcao/shared/http/update.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, signIn, type Asking } from '../../testing/sign-in.ts';

const RELEASE = gzipSync('a release');
const SUM = createHash('sha256').update(RELEASE).digest('hex');
let folder: string;
let status: string;
let store: TestStore;
let ask: Asking;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-update-'));
  status = join(folder, 'status.json');
  store = await openTestStore({
    environment: { UPDATE_STATUS: status, UPDATE_URL: 'https://releases.example/balcao/' },
  });
  ask = await asRole(store, 'ADMIN');
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const laid = (name: string): string => join(store.folder, 'updates', name);
const upload = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}, from = ask) =>
  from('/api/staff/update/file', {
    method: 'PUT',
    body,
    headers: {
      'content-type': 'application/gzip',
      'content-length': String(body.length),
      ...headers,
    },
  });
const install = (from: string) => ask('/api/staff/update', { json: { from } });
const state = async (): Promise<UpdateState> =>
  UpdateState.parse(await (await ask('/api/staff/update')).json());
const tell = (told: string, message = 'Conferindo a versão', atMs = store.clock.nowMs): void =>
  writeFileSync(status, JSON.stringify({ state: told, message, version: '1.1.0', atMs }));

describe('a release file', () => {
  it('is kept whole for the updater, with its sum told', async () => {
    const taken = await upload(RELEASE, { 'x-sha256': SUM.toUpperCase() });
    expect(await taken.json()).toEqual({ sha256: SUM, bytes: RELEASE.length });
    expect(readFileSync(laid('release.tar.gz')).equals(RELEASE)).toBe(true);
    expect(existsSync(laid('request'))).toBe(false);
  });

  it('is taken in though it is larger than anything else that the store is sent', async () => {
    const large = gzipSync(randomBytes(7 * 1024 * 1024), { level: 0 });
    expect(await (await upload(large)).json()).toMatchObject({ bytes: large.length });
  });

  it('that is another one, or no release, leaves nothing behind', async () => {
    const other = await upload(RELEASE, { 'x-sha256': 'a'.repeat(64) });
    expect(await other.json()).toMatchObject({ status: 422, errors: [{ field: 'sha256' }] });
    expect(await (await upload(new Uint8Array(Buffer.from('a letter')))).json()).toMatchObject({
      status: 422,
      code: 'not-a-release',
    });
    expect(await (await upload(new Uint8Array(0))).json()).toMatchObject({ status: 422 });
    expect(existsSync(laid('release.tar.gz'))).toBe(false);
    expect(existsSync(laid('release.tar.gz.part'))).toBe(false);
    expect((await install('file')).status).toBe(409);
  });

  it('comes from the shop only', async () => {
    const far = await signIn({ ...store, ask: store.askLink }, 'admin@loja.com');
    expect((await upload(RELEASE, {}, far)).status).toBe(403);
    const afar = await far('/api/staff/update', { json: { from: 'web' } });
    expect(afar.status).toBe(403);
    const seen = await far('/api/staff/update');
    expect(await seen.json()).toMatchObject({ available: true, allowed: false });
  });
});

describe('an update that is asked for', () => {
  it('is handed over after a backup, and audited', async () => {
    await upload(RELEASE);
    const asked = await install('file');
    expect(asked.status).toBe(202);
    expect(await asked.json()).toMatchObject({ run: { state: 'asked' } });
    expect(readFileSync(laid('request'), 'utf8')).toBe('file');
    expect((await store.backups.list('enrolled')).map(({ reason }) => reason)).toEqual([
      'antes-de-atualizar',
    ]);
    expect(await (await ask('/api/staff/audit?subject=settings')).text()).toContain('pediu uma atualização');
  });

  it('waits for the one before it, until that has ended', async () => {
    expect((await install('web')).status).toBe(202);
    expect(readFileSync(laid('request'), 'utf8')).toBe('web stable');
    expect((await install('web')).status).toBe(409);
    expect((await upload(RELEASE)).status).toBe(409);
    // Taken by the updater, which is still unpacking.
    expect((await state()).run?.message).toBe('Pedido feito. O atualizador da máquina começa em instantes.');
    rmSync(laid('request'));
    expect((await state()).run).toMatchObject({
      state: 'asked',
      message: 'O atualizador da máquina está abrindo o arquivo.',
    });
    store.clock.nowMs += 5_000;
    tell('running');
    expect((await install('web')).status).toBe(409);
    tell('failed', 'Esta versão não tem a assinatura de quem faz o Balcão.');
    expect((await state()).run).toMatchObject({ state: 'failed' });
    expect((await install('web')).status).toBe(202);
  });

  it('goes before a look for a newer one: what lies there for the updater stays', async () => {
    mkdirSync(join(store.folder, 'updates'), { recursive: true });
    writeFileSync(laid('request'), 'night stable 1');
    const looked = await ask('/api/staff/update/look', { method: 'POST' });
    expect([looked.status, readFileSync(laid('request'), 'utf8')]).toEqual([409, 'night stable 1']);
    expect((await state()).looking).toBe(false);
  });

  it('does not wait for ever for an updater that never comes', async () => {
    await install('web');
    store.clock.nowMs += 16 * 60_000;
    expect((await state()).run).toMatchObject({
      ...{ state: 'failed', atMs: store.clock.nowMs - 16 * 60_000 },
      message: 'O atualizador não começou. Tente de novo, ou na máquina: sudo balcao update.',
    });
    expect((await install('web')).status).toBe(202);
  });
});

it('a body that is not there is no release', async () => {
  const answer = await ask('/api/staff/update/file', { method: 'PUT' });
  expect([answer.status, await answer.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'not-a-release' }),
  ]);
});

it('what the owner turns on and off, and of which channel, stands in the audit', async () => {
  const choose = (auto: boolean, channel: string) =>
    ask('/api/staff/update/choice', { method: 'PUT', json: { auto, channel } });
  for (const [auto, channel] of [
    [false, 'stable'],
    [true, 'early'],
    [true, 'stable'],
    [true, 'stable'],
  ] as const)
    expect((await choose(auto, channel)).status).toBe(200);
  const log = AuditPage.parse(await (await ask('/api/staff/audit?subject=settings')).json());
  expect(log.rows.map(({ text }) => text)).toEqual([
    'escolheu o canal estável de atualizações',
    'ligou as atualizações automáticas e escolheu o canal antecipado de atualizações',
    'desligou as atualizações automáticas',
  ]);
});

it('where no source of releases is set up, one comes from a file alone', async () => {
  const plain = await openTestStore({ environment: { UPDATE_STATUS: status } });
  try {
    const admin = await asRole(plain, 'ADMIN');
    for (const asked of [
      await admin('/api/staff/update', { json: { from: 'web' } }),
      await admin('/api/staff/update/look', { method: 'POST' }),
    ])
      expect([asked.status, await asked.json()]).toEqual([409, expect.objectContaining({ code: 'no-url' })]);
    expect(existsSync(join(plain.folder, 'updates', 'request'))).toBe(false);
    expect((await upload(RELEASE, {}, admin)).status).toBe(200);
    expect((await admin('/api/staff/update', { json: { from: 'file' } })).status).toBe(202);
  } finally {
    await plain.close();
  }
});

it('is told to go another way where the machine has no updater', async () => {
  const plain = await openTestStore();
  try {
    const admin = await asRole(plain, 'ADMIN');
    const told = UpdateState.parse(await (await admin('/api/staff/update')).json());
    expect(told).toMatchObject({ available: false, updateUrl: null, source: null, run: null });
    const refused = await admin('/api/staff/update', { json: { from: 'web' } });
    expect((await refused.json()) as object).toMatchObject({ status: 409, code: 'unavailable' });
  } finally {
    await plain.close();
  }
});

it('how an update ended is told in the updater’s own word', async () => {
  for (const ended of ['done', 'failed', 'rolled-back', 'stuck']) {
    tell(ended);
    expect((await state()).run?.state).toBe(ended);
  }
});

it('what was asked for a quarter of an hour ago may begin still, and later it will not', async () => {
  await upload(RELEASE);
  await install('file');
  store.clock.nowMs += 15 * 60_000;
  expect((await state()).run?.state).toBe('asked');
  store.clock.nowMs += 1;
  expect((await state()).run?.state).toBe('failed');
  // Taken all the same: who took it tells how it went.
  rmSync(laid('request'));
  expect((await state()).run).toBeNull();
});
