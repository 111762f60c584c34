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
import { parse } from 'yaml';
import { lockedNodeVersion } from '../../scripts/release-packages.ts';
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
  });

  it('name images by exact version and digest, with the Node that the releases bring', () => {
    const images = [
      ...[...read('compose.yaml').matchAll(/^ +image: (?!\$\{RELAY_IMAGE)(\S+)$/gm)].map(
        ([, image]) => image ?? '',
      ),
      ...[...read('Dockerfile').matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(
        ([, image]) => image ?? '',
      ),
    ];
    expect(images).toHaveLength(4);
    for (const image of images)
      expect(image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z0-9.]+)*@sha256:[0-9a-f]{64}$/);
    const node = images.filter((image) => image.startsWith('node:'));
    for (const image of node)
      expect(image.split('@')[0]).toBe(`node:${lockedNodeVersion('x64')}-bookworm-slim`);
    expect(node).toHaveLength(2);
  });

  it('are built by the forge for both processors, with nothing emulated', () => {
    const workflow = parse(readFileSync('.github/workflows/relay-image.yml', 'utf8')) as {
      jobs: { image: { steps: { uses?: string; run?: string }[] } };
    };
    const { steps } = workflow.jobs.image;
    const build = steps.find(({ run }) => run?.includes('buildx build'))?.run ?? '';
    expect(build).toContain('--platform linux/amd64,linux/arm64 ');
    const { services } = parse(read('compose.yaml')) as {
      services: { relay: { build: { dockerfile: string } } };
    };
    expect(build).toContain(` -f ${services.relay.build.dockerfile} `);
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
    const [made = '', kept = ''] = read('Dockerfile')
      .split(/^(?=FROM )/m)
      .slice(1);
    expect(made).toMatch(/^FROM --platform=\$BUILDPLATFORM /);
    expect(kept).not.toMatch(/^RUN /m);
  });

  it("tell the relay of Caddy's network, and keep the operator's port inside", () => {
    const compose = read('compose.yaml');
    const subnet = /- subnet: (\S+)/.exec(compose)?.[1] ?? 'none';
    expect(compose).toContain(`TRUSTED_PROXIES: ${subnet}`);
    const published = [...compose.matchAll(/^ +ports: (.*)$/gm)].map(([, ports]) => ports);
    expect(published).toEqual(["['80:80', '443:443', '443:443/udp']"]);
  });

  it('give the relay longer to end than it takes', () => {
    const drainMs = Number(/STOP_MS_MAX = (\d+)/.exec(readFileSync('cloud/main.ts', 'utf8'))?.[1]);
    const graceMs = Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))?.[1]) * 1000;
    const stopMs = Number(/TimeoutStopSec=(\d+)/.exec(read('balcao-relay.service'))?.[1]) * 1000;
    expect(graceMs).toBeGreaterThan(drainMs);
    expect(stopMs).toBeGreaterThan(drainMs);
  });
});

describe("the relay's unit", () => {
  const RELAY = 'deploy/relay/balcao-relay.service';
  const STORE = 'deploy/pi/units/balcao-store.service';

  it("keeps out of as much of the machine as the store's", () => {
    const guards = (file: string): string[] =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) =>
          /^(NoNewPrivileges|Protect|Private|Restrict|Lock|SystemCall|OOMPolicy|Tasks|RemoveIPC)/.test(line),
        );
    expect(guards(STORE).length).toBeGreaterThan(14);
    for (const line of guards(STORE)) expect(guards(RELAY)).toContain(line);
    expect(readFileSync(RELAY, 'utf8')).toMatch(/^CapabilityBoundingSet=$/m);
  });

  // Where systemd's own judge is at hand: 0 is shut, 10 is open.
  it.runIf(existsSync('/usr/bin/systemd-analyze'))(
    'is judged by systemd no more exposed than the 2.5 of the store',
    () => {
      for (const unit of [RELAY, STORE]) {
        const told = execFileSync('systemd-analyze', [
          'security',
          '--offline=true',
          '--no-pager',
          unit,
        ]).toString();
        expect(Number(/Overall exposure level for \S+: ([\d.]+)/.exec(told)?.[1])).toBeLessThanOrEqual(2.5);
      }
    },
  );
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
