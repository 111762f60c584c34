// Remote help from afar: the real store behind the real relay, asked at the site by somebody who has the code, and by somebody who has not.
import { afterEach, expect, it } from 'vitest';
import type { HelpDiagnostics, HelpOpened } from '@balcao/shared/http/help.ts';
import { normalizeCode } from '@balcao/shared/ids.ts';
import type { TestStore } from '../../../edge/testing/open-test-store.ts';
import { asRole } from '../../../edge/testing/sign-in.ts';
import { inStep, openLinkedStore } from '../../harness/real-store.ts';
import { onOneDatabase, type Scene } from '../../harness/relay.ts';

const WRONG = 'AAAAA-AAAAA';
const open: TestStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

async function openShop(scene: Scene) {
  const store = await openLinkedStore(scene.relay);
  open.push(store);
  const admin = await asRole(store, 'ADMIN');
  await inStep(scene.relay, store);
  const opened = await admin('/api/staff/help', { method: 'POST' });
  const { code } = (await opened.json()) as HelpOpened;
  const ask = (typed: string, headers: Record<string, string> = {}) =>
    scene.relay.ask('/api/help/diagnostics', { json: { code: typed }, headers });
  return { store, admin, code, ask };
}

onOneDatabase('[94] remote help through the relay', (scene) => {
  it('shows diagnostics to who has the code, and how often stands in the shop', async () => {
    const { store, code, ask } = await openShop(scene);
    const answer = await ask(code);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const seen = (await answer.json()) as HelpDiagnostics;
    expect(seen.checks.find(({ id }) => id === 'link')).toMatchObject({ state: 'ok' });
    expect(store.help.state().open).toMatchObject({ looks: 1 });
    expect(store.audit.page({}).rows[0]).toMatchObject({
      from: 'relay',
      text: 'viu o diagnóstico pela ajuda remota (1ª vez)',
    });
    // Nothing of it stays with the relay.
    await inStep(scene.relay, store);
    const kept = [await scene.relay.everything(), scene.relay.logged.join('\n')].join('\n');
    for (const form of [code, normalizeCode(code)]) expect(kept).not.toContain(form);
  });

  it('is slowed by the place that the relay sees, whatever the asker says of it', async () => {
    const { code, ask } = await openShop(scene);
    const lies = (n: number) => ({
      'x-forwarded-for': '203.0.113.9',
      'x-balcao-client-ip': `192.0.2.${n}`,
      'x-real-ip': `192.0.2.${n}`,
    });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await ask(WRONG, lies(n))).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await ask(code, lies(7))).status).toBe(429);
    expect((await ask(code, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200);
  });

  it('leads to nothing but diagnostics, and is not to be opened from there', async () => {
    const { code } = await openShop(scene);
    for (const path of ['/api/help', '/api/help/diagnostics/bundle', '/api/help/audit'])
      expect([path, (await scene.relay.ask(path)).status]).toEqual([path, 404]);
    for (const path of ['/api/staff/diagnostics', '/api/staff/help', '/api/staff/orders'])
      expect([
        path,
        (await scene.relay.ask(path, { headers: { authorization: `Bearer ${code}` } })).status,
      ]).toEqual([path, 401]);
    expect((await scene.relay.ask('/api/staff/help', { json: {} })).status).toBe(401);
  });

  it('says that the store is away while it is', async () => {
    const { store, code, ask } = await openShop(scene);
    await store.link.stop();
    await expect.poll(async () => (await ask(code)).status).toBe(503);
  });
});
