// A release that a full disk has no room for: two hundred megabytes beside it stay free for the shop.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole } from '../../testing/sign-in.ts';

const free = vi.hoisted(() => ({ bytes: Number.MAX_SAFE_INTEGER }));
vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original();
  const statfs = async () => ({ bavail: free.bytes, bsize: 1 });
  return { ...real, statfs: statfs as unknown as typeof real.statfs };
});

const RELEASE = gzipSync('a release');
const SPARE_BYTES = 200 * 1024 * 1024;
let folder: string;
let store: TestStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-update-'));
  store = await openTestStore({ environment: { UPDATE_STATUS: join(folder, 'status.json') } });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

it('is refused where less would stay free, and taken where just as much does', async () => {
  const admin = await asRole(store, 'ADMIN');
  const upload = () =>
    admin('/api/staff/update/file', {
      method: 'PUT',
      body: RELEASE,
      headers: { 'content-type': 'application/gzip', 'content-length': String(RELEASE.length) },
    });
  const taken = join(store.folder, 'updates', 'release.tar.gz');
  free.bytes = RELEASE.length + SPARE_BYTES - 1;
  const refused = await upload();
  expect([refused.status, existsSync(taken)]).toEqual([507, false]);
  free.bytes += 1;
  expect((await upload()).status).toBe(200);
  expect(existsSync(taken)).toBe(true);
});

it('whose length nobody says needs room for the largest that there may be', async () => {
  const admin = await asRole(store, 'ADMIN');
  const upload = async () =>
    (
      await admin('/api/staff/update/file', {
        method: 'PUT',
        body: RELEASE,
        headers: { 'content-type': 'application/gzip' },
      })
    ).status;
  free.bytes = 512 * 1024 * 1024 + SPARE_BYTES - 1;
  expect(await upload()).toBe(507);
  free.bytes += 1;
  expect(await upload()).toBe(200);
});
