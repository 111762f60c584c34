import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { StoreHeld } from '../storage/write-gate.ts';
import { ErasureUnfinished } from '../shop/privacy/erasure.ts';
import { BackupFailed } from '../machine/backup/backups.ts';
import { onStoreError } from './problems.ts';

const log = pino({ level: 'silent' });

const ofDisk = (code: string): Error => Object.assign(new Error(code), { code });

it.each<[string, string, Error, { status: number; code: string; again: string | null; isTold: boolean }]>([
  ['a store that is held', '/api/orders', new StoreHeld('behind'), answer(503, 'held-behind', '5', false)],
  ['a copy that failed', '/api/staff/backups', new BackupFailed('cheio'), answer(507, 'backup', null, false)],
  [
    'an erasure that left traces',
    '/api/staff/privacy/erase',
    new ErasureUnfinished('traces'),
    answer(507, 'erasure-unfinished', null, true),
  ],
  ['a disk that is full', '/api/orders', ofDisk('SQLITE_FULL'), answer(503, 'storage', null, true)],
  [
    'a disk that gives nothing back',
    '/api/orders',
    ofDisk('SQLITE_IOERR_READ'),
    answer(503, 'storage', null, true),
  ],
])('%s is answered so that whoever asked knows what to do', async (_, path, error, expected) => {
  const told: unknown[] = [];
  const app = new Hono();
  app.onError(onStoreError(log, (one) => told.push(one)));
  app.get('*', () => {
    throw error;
  });
  const response = await app.request(path);
  expect({
    status: response.status,
    code: ((await response.json()) as { code: string }).code,
    again: response.headers.get('retry-after'),
    isTold: told.includes(error),
  }).toEqual(expected);
});

it('says of a disk that is full how to get in, of another one what became of the data', async () => {
  const app = new Hono();
  app.onError(onStoreError(log, () => undefined));
  app.get('/api/auth/sign-in', () => {
    throw ofDisk('SQLITE_FULL');
  });
  app.get('/full', () => {
    throw ofDisk('SQLITE_FULL');
  });
  app.get('/unreadable', () => {
    throw ofDisk('SQLITE_IOERR_READ');
  });
  const titleOf = async (path: string): Promise<string> =>
    ((await (await app.request(path)).json()) as { title: string }).title;
  expect([await titleOf('/api/auth/sign-in'), await titleOf('/full'), await titleOf('/unreadable')]).toEqual([
    'Não foi possível entrar agora',
    'Não foi possível salvar',
    'Não foi possível ler os dados',
  ]);
});

it.each<[string, Error]>([
  ['behind', new StoreHeld('behind')],
  ['unconfirmed', new StoreHeld('unconfirmed')],
  ['fenced', new StoreHeld('fenced')],
  ['read-only', new StoreHeld('read-only')],
  ['damaged', new StoreHeld('damaged')],
  ['full', ofDisk('SQLITE_FULL')],
  ['unreadable', ofDisk('SQLITE_IOERR_READ')],
])('says to whoever sells at a store that is %s that nothing was recorded', async (_what, error) => {
  const app = new Hono();
  app.onError(onStoreError(log, () => undefined));
  app.post('*', () => {
    throw error;
  });
  const response = await app.request('/api/orders', { method: 'POST' });
  expect(((await response.json()) as { detail: string }).detail).toContain('Nada foi registrado.');
});

it.each<[string, string, Error, string]>([
  [
    'a full disk, of a sign-in',
    '/api/auth/sign-in/email',
    ofDisk('SQLITE_FULL'),
    'O disco da loja está cheio ou com defeito e não guarda um acesso novo. Quem já entrou continua vendo tudo. Na máquina da loja, apague arquivos que não são dela, ou desligue a máquina e ligue de novo; depois tente entrar outra vez.',
  ],
  [
    'a full disk, of an order',
    '/api/orders',
    ofDisk('SQLITE_FULL'),
    'A loja não conseguiu salvar agora (disco cheio ou com defeito). Nada foi registrado. Chame o responsável.',
  ],
  [
    'a card that gives nothing back',
    '/api/orders',
    ofDisk('SQLITE_IOERR_READ'),
    'O cartão da loja não devolveu uma parte dos dados. Nada foi registrado. Tente de novo; se continuar, chame o responsável.',
  ],
  [
    'an erasure that left traces',
    '/api/staff/privacy/erase',
    new ErasureUnfinished('traces'),
    'O que você pediu foi excluído e não aparece mais. O disco da loja está cheio ou com defeito, e vestígios ainda podem estar nele. Libere espaço na máquina da loja e avise o responsável.',
  ],
  ['a copy that failed', '/api/staff/backups', new BackupFailed('Não há espaço.'), 'Não há espaço.'],
])('says of %s what to do', async (_what, path, error, detail) => {
  const app = new Hono();
  app.onError(onStoreError(log, () => undefined));
  app.get('*', () => {
    throw error;
  });
  expect(await (await app.request(path)).json()).toMatchObject({ detail });
});

it('of an erasure that left traces it is said first of all that it was done', async () => {
  const app = new Hono();
  app.onError(onStoreError(log, () => undefined));
  app.get('*', () => {
    throw new ErasureUnfinished('traces');
  });
  const response = await app.request('/api/staff/privacy/erase');
  expect([response.status, await response.json()]).toEqual([
    507,
    expect.objectContaining({
      code: 'erasure-unfinished',
      title: 'Excluído, mas restam vestígios no disco',
    }),
  ]);
});

it('a database that was closed under a request is a bug, and no word of the disk', async () => {
  const app = new Hono();
  const told: unknown[] = [];
  app.onError(onStoreError(log, (one) => told.push(one)));
  app.get('*', () => {
    throw new TypeError('The database connection is not open');
  });
  const response = await app.request('/api/orders');
  expect([response.status, await response.json(), told]).toEqual([
    500,
    expect.objectContaining({ code: 'internal' }),
    [],
  ]);
});

function answer(status: number, code: string, again: string | null, isTold: boolean) {
  return { status, code, again, isTold };
}
