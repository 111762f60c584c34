// `npm run release`: what is installed on a store's machine, and on a relay's, as one archive per processor, made so that two runs give
// the same bytes. It brings its Node and its packages: installing it needs no internet.
//
//   npm run release                          dist/release/balcao-{store,relay}-<version>-linux-{arm64,x64}.tar.gz and SHA256SUMS
//   npm run release -- store x64             one of them, for one processor only
//   npm run release -- --version=0.2.0-rc.1  another version than package.json tells, to try an update
//   npm run release -- apt                   the store's archives, and from them the source of releases in dist/release/apt
//   npm run release -- apt early             the same for who wants new versions first: `stable` stays as it is
//
// RELEASE_KEY=<file> signs it (an Ed25519 private key, PEM), the list of its files and the archive itself: a store that knows the
// public half takes no other by itself. RELEASE_NEXT_KEY=<file> (a public key, PEM) has it believe that one as well from then on:
// how a key is changed (docs/release-keys.md).
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { spawn } from 'node:child_process';
import { createGzip } from 'node:zlib';
import { compareVersions, VERSION } from '../shared/version.ts';
import { PROTOCOL_VERSION } from '../shared/link/protocol-version.ts';
import { bundleServer, buildWeb, PACKAGES, type Server } from './build.ts';
import { stripProgram } from './release-elf.ts';
import { trimLanguages } from './release-icu.ts';
import { writeLicences } from './release-licences.ts';
import { fetchLocked, lockedNodeVersion, neededFromLock, readLock, type Arch } from './release-packages.ts';
import { releaseApt, type Suite } from './release-apt.ts';
import { sealArchive } from './release-seal.ts';
import { PACKAGES_FILE } from '../web/build/packages.ts';
import { root } from './root.ts';
import { endWithCommands, run, seconds } from './run.ts';

const ARCHS: readonly Arch[] = ['arm64', 'x64'];
export type Product = 'store' | 'relay';
type Contents = {
  server: Server;
  packages: readonly string[];
  /** Of deploy/: folders, and single files for a folder. */
  scripts: readonly string[];
};
const CONTENTS: Record<Product, Contents> = {
  store: { server: 'edge', packages: PACKAGES.edge, scripts: ['pi'] },
  // With PostgreSQL it needs no package beside its bundle.
  relay: {
    server: 'cloud',
    packages: [],
    scripts: [
      ...[
        'install.sh',
        'lib.sh',
        'balcao-relay',
        'balcao-relay.service',
        'relay.env.example',
        'backup.sh',
        'README.md',
      ].map((name) => `relay/${name}`),
      ...['lib.sh', 'incoming.sh', 'verify-archive.mjs', 'keys.mjs'].map((name) => `pi/${name}`),
    ],
  },
};
const PRODUCTS: readonly Product[] = ['store', 'relay'];
/** Sources, what a compiler needs, and the binaries of other machines that packages bring along: nothing of it is ever opened. */
const NOT_TAKEN =
  /\/better-sqlite3\/(deps|src)(\/|$)|\/sharp\/(src|install)(\/|$)|\/glib-2\.0(\/|$)|\.(md|d\.ts|d\.mts|d\.cts|map|h|c|gyp|gypi)$|\/\.package-lock\.json$/;
const PREBUILT = /\/prebuilds\/[^/]+\.node$/;
const SUMS = 'SHA256SUMS';

