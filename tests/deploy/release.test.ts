// The archives that a shop installs, opened as they are: everything that the lock asks for is inside, for the right processor, and
// the one for a Raspberry Pi serves a shop to its first paid order.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleServer, PACKAGES } from '../../scripts/build.ts';
import { freePorts } from '../../scripts/ports.ts';
import {
  fetchLocked,
  lockedNodeVersion,
  missingPackages,
  neededFromLock,
  readLock,
  type Arch,
  type LockedPackages,
} from '../../scripts/release-packages.ts';
import { release } from '../../scripts/release.ts';
import { root } from '../../scripts/root.ts';
import { run } from '../../scripts/run.ts';
import { startPostgres } from '../support/postgres.ts';
import { provideArm } from './qemu.ts';

/** What a program for a processor says of itself at byte 18 of its ELF header. */
const ELF_MACHINES: Record<Arch, number> = { x64: 0x3e, arm64: 0xb7 };
/** An emulated processor takes twenty times as long; this bounds what hangs. */
const EMULATED_MS_MAX = 600_000;

const folder = mkdtempSync(join(tmpdir(), 'balcao-archives-'));
const opened: Partial<Record<Arch, string>> = {};
beforeAll(async () => {
  for (const arch of ['x64', 'arm64'] as const) {
    const archive = await release({ arch, into: folder });
    execFileSync('tar', ['-C', folder, '-xzf', archive]);
    opened[arch] = join(folder, basename(archive, '.tar.gz'));
  }
}, EMULATED_MS_MAX);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const openedFor = (arch: Arch): string => {
  const place = opened[arch];
  if (place === undefined) throw new Error(`no archive for ${arch}`);
  return place;
};

const lockedPackages = (): LockedPackages => readLock(join(root, 'package-lock.json'));

/** Installed, in MiB as `du` counts them. */
const MB_MAX = 120;

