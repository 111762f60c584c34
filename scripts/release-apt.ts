// `npm run release -- apt`: the one source of releases, as an apt repository that any web server can serve (decision 050). apt reads it,
// and so does a store's own updater (deploy/pi/source.sh), which verifies the same index by the release key as it is.
//
//   dists/{stable,early}/Release        names each Packages file with its checksum; Release.sig is the key's own word for the updater,
//                                       Release.gpg and InRelease are the same for apt
//   dists/…/main/binary-*/Packages      version, file, size and checksum
//   pool/main/b/balcao/*.deb            the sealed archive, as a package
//   balcao.asc, instalar.sh             the public key, and the installer of one line
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { compareVersions } from '../shared/version.ts';
import { openPgp, type OpenPgp } from './open-pgp.ts';
import { controlOf, debVersion, writeDeb, type DebArch } from './release-deb.ts';
import type { Arch } from './release-packages.ts';
import { root } from './root.ts';
import { runNode } from './run.ts';

/** `early`: for shops that want to help, some days before `stable`. */
export type Suite = 'stable' | 'early';
const DEB_ARCHS: Record<Arch, DebArch> = { arm64: 'arm64', x64: 'amd64' };
const POOL = 'pool/main/b/balcao';
const USER_ID = 'Balcao releases';
/** What is signed, before the SHA-512 of Release: nothing else that the key ever signs begins so. */
export const INDEXED = 'balcao index 1 ';

/**
 * Lays the archives into the repository under `into`, in one rename per suite. What other suites name stays.
 * `atS`: seconds since 1970 that the index carries; stores refuse one that is older than what they saw.
 */
export async function releaseApt(options: {
  archives: Partial<Record<Arch, string>>;
  version: string;
  into: string;
  /** PEM of the Ed25519 private key that sealed the archives. */
  key: string;
  suites: readonly Suite[];
  atS: number;
}): Promise<{ fingerprint: string }> {
  const { version, into, key, suites, atS } = options;
  if (atS === 0)
    throw new Error('no date for the index: set SOURCE_DATE_EPOCH, or release from a checkout with history');
  const pgp = openPgp(key, USER_ID);
  mkdirSync(join(into, POOL), { recursive: true });
  const work = mkdtempSync(join(into, '.making-'));
  try {
    const stanzas: Partial<Record<DebArch, string>> = {};
    for (const [arch, archive] of Object.entries(options.archives) as [Arch, string][]) {
      await mustBeSealed(archive, key, work);
      stanzas[DEB_ARCHS[arch]] = await addPackage({
        archive,
        version,
        arch: DEB_ARCHS[arch],
        into,
        work: join(work, arch),
      });
    }
    for (const suite of suites)
      if (!isAhead(into, suite, version, atS)) layIndex({ suite, stanzas, into, work, pgp, key, atS });
    dropUnnamed(into);
    writeFileSync(join(into, 'balcao.asc'), pgp.publicKey);
    const installer = readFileSync(join(root, 'deploy/apt/instalar.sh'), 'utf8');
    writeFileSync(
      join(into, 'instalar.sh'),
      installer.replace('@KEY@', pgp.publicKey.trim()).replace('@FINGERPRINT@', pgp.fingerprint),
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return { fingerprint: pgp.fingerprint };
}

/** A store takes no archive without the seal: better said here than in every shop. */
async function mustBeSealed(archive: string, key: string, work: string): Promise<void> {
  const publicKey = join(work, 'key.pem');
  writeFileSync(publicKey, createPublicKey(key).export({ type: 'spki', format: 'pem' }));
  const judged = await runNode('deploy/pi/verify-archive.mjs', [publicKey, archive]);
  if (!judged.ok) throw new Error(`${basename(archive)} was not sealed by this key`);
}

async function addPackage(options: {
  archive: string;
  version: string;
  arch: DebArch;
  into: string;
  work: string;
}): Promise<string> {
  const { archive, version, arch, into, work } = options;
  const file = `${POOL}/balcao-store_${debVersion(version)}_${arch}.deb`;
  const control = controlOf(version, arch, await unpackedBytes(archive));
  mkdirSync(work);
  const made = join(work, 'made.deb');
  await writeDeb({ archive, control, version, file: made, work });
  const sha256 = createHash('sha256').update(readFileSync(made)).digest('hex');
  const { size } = statSync(made);
  renameSync(made, join(into, file));
  return `${control}Filename: ${file}\nSize: ${size}\nSHA256: ${sha256}\n\n`;
}

async function unpackedBytes(archive: string): Promise<number> {
  let bytes = 0;
  await pipeline(createReadStream(archive), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) bytes += chunk.length;
  });
  return bytes;
}

