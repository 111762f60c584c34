// What is written down of who came in, who was kept out and what was taken away: enough to see it, never a person, never a flood.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../../storage/schema/staff.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { StoreHeld } from '../../storage/write-gate.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, cookiesOf, PASSWORD } from '../../testing/sign-in.ts';
import { createTrace } from './trace.ts';
import { createAudit, THE_STORE, type Actor } from './audit.ts';

const WINDOW_MS = 3_600_000;

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const rows = () =>
  store.db
    .select()
    .from(audit)
    .all()
    .filter((row) => row.subject === 'access')
    .map(({ action, from, userName, detail }) => ({ action, from, userName, detail }));

describe('the audit', () => {
  it('says who signed in and out, on what, and from where', async () => {
    const admin = await asRole(store, 'ADMIN');
    await admin('/api/auth/sign-out', { json: {} });
    expect(rows()).toEqual([
      {
        action: 'sign-in',
        from: 'lan',
        userName: 'Ana ADMIN',
        detail: 'entrou (Aparelho desconhecido, aparelho novo)',
      },
      { action: 'sign-out', from: 'lan', userName: 'Ana ADMIN', detail: 'saiu' },
    ]);
  });

  it('says who tried a door that is not theirs', async () => {
    const kitchen = await asRole(store, 'KITCHEN');
    expect((await kitchen('/api/staff/users')).status).toBe(403);
    expect(rows().at(-1)).toMatchObject({ action: 'forbidden', userName: 'Ana KITCHEN' });
  });

  it('says whose account is disabled, to whoever has its password', async () => {
    const admin = await asRole(store, 'ADMIN');
    const id = await store.users.create({
      name: 'Gil',
      email: 'gil@loja.com',
      password: PASSWORD,
      role: 'KITCHEN',
    });
    await admin(`/api/staff/users/${id}/disabled`, { method: 'PUT', json: { disabled: true } });
    const enter = (password: string) =>
      store.ask('/api/auth/sign-in/email', { json: { email: 'gil@loja.com', password } });
    expect((await enter(PASSWORD)).status).toBe(403);
    expect((await enter('errada-mesmo')).status).toBe(401);
    expect(
      rows()
        .map(({ userName, detail }) => [userName, detail])
        .slice(-2),
    ).toEqual([
      ['Gil', 'não entrou: a conta está desativada'],
      ['', 'não entrou: email ou senha errados'],
    ]);
  });

  it('says who is not in the shop, where that is what keeps them out', async () => {
    await asRole(store, 'ADMIN');
    const signedIn = await store.askLink('/api/auth/sign-in/email', {
      json: { email: 'admin@loja.com', password: PASSWORD },
    });
    const headers = { cookie: cookiesOf(signedIn.headers) };
    const add = () => store.askLink('/api/staff/backups/sticks', { json: { id: 'x' }, headers });
    expect([(await add()).status, (await add()).status]).toEqual([403, 403]);
    store.clock.nowMs += WINDOW_MS;
    await add();
    expect(
      rows()
        .map(({ action, detail }) => [action, detail])
        .slice(-3),
    ).toEqual([
      ['lan-only', 'tentou de longe o que só se faz na rede da loja'],
      ['lan-only', 'mais 1 tentativa de fazer de longe o que só se faz na rede da loja, de 1 lugar'],
      ['lan-only', 'tentou de longe o que só se faz na rede da loja'],
    ]);
  });

  it.each([
    ['/api/staff/privacy/export', { json: { phone: '11987654321' } }, 'baixou os dados de um cliente'],
    ['/api/staff/diagnostics/bundle', {}, 'baixou o diagnóstico da loja'],
    ['/api/staff/reports/sales.csv?from=2026-11-20&to=2026-11-21', {}, 'baixou a planilha de vendas'],
  ])('says who took away %s, and nothing of what was in it', async (path, asked, detail) => {
    const admin = await asRole(store, 'ADMIN');
    const answer = await admin(path, asked);
    expect(answer.status).toBe(200);
    await answer.text();
    expect(rows().at(-1)).toEqual({ action: 'export', from: 'lan', userName: 'Ana ADMIN', detail });
  });

  it('is read a hundred lines at a time, the newest first, down to the oldest', () => {
    const line = (number: number): string => `mudança ${number}`;
    for (let number = 1; number <= 201; number += 1)
      store.audit.record(THE_STORE, 'order', 'test', line(number));
    const pages: string[][] = [];
    let before: number | undefined;
    for (let more = true; more;) {
      const page = store.audit.page({ before, subject: 'order' });
      pages.push(page.rows.map(({ text }) => text));
      before = page.rows.at(-1)?.id;
      more = page.more;
    }
    expect(pages.map((page) => [page.length, page[0], page.at(-1)])).toEqual([
      [100, line(201), line(102)],
      [100, line(101), line(2)],
      [1, line(1), line(1)],
    ]);
  });

  it('says of a change that comes in later when it was made', () => {
    const madeAtMs = store.clock.nowMs - 3_600_000;
    store.audit.record(THE_STORE, 'menu', 'change', 'mudou', madeAtMs);
    store.audit.record(THE_STORE, 'menu', 'change', 'mudou');
    expect(store.audit.page({}).rows.map(({ atMs }) => atMs)).toEqual([store.clock.nowMs, madeAtMs]);
  });

  it('keeps no line of who comes in while nothing may be taken in, and lets nothing else go by without one', () => {
    store.writeGate.hold('behind');
    store.audit.record(THE_STORE, 'access', 'sign-in', 'entrou');
    expect(() => store.audit.record(THE_STORE, 'settings', 'test', 'mudou')).toThrow(StoreHeld);
    expect(store.audit.page({}).rows).toEqual([]);
  });

  it('says a wrong password once, without whose it was, and the rest of an hour as one sum', async () => {
    const wrong = (email: string) =>
      store.ask('/api/auth/sign-in/email', { json: { email, password: 'errada' } });
    for (let tries = 0; tries < 4; tries += 1) expect((await wrong('ana@loja.com')).status).toBe(401);
    expect(rows()).toEqual([
      {
        action: 'wrong-password',
        from: 'lan',
        userName: '',
        detail: 'não entrou: email ou senha errados',
      },
    ]);
    store.clock.nowMs += WINDOW_MS;
    await wrong('ana@loja.com');
    expect(rows().map(({ detail }) => detail)).toEqual([
      'não entrou: email ou senha errados',
      'mais 3 tentativas com email ou senha errados, de 1 lugar',
      'não entrou: email ou senha errados',
    ]);
    expect(JSON.stringify(rows())).not.toMatch(/ana@|192\.168/);
  });
});