/** Makes the archive for one processor under `into` and returns its path. */
export async function release(options: {
  arch: Arch;
  into: string;
  version?: string;
  /** PEM of an Ed25519 private key. */
  key?: string | undefined;
  /** PEM of the public key that follows `key`: what is installed from now on believes either. */
  alsoTrusts?: string | undefined;
  product?: Product;
}): Promise<string> {
  const { arch, into, version = VERSION, product = 'store' } = options;
  const { server, packages, scripts } = CONTENTS[product];
  if (compareVersions(version, version) === null)
    throw new Error(`${version} is no version: 1.2.3 or 1.2.3-rc.1`);
  const name = `balcao-${product}-${version}-linux-${arch}`;
  const folder = join(into, `.${name}-${process.pid}`, name);
  const archive = join(into, `${name}.tar.gz`);
  const fetched = await fetchLocked(packages, arch);
  const node = join(fetched, 'node_modules', `node-linux-${arch}`);
  mkdirSync(folder, { recursive: true });
  try {
    const bundled = await bundleServer(server, join(folder, server), { sourcemap: false, version });
    cpSync(join(root, 'dist/web'), join(folder, 'web'), {
      recursive: true,
      filter: (file) => !basename(file).startsWith('.'),
    });
    for (const path of scripts) cpSync(join(root, 'deploy', path), join(folder, path), { recursive: true });
    if (packages.length > 0) copyPackages(join(fetched, 'node_modules'), join(folder, 'node_modules'), arch);
    mkdirSync(join(folder, 'bin'));
    writeFileSync(
      join(folder, 'bin/node'),
      trimLanguages(stripProgram(readFileSync(join(node, 'bin/node')))),
    );
    const locked = readLock(join(root, 'package-lock.json'));
    const inWeb = readFileSync(join(root, 'dist/web', PACKAGES_FILE), 'utf8')
      .trim()
      .split('\n');
    writeLicences({
      into: folder,
      product: `balcao-${product}`,
      version,
      parts: [
        ...[...bundled, ...inWeb].map((path) => ({ path, folder: join(root, path) })),
        ...Object.keys(neededFromLock(locked, packages, arch)).map((path) => ({
          path,
          folder: join(fetched, path),
        })),
      ],
      node,
      locked: { ...locked, ...readLock(join(root, 'scripts/runtime/package-lock.json')) },
    });
    const facts = {
      product: `balcao-${product}`,
      version,
      arch,
      node: lockedNodeVersion(arch),
      protocol: PROTOCOL_VERSION,
      committedAt: await committedAt(),
    };
    writeFileSync(join(folder, 'release.json'), `${JSON.stringify(facts, null, 2)}\n`);
    if (options.key !== undefined) {
      const publicKey = createPublicKey(options.key).export({ type: 'spki', format: 'pem' });
      writeFileSync(join(folder, 'pi/release-key.pem'), `${String(publicKey)}${options.alsoTrusts ?? ''}`);
    }
    await packRelease(folder, archive, options.key);
  } finally {
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }
  return archive;
}

/** Seals the folder, signed when there is a key, and packs it. The archive appears whole or not at all. */
export async function packRelease(folder: string, archive: string, key: string | undefined): Promise<void> {
  sealFolder(folder, key);
  try {
    await pack(folder, `${archive}.part`);
    if (key !== undefined) sealArchive(`${archive}.part`, key);
    renameSync(`${archive}.part`, archive);
  } finally {
    rmSync(`${archive}.part`, { force: true });
  }
}

/** Seconds since 1970: before it, no clock can be right. 0 where the sources have no history. */
export async function committedAt(): Promise<number> {
  const told = await run('git', ['log', '-1', '--format=%ct']);
  return told.ok ? Number(told.output.trim()) : 0;
}

function copyPackages(from: string, to: string, arch: Arch): void {
  cpSync(from, to, {
    recursive: true,
    filter: (file) => {
      const path = file.slice(from.length);
      if (/^\/(node-linux-|\.bin(\/|$))/.test(path) || NOT_TAKEN.test(path)) return false;
      return !PREBUILT.test(path) || path.endsWith(`/linux-${arch}.node`);
    },
  });
}

