// Who gets in at the store, whatever a request says about itself: other sites, strangers, forged headers, people who were let go.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { openTestStore, type TestStore } from '../testing/open-test-store.ts';
import { sell } from '../testing/sell.ts';
import { asRole, PASSWORD, type Asking } from '../testing/sign-in.ts';
import { lanListener } from './transport.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

type Heard = { events: () => string[]; text: () => string; ended: Promise<void>; close: () => Promise<void> };
/** Listens until it ends. */
async function listen(response: Response): Promise<Heard> {
  expect(response.status).toBe(200);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  const ended = (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += new TextDecoder().decode(value);
    }
  })();
  return {
    text: () => text,
    events: () => [...text.matchAll(/^event: ([\w-]+)/gm)].map((match) => match[1] ?? ''),
    ended,
    close: () => reader.cancel(),
  };
}

describe('[27] a page of another site', () => {
  const changes: [string, string, Record<string, unknown>][] = [
    ['POST', '/api/staff/pause', { minutes: 5 }],
    ['PATCH', '/api/staff/settings', { storeName: 'Roubada' }],
    ['DELETE', '/api/staff/printers/p1', {}],
    ['POST', '/api/auth/sign-out', {}],
    ['POST', '/api/orders', sampleRequest()],
    ['POST', '/api/wholesale/orders', {}],
    ['POST', '/api/setup', {}],
  ];

  it.each(changes)('changes nothing with somebody’s cookie: %s %s', async (method, path, json) => {
    const admin = await asRole(store, 'ADMIN');
    const body = method === 'DELETE' ? {} : { json };
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://balcao.local.evil.example' },
      { origin: 'http://balcao.local:8080' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const answer = await admin(path, { method, ...body, headers });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        403,
        'foreign-origin',
      ]);
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot send a form (%s) where JSON is asked for, nor without saying what it is',
    async (type) => {
      const admin = await asRole(store, 'ADMIN');
      // One that reads its body, and one that needs none.
      for (const path of ['/api/staff/pause', '/api/staff/backups'])
        for (const headers of [{ 'content-type': type }, { 'content-type': '' }])
          expect((await admin(path, { json: '{"minutes":5}', headers })).status).toBe(415);
    },
  );

  it('reads and hears nothing, not even the live stream', async () => {
    const admin = await asRole(store, 'ADMIN');
    for (const path of ['/api/staff/live', '/api/staff/users', '/api/live'])
      for (const mode of ['cors', 'no-cors'])
        expect(
          (await admin(path, { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode } })).status,
        ).toBe(403);
    const answer = await admin('/api/staff/users', { headers: { origin: 'https://evil.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may lead its readers here all the same: to a page, and to what a link opens', async () => {
    const admin = await asRole(store, 'ADMIN');
    const from = async (path: string, mode: string) => {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode };
      return (await admin(path, { headers })).status;
    };
    expect(await from('/api/staff/users', 'navigate')).toBe(200);
    expect(await from('/healthz', 'no-cors')).toBe(200);
  });

  it('while our own page may do all that', async () => {
    const admin = await asRole(store, 'ADMIN');
    const headers = { origin: 'http://balcao.local', 'sec-fetch-site': 'same-origin' };
    expect((await admin('/api/staff/pause', { json: { minutes: 5 }, headers })).status).toBe(200);
  });

  it('finds no page of ours that it may put into a frame, and no answer that a browser would guess the type of', async () => {
    for (const path of [
      '/',
      '/admin',
      '/api/store',
      '/api/staff/me',
      '/healthz',
      '/readyz',
      '/openapi.json',
    ]) {
      const { headers } = await store.ask(path);
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
      expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
      // No provider's script runs in the shop, and no form of ours goes elsewhere.
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringMatching(/^(?!.*https?:).*form-action 'self'/),
      ]);
      // Screens of the shop are plain http: a browser that was told so would never open them again.
      expect([path, headers.get('strict-transport-security')]).toEqual([path, null]);
    }
  });

  it('gets no session: its cookie is kept from scripts and from other sites', async () => {
    await asRole(store, 'ADMIN');
    const answer = await store.ask('/api/auth/sign-in/email', {
      json: { email: 'admin@loja.com', password: PASSWORD },
    });
    const cookies = answer.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly.*SameSite=(Lax|Strict)/i);
  });
});

