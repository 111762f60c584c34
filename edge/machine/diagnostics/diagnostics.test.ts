import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir, uptime } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Diagnostics } from '@balcao/shared/http/diagnostics.ts';
import { checkpoints } from '../../storage/schema/replication.ts';
import { COPY_OUTSIDE } from '../../shop/copies/outside.ts';
import { writeMeta } from '../../storage/identity.ts';
import { openDatabase } from '../../storage/open.ts';
import { readConfig } from '../../config.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { sell } from '../../testing/sell.ts';
import { clockDifference } from '../../replication/link/clock-difference.ts';
import { RELAY_URL } from '../../replication/link/link.ts';
import { runDoctor } from './doctor.ts';
import { createErrorMemory } from './error-memory.ts';
import { readMachine } from './machine.ts';

const checkIn = (body: Diagnostics, id: string) => body.checks.find((one) => one.id === id);

describe('diagnostics', () => {
  let store: TestStore;
  let admin: Asking;
  beforeEach(async () => {
    store = await openTestStore();
    admin = await asRole(store, 'ADMIN');
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await store.close();
  });
  const look = async () => (await (await admin('/api/staff/diagnostics')).json()) as Diagnostics;

  it('tells how far the relay is behind, and since when', async () => {
    sell(store, START_MS);
    store.clock.nowMs += 10 * 60_000;
    const { seq, hash } = store.outbox.head();
    expect(checkIn(await look(), 'link')?.state).toBe('off');
    store.db
      .insert(checkpoints)
      .values({ follower: 'relay', seq: seq - 1, hash, atMs: START_MS })
      .run();
    const bundle = (await (await admin('/api/staff/diagnostics/bundle')).json()) as {
      facts: { store: object };
    };
    expect(bundle.facts.store).toMatchObject({ rowsWaiting: 1, oldestWaitingAtMs: START_MS });
  });

  it('names every part there is to look at, and where phones find the store', async () => {
    const found = await look();
    expect(found.checks.map(({ id }) => id)).toEqual([
      'link',
      'printers',
      'disk',
      'card',
      'memory',
      'temperature',
      'clock',
      'backup',
      'outside',
      'rehearsal',
      'database',
      'mdns',
      'workers',
      'errors',
    ]);
    expect(found).toMatchObject({
      upSinceMs: START_MS,
      version: expect.any(String),
      storeId: store.identity.storeId,
    });
    expect(found.addresses[0]).toBe('http://balcao.local:3000');
  });

  it('makes a file in which nobody and nothing secret is named', async () => {
    const order = sell(store, START_MS, { customerPhone: '11987654321', observations: 'para a Dona Zefa' });
    await store.users.create({
      name: 'Zilda',
      email: 'zilda@loja.com',
      password: 'segredo-da-loja',
      role: 'KITCHEN',
    });
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
    const answer = await admin('/api/staff/diagnostics/bundle');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    const text = await answer.text();
    const { deviceKey, assertionKey, tokenSecret, authSecret, storeId } = store.identity;
    const secrets = [
      '11987654321',
      'Zefa',
      'Zilda',
      'zilda',
      'ADMIN',
      'admin@loja.com',
      order.code,
      order.id,
      storeId,
      String(deviceKey.privateJwk.d),
      String(assertionKey.privateJwk.d),
      tokenSecret.toString('hex'),
      authSecret,
      '192.168.77.5',
      store.folder,
    ];
    expect(secrets.filter((one) => text.includes(one))).toEqual([]);
    expect(JSON.parse(text)).toMatchObject({ node: process.version, checks: expect.any(Array) });
  });

  it('compares the clocks, and says so when the relay does not answer', async () => {
    const relayAt = (ms: number) => async () =>
      new Response('', { headers: { date: new Date(ms).toUTCString() } });
    expect(await clockDifference(relayAt(START_MS - 600_000), () => START_MS)).toBe(600_000);
    expect(
      await clockDifference(
        () => Promise.reject(new Error('off')),
        () => START_MS,
      ),
    ).toBeNull();
  });

  it('says nothing more of the site’s clock once the store has left its site', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
      Promise.resolve(new Response('', { headers: { date: new Date(START_MS - 600_000).toUTCString() } })),
    );
    writeMeta(store.db, RELAY_URL, 'https://acai.example');
    const told = async () => {
      const body = await look();
      return [
        body.health.clockDifferenceMs,
        checkIn(body, 'clock')?.text.includes('adiantado em relação ao site'),
      ];
    };
    expect(await told()).toEqual([600_000, true]);
    expect((await admin('/api/staff/relay/unpair', { method: 'POST' })).status).toBe(200);
    expect(await told()).toEqual([null, false]);
  });

  it('is ready while the database takes writes, and says why when it does not', async () => {
    expect(await (await store.ask('/readyz')).json()).toMatchObject({ ready: true, reasons: [] });
    store.db.$client.pragma('query_only = ON');
    const answer = await store.ask('/readyz');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ ready: false, reasons: ['the database cannot be written'] });
    expect(checkIn(await look(), 'database')?.state).toBe('bad');
    store.db.$client.pragma('query_only = OFF');
    store.writeGate.hold('fenced');
    const fenced = await store.ask('/readyz');
    expect([fenced.status, ((await fenced.json()) as { reasons: string[] }).reasons]).toEqual([
      503,
      ['held: another machine serves this store; pair this one again to take over'],
    ]);
    store.writeGate.release();
    expect((await store.ask('/readyz')).status).toBe(200);
  });

  it('says link, lag, oldest unsent row, last backup, disk and clock difference, to programs and on the screen', async () => {
    sell(store, START_MS);
    store.clock.nowMs += 90_000;
    await admin('/api/staff/backups', { json: {} });
    store.clock.nowMs += 10_000;
    const ready = (await (await store.ask('/readyz')).json()) as Record<string, unknown>;
    expect(ready).toMatchObject({
      ready: true,
      link: 'none',
      rowsWaiting: expect.any(Number),
      oldestWaitingAtMs: expect.any(Number),
      lastBackupAtMs: expect.any(Number),
      copyOutsideAtMs: null,
      backupFailure: null,
      diskFreeBytes: expect.any(Number),
      diskTotalBytes: expect.any(Number),
      clockDifferenceMs: null,
    });
    expect(ready['rowsWaiting']).toBeGreaterThan(0);
    expect(ready['lagMs']).toBe(store.clock.nowMs - Number(ready['oldestWaitingAtMs']));
    expect(ready['lagMs']).toBeGreaterThanOrEqual(100_000);
    const { health } = await look();
    for (const [name, value] of Object.entries(health))
      if (!name.startsWith('disk')) expect([name, ready[name]]).toEqual([name, value]);
  });

  it('says to programs why the last copy failed', async () => {
    mkdirSync(join(store.folder, 'edge'), { recursive: true });
    writeFileSync(join(store.folder, 'edge', 'backups'), 'a file where the folder should be');
    expect((await admin('/api/staff/backups', { json: {} })).status).toBe(507);
    expect(await (await store.ask('/readyz')).json()).toMatchObject({
      backupFailure: 'A cópia não pôde ser feita. Confira o disco e tente de novo.',
    });
  });

  it('asks the site what time it is once a minute, however often somebody looks', async () => {
    const asked: string[] = [];
    const linked = await openTestStore({
      relay: {
        request: (path) => {
          asked.push(path);
          return Promise.resolve(new Response('', { headers: { date: new Date(START_MS).toUTCString() } }));
        },
      },
    });
    try {
      const owner = await asRole(linked, 'ADMIN');
      const times = async (): Promise<number> => {
        await owner('/api/staff/diagnostics');
        return asked.filter((path) => path === '/healthz').length;
      };
      expect([await times(), await times()]).toEqual([1, 1]);
      linked.clock.nowMs += 60_000;
      expect(await times()).toBe(1);
      linked.clock.nowMs += 1;
      expect(await times()).toBe(2);
    } finally {
      await linked.close();
    }
  });
});

