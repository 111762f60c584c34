// PgBouncer before a PostgreSQL of the tests, in transaction mode: each transaction may run on another connection than the one before. The
// machine's own, or the one of its Debian or Ubuntu, unpacked beside the test and not installed.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePorts } from '../../scripts/ports.ts';
import { root } from '../../scripts/root.ts';
import { PASSWORD } from './postgres.ts';

const run = promisify(execFile);
const INSTALLED = '/usr/sbin/pgbouncer';
/** What a system may not have already; their names differ between Debian and Ubuntu. */
const LIBRARIES = /^ +Depends: (lib(?:c-?ares|event)[\w.+-]*)$/gm;
/** Fewer than the relay opens, so that connections change hands. */
const SERVER_CONNECTIONS = 4;
const POLL_MS = 50;

export const NO_PGBOUNCER = 'this machine has no PgBouncer, and no apt to get one from';

export type Pgbouncer = {
  /** Where PostgreSQL is reached through it. */
  url: string;
  /** Ends it as the kernel does, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Before the server at `url`. Null where none can be had. */
export async function startPgbouncer(url: string): Promise<Pgbouncer | null> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-pgbouncer-'));
  const program = existsSync(INSTALLED) ? { file: INSTALLED, libraries: '' } : await unpacked(folder);
  if (program === null) {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  const [port = 0] = await freePorts(1);
  const settings = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"postgres" "${PASSWORD}"\n`);
  writeFileSync(settings, settingsOf({ port, serverPort: new URL(url).port, users }));
  const owner = await letIn(folder, [settings, users]);
  const pooled = new URL(url);
  pooled.port = `${port}`;
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    child = spawn(program?.file ?? '', [settings], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, LD_LIBRARY_PATH: program?.libraries },
    });
    while (!(await answers(pooled.href))) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
      await pause(POLL_MS);
    }
  }
  async function kill(): Promise<void> {
    if (child === null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    child = null;
  }
  await start();
  return {
    url: pooled.href,
    async restart() {
      await kill();
      await start();
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Null without apt, or without its lists. Kept in .cache as it came, for apt has looked at its signature. */
async function unpacked(folder: string): Promise<{ file: string; libraries: string } | null> {
  const kept = join(root, '.cache', 'pgbouncer');
  try {
    if (globSync('*.deb', { cwd: kept }).length === 0) {
      mkdirSync(kept, { recursive: true });
      const { stdout } = await run('apt-cache', ['depends', 'pgbouncer']);
      const libraries = [...stdout.matchAll(LIBRARIES)].map(([, name = '']) => name);
      await run('apt-get', ['download', 'pgbouncer', ...libraries], { cwd: kept });
    }
    for (const file of globSync('*.deb', { cwd: kept }))
      await run('dpkg-deb', ['-x', join(kept, file), folder]);
  } catch {
    return null;
  }
  const [libraries = ''] = globSync('usr/lib/*-linux-gnu', { cwd: folder });
  return { file: join(folder, 'usr', 'sbin', 'pgbouncer'), libraries: join(folder, libraries) };
}

const settingsOf = (given: { port: number; serverPort: string; users: string }): string => `[databases]
postgres = host=127.0.0.1 port=${given.serverPort} dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${given.port}
unix_socket_dir =
auth_type = md5
auth_file = ${given.users}
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 100
server_login_retry = 1
`;

/** It does not run as root: then it is the user whom PostgreSQL runs as. */
async function letIn(folder: string, files: string[]): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (which: '-u' | '-g'): Promise<number> =>
    Number((await run('id', [which, 'postgres'])).stdout);
  const [uid, gid] = [await idOf('-u'), await idOf('-g')];
  for (const path of [folder, ...files]) chownSync(path, uid, gid);
  chmodSync(folder, 0o755);
  return { uid, gid };
}

async function answers(connectionString: string): Promise<boolean> {
  // Somebody else may listen there, who never answers: then PgBouncer has ended.
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
