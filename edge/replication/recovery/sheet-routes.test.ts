import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeMeta } from '../../storage/identity.ts';
import { recoveryCode, readRecoveryCode } from '../../storage/recovery-code.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, signIn, type Asking } from '../../testing/sign-in.ts';
import { PUBLIC_URL } from '../link/link.ts';

let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const post = (path: string) => admin(`/api/staff/recovery-sheet/${path}`, { method: 'POST', json: {} });

it('is shown to an administrator in the shop, and the audit says so', async () => {
  expect(await (await admin('/api/staff/recovery-sheet')).json()).toEqual({ seenAtMs: null, showable: true });
  const shown = (await (await post('show')).json()) as { code: string; storeId: string };
  expect(readRecoveryCode(shown.code)).toBe(recoveryCode(store.db));
  expect(shown.storeId).toBe(store.identity.storeId);
  expect(await (await admin('/api/staff/recovery-sheet')).json()).toMatchObject({
    seenAtMs: store.clock.nowMs,
  });
  const audit = (await (await admin('/api/staff/audit')).json()) as { rows: { text: string }[] };
  expect(audit.rows[0]?.text).toBe('viu a folha de recuperação');
});

it('never leaves the shop', async () => {
  const far = await signIn({ ...store, ask: store.askLink }, 'admin@loja.com');
  expect(await (await far('/api/staff/recovery-sheet')).json()).toMatchObject({ showable: false });
  for (const path of ['show', 'print', 'replace'])
    expect((await far(`/api/staff/recovery-sheet/${path}`, { method: 'POST', json: {} })).status).toBe(403);
});

it('is printed on one printer, and nobody may look at it among the tickets nor send it elsewhere', async () => {
  expect((await post('print')).status).toBe(409);
  const printer = {
    enabled: true,
    transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 },
    columns: 48,
    codePage: 'PC850',
  } as const;
  const { printers, queue } = store.printing;
  printers.save(null, { ...printer, name: 'Cozinha', purposes: ['kitchen'] });
  printers.save(null, { ...printer, name: 'Caixa', purposes: ['close'] });
  store.clock.nowMs += 1000;
  expect(await (await post('print')).json()).toEqual({ printer: 'Caixa' });
  // On paper it was seen as well.
  expect(await (await admin('/api/staff/recovery-sheet')).json()).toMatchObject({
    seenAtMs: store.clock.nowMs,
  });
  const audit = (await (await admin('/api/staff/audit')).json()) as { rows: { text: string }[] };
  expect(audit.rows[0]?.text).toBe('imprimiu a folha de recuperação');
  const [job, ...others] = queue.list();
  expect([job?.purpose, others]).toEqual(['recovery', []]);
  expect(queue.documentOf(Number(job?.id))).toBeNull();
  // Nor may anybody who sees the queue send it to where the kitchen reads.
  const kitchen = printers.list().find(({ name }) => name === 'Cozinha');
  expect(queue.move(Number(job?.id), String(kitchen?.id))).toMatchObject({
    ok: false,
    refusal: { code: 'unknown-job' },
  });
  expect(queue.list()[0]?.printerId).toBe(job?.printerId);
});

it('names the shop and its site, and none where there is none', async () => {
  const sheet = async (): Promise<unknown> => (await post('show')).json();
  expect(await sheet()).toMatchObject({ storeName: 'Balcão Açaí', siteUrl: null });
  writeMeta(store.db, PUBLIC_URL, 'https://acai.example');
  expect(await sheet()).toMatchObject({ siteUrl: 'https://acai.example' });
});

it('with another code counts as seen from then on', async () => {
  const before = recoveryCode(store.db);
  store.clock.nowMs += 1000;
  const replaced = (await (await post('replace')).json()) as { code: string };
  expect(readRecoveryCode(replaced.code)).toBe(recoveryCode(store.db));
  expect(recoveryCode(store.db)).not.toBe(before);
  expect(await (await admin('/api/staff/recovery-sheet')).json()).toMatchObject({
    seenAtMs: store.clock.nowMs,
  });
});