describe('the machine', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'balcao-machine-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const file = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  it('is read where the system tells', async () => {
    file('proc/meminfo', 'MemTotal: 4000000 kB\nMemAvailable:  2048 kB\n');
    file('sys/class/thermal/thermal_zone0/temp', '48312\n');
    file('sys/block/mmcblk0/stat', ' 1 2 3 4 5 6 2000 8 9\n');
    file('sys/block/mmcblk0/device/life_time', '0x01 0x03\n');
    file('sys/block/loop0/stat', ' 0 0 0 0 0 0 9 0 0\n');
    file('run/systemd/timesync/synchronized', '');
    expect(await readMachine(root, Date.now(), root)).toMatchObject({
      memoryAvailableBytes: 2048 * 1024,
      temperatureC: 48.312,
      writtenBytes: 2000 * 512,
      cardLifeTenths: 3,
      clockSynced: true,
      diskFreeBytes: expect.any(Number),
    });
  });

  it('was switched on when the system says, and sets its clock only where something does', async () => {
    file('run/systemd/timesync/other', '');
    const nowMs = 1_800_000_000_000;
    const waiting = await readMachine(root, nowMs, root);
    expect(Math.abs(waiting.bootedAtMs - (nowMs - uptime() * 1000))).toBeLessThan(60_000);
    expect(waiting.clockSynced).toBe(false);
    rmSync(join(root, 'run'), { recursive: true });
    expect((await readMachine(root, nowMs, root)).clockSynced).toBeNull();
  });

  it('is no failure where it does not', async () => {
    file('sys/class/thermal/thermal_zone0/temp', 'hot');
    mkdirSync(join(root, 'run/systemd/timesync'), { recursive: true });
    expect(await readMachine(join(root, 'missing'), Date.now(), root)).toMatchObject({
      diskFreeBytes: null,
      temperatureC: null,
      writtenBytes: null,
      cardLifeTenths: null,
      clockSynced: false,
    });
  });
});