describe('[29] somebody who tries codes and tokens of others', () => {
  it('is told the same whether the order exists or not, and is slowed', async () => {
    const order = sell(store, store.clock.nowMs, { status: 'PENDING', paymentStatus: 'pending' });
    const json = { changeForCents: null };
    const headers = { authorization: `Bearer ${'x'.repeat(32)}` };
    for (const what of ['cash', 'pix']) {
      const answers = [];
      for (const code of [order.code, 'ZZZZZZZZZZZZ']) {
        const answer = await store.ask(`/api/orders/${code}/${what}`, { json, headers });
        answers.push([answer.status, await answer.json()]);
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.[0]).toBe(401);
    }
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1)
      statuses.push((await store.ask(`/api/orders/${order.code}/cash`, { json, headers })).status);
    expect(statuses.at(0)).toBe(401);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('[30] the live events of others', () => {
  it('are not heard without a ticket, nor with one that was changed, made up or is over', async () => {
    const order = sell(store, store.clock.nowMs, { status: 'RECEBIDO', observations: 'segredo da Ana' });
    // Of the counter, where nobody said a phone.
    const bare = sell(store, store.clock.nowMs, { status: 'RECEBIDO', customerPhone: null });
    const stranger = await listen(await store.ask('/api/live'));
    const view = (await (await store.ask(`/api/orders/${order.code}`)).json()) as { ticket: string };
    const known = await listen(await store.ask(`/api/live?ticket=${view.ticket}`));
    const found = await store.ask('/api/track', { json: { phone: '11987654321' } });
    const { ticket } = (await found.json()) as { ticket: string };
    const byPhone = await listen(await store.ask(`/api/live?ticket=${ticket}`));
    const kitchen = await asRole(store, 'KITCHEN');
    for (const { id } of [bare, order])
      expect((await kitchen(`/api/staff/orders/${id}/moves`, { json: { kind: 'start' } })).status).toBe(200);
    await expect.poll(() => known.events()).toContain('order');
    // As much as the answer that the ticket came with: how it stands, or what the whole phone opens.
    expect(known.text()).toContain(
      `data: ${JSON.stringify({ access: 'status', orderNumber: null, panelNumber: null, status: 'PREPARING' })}\n`,
    );
    expect(known.text()).not.toContain(order.code);
    await expect.poll(() => byPhone.text()).toContain(order.code);
    for (const heard of [known, byPhone])
      expect(heard.text()).not.toMatch(new RegExp(`segredo|11987654321|${order.id}|${bare.code}`));
    for (const heard of [known, byPhone])
      expect(heard.events().filter((event) => event === 'order')).toHaveLength(1);
    expect(stranger.events()).not.toContain('order');

    const bytes = Buffer.from(view.ticket, 'base64url');
    for (const at of [0, 12, 600, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect((await store.ask(`/api/live?ticket=${changed.toString('base64url')}`)).status).toBe(401);
    }
    for (const made of [
      view.ticket.slice(0, -4),
      `${view.ticket}AAAA`,
      'A'.repeat(view.ticket.length),
      '.',
      'x',
    ])
      expect((await store.ask(`/api/live?ticket=${made}`)).status).toBe(401);
    store.clock.nowMs += 13 * 3_600_000;
    expect((await store.ask(`/api/live?ticket=${view.ticket}`)).status).toBe(401);
    await Promise.all([stranger.close(), known.close(), byPhone.close()]);
  });

  it('of staff are not heard by strangers, nor by an account without a role', async () => {
    expect((await store.ask('/api/staff/live')).status).toBe(401);
    const json = { name: 'Novo', email: 'novo@loja.com', password: PASSWORD };
    await store.ask('/api/auth/sign-up/email', { json });
    const signedIn = await store.ask('/api/auth/sign-in/email', { json });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await store.ask('/api/staff/live', { headers: { cookie } })).status).toBe(403);
  });

  it('leave room for the kitchen, however many streams one stranger opens', async () => {
    const kitchen = await asRole(store, 'KITCHEN');
    const open: Heard[] = [];
    let refused: Response | null = null;
    for (let count = 0; count < 200 && refused === null; count += 1) {
      const answer = await store.ask('/api/live');
      if (answer.status === 200) open.push(await listen(answer));
      else refused = answer;
    }
    expect(refused?.status).toBe(503);
    expect(refused?.headers.get('retry-after')).not.toBeNull();
    expect(open.length).toBeLessThanOrEqual(20);
    open.push(await listen(await kitchen('/api/staff/live')));
    await Promise.all(open.map((one) => one.close()));
    // Who goes makes room again.
    await expect.poll(async () => (await store.ask('/api/live')).status).toBe(200);
  });
});

describe('[31] what a request says about its sender', () => {
  let server: Server;
  let url: string;
  beforeEach(async () => {
    const onLan = lanListener(store.app);
    server = createServer((incoming, outgoing) => onLan(incoming, outgoing));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const forged = (index: number): Record<string, string> => ({
    'x-forwarded-for': `10.0.0.${index}`,
    'x-real-ip': `10.0.0.${index}`,
    forwarded: `for=10.0.0.${index}`,
    'x-balcao-client-ip': `10.0.0.${index}`,
  });

  it('does not make one caller many: neither limits on guessing nor on looking are walked around', async () => {
    const post = (path: string, json: unknown, index: number) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...forged(index) },
        body: JSON.stringify(json),
      });
    const statuses = async (path: string, json: unknown, times: number): Promise<number[]> => {
      const found: number[] = [];
      for (let index = 0; index < times; index += 1) {
        const answer = await post(path, json, index);
        await answer.body?.cancel();
        found.push(answer.status);
      }
      return found;
    };
    expect(await statuses('/api/track', { phone: '11999998888' }, 61)).toContain(429);
    const guess = { email: 'ninguem@loja.com', password: 'errada' };
    expect(await statuses('/api/auth/sign-in/email', guess, 12)).toContain(429);
  });

  it('makes nobody the relay, opens nothing of the link, and moves no origin', async () => {
    const headers = {
      ...forged(1),
      'x-balcao-transport': 'link',
      'x-balcao-origin': 'https://evil.example',
      'content-type': 'application/json',
    };
    for (const path of ['/link/hello', '/link/changes?after=0', '/link/assertion-key'])
      expect((await fetch(url + path, { headers })).status).toBe(404);
    const command = await fetch(`${url}/link/commands`, { method: 'POST', headers, body: '{}' });
    expect(command.status).toBe(404);
    const foreign = await fetch(`${url}/api/track`, {
      method: 'POST',
      headers: { ...headers, origin: 'https://evil.example' },
      body: '{"phone":"11999998888"}',
    });
    expect(foreign.status).toBe(403);
  });

  it('never makes the tunnel the LAN: what only the shop may see stays closed, and the audit says where from', async () => {
    const admin = await asRole(store, 'ADMIN');
    const { name } = (await (await admin('/api/staff/backups', { json: {} })).json()) as { name: string };
    const signedIn = await store.askLink('/api/auth/sign-in/email', {
      json: { email: 'admin@loja.com', password: PASSWORD },
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const afar = (path: string, json?: unknown) =>
      store.askLink(path, {
        ...(json === undefined ? {} : { json }),
        headers: { cookie, 'x-forwarded-for': '192.168.0.9', 'x-balcao-transport': 'lan' },
      });
    expect((await afar('/api/staff/me')).status).toBe(200);
    expect(await (await afar(`/api/staff/backups/${name}`)).json()).toMatchObject({ code: 'lan-only' });
    expect((await admin(`/api/staff/backups/${name}`)).status).toBe(200);
    expect((await afar('/api/staff/pause', { minutes: 5 })).status).toBe(200);
    const { rows } = (await (await admin('/api/staff/audit')).json()) as { rows: { from: string }[] };
    expect(rows[0]?.from).toBe('relay');
  });
});

describe('[56] a session', () => {
  it.each([
    ['in the shop', 'ask', 'askLink'],
    ['at the relay', 'askLink', 'ask'],
  ] as const)('that was born %s is nothing by the other way in', async (_where, here, there) => {
    await asRole(store, 'ADMIN');
    const signedIn = await store[here]('/api/auth/sign-in/email', {
      json: { email: 'admin@loja.com', password: PASSWORD },
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const headers = { cookie };
    expect((await store[here]('/api/staff/me', { headers })).status).toBe(200);
    for (const path of ['/api/staff/me', '/api/staff/users', '/api/staff/live'])
      expect([path, (await store[there](path, { headers })).status]).toEqual([path, 401]);
    expect(await (await store[there]('/api/auth/get-session', { headers })).json()).toBeNull();
    // Nor is it ended from there.
    await store[there]('/api/auth/sign-out', { json: {}, headers });
    expect((await store[here]('/api/staff/me', { headers })).status).toBe(200);
    // What a caller says of the way in counts for nothing.
    const forged = { cookie, 'x-balcao-transport': here === 'ask' ? 'lan' : 'link' };
    expect((await store[there]('/api/staff/me', { headers: forged })).status).toBe(401);
  });
});

describe('[32] somebody who was let go', () => {
  const letGo: [string, (admin: Asking, id: string) => Promise<Response>][] = [
    ['was deleted', (admin, id) => admin(`/api/staff/users/${id}`, { method: 'DELETE' })],
    [
      'got another role',
      (admin, id) => admin(`/api/staff/users/${id}`, { method: 'PATCH', json: { role: 'ATTENDANT' } }),
    ],
  ];

  it.each(letGo)('and %s acts no more at once, and hears no more within the minute', async (_, revoke) => {
    const admin = await asRole(store, 'ADMIN');
    const kitchen = await asRole(store, 'KITCHEN');
    const { id } = (await (await kitchen('/api/staff/me')).json()) as { id: string };
    const beside = await asRole(store, 'ATTENDANT');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const [theirs, others] = [
        await listen(await kitchen('/api/staff/live')),
        await listen(await beside('/api/staff/live')),
      ];
      let over = false;
      void theirs.ended.then(() => (over = true));
      expect((await revoke(admin, id)).ok).toBe(true);
      expect((await kitchen('/api/staff/panel/reset', { json: {} })).status).toBeGreaterThanOrEqual(401);
      await vi.advanceTimersByTimeAsync(60_000);
      await expect.poll(() => over).toBe(true);
      sell(store, store.clock.nowMs, { status: 'RECEBIDO' });
      expect((await admin('/api/staff/pause', { json: { minutes: 5 } })).status).toBe(200);
      await expect.poll(() => others.events()).toContain('menu');
      await others.close();
    } finally {
      vi.useRealTimers();
    }
  });
});