const NO_LOG: PrivateLog = { append: () => undefined, restate: () => undefined };

describe('the sum of an hour', () => {
  const KEY = 's'.repeat(32);
  const log = { info: () => undefined, warn: () => undefined };
  it.each([
    ['wrong-password', '2 tentativas com email ou senha errados', '1 tentativa com email ou senha errados'],
    [
      'forbidden',
      '2 tentativas de abrir uma área que não é da sua função',
      '1 tentativa de abrir uma área que não é da sua função',
    ],
    [
      'lan-only',
      '2 tentativas de fazer de longe o que só se faz na rede da loja',
      '1 tentativa de fazer de longe o que só se faz na rede da loja',
    ],
    [
      'disabled',
      '2 tentativas de entrar com a conta desativada',
      '1 tentativa de entrar com a conta desativada',
    ],
    ['slowed', '2 tentativas freadas', '1 tentativa freada'],
  ] as const)('of %s says what it was that was tried once more, or several times', (kind, several, once) => {
    const audit = createAudit({ db: store.db, log: NO_LOG, clock: () => store.clock.nowMs });
    const trace = createTrace({ audit, secret: KEY, clock: () => store.clock.nowMs, log });
    const who: Actor = { userId: null, userName: null, from: 'lan' };
    for (const times of [3, 2]) {
      for (let time = 0; time < times; time += 1) trace.refused(kind, who, '192.168.0.9');
      trace.settle(true);
    }
    const sums = rows().filter(({ detail }) => detail.startsWith('mais '));
    expect(sums.map(({ detail }) => detail)).toEqual([
      `mais ${several}, de 1 lugar`,
      `mais ${once}, de 1 lugar`,
    ]);
  });
});

