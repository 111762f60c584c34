// Whether this release can serve with these settings, on this machine: asked before it takes another one's place. Changes nothing: no
// migration, no listener.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { describeUnreachable } from './storage/unreachable.ts';

/** The oldest PostgreSQL that everything here was tried on. */
const POSTGRES_MIN = 150_000;

/** What stands in the way, named by its setting; empty when nothing does. */
export async function checkRelay(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'webDir'>,
): Promise<string[]> {
  const web = existsSync(join(config.webDir, 'index.html'))
    ? []
    : [`WEB_DIR: no web app in ${config.webDir}`];
  const { databaseUrl, databaseDirectUrl } = config;
  if (databaseUrl === null)
    return [...web, 'DATABASE_URL: a relay that is installed keeps its orders in PostgreSQL'];
  const pooled = await checkDatabase(databaseUrl, 'DATABASE_URL');
  const direct =
    databaseDirectUrl === null ? [] : await checkDatabase(databaseDirectUrl, 'DATABASE_DIRECT_URL');
  return [...web, ...pooled, ...direct];
}

async function checkDatabase(databaseUrl: string, named: string): Promise<string[]> {
  const { openPostgresServers } = await import('./storage/postgres-servers.ts');
  const client = openPostgresServers(databaseUrl).client();
  try {
    await client.connect();
    const { rows } = await client.query<{ number: number; creates: boolean }>(
      `select current_setting('server_version_num')::int as number,
        has_database_privilege(current_database(), 'create') as creates`,
    );
    const [found] = rows;
    const why: string[] = [];
    if (!found || found.number < POSTGRES_MIN) why.push(`${named}: PostgreSQL 15 or newer is needed`);
    if (found && !found.creates)
      why.push(`${named}: this user may create nothing in this database; make it its owner`);
    return why;
  } catch (error) {
    return [describeUnreachable(databaseUrl, error, named).message];
  } finally {
    await client.end();
  }
}
