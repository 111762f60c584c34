// Every command that the relay's page shows on a line of its own, run as it stands there, against a stand-in for the engine that reads
// compose.yaml, .env and the Dockerfile as the engine does (docker.main.ts). Containers themselves are not run.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, matchesGlob } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../cloud/config.ts';

const PAGE = readFileSync('deploy/relay/README.md', 'utf8');
const BACKUPS = '/var/backups/balcao';

let folder: string;
let relay: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-engine-'));
  relay = join(folder, 'project/deploy/relay');
  cpSync('deploy', join(folder, 'project/deploy'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  const docker = `#!/bin/sh\nexec '${process.execPath}' '${join(process.cwd(), 'tests/deploy/docker.main.ts')}' "$@"\n`;
  writeFileSync(join(folder, 'bin/docker'), docker);
  chmodSync(join(folder, 'bin/docker'), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** In the relay's folder, with the backups in ours. */
function bash(script: string, env: Record<string, string> = {}): { code: number | null; output: string } {
  const result = spawnSync('bash', ['-euc', script], {
    cwd: relay,
    encoding: 'utf8',
    env: {
      PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      ENGINE_STATE: join(folder, 'running'),
      ...env,
    },
  });
  return { code: result.status, output: `${result.stdout}${result.stderr}` };
}

function fenced(heading: string): string[] {
  const section = PAGE.split(/^## /m).find((one) => one.startsWith(heading)) ?? '';
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block ?? '');
}

const here = (script: string): string => {
  const place = join(folder, 'backups');
  const dump = script.includes('.dump')
    ? readdirSync(place).find((name) => name.endsWith('.dump'))
    : undefined;
  return script.replaceAll(BACKUPS, place).replaceAll(/relay-[0-9TZ-]+\.dump/g, dump ?? 'none');
};

describe("the commands of the relay's page", () => {
  it('work one after the other as they stand there: setting up, pairing, another release, a backup and back again', () => {
    const blocks = [...fenced('With Docker'), ...fenced('A backup, and back again')];
    expect(blocks.length).toBeGreaterThanOrEqual(5);
    for (const block of blocks) expect({ block, ...bash(here(block)) }).toMatchObject({ code: 0 });
    const kept = join(folder, 'backups');
    expect(readdirSync(kept)).toHaveLength(1);
    expect(readFileSync(join(folder, 'running'), 'utf8').split('\n')).toEqual(['db', 'caddy', 'relay']);
  });

  it('named within a sentence are understood by the engine too', () => {
    bash('./compose-settings.sh acai.example.com; docker compose up -d --build');
    const named = [...PAGE.matchAll(/`(docker compose (?!-f …)[^`]+)`/g)].map(([, command]) => command ?? '');
    expect(named.length).toBeGreaterThanOrEqual(3);
    for (const command of named) expect({ command, ...bash(command) }).toMatchObject({ code: 0 });
  });

  it('say which command makes the settings when there are none', () => {
    const { code, output } = bash('docker compose ps');
    expect(code).toBe(1);
    expect(output).toContain('POSTGRES_PASSWORD is missing a value: run ./compose-settings.sh first');
  });

  it('leave the backup alone that nobody could make, and do not restore beside a relay that writes', () => {
    expect(bash(`BACKUP_DIR=${folder}/backups ./backup.sh --compose`).code).not.toBe(0);
    expect(readdirSync(join(folder, 'backups'))).toEqual([]);
    bash('./compose-settings.sh acai.example.com; docker compose up -d');
    const restore = 'echo PGDMP | docker compose exec -T db pg_restore -U balcao -d balcao';
    expect(bash(restore).output).toContain('the relay is still writing');
  });
});

describe('compose-settings.sh', () => {
  const settings = (file: string): NodeJS.ProcessEnv => parseEnv(readFileSync(join(relay, file), 'utf8'));

  it('makes settings with which the relay starts, for nobody else to read, and never others for those that are there', () => {
    expect(bash('./compose-settings.sh acai.example.com centro.example.com')).toMatchObject({ code: 0 });
    const made = { compose: settings('.env'), relay: settings('relay.env') };
    expect(made.compose['SITE_ADDRESS']).toBe('acai.example.com, centro.example.com');
    const url = `postgres://balcao:${made.compose['POSTGRES_PASSWORD'] ?? ''}@db:5432/balcao`;
    expect(readConfig({ ...made.relay, DATABASE_URL: url })).toMatchObject({
      publicUrl: 'https://acai.example.com',
      databaseUrl: url,
    });
    for (const file of ['.env', 'relay.env']) expect(statSync(join(relay, file)).mode & 0o777).toBe(0o600);
    bash('./compose-settings.sh other.example.com');
    expect({ compose: settings('.env'), relay: settings('relay.env') }).toEqual(made);
    expect(readdirSync(relay).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it.each([[''], ['https://acai.example.com'], ['a b']])('refuses %j as a host name', (name) => {
    const { code, output } = bash(`./compose-settings.sh ${name === '' ? '' : `'${name}'`}`);
    expect(code).toBe(1);
    expect(output).toContain('host name');
    expect(readdirSync(relay)).not.toContain('.env');
  });
});

describe('what the build of the image sees', () => {
  const patterns = readFileSync('deploy/relay/Dockerfile.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isSent = (path: string): boolean =>
    !patterns.some((pattern) => {
      const parts = path.split('/');
      // A pattern for a folder takes all below it along.
      return parts.some((_, at) => matchesGlob(parts.slice(0, at + 1).join('/'), pattern));
    });

  it.each([
    'relay.env',
    'deploy/relay/relay.env',
    'deploy/relay/.env',
    'deploy/relay/relay-2026-11-22T011603Z.dump',
    'keys/release.pem',
    'cloud/node_modules/x/index.js',
  ])('is not %s', (path) => expect(isSent(path)).toBe(false));

  it.each(['package-lock.json', 'cloud/main.ts', 'deploy/relay/relay.env.example', 'scripts/build.ts'])(
    'is %s',
    (path) => expect(isSent(path)).toBe(true),
  );
});

it('what a container says is kept within bounds', () => {
  const { services } = parse(readFileSync('deploy/relay/compose.yaml', 'utf8')) as {
    services: Record<string, { logging?: { options?: Record<string, string> } }>;
  };
  expect(Object.keys(services)).toEqual(['db', 'relay', 'caddy']);
  for (const { logging } of Object.values(services))
    expect(logging?.options).toEqual({ 'max-size': '10m', 'max-file': '5' });
});

it('git takes none of the settings along', () => {
  const ignored = execFileSync('git', [
    'check-ignore',
    'deploy/relay/.env',
    'deploy/relay/relay.env',
  ]).toString();
  expect(ignored.trim().split('\n')).toHaveLength(2);
});
