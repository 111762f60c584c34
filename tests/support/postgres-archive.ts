// A PostgreSQL that keeps its log beside a base backup, and can be set back to a point in time: what pg_basebackup, archive_command and
// recovery_target_name do for an operator (deploy/relay/README.md). The embedded one brings no pg_basebackup: its two functions are called.
import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { NOT_DURABLE, preparedFolder, startRestartedPostgres, type RestartedPostgres } from './postgres.ts';

const run = promisify(execFile);

export type ArchivedPostgres = RestartedPostgres & {
  /** A point to come back to. Everything up to it is archived when this resolves. */
  remember(name: string): Promise<void>;
  /** The folder is lost. What is there then is the base backup and the archived log up to the point; it is started. */
  restoreTo(name: string): Promise<void>;
};

/** A base backup is made before anybody is told of it. */
export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const databaseDir = await preparedFolder();
  const [base, archive] = ['base', 'archive'].map((name) => mkdtempSync(join(tmpdir(), `balcao-${name}-`)));
  if (base === undefined || archive === undefined) throw new RangeError('no folder');
  for (const folder of [base, archive]) await run('chown', ['--reference', databaseDir, folder]);
  const flags = ['-c', 'archive_mode=on', '-c', `archive_command=cp %p ${archive}/%f`];
  const postgres = await startRestartedPostgres({ databaseDir, flags: [...NOT_DURABLE, ...flags] });

  const client = await connect(postgres.url);
  await client.query(`select pg_backup_start('base', true)`);
  await run('cp', ['-a', `${databaseDir}/.`, base]);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  await client.end();
  writeFileSync(join(base, 'backup_label'), rows[0]?.labelfile ?? '');
  rmSync(join(base, 'postmaster.pid'));

  return {
    ...postgres,
    async remember(name) {
      const here = await connect(postgres.url);
      const point = await here.query<{ file: string }>(
        'select pg_walfile_name(pg_create_restore_point($1)) as file',
        [name],
      );
      await here.query('select pg_switch_wal()');
      for (let isArchived = false; !isArchived;) {
        const found = await here.query<{ isArchived: boolean }>(
          'select coalesce(last_archived_wal >= $1, false) as "isArchived" from pg_stat_archiver',
          [point.rows[0]?.file],
        );
        isArchived = found.rows[0]?.isArchived ?? false;
      }
      await here.end();
    },
    async restoreTo(name) {
      await run('find', [databaseDir, '-mindepth', '1', '-delete']);
      await run('cp', ['-a', `${base}/.`, databaseDir]);
      appendFileSync(
        join(databaseDir, 'postgresql.auto.conf'),
        `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_name = '${name}'\nrecovery_target_action = 'promote'\n`,
      );
      writeFileSync(join(databaseDir, 'recovery.signal'), '');
      await run('chown', [
        '--reference',
        databaseDir,
        join(databaseDir, 'recovery.signal'),
        join(databaseDir, 'backup_label'),
      ]);
      await postgres.up();
    },
    async stop() {
      await postgres.stop();
      for (const folder of [base, archive]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
