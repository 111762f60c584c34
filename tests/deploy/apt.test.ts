// The source of releases as apt sees it: the machine's own apt, in a root of its own, reads it from a folder, and refuses what was
// spoilt or signed by somebody else. The package inside, its scripts on a fake machine, and the installer of one line.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPgp } from '../../scripts/open-pgp.ts';
import { releaseApt } from '../../scripts/release-apt.ts';
import { fakeMachine } from './fake-machine.ts';

const AT_S = 1_790_000_000;
const POOL = 'pool/main/b/balcao';
const DEB = process.arch === 'x64' ? 'amd64' : process.arch;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const trusted = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const hasApt = existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/dpkg-deb');

const folder = mkdtempSync(join(tmpdir(), 'balcao-apt-'));
const site = join(folder, 'site');
let machine: Awaited<ReturnType<typeof fakeMachine>>;
/** Sealed, one for each processor. */
let archives: Record<'arm64' | 'x64', string>;

const sealed = (version: string, arch: string): string =>
  machine.archive(
    machine.release({ version, arch, key: trusted, sign: (sums) => sign(null, sums, privateKey) }),
    privateKey,
  );
const publish = (into: string, key = privateKey, options = {}) =>
  releaseApt({
    archives,
    version: '1.1.0',
    into,
    key: pem(key),
    suites: ['stable', 'early'],
    atS: AT_S,
    ...options,
  });
