// A relay whose PostgreSQL is away: visitors hear it in words and are told to come back, it serves again by itself when the database is
// there again, and whoever starts it is told which setting leads nowhere.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresServers } from '../../../cloud/storage/postgres-servers.ts';
import { isDatabaseAway } from '../../../cloud/storage/unreachable.ts';
import { freePorts } from '../../../scripts/ports.ts';
import { run } from '../../../scripts/run.ts';
import { createCable, type Cable } from '../../support/cable.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { createFakeStore } from '../../harness/fake-store.ts';
import { bodyOf, createTestRelay, PAIRING_CODE, type TestRelay } from '../../harness/relay.ts';

describe('a relay whose database goes away', () => {
  let postgres: TestPostgres;
  let cable: Cable;
  let relay: TestRelay;
  beforeAll(async () => {
    postgres = await startPostgres();
    const url = new URL(postgres.url);
    cable = await createCable(Number(url.port));
    url.port = new URL(cable.url).port;
    const secretsKey = randomBytes(32).toString('hex');
    relay = await createTestRelay('postgres', {
      shared: { postgres: { ...postgres, url: url.href }, secretsKey },
    });
    const store = await createFakeStore(relay.url);
    await store.pair(PAIRING_CODE);
    store.close();
  });
  afterAll(async () => {
    cable.plug();
    await relay.close();
    await cable.close();
    await postgres.stop();
  });

  it('[65] answers 503 in words, not 500, and serves again when it is back', async () => {
    expect((await relay.ask('/api/menu')).status).toBe(200);
    cable.pull();
    relay.relay.stores.invalidate();
    for (const path of ['/api/menu', '/api/store']) {
      const answer = await relay.ask(path);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(await bodyOf(answer)).toMatchObject({
        code: 'database-away',
        title: 'Fora do ar por um instante',
      });
    }
    const ready = await relay.ask('/readyz');
    expect(ready.status).toBe(503);
    expect(await bodyOf(ready)).toMatchObject({ reasons: ['the database does not answer'] });
    cable.plug();
    await expect.poll(async () => (await relay.ask('/api/menu')).status).toBe(200);
    expect((await relay.ask('/readyz')).status).toBe(200);
  });

  it('[152] lets nobody wait without an end: for a connection that others hold, nor for one that is never answered', async () => {
    const servers = openPostgresServers(postgres.url);
    const pool = servers.pool(1);
    const held = await pool.connect();
    const waited: unknown = await pool.query('select 1').catch((error: unknown) => error);
    expect(isDatabaseAway(waited)).toBe(true);
    held.release();
    await pool.end();

    const silent = new URL(postgres.url);
    silent.port = new URL(cable.url).port;
    cable.stall();
    const listener = openPostgresServers(silent.href).client();
    listener.on('error', () => undefined);
    await expect(listener.connect()).rejects.toThrow('timeout expired');
    cable.plug();
  });
});

describe('a relay that finds no database', () => {
  const settings = (databaseUrl: string): Record<string, string> => ({
    CLOUD_PORT: '0',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://acai.example',
    SECRETS_KEY: randomBytes(32).toString('hex'),
  });

  it.each([[[]], [['check']]])(
    '[65] names DATABASE_URL and where it leads, and no password (main.js %j)',
    async (words) => {
      const [port] = await freePorts(1);
      const env = settings(`postgres://balcao:s3nha-guardada@127.0.0.1:${port}/pedidos`);
      const { ok, output } = await run(process.execPath, ['cloud/main.ts', ...words], { env });
      expect(ok).toBe(false);
      expect(output).toContain(
        `DATABASE_URL: no database at 127.0.0.1:${port}/pedidos: connect ECONNREFUSED`,
      );
      expect(output).not.toContain('s3nha-guardada');
      expect(output).not.toMatch(/^ +at /m);
    },
  );

  it('[65] names it too when the database knows no such user', async () => {
    const postgres = await startPostgres();
    try {
      const url = new URL(postgres.url);
      url.password = 's3nha-errada';
      const { ok, output } = await run(process.execPath, ['cloud/main.ts', 'check'], {
        env: settings(url.href),
      });
      expect(ok).toBe(false);
      expect(output).toMatch(/DATABASE_URL: no database at \S+: password authentication failed/);
      const good = settings(postgres.url);
      const checked = await run(process.execPath, ['cloud/main.ts', 'check'], {
        env: { ...good, WEB_DIR: 'web' },
      });
      expect(checked).toMatchObject({ ok: true });
      const bare = await run(process.execPath, ['cloud/main.ts', 'check'], {
        env: { ...good, WEB_DIR: '/nowhere' },
      });
      expect(bare).toMatchObject({ ok: false });
      expect(bare.output).toContain('WEB_DIR: no web app in /nowhere');
    } finally {
      await postgres.stop();
    }
  });
});
