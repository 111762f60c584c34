// Which words stand before a store that cannot be opened, by what the machine said; and where programs and browsers read them.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { WrongSettings } from '../../config.ts';
import { NewerDatabase } from '../../storage/open.ts';
import { answerTrouble } from './trouble-page.ts';
import { troubleOf } from './trouble.ts';

const MB = 1024 * 1024;
const failing = (code: string, cause?: Error): Error =>
  Object.assign(new Error('failed', { cause }), code === '' ? {} : { code });

it.each([
  ['ENOSPC', null, 'disk-full'],
  ['EDQUOT', null, 'disk-full'],
  ['SQLITE_FULL', 64 * MB, 'disk-full'],
  // An index that cannot grow: it depends on how much is free.
  ['SQLITE_IOERR_SHMSIZE', MB - 1, 'disk-full'],
  ['SQLITE_IOERR_SHMSIZE', MB, 'disk-broken'],
  ['SQLITE_IOERR_READ', null, 'disk-broken'],
  ['SQLITE_CANTOPEN', 0, 'disk-full'],
  ['SQLITE_CANTOPEN', null, 'not-writable'],
  ['SQLITE_CORRUPT_INDEX', 0, 'damaged'],
  ['SQLITE_NOTADB', null, 'damaged'],
  ['SQLITE_BUSY', 0, 'in-use'],
  ['SQLITE_LOCKED', null, 'in-use'],
  ['SQLITE_READONLY_DBMOVED', null, 'not-writable'],
  ['EROFS', null, 'not-writable'],
  ['EIO', null, 'disk-broken'],
  ['', null, 'unknown'],
])('%s with %s bytes free is %s', (code, freeBytes, kind) => {
  expect(troubleOf(failing(code), freeBytes).kind).toBe(kind);
  // Whoever met it may have wrapped it.
  expect(troubleOf(failing('', failing(code)), freeBytes).kind).toBe(kind);
});

it('tells who helps which it was, by a code or a kind, and no value', () => {
  expect(troubleOf(failing('', failing('SQLITE_BUSY')), null).detail).toBe('SQLITE_BUSY');
  expect(troubleOf(new TypeError('11987654321'), null)).toMatchObject({
    kind: 'unknown',
    detail: 'TypeError',
  });
  expect(troubleOf('thrown', null)).toMatchObject({ kind: 'unknown', detail: null });
  expect(troubleOf(new SyntaxError('no JSON'), null).kind).toBe('damaged');
  expect(troubleOf(new NewerDatabase('newer'), null).kind).toBe('newer');
});

it('wrong settings alone wait for another start', () => {
  const wrong = troubleOf(new WrongSettings(['EDGE_PORT: use a number', 'TIME_ZONE: no such zone']), null);
  expect(wrong).toMatchObject({
    kind: 'settings',
    detail: 'EDGE_PORT: use a number\nTIME_ZONE: no such zone',
    endsByItself: false,
  });
  for (const code of ['ENOSPC', 'EIO', 'EROFS', 'SQLITE_CORRUPT', 'SQLITE_BUSY', ''])
    expect(troubleOf(failing(code), null).endsByItself).toBe(true);
});

it('is read by watchers, programs and browsers each in their own form, and never kept', async () => {
  const trouble = { ...troubleOf(failing('SQLITE_BUSY'), null), detail: '<b>"SQLITE_BUSY"</b> & more' };
  const server = createServer(answerTrouble(trouble));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      method,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  try {
    expect(await ask('/healthz')).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' });
    expect((await ask('/readyz')).status).toBe(503);
    expect(JSON.parse((await ask('/readyz?x=1')).text)).toMatchObject({
      ready: false,
      reasons: [trouble.title],
    });
    for (const path of ['/api/orders', '/link/commands', '/edge/x', '/doc/x'])
      expect(await ask(path, 'POST')).toMatchObject({
        status: 503,
        type: 'application/problem+json; charset=utf-8',
      });
    expect(JSON.parse((await ask('/api/menu')).text)).toMatchObject({
      code: 'trouble-in-use',
      title: trouble.title,
    });
    const page = await ask('/cozinha');
    expect(page).toMatchObject({ status: 503, type: 'text/html; charset=utf-8' });
    for (const step of trouble.steps) expect(page.text).toContain(`<li>${step}</li>`);
    expect(page.text).toContain('&#60;b&#62;&#34;SQLITE_BUSY&#34;&#60;/b&#62; &#38; more');
    expect(page.text).toContain('a loja volta assim que puder');
    expect((await ask('/cozinha', 'HEAD')).text).toBe('');
  } finally {
    server.close();
  }
});