beforeAll(async () => {
  machine = await fakeMachine();
  archives = { arm64: sealed('1.1.0', 'arm64'), x64: sealed('1.1.0', 'x64') };
  await publish(site);
});
afterAll(() => {
  machine.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Every file with its checksum. */
const contents = (place: string): string[] =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map(
      (file) => `${relative(place, file)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`,
    )
    .toSorted();

describe('a source of releases', () => {
  it('is the same bytes on every run, and nothing lies about in it', async () => {
    const again = join(folder, 'again');
    await publish(again);
    expect(contents(again)).toEqual(contents(site));
    expect(contents(site).map((line) => line.split(' ')[0])).toEqual([
      'balcao.asc',
      ...['early', 'stable'].flatMap((suite) =>
        [
          'InRelease',
          'Release',
          'Release.gpg',
          'Release.sig',
          'main/binary-amd64/Packages',
          'main/binary-arm64/Packages',
        ].map((name) => `dists/${suite}/${name}`),
      ),
      'instalar.sh',
      `${POOL}/balcao-store_1.1.0_amd64.deb`,
      `${POOL}/balcao-store_1.1.0_arm64.deb`,
    ]);
  });

  it('keeps what stable names while early goes on, and drops what nobody names', async () => {
    const place = join(folder, 'channels');
    await publish(place);
    const next = { x64: sealed('1.2.0-rc.1', 'x64') };
    await publish(place, privateKey, {
      archives: next,
      version: '1.2.0-rc.1',
      suites: ['early'],
      atS: AT_S + 1,
    });
    expect(readdirSync(join(place, POOL)).toSorted()).toEqual([
      'balcao-store_1.1.0_amd64.deb',
      'balcao-store_1.1.0_arm64.deb',
      'balcao-store_1.2.0~rc.1_amd64.deb',
    ]);
    // What becomes stable takes nothing from early, which is ahead of it.
    const early = readFileSync(join(place, 'dists/early/Release'), 'utf8');
    await publish(place);
    expect(readFileSync(join(place, 'dists/early/Release'), 'utf8')).toBe(early);
    await expect(publish(place, privateKey, { atS: AT_S - 1 })).rejects.toThrow(
      'stable was published with a later date',
    );
    await publish(place, privateKey, { archives: next, version: '1.2.0-rc.1', atS: AT_S + 2 });
    expect(readdirSync(join(place, POOL))).toEqual(['balcao-store_1.2.0~rc.1_amd64.deb']);
  });

  it('is not made of archives that the key did not seal, nor without a date', async () => {
    const bare = machine.archive(machine.release({ version: '1.3.0' }));
    const wrong = publish(join(folder, 'bare'), privateKey, { archives: { x64: bare } });
    await expect(wrong).rejects.toThrow('was not sealed by this key');
    await expect(publish(join(folder, 'undated'), privateKey, { atS: 0 })).rejects.toThrow('no date');
  });
});

/** apt in a root of its own: no right of root, and nothing of this machine's lists. */
function aptRoot(source: string, key: string) {
  const root = mkdtempSync(join(folder, 'root-'));
  for (const path of [
    'etc/apt/preferences.d',
    'var/lib/apt/lists/partial',
    'var/cache/apt/archives/partial',
    'var/lib/dpkg',
  ])
    mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, 'var/lib/dpkg/status'), '');
  const keyring = join(root, 'key.asc');
  writeFileSync(keyring, key);
  mkdirSync(join(root, 'etc/apt/sources.list.d'));
  writeFileSync(
    join(root, 'etc/apt/sources.list.d/balcao.sources'),
    `Types: deb\nURIs: ${source}\nSuites: stable\nComponents: main\nSigned-By: ${keyring}\n`,
  );
  const words = [
    ['Dir', root],
    ['Dir::State::status', join(root, 'var/lib/dpkg/status')],
    ['APT::Architecture', DEB],
    ['APT::Architectures', DEB],
    ['APT::Sandbox::User', userInfo().username],
    ['APT::Update::Error-Mode', 'any'],
    ['Acquire::Languages', 'none'],
  ].flatMap(([name, value]) => ['-o', `${name ?? ''}=${value ?? ''}`]);
  return (...given: string[]) => {
    const ran = spawnSync('/usr/bin/apt-get', [...words, ...given], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    return { code: ran.status, output: ran.stdout + ran.stderr, folder: root };
  };
}
const ourKey = (): string => readFileSync(join(site, 'balcao.asc'), 'utf8');

describe.runIf(hasApt)('apt', () => {
  it('reads the source, finds the package for this processor and fetches it whole', () => {
    const apt = aptRoot(`file:${site}`, ourKey());
    const read = apt('update');
    expect(read).toMatchObject({ code: 0 });
    expect(read.output).not.toMatch(/^W:/m);
    const file = join(site, POOL, `balcao-store_1.1.0_${DEB}.deb`);
    expect(apt('download', '--print-uris', 'balcao-store').output).toContain(
      `balcao-store_1.1.0_${DEB}.deb ${readFileSync(file).length} SHA256:${createHash('sha256').update(readFileSync(file)).digest('hex')}`,
    );
    const { code, folder: root } = apt('download', 'balcao-store');
    expect(code).toBe(0);
    expect(readFileSync(join(root, `balcao-store_1.1.0_${DEB}.deb`)).equals(readFileSync(file))).toBe(true);
  });

  it('[86] reads an index of long ago: none has an end of validity, by which a shop would be cut off', async () => {
    const place = join(folder, 'long-ago');
    // The day after the key's, which is as far back as a signature may be.
    await publish(place, privateKey, { atS: Date.UTC(2026, 0, 2) / 1000 });
    const read = aptRoot(`file:${place}`, ourKey())('update');
    expect(read).toMatchObject({ code: 0 });
    expect(read.output).not.toMatch(/^[WE]:/m);
  });

  it('[85] refuses one that another key signed, and one whose lists were changed', () => {
    const stranger = openPgp(pem(generateKeyPairSync('ed25519').privateKey), 'Balcao releases');
    const foreign = aptRoot(`file:${site}`, stranger.publicKey)('update');
    expect(foreign.code).not.toBe(0);
    expect(foreign.output).toMatch(/NO_PUBKEY|isn't signed|not signed|signatures couldn't be verified/);

    const spoilt = join(folder, 'spoilt');
    for (const [path, words] of [
      [`dists/stable/main/binary-${DEB}/Packages`, /Hash Sum mismatch|unexpected size/i],
      ['dists/stable/InRelease', /BADSIG|BAD signature|isn't signed|invalid|not valid/i],
    ] as const) {
      rmSync(spoilt, { recursive: true, force: true });
      cpSync(site, spoilt, { recursive: true });
      const file = join(spoilt, path);
      writeFileSync(file, readFileSync(file, 'utf8').replace('acai shop', 'beer shop'));
      const refused = aptRoot(`file:${spoilt}`, ourKey())('update');
      expect(refused.code).not.toBe(0);
      expect(refused.output).toMatch(words);
    }
    rmSync(spoilt, { recursive: true, force: true });
    cpSync(site, spoilt, { recursive: true });
    const apt = aptRoot(`file:${spoilt}`, ourKey());
    expect(apt('update')).toMatchObject({ code: 0 });
    appendFileSync(join(spoilt, POOL, `balcao-store_1.1.0_${DEB}.deb`), 'x');
    expect(apt('download', 'balcao-store').code).not.toBe(0);
  });
});

describe.runIf(hasApt)('the package', () => {
  const deb = (): string => join(site, POOL, `balcao-store_1.1.0_${DEB}.deb`);

  it('holds the sealed archive as it is, and nothing else', () => {
    const listed = execFileSync('dpkg-deb', ['--contents', deb()]).toString();
    expect(listed.match(/\S+$/gm)?.filter((name) => !name.endsWith('/'))).toEqual([
      './usr/share/balcao/release.tar.gz',
    ]);
    expect(listed).toMatch(/^-rw-r--r-- 0\/0/m);
    const out = join(folder, 'out');
    execFileSync('dpkg-deb', ['--raw-extract', deb(), out]);
    const archive = archives[process.arch === 'x64' ? 'x64' : 'arm64'];
    expect(readFileSync(join(out, 'usr/share/balcao/release.tar.gz')).equals(readFileSync(archive))).toBe(
      true,
    );
    expect(execFileSync('dpkg-deb', ['--field', deb(), 'Version', 'Architecture']).toString()).toBe(
      `Version: 1.1.0\nArchitecture: ${DEB}\n`,
    );
  });

  it('installs a store with the source it came from, brings an older one up, leaves a newer one alone, and goes', async () => {
    const out = join(folder, 'scripts');
    execFileSync('dpkg-deb', ['--raw-extract', deb(), out]);
    // The package's scripts know one machine: the paths of this one are laid over theirs.
    const script = (name: string): string => {
      const text = readFileSync(join(out, 'DEBIAN', name), 'utf8')
        .replaceAll('/opt/balcao', join(machine.root, 'opt/balcao'))
        .replaceAll('/usr/share/balcao', join(out, 'usr/share/balcao'))
        .replaceAll('/etc/apt', join(machine.root, 'etc/apt'))
        .replaceAll('/var/tmp', folder);
      const file = join(folder, name);
      writeFileSync(file, text);
      return file;
    };
    const archive = join(out, 'usr/share/balcao/release.tar.gz');
    mkdirSync(join(machine.root, 'etc/apt/sources.list.d'), { recursive: true });
    writeFileSync(
      join(machine.root, 'etc/apt/sources.list.d/balcao.sources'),
      'Types: deb\nURIs: https://releases.example/balcao\n',
    );
    const bytes = readFileSync(archive);
    expect(await machine.run(script('postinst'), ['configure'])).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.1.0');
    const settings = readFileSync(join(machine.root, 'etc/balcao/store.env'), 'utf8');
    expect(settings).toMatch(/^UPDATE_URL=https:\/\/releases\.example\/balcao$/m);
    // One copy is enough for a card.
    expect(existsSync(archive)).toBe(false);

    // The store brought itself further than the package manager knows.
    await machine.update([sealed('1.2.0', process.arch)]);
    writeFileSync(archive, bytes);
    expect(await machine.run(script('postinst'), ['configure'])).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.2.0');
    await machine.update([sealed('1.0.0', process.arch), '--older']);
    writeFileSync(archive, bytes);
    expect(await machine.run(script('postinst'), ['configure'])).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.1.0');

    expect(await machine.run(script('prerm'), ['upgrade'])).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.1.0');
    expect(await machine.run(script('prerm'), ['remove'])).toMatchObject({ code: 0 });
    expect([machine.has('opt/balcao'), machine.has('var/lib/balcao/edge/store.db')]).toEqual([false, true]);
  });
});

describe.runIf(hasApt)('the installer of one line', () => {
  /** With an apt that fetches for real, and stops before it installs. */
  function install(from: string, words: string[] = [from]) {
    const place = mkdtempSync(join(folder, 'line-'));
    const bin = join(place, 'bin');
    mkdirSync(bin);
    for (const path of [
      'var/lib/apt/lists/partial',
      'var/cache/apt/archives/partial',
      'etc/apt/preferences.d',
      'var/lib/dpkg',
    ])
      mkdirSync(join(place, path), { recursive: true });
    writeFileSync(join(place, 'var/lib/dpkg/status'), '');
    const always = `-o Dir=${place} -o Dir::State::status=${place}/var/lib/dpkg/status -o APT::Sandbox::User=${userInfo().username}`;
    writeFileSync(
      join(bin, 'apt-get'),
      `#!/bin/sh\nif [ "$1" = install ]; then shift; set -- install --print-uris --no-install-recommends "$@"; fi\nexec /usr/bin/apt-get ${always} "$@"\n`,
    );
    chmodSync(join(bin, 'apt-get'), 0o755);
    // What it needs of the system is there already, as on every machine with systemd.
    writeFileSync(
      join(place, 'var/lib/dpkg/status'),
      `Package: systemd\nStatus: install ok installed\nMaintainer: x\nArchitecture: ${DEB}\nVersion: 252\nDescription: x\n\n`,
    );
    const ran = spawnSync('sh', ['-s', '--', ...words], {
      input: readFileSync(join(from.replace('file:', ''), 'instalar.sh')),
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
        BALCAO_PREFIX: place,
        LC_ALL: 'C.UTF-8',
      },
    });
    return { code: ran.status, output: ran.stdout + ran.stderr };
  }

  it('names its key, reads that source alone, and asks apt for the package there', () => {
    const { code, output } = install(`file:${site}`);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain(`Chave: ${openPgp(pem(privateKey), 'Balcao releases').fingerprint}`);
    expect(output).toContain(
      `'file:${site}/${POOL}/balcao-store_1.1.0_${DEB}.deb' balcao-store_1.1.0_${DEB}.deb`,
    );
    expect(output.match(/^(Get|Hit):/gm)?.length ?? 0).toBeLessThan(5);
  });

  it('[85] installs nothing from a source of another key, and does nothing when it came in half', async () => {
    const foreign = join(folder, 'foreign');
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const bare = machine.archive(machine.release({ version: '1.1.0', arch: process.arch }), stranger);
    await publish(foreign, stranger, { archives: { [process.arch]: bare } });
    cpSync(join(site, 'instalar.sh'), join(foreign, 'instalar.sh'));
    const refused = install(`file:${foreign}`);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('não tem a assinatura desta chave. Nada foi instalado.');
    expect(refused.output).not.toContain('.deb');
    expect(install(`file:${site}`, []).output).toContain('Diga o endereço da fonte');

    const half = join(folder, 'half');
    mkdirSync(half);
    const text = readFileSync(join(site, 'instalar.sh'), 'utf8');
    writeFileSync(join(half, 'instalar.sh'), text.slice(0, text.indexOf('\ninstall_balcao "$@"')));
    expect(install(`file:${half}`)).toMatchObject({ code: 0, output: '' });
  });
});
