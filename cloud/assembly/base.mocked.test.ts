// What every part of the relay stands on, over a database and other processes that the test holds: what is said when a connection breaks,
// what is read anew after others did something, and who is left when it stops.
import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { assembleBase } from './base.ts';

const { scene } = vi.hoisted(() => ({
  scene: {
    /** What the database was opened with. */
    opened: {},
    onLost: (_error: Error): void => undefined,
    onForeign: (_storeId?: string): void => undefined,
    /** The table of stores. */
    stores: [] as { storeId: string; name: string }[],
    stopped: [] as string[],
  },
}));
vi.mock('../storage/open.ts', () => ({
  async openDatabase(options: { onLost: (error: Error) => void }) {
    scene.opened = options;
    scene.onLost = options.onLost;
    const where = () => Object.assign(Promise.resolve(scene.stores), { execute: async () => scene.stores });
    const db = { select: () => ({ from: () => ({ where }) }) };
    return { db, query: async () => ({ rows: [] }), createClient: () => ({}) };
  },
}));
vi.mock('../storage/persons/person-key.ts', () => ({ loadPersonKey: async () => Buffer.alloc(32, 7) }));
vi.mock('../cluster/bus.ts', () => ({
  async openBus({ onForeign }: { onForeign: (storeId?: string) => void }) {
    scene.onForeign = onForeign;
    return { instance: 'one', stop: async () => void scene.stopped.push('bus') };
  },
}));

let lines: string[];
beforeEach(() => {
  lines = [];
  scene.stopped = [];
});
const assemble = (more: { databaseMsMax?: number } = {}) =>
  assembleBase({
    config: readConfig({
      ...{ DATABASE_URL: 'postgres://balcao@db.example/balcao', PUBLIC_URL: 'https://acai.example' },
      DATABASE_DIRECT_URL: 'postgres://balcao@direct.example/balcao',
      ...{ SECRETS_KEY: randomBytes(32).toString('hex'), INSTANCE_URL: 'http://10.0.0.1:4000' },
    }),
    migrationsFolder: '',
    clock: Date.now,
    log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
    ...more,
  });

// What listens for the other processes goes past a pooler, which would take it for anybody's.
it('the database is opened by both of its addresses, and waited for as long as is said', async () => {
  await assemble({ databaseMsMax: 1234 });
  expect(scene.opened).toMatchObject({
    databaseUrl: 'postgres://balcao@db.example/balcao',
    directUrl: 'postgres://balcao@direct.example/balcao',
    turnMsMax: 1234,
  });
});

it('a connection to the database that breaks is in the log with the reason', async () => {
  await assemble();
  scene.onLost(new Error('terminated by the administrator'));
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'a connection to the database broke', err: { message: 'terminated by the administrator' } },
  ]);
});

it.each([
  ['that one alone', 'store-1'],
  // After a broken connection nobody knows what was told meanwhile.
  ['all of them', undefined],
])('what another process did to a store is read anew, said of %s', async (_which, told) => {
  const { stores } = await assemble();
  const names = async () => (await stores.all()).map(({ name }) => name);
  scene.stores = [{ storeId: 'store-1', name: 'Açaí da Praia' }];
  expect(await names()).toEqual(['Açaí da Praia']);
  scene.stores = [{ storeId: 'store-1', name: 'Açaí da Orla' }];
  scene.onForeign(told);
  expect(await names()).toEqual(['Açaí da Orla']);
});

it('a process that stops hears the others no longer', async () => {
  const { cluster } = await assemble();
  expect(scene.stopped).toEqual([]);
  await cluster.stop();
  expect(scene.stopped).toEqual(['bus']);
});