/** Lists every file with its checksum, as `sha256sum -c` reads it, and signs the list. File modes become the same everywhere. */
function sealFolder(folder: string, key: string | undefined): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, file: join(entry.parentPath, entry.name) }))
    .filter(({ entry }) => !entry.name.startsWith(SUMS))
    .filter(({ entry, file }) => {
      if (!entry.isDirectory() && !entry.isFile()) throw new Error(`${file} is no plain file`);
      const runs = entry.isDirectory() || /\/bin\/node$|\.sh$|\/(pi\/balcao|relay\/balcao-relay)$/.test(file);
      chmodSync(file, runs ? 0o755 : 0o644);
      return entry.isFile();
    })
    .map(({ file }) => ({ file, path: relative(folder, file) }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const sums = files
    .map(({ file, path }) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${path}\n`)
    .join('');
  writeFileSync(join(folder, SUMS), sums, { mode: 0o644 });
  if (key !== undefined)
    writeFileSync(join(folder, `${SUMS}.sig`), sign(null, Buffer.from(sums), createPrivateKey(key)), {
      mode: 0o644,
    });
}

/** GNU tar in a fixed order with no time, owner or machine in it, and our own zlib, whose bytes depend on Node alone. */
async function pack(folder: string, archive: string): Promise<void> {
  const still = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--format=ustar'];
  const tar = spawn('tar', ['-C', join(folder, '..'), ...still, '-cf', '-', basename(folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve, reject) => {
    tar.once('error', reject);
    tar.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`tar ended with ${code}`))));
  });
  await Promise.all([ended, pipeline(tar.stdout, createGzip({ level: 6 }), createWriteStream(archive))]);
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

if (import.meta.main) {
  endWithCommands();
  const startedAt = performance.now();
  const words = process.argv.slice(2);
  const version = words.find((word) => word.startsWith('--version='))?.slice('--version='.length) ?? VERSION;
  const archs = ARCHS.filter((arch) => words.includes(arch));
  const products = PRODUCTS.filter((product) => words.includes(product));
  const intoApt = words.includes('apt');
  const into = join(root, 'dist', 'release');
  const keyFile = process.env.RELEASE_KEY;
  const key = keyFile === undefined || keyFile === '' ? undefined : readFileSync(keyFile, 'utf8');
  const nextFile = process.env.RELEASE_NEXT_KEY;
  const alsoTrusts = nextFile === undefined || nextFile === '' ? undefined : readFileSync(nextFile, 'utf8');
  mkdirSync(into, { recursive: true });
  try {
    if (intoApt && key === undefined)
      throw new Error('a source of releases is signed: set RELEASE_KEY=<file> (docs/release-keys.md)');
    await buildWeb();
    const made: Partial<Record<Arch, string>> = {};
    for (const product of intoApt ? (['store'] as const) : products.length > 0 ? products : PRODUCTS)
      for (const arch of archs.length > 0 && !intoApt ? archs : ARCHS) {
        const archive = await release({ product, arch, into, version, key, alsoTrusts });
        if (product === 'store') made[arch] = archive;
        console.log(`✓ ${relative(root, archive)}  sha256 ${await sha256Of(archive)}`);
      }
    if (intoApt && key !== undefined) {
      const suites: readonly Suite[] =
        words.includes('early') || version.includes('-') ? ['early'] : ['stable', 'early'];
      const atS = Number(process.env.SOURCE_DATE_EPOCH ?? (await committedAt()));
      const place = join(into, 'apt');
      const { fingerprint } = await releaseApt({ archives: made, version, into: place, key, suites, atS });
      console.log(`✓ ${relative(root, place)}  ${version} in ${suites.join(', ')}  key ${fingerprint}`);
    }
    const names = readdirSync(into).filter((name) => name.endsWith('.tar.gz'));
    const sums = await Promise.all(
      names.toSorted().map(async (name) => ({ name, sha256: await sha256Of(join(into, name)) })),
    );
    writeFileSync(join(into, SUMS), sums.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''));
    const signed = key === undefined ? 'not signed: a store takes it from its command line only' : 'signed';
    console.log(`✓ dist/release/${SUMS} (${signed}; ${seconds(performance.now() - startedAt)})`);
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
