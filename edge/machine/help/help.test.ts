import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditPage } from '@balcao/shared/http/audit.ts';
import type { HelpDiagnostics, HelpOpened, HelpState } from '@balcao/shared/http/help.ts';
import { normalizeCode } from '@balcao/shared/ids.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WRONG = 'AAAAA-AAAAA';

let store: TestStore;
let admin: Asking;
let said: string[];
beforeEach(async () => {
  said = [];
  store = await openTestStore({ printLine: (line) => void said.push(line) });
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const opened = async (): Promise<HelpOpened> =>
  (await (await admin('/api/staff/help', { method: 'POST' })).json()) as HelpOpened;
const open = async (): Promise<string> => (await opened()).code;
const state = async (): Promise<HelpState> => (await (await admin('/api/staff/help')).json()) as HelpState;
/** As the relay passes it on from somebody at that address. */
const look = (code: string, from = '203.0.113.7') =>
  store.app.request(
    '/api/help/diagnostics',
    { method: 'POST', body: JSON.stringify({ code }), headers: { 'content-type': 'application/json' } },
    { transport: 'link', clientIp: from, origin: 'https://acai.example' },
  );
const heard = async (code: string, from?: string) => (await look(code, from)).status;
const reason = async (code: string, from?: string) =>
  ((await (await look(code, from)).json()) as { code: string }).code;
const audited = async (): Promise<string[]> =>
  ((await (await admin('/api/staff/audit?subject=access')).json()) as AuditPage).rows.map(
    ({ userName, from, text }) => `${userName ?? '–'} (${from}) ${text}`,
  );

describe('[94] remote help', () => {
  it('is opened by an administrator in the shop, and by nobody from afar', async () => {
    expect((await store.ask('/api/staff/help', { method: 'POST' })).status).toBe(401);
    const kitchen = await asRole(store, 'KITCHEN');
    expect((await kitchen('/api/staff/help', { method: 'POST' })).status).toBe(403);
    const cookie = (
      await store.askLink('/api/auth/sign-in/email', {
        json: { email: 'admin@loja.com', password: 'segredo-da-loja' },
      })
    ).headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const afar = await store.askLink('/api/staff/help', { method: 'POST', headers: { cookie } });
    expect([afar.status, ((await afar.json()) as { code: string }).code]).toEqual([403, 'lan-only']);
    expect(await (await store.askLink('/api/staff/help', { headers: { cookie } })).json()).toMatchObject({
      allowed: false,
      open: null,
    });
    expect((await opened()).code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    // Ended it may be from anywhere.
    const ended = await store.askLink('/api/staff/help', { method: 'DELETE', headers: { cookie } });
    expect(await ended.json()).toMatchObject({ open: null, ended: { why: 'owner' } });
  });

  it('shows the checks of the diagnostics page and nothing of anybody', async () => {
    const order = sell(store, START_MS, { customerPhone: '11987654321', observations: 'para a Dona Zefa' });
    await admin('/api/staff/printers/cozinha-da-zilda', {
      method: 'PUT',
      json: {
        name: 'Cozinha da Zilda',
        enabled: true,
        transport: 'tcp',
        host: '192.168.77.5',
        port: 9100,
        columns: 48,
        codePage: 'cp850',
        purposes: ['kitchen'],
      },
    });
    const code = await open();
    // As people type it.
    const answer = await look(` ${code.toLowerCase().replace('-', ' ')}`);
    const text = await answer.text();
    const seen = JSON.parse(text) as HelpDiagnostics;
    const page = (await (await admin('/api/staff/diagnostics')).json()) as HelpDiagnostics;
    expect(seen.checks.map(({ id, state: one }) => [id, one])).toEqual(
      page.checks.map(({ id, state: one }) => [id, one]),
    );
    expect(Object.keys(seen).toSorted()).toEqual(['atMs', 'checks', 'untilMs', 'upSinceMs', 'version']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { authSecret, storeId } = store.identity;
    const secrets = ['11987654321', 'Zefa', 'Zilda', 'zilda', 'ADMIN', 'admin@loja.com', order.code];
    for (const secret of [...secrets, '192.168.77.5', store.folder, authSecret, storeId])
      expect(text).not.toContain(secret);
  });

  it('opens nothing else, and nothing is done with it', async () => {
    const code = await open();
    const proofs: Record<string, string>[] = [
      { authorization: `Bearer ${code}` },
      { cookie: `balcao.session_token=${code}` },
      { 'x-balcao-setup-code': code },
    ];
    for (const headers of proofs)
      for (const path of ['diagnostics', 'diagnostics/bundle', 'me', 'help', 'audit', 'orders', 'backups'])
        expect([path, (await store.ask(`/api/staff/${path}`, { headers })).status]).toEqual([path, 401]);
    const setup = { code, name: 'Eva', email: 'eva@loja.com', password: 'uma-senha-bem-longa' };
    expect((await store.ask('/api/setup', { json: setup })).status).toBeGreaterThanOrEqual(400);
    expect((await store.ask('/api/setup/password', { json: setup })).status).toBeGreaterThanOrEqual(400);
  });

  it.each([
    [
      'after an hour',
      'time',
      'encerrou a ajuda remota: passou uma hora',
      async () => void (store.clock.nowMs += HOUR),
    ],
    [
      'at the owner’s tap',
      'owner',
      'encerrou a ajuda remota',
      async () => void (await admin('/api/staff/help', { method: 'DELETE' })),
    ],
    [
      'when a clock falls back',
      'clock',
      'encerrou a ajuda remota: o relógio da máquina voltou no tempo',
      async () => void (store.clock.nowMs -= 10 * MINUTE),
    ],
  ])('is over %s, and says so', async (_when, why, words, happens) => {
    const code = await open();
    store.clock.nowMs += HOUR - 1;
    expect([await heard(code), (await state()).open]).toEqual([
      200,
      {
        by: 'Ana ADMIN',
        sinceMs: START_MS,
        untilMs: START_MS + HOUR,
        looks: 1,
        lastLookAtMs: START_MS + HOUR - 1,
      },
    ]);
    await happens();
    expect(await reason(code)).toBe('wrong-code');
    expect(await state()).toMatchObject({ open: null, ended: { why, looks: 1 } });
    expect((await audited())[0]).toMatch(/^(?:Ana ADMIN \(lan\)|– \(store\)) /);
    expect((await audited())[0]?.replace(/^.*?\) /, '')).toBe(`${words}; foi vista 1 vez`);
  });

  it('goes on when the clock is corrected by a minute', async () => {
    const code = await open();
    store.clock.nowMs += 10 * MINUTE;
    expect(await heard(code)).toBe(200);
    store.clock.nowMs -= MINUTE;
    expect(await heard(code)).toBe(200);
    store.clock.nowMs -= MINUTE + 1;
    expect(await reason(code)).toBe('wrong-code');
    expect(await state()).toMatchObject({ open: null, ended: { why: 'clock' } });
  });

  it('is over although nobody asks, once the hour has passed', async () => {
    await open();
    store.start();
    const rows = () => store.audit.page({}).rows.map(({ text }) => text);
    expect(rows()[0]).toBe('abriu a ajuda remota por uma hora');
    store.clock.nowMs += HOUR;
    store.help.endIfExpired();
    expect(rows()[0]).toBe('encerrou a ajuda remota: passou uma hora; não foi vista');
  });

  it('has one code at a time: another one ends the first', async () => {
    const [first, second] = [await open(), await open()];
    expect(second).not.toBe(first);
    expect([await heard(first), await heard(second)]).toEqual([422, 200]);
    expect((await audited()).filter((line) => line.includes('encerrou'))).toEqual([
      'Ana ADMIN (lan) encerrou a ajuda remota para abrir outra; não foi vista',
    ]);
  });

  it('does not come back with a restart, and stands in no file and no log', async () => {
    const code = await open();
    expect(await heard(code)).toBe(200);
    store.db.$client.pragma('wal_checkpoint(PASSIVE)');
    const files = readdirSync(store.folder, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const kept = files.map((one) => readFileSync(join(one.parentPath, one.name)).toString('latin1'));
    for (const form of [code, normalizeCode(code)])
      expect([...kept, ...said].filter((text) => text.includes(form))).toEqual([]);
    await store.stop();
    store = await openTestStore({ folder: store.folder });
    admin = await asRole(store, 'ADMIN');
    expect([await reason(code), await state()]).toEqual([
      'wrong-code',
      { open: null, ended: null, allowed: true, pageUrl: null },
    ]);
  });

  it('hears five wrong codes from one place, whoever else asks, and begins anew with the next opening', async () => {
    const code = await open();
    const tries: number[] = [];
    for (let n = 0; n < 6; n += 1) tries.push(await heard(WRONG));
    expect(tries).toEqual([422, 422, 422, 422, 422, 429]);
    expect([await heard(code), await heard(code, '203.0.113.8')]).toEqual([429, 200]);
    // One household is one place.
    for (let n = 0; n < 5; n += 1) await look(WRONG, `2001:db8:1:2::${n}`);
    expect(await heard(code, '2001:db8:1:2::99')).toBe(429);
    expect(await heard(await open())).toBe(200);
  });

  it('counts tries that come at once like tries one after another', async () => {
    await open();
    const answers = await Promise.all(Array.from({ length: 20 }, () => heard(WRONG)));
    expect(answers.filter((status) => status === 422)).toHaveLength(5);
  });

  it('is over after fifty wrong codes from everywhere', async () => {
    const code = await open();
    for (let n = 0; n < 49; n += 1) await look(WRONG, `203.0.113.${n}`);
    expect(await heard(code, '198.51.100.1')).toBe(200);
    await look(WRONG, '203.0.113.200');
    expect(await reason(code, '198.51.100.1')).toBe('wrong-code');
    expect(await state()).toMatchObject({ open: null, ended: { why: 'codes', looks: 1 } });
    expect((await audited())[0]).toBe(
      '– (store) encerrou a ajuda remota: códigos errados demais; foi vista 1 vez',
    );
  });

  it('tells a stranger the same whether it is open or not', async () => {
    const answers = async () => {
      const bodies: unknown[] = [];
      for (let n = 0; n < 7; n += 1) bodies.push(await (await look(WRONG)).json());
      return bodies;
    };
    const closed = await answers();
    await open();
    expect(await answers()).toEqual(closed);
  });

  it('slows a place down while it is closed, too, however many others have tried', async () => {
    const place = '203.0.113.1';
    for (let n = 1; n <= 60; n += 1) await look(WRONG, `203.0.113.${n}`);
    const tries: number[] = [];
    for (let n = 0; n < 5; n += 1) tries.push(await heard(WRONG, place));
    expect(tries).toEqual([422, 422, 422, 422, 429]);
    // Whoever was slowed down is so no longer once there was an opening.
    await open();
    await admin('/api/staff/help', { method: 'DELETE' });
    expect(await heard(WRONG, place)).toBe(422);
  });

  it('stands in the audit: who opened it, each look and its way in, and the end', async () => {
    const code = await open();
    await look(code);
    await store.ask('/api/help/diagnostics', { json: { code } });
    await admin('/api/staff/help', { method: 'DELETE' });
    expect((await audited()).slice(0, 4)).toEqual([
      'Ana ADMIN (lan) encerrou a ajuda remota; foi vista 2 vezes',
      '– (lan) viu o diagnóstico pela ajuda remota (2ª vez)',
      '– (relay) viu o diagnóstico pela ajuda remota (1ª vez)',
      'Ana ADMIN (lan) abriu a ajuda remota por uma hora',
    ]);
  });

  it('is looked at sixty times and no more, so that the audit is not filled', async () => {
    const code = await open();
    for (let n = 0; n < 60; n += 1) expect(await heard(code)).toBe(200);
    expect(await reason(code)).toBe('too-many-looks');
    expect((await state()).open?.looks).toBe(60);
  });

  it('is there for a machine that is held, and for a disk that takes no writes', async () => {
    store.db.$client.pragma('query_only = ON');
    expect(await heard(await open())).toBe(200);
    store.db.$client.pragma('query_only = OFF');
    expect(said.join('\n')).toContain('the remote help could not be written into the audit');
    store.writeGate.hold('damaged');
    expect(await heard(await open())).toBe(200);
  });
});