describe.each(['x64', 'arm64'] as const)('the archive for %s', (arch) => {
  it('takes little of a card', () => {
    const [kilobytes] = execFileSync('du', ['-sk', openedFor(arch)])
      .toString()
      .split('\t');
    expect(Number(kilobytes) / 1024).toBeLessThan(MB_MAX);
  });

  it('has the licence of each package that the bundles were made of, of Node and of libvips', async () => {
    const place = openedFor(arch);
    const read = (name: string): string => readFileSync(join(place, 'licences', name), 'utf8');
    const texts = new Map(
      read('packages.txt')
        .split(/^# (?=@?[a-z])/m)
        .filter((one) => one !== '')
        .map((one) => [one.slice(0, one.indexOf('\n')), one.slice(one.indexOf('\n')).trim()]),
    );
    const bundled = [
      ...(await bundleServer('edge', join(folder, `graph-${arch}`))),
      ...readFileSync(join(root, 'dist/web/.packages'), 'utf8').trim().split('\n'),
    ].map((path) => join(root, path));
    const beside = Object.keys(neededFromLock(lockedPackages(), PACKAGES.edge, arch)).map((path) =>
      join(place, path),
    );
    expect(bundled.length).toBeGreaterThan(60);
    expect([...texts.keys()].join(' ')).toMatch(/hono@.*node-thermal-printer@.*react@.*sharp@/);
    for (const package_ of [...bundled, ...beside]) {
      const { name, version } = JSON.parse(readFileSync(join(package_, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      };
      const text = texts.get(`${name}@${version}`);
      expect(text?.length, `${name}@${version}`).toBeGreaterThan(100);
    }
    expect(read('node.txt')).toContain('Node.js is licensed for use as follows');
    expect(read('libvips.md')).toMatch(/libvips +\| LGPLv3/);
    expect(read('LGPL-3.0.txt')).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
    expect(read('GPL-3.0.txt')).toContain('GNU GENERAL PUBLIC LICENSE');
  });

  it('lists its parts, each with the version and the checksum of the lock', () => {
    const bom = JSON.parse(readFileSync(join(openedFor(arch), 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      components: { name: string; version: string; purl: string; hashes?: { content: string }[] }[];
    };
    expect(bom.bomFormat).toBe('CycloneDX');
    const locked = lockedPackages();
    const keys = bom.components.map(({ purl }) => purl);
    expect(new Set(keys).size).toBe(keys.length);
    for (const name of ['better-sqlite3', 'sharp', 'hono', 'react', `@node-rs/argon2-linux-${arch}-gnu`]) {
      const { version, integrity = '' } = locked[`node_modules/${name}`] ?? {};
      const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
      const found = bom.components.find((one) => one.name === name);
      expect(found).toMatchObject({ version, hashes: [{ content }] });
    }
    expect(bom.components[0]).toMatchObject({ name: 'node', version: lockedNodeVersion(arch) });
    expect(bom.components.every(({ hashes }) => hashes?.length === 1)).toBe(true);
  });

  it('takes nothing along that only a compiler or a reader would open', () => {
    const found = execFileSync('find', [
      ...[openedFor(arch), '-name', '*.h', '-o', '-name', '*.map', '-o', '-name', '*.d.ts'],
      ...[
        '-o',
        '-name',
        '*.gyp*',
        '-o',
        '-name',
        'npm',
        '-o',
        '-name',
        '.packages',
        '-o',
        '-name',
        '*.test.*',
      ],
    ]);
    expect(found.toString()).toBe('');
  });

  it("holds the sample shop's pictures where the store looks for them", () => {
    const [pictures, drawn] = [join(openedFor(arch), 'edge', 'pictures'), join(root, 'edge/demo/pictures')];
    expect(readdirSync(pictures).toSorted()).toEqual(readdirSync(drawn).toSorted());
  });

  it('[60] holds every package that the lock names for that processor, in the locked version', () => {
    const needed = neededFromLock(lockedPackages(), PACKAGES.edge, arch);
    expect(Object.keys(needed)).toContain(`node_modules/@node-rs/argon2-linux-${arch}-gnu`);
    expect(Object.keys(needed)).toContain(`node_modules/@img/sharp-linux-${arch}`);
    expect(missingPackages(openedFor(arch), needed)).toEqual([]);
  });

  it('[60] holds native code of that processor and of no other', () => {
    const listed = execFileSync('find', [
      openedFor(arch),
      '-name',
      '*.node',
      '-o',
      '-name',
      '*.so*',
      '-o',
      '-path',
      '*/bin/node',
    ])
      .toString()
      .trim()
      .split('\n');
    expect(listed.map((file) => basename(file))).toContain('node');
    expect(listed.length).toBeGreaterThanOrEqual(5);
    const foreign = listed.filter((file) => machineOf(file) !== ELF_MACHINES[arch]);
    expect(foreign.map((file) => relative(openedFor(arch), file))).toEqual([]);
  });
});

function machineOf(file: string): number {
  const head = Buffer.alloc(20);
  const handle = openSync(file, 'r');
  readSync(handle, head, 0, head.length, 0);
  closeSync(handle);
  return head.subarray(0, 4).toString('latin1') === '\x7fELF' ? head.readUInt16LE(18) : -1;
}

describe("the relay's archive", () => {
  it('is the same bytes on every run, and serves from PostgreSQL with nothing beside it', async () => {
    const [one = '', other = ''] = await Promise.all(
      ['one', 'other'].map(async (name) => {
        mkdirSync(join(folder, name));
        return release({ product: 'relay', arch: 'x64', into: join(folder, name) });
      }),
    );
    expect(basename(one)).toMatch(/^balcao-relay-[\d.]+-linux-x64\.tar\.gz$/);
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
    execFileSync('tar', ['-C', folder, '-xzf', one]);
    const place = join(folder, basename(one, '.tar.gz'));
    expect(readdirSync(place).toSorted()).toEqual([
      ...['SHA256SUMS', 'bin', 'cloud', 'licences', 'pi', 'relay', 'release.json', 'sbom.cdx.json', 'web'],
    ]);
    expect(readFileSync(join(place, 'licences/packages.txt'), 'utf8')).toMatch(/^# pg@\d/m);

    const postgres = await startPostgres();
    const [port = 0] = await freePorts(1);
    const env = {
      DATABASE_URL: postgres.url,
      PUBLIC_URL: 'https://acai.example.com',
      SECRETS_KEY: randomBytes(32).toString('hex'),
      CLOUD_PORT: String(port),
      OPERATOR_PORT: '0',
      WEB_DIR: join(place, 'web'),
      LOG_LEVEL: 'warn',
    };
    const words = [join(place, 'cloud/main.js')];
    try {
      expect(await run(join(place, 'bin/node'), [...words, 'check'], { env })).toMatchObject({ ok: true });
      const relay = spawn(join(place, 'bin/node'), words, { env, stdio: 'ignore' });
      const gone = once(relay, 'exit');
      await expect
        .poll(() =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ status }) => status,
            () => null,
          ),
        )
        .toBe(200);
      relay.kill('SIGTERM');
      await gone;
    } finally {
      await postgres.stop();
    }
  });
});

const arm = await provideArm();

describe.skipIf(typeof arm === 'string')('the store for a Raspberry Pi', () => {
  it(
    '[60] is ready, native parts included, and goes from its setup code to the first paid order',
    async () => {
      if (typeof arm === 'string') throw new Error(arm);
      const place = openedFor('arm64');
      const dataDir = join(folder, 'data');
      const [port = 0] = await freePorts(1);
      const env = {
        EDGE_PORT: String(port),
        EDGE_HOST: '127.0.0.1',
        DATA_DIR: join(dataDir, 'store'),
        WEB_DIR: join(place, 'web'),
        SIMULATORS: '1',
        MDNS: '0',
        LOG_LEVEL: 'warn',
      };
      const node = [...arm.args, join(place, 'bin/node'), join(place, 'edge/main.js')];
      const checked = await run(arm.command, [...node, 'check'], { env, timeoutMs: EMULATED_MS_MAX });
      expect(checked).toMatchObject({ ok: true });
      expect(JSON.parse(checked.output.trim().split('\n').at(-1) ?? '')).toMatchObject({
        ready: true,
        reasons: [],
      });

      const store = spawn(arm.command, node, { env: { ...process.env, ...env } });
      try {
        let printed = '';
        for (const stream of [store.stdout, store.stderr])
          stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
        await expect
          .poll(() => /Código de instalação: (\S+)/.exec(printed)?.[1], { timeout: EMULATED_MS_MAX })
          .toBeDefined();
        const day = await run(process.execPath, ['tests/deploy/first-day.main.ts'], {
          env: {
            STORE: `http://127.0.0.1:${port}`,
            HERE: '127.0.0.1',
            CODE: /Código de instalação: (\S+)/.exec(printed)?.[1] ?? '',
            DATA_DIR: join(dataDir, 'relay'),
            STEP_MS_MAX: '120000',
          },
          timeoutMs: EMULATED_MS_MAX,
        });
        expect(day.ok, `${day.output}\n${printed}`).toBe(true);
        expect(Object.keys(JSON.parse(day.output.trim().split('\n').at(-1) ?? '') as object)).toContain(
          'pays by PIX, and the ticket is printed',
        );
      } finally {
        const gone = once(store, 'exit');
        store.kill('SIGKILL');
        await gone;
      }
    },
    EMULATED_MS_MAX,
  );
});

// A release that npm fetched without the target's words would have passed unseen.
it('[60] packages that npm left out stop the release', async () => {
  const fetched = await fetchLocked(PACKAGES.edge, 'arm64');
  const packages = lockedPackages();
  expect(missingPackages(fetched, neededFromLock(packages, PACKAGES.edge, 'arm64'))).toEqual([]);
  expect(missingPackages(fetched, neededFromLock(packages, PACKAGES.edge, 'x64'))).toContain(
    'node_modules/@node-rs/argon2-linux-x64-gnu',
  );
});