/** `early` may be ahead of a version that becomes `stable`: it stays. Stores refuse an index that is older than one they saw. */
function isAhead(into: string, suite: Suite, version: string, atS: number): boolean {
  const place = join(into, 'dists', suite);
  if (!existsSync(place)) return false;
  const packages = Object.values(DEB_ARCHS)
    .map((arch) => join(place, `main/binary-${arch}/Packages`))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'));
  const named = packages.map((text) => (/^Version: (.*)$/m.exec(text)?.[1] ?? '').replace('~', '-'));
  if (suite === 'early' && named.some((one) => (compareVersions(one, version) ?? 0) > 0)) return true;
  const date = /^Date: (.*)$/m.exec(readFileSync(join(place, 'Release'), 'utf8'))?.[1] ?? '';
  if (Date.parse(date) > atS * 1000)
    throw new Error(
      `${suite} was published with a later date (${date}): stores would refuse this one. Set SOURCE_DATE_EPOCH`,
    );
  return false;
}

function layIndex(options: {
  suite: Suite;
  stanzas: Partial<Record<DebArch, string>>;
  into: string;
  work: string;
  pgp: OpenPgp;
  key: string;
  atS: number;
}): void {
  const { suite, stanzas, into, work, pgp, key, atS } = options;
  const archs = Object.values(DEB_ARCHS)
    .filter((arch) => stanzas[arch] !== undefined)
    .toSorted();
  const made = join(work, suite);
  const lines: string[] = [];
  for (const arch of archs) {
    const stanza = stanzas[arch] ?? '';
    const path = `main/binary-${arch}/Packages`;
    mkdirSync(join(made, path, '..'), { recursive: true });
    writeFileSync(join(made, path), stanza);
    const sha256 = createHash('sha256').update(stanza).digest('hex');
    lines.push(` ${sha256} ${Buffer.byteLength(stanza)} ${path}`);
  }
  const text = [
    'Origin: Balcao',
    'Label: Balcao',
    `Suite: ${suite}`,
    `Codename: ${suite}`,
    `Date: ${new Date(atS * 1000).toUTCString().replace('GMT', 'UTC')}`,
    `Architectures: ${archs.join(' ')}`,
    'Components: main',
    'Description: store server of an acai shop',
    'SHA256:',
    ...lines,
    '',
  ].join('\n');
  const digest = createHash('sha512').update(text).digest('hex');
  writeFileSync(join(made, 'Release'), text);
  writeFileSync(join(made, 'Release.sig'), sign(null, Buffer.from(INDEXED + digest), createPrivateKey(key)));
  writeFileSync(join(made, 'Release.gpg'), pgp.detached(text, atS));
  writeFileSync(join(made, 'InRelease'), pgp.clearSigned(text, atS));
  const place = join(into, 'dists', suite);
  mkdirSync(join(into, 'dists'), { recursive: true });
  rmSync(place, { recursive: true, force: true });
  renameSync(made, place);
}

/** Packages that no suite names any more. */
function dropUnnamed(into: string): void {
  const suites = readdirSync(join(into, 'dists'));
  const named = suites
    .flatMap((suite) =>
      Object.values(DEB_ARCHS).map((arch) => join(into, 'dists', suite, `main/binary-${arch}/Packages`)),
    )
    .filter((file) => existsSync(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^Filename: (.*)$/gm)].map(([, name]) => name),
    );
  for (const name of readdirSync(join(into, POOL)))
    if (!named.includes(`${POOL}/${name}`)) rmSync(join(into, POOL, name));
}