describe('a flood of refusals', () => {
  type Line = { details: Record<string, unknown>; message: string };
  function traced() {
    const lines: Line[] = [];
    const say = (details: object, message: string): void => {
      lines.push({ details: details as Record<string, unknown>, message });
    };
    const trace = createTrace({
      audit: createAudit({ db: store.db, log: NO_LOG, clock: () => store.clock.nowMs }),
      secret: 's'.repeat(32),
      clock: () => store.clock.nowMs,
      log: { info: say, warn: say },
    });
    return { trace, lines };
  }
  const nobody: Actor = { userId: null, userName: null, from: 'relay' };

  it('is two rows and a bounded number of lines an hour, and shows no address', () => {
    const { trace, lines } = traced();
    for (let tries = 0; tries < 10_000; tries += 1)
      trace.refused('slowed', nobody, `203.0.${tries >> 8}.${tries & 255}`);
    trace.settle();
    expect(rows()).toHaveLength(1);
    expect(lines.length).toBe(20);
    store.clock.nowMs += WINDOW_MS - 1;
    trace.settle();
    expect(rows()).toHaveLength(1);
    store.clock.nowMs += 1;
    trace.settle();
    expect(rows().map(({ detail }) => detail)).toEqual([
      'foi freado por tentar vezes demais',
      'mais 9999 tentativas freadas, de 500 ou mais lugares',
    ]);
    expect(lines).toHaveLength(21);
    expect(JSON.stringify(lines)).not.toMatch(/203\.0/);
    expect(lines[0]?.details['place']).toMatch(/^[\w-]{10}$/);
    expect(lines[0]?.details['place']).not.toBe(lines[1]?.details['place']);
  });

  it('from the site and from the shop are two, each with where it came from', () => {
    const { trace } = traced();
    trace.refused('slowed', nobody, '203.0.113.1');
    trace.refused('slowed', { ...nobody, from: 'lan' }, '192.168.0.9');
    expect(rows().map(({ from }) => from)).toEqual(['relay', 'lan']);
  });

  it('of many people is counted together beyond sixty', () => {
    const { trace } = traced();
    for (let person = 0; person < 200; person += 1)
      trace.refused(
        'forbidden',
        { userId: `user-${person}`, userName: `Pessoa ${person}`, from: 'lan' },
        '192.168.0.9',
      );
    trace.settle(true);
    expect(rows().length).toBe(62);
    expect(rows().at(-1)?.detail).toMatch(/^mais 139 tentativas de abrir/);
  });

  it('is laid to nobody where it is counted together', () => {
    const { trace } = traced();
    const told = (): (string | null)[] => rows().map(({ userName }) => userName);
    for (let person = 0; person < 62; person += 1)
      trace.refused(
        'forbidden',
        { userId: `user-${person}`, userName: `Pessoa ${person}`, from: 'lan' },
        '192.168.0.9',
      );
    trace.settle(true);
    // The first of those beyond sixty, and the sum of them.
    expect(told().slice(59)).toEqual(['Pessoa 59', '', '']);
  });

  it('comes from as many places as there are households: an IPv6 network of one house is one', () => {
    const { trace } = traced();
    for (const address of ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:1:ffff::3', '2001:db8:0:2::1'])
      trace.refused('slowed', nobody, address);
    trace.settle(true);
    expect(rows().at(-1)?.detail).toBe('mais 3 tentativas freadas, de 2 lugares');
  });

  it('is summed at the next look where the clock was set back meanwhile', () => {
    const { trace } = traced();
    trace.refused('slowed', nobody, '203.0.113.1');
    trace.refused('slowed', nobody, '203.0.113.1');
    store.clock.nowMs -= 24 * WINDOW_MS;
    trace.settle();
    expect(rows().map(({ detail }) => detail)).toEqual([
      'foi freado por tentar vezes demais',
      'mais 1 tentativa freada, de 1 lugar',
    ]);
  });

  it('is summed at the next refusal where the clock was set back meanwhile, which is then a first one', () => {
    const { trace } = traced();
    for (const setBackMs of [0, 0, 24 * WINDOW_MS]) {
      store.clock.nowMs -= setBackMs;
      trace.refused('slowed', nobody, '203.0.113.1');
    }
    expect(rows().map(({ detail }) => detail)).toEqual([
      'foi freado por tentar vezes demais',
      'mais 1 tentativa freada, de 1 lugar',
      'foi freado por tentar vezes demais',
    ]);
  });

  it('of somebody who is counted already goes on being theirs, though nobody more can be', () => {
    const { trace } = traced();
    const refuse = (person: number): void =>
      trace.refused(
        'forbidden',
        { userId: `user-${person}`, userName: `Pessoa ${person}`, from: 'lan' },
        '192.168.0.9',
      );
    for (let person = 0; person < 60; person += 1) refuse(person);
    refuse(7);
    expect(rows()).toHaveLength(60);
    trace.settle(true);
    expect(rows().slice(60)).toMatchObject([
      { userName: 'Pessoa 7', detail: expect.stringMatching(/^mais 1 tentativa de abrir/) as string },
    ]);
  });

  it('does not stand in the way when nothing can be written', () => {
    const lines: string[] = [];
    const trace = createTrace({
      audit: {
        page: () => ({ rows: [], more: false }),
        record: () => {
          throw new Error('disk full');
        },
      },
      secret: 's'.repeat(32),
      clock: () => store.clock.nowMs,
      log: { info: () => undefined, warn: (_details, message) => lines.push(message) },
    });
    expect(() => trace.refused('slowed', nobody, '203.0.113.1')).not.toThrow();
    expect(lines).toEqual(['a refusal could not be written into the audit']);
  });
});

describe('the log', () => {
  it('has who did what to accounts and settings, by id, without the sentence', async () => {
    const lines: string[] = [];
    await store.close();
    store = await openTestStore({ printLine: (line) => lines.push(line) });
    const admin = await asRole(store, 'ADMIN');
    await admin('/api/staff/users', {
      json: { name: 'Beto', email: 'beto@loja.com', password: PASSWORD, role: 'KITCHEN' },
    });
    await admin('/api/staff/privacy', { method: 'PUT', json: { retentionMonths: 6 } });
    await admin('/api/staff/settings', { method: 'PATCH', json: { storeName: 'Açaí da Ana' } });
    // What is done with orders all day long is not there.
    store.audit.record(THE_STORE, 'order', 'test', 'mudou um pedido');
    const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(said.filter((line) => line['msg'] === 'audited').map((line) => line['action'])).toEqual([
      'create',
      'sign-in',
      'create',
      'retention',
      'change',
    ]);
    expect(lines.join('\n')).not.toMatch(/beto|Beto|admin@|192\.168/);
  });
});