describe('the newest errors', () => {
  it('are kept without what they were about, and the oldest go', () => {
    const memory = createErrorMemory(() => START_MS);
    const log = pino({ level: 'info', hooks: memory.hooks }, { write: () => undefined });
    log.info({}, 'all is well');
    log.warn({ phone: '11987654321' }, 'a printer does not answer');
    log.error(
      { err: Object.assign(new Error('insert 11987654321'), { code: 'SQLITE_FULL' }) },
      'request failed',
    );
    expect(memory.recent()).toEqual([
      { atMs: START_MS, level: 'warn', text: 'a printer does not answer' },
      { atMs: START_MS, level: 'error', text: 'request failed (SQLITE_FULL)' },
    ]);
    for (let n = 0; n < 30; n += 1) log.warn({}, `warning ${n}`);
    expect(memory.recent()).toHaveLength(20);
    expect(memory.recent().at(-1)?.text).toBe('warning 29');
  });
});

describe('the doctor', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'balcao-doctor-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const config = (port: number) => readConfig({ DATA_DIR: folder, EDGE_PORT: String(port) });

  it('speaks with a store that runs, and reads its file', async () => {
    const db = openDatabase(join(folder, 'edge', 'store.db'), 'edge/storage/migrations');
    writeMeta(db, COPY_OUTSIDE, JSON.stringify({ atMs: Date.now(), sinceMs: 0 }));
    db.$client.close();
    const server = createServer((_, answer) =>
      answer.end(JSON.stringify({ ready: true, reasons: [], link: 'linked', seq: 0 })),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { lines, bad } = await runDoctor(config((server.address() as AddressInfo).port), Date.now);
    server.close();
    expect(lines[0]).toBe('✓ Loja: no ar.');
    expect(lines).toContainEqual('✓ Internet e site: Ligada ao site. Nada espera para ser enviado.');
    expect(lines).toContainEqual(expect.stringMatching(/^✓ Banco de dados: Grava normalmente/));
    expect(bad).toBe(false);
  });

  it('says what to do when the store does not run, without a file or with a broken one', async () => {
    for (const broken of [false, true]) {
      if (broken) {
        mkdirSync(join(folder, 'edge'));
        writeFileSync(join(folder, 'edge', 'store.db'), 'this is no database');
      }
      const { lines, bad } = await runDoctor(config(1), Date.now);
      expect(lines[0]).toContain('sudo balcao restart');
      expect(lines).toContainEqual(expect.stringMatching(/^✗ Banco de dados: Não grava/));
      expect(bad).toBe(true);
    }
  });
});
