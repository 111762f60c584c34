// What the relay's container files lean on is there, and its backup is whole or not there. The containers themselves were not run.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const read = (file: string): string => readFileSync(join('deploy/relay', file), 'utf8');

describe("the relay's container files", () => {
  it('name files that are there, and what the build makes', () => {
    const compose = read('compose.yaml');
    expect(compose).toContain('dockerfile: deploy/relay/Dockerfile');
    expect(compose).toContain('./Caddyfile:');
    expect(compose).toContain('env_file: relay.env');
    expect(existsSync('deploy/relay/relay.env.example')).toBe(true);
    expect(read('Dockerfile')).toContain('/build/dist/cloud');
    expect(read('Dockerfile.dockerignore')).toContain('*.env');
  });

  it('give the relay longer to end than it takes', () => {
    const drainMs = Number(/DRAIN_MS_MAX = (\d+)/.exec(readFileSync('cloud/main.ts', 'utf8'))?.[1]);
    const graceMs = Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))?.[1]) * 1000;
    const stopMs = Number(/TimeoutStopSec=(\d+)/.exec(read('balcao-relay.service'))?.[1]) * 1000;
    expect(graceMs).toBeGreaterThan(drainMs);
    expect(stopMs).toBeGreaterThan(drainMs);
  });
});

describe('backup.sh', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'balcao-backup-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function backUp(dump: string): void {
    const program = join(folder, 'dump');
    writeFileSync(program, `#!/bin/sh\n${dump}\n`);
    chmodSync(program, 0o755);
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: 'postgres://x',
      BACKUP_DIR: join(folder, 'kept'),
      PG_DUMP: program,
    };
    execFileSync('bash', ['deploy/relay/backup.sh'], { env, stdio: 'pipe' });
  }
  const kept = (): string[] => readdirSync(join(folder, 'kept'));

  it('keeps a whole dump, for the owner alone, and forgets those of long ago', () => {
    backUp('printf PGDMP-and-more');
    const old = join(folder, 'kept', 'relay-2020-01-01T000000Z.dump');
    writeFileSync(old, 'PGDMP');
    utimesSync(old, 0, 0);
    backUp('printf PGDMP-and-more');
    expect(kept().filter((name) => !/^relay-.*\.dump$/.test(name))).toEqual([]);
    expect(kept()).not.toContain('relay-2020-01-01T000000Z.dump');
  });

  it.each([
    ['fails', 'printf PGDMP; exit 1'],
    ['writes no dump', 'echo connection refused'],
  ])('leaves nothing that looks like a backup when pg_dump %s', (_, dump) => {
    expect(() => backUp(dump)).toThrow();
    expect(kept()).toEqual([]);
  });
});
