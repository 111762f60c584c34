// `npm run image`: a card for a Raspberry Pi, whole, as one file: Debian for arm64, the store's release inside, ready at its first start.
//
//   npm run image                        dist/image/balcao-<version>.img, .zip, .packages.txt and SHA256SUMS
//   npm run image -- --lock=FILE         only when Debian still gives every package of this list (a .packages.txt of before)
//   npm run image -- --mirror=ADDRESS    Debian from there: a snapshot has the packages of an older list
//
// Root on Linux, with mmdebstrap, qemu-user-static (unless the machine is arm64), mtools, dosfstools and fdisk. What is written into the
// image has the time of SOURCE_DATE_EPOCH, else of the last commit; nothing is mounted outside of a namespace of its own.
// RELEASE_KEY=<file> and UPDATE_URL=<source of releases>: without both, a store from this card has to be updated by hand.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { VERSION } from '../shared/version.ts';
import { buildWeb } from './build.ts';
import { runApart } from './image/apart.ts';
import { assemble, makeBoot } from './image/disk.ts';
import { FSTAB, layoutFor, ROOT_HASH_SEED, ROOT_LABEL, ROOT_PART, ROOT_UUID } from './image/layout.ts';
import { differences, lockOf, PACKAGES, PREFERENCES, sources, SUITE, writeLock } from './image/packages.ts';
import { zipFile } from './image/zip.ts';
import { committedAt, release, sha256Of } from './release.ts';
import { root } from './root.ts';
import { endWithCommands, seconds } from './run.ts';

const MIRROR = 'http://deb.debian.org';
const TOOLS = ['mmdebstrap', 'mkfs.vfat', 'mcopy', 'sfdisk', 'unshare', 'dd'];
/** How the folder of what is half-made begins. */
const MAKING = '.making-';
/** Files and folders take whole blocks. */
const BLOCK_BYTES = 4096;

export type Image = { file: string; lock: string };

/** Why it cannot be made here, or null. */
export function whyNoImage(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can make an image';
  const tools = [...TOOLS, ...(process.arch === 'arm64' ? [] : ['qemu-aarch64-static'])];
  const missing = tools.filter((name) => {
    try {
      execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  return missing.length === 0
    ? null
    : `missing here: ${missing.join(', ')} (apt-get install mmdebstrap qemu-user-static mtools dosfstools fdisk)`;
}

/** Makes <into>/balcao-<version>.img and the list of its packages beside it. */
export async function makeImage(options: {
  into: string;
  version?: string;
  epoch: number;
  mirror?: string;
  /** A list of before: other packages are refused. */
  lock?: string | undefined;
  key?: string | undefined;
  /** Where its store looks for newer releases. */
  updateUrl?: string | undefined;
  say: (line: string) => void;
}): Promise<Image> {
  const { into, version = VERSION, epoch, mirror = MIRROR, say } = options;
  const work = mkdtempSync(join(into, MAKING));
  const file = join(into, `balcao-${version}.img`);
  const script = join(root, 'scripts/image/root.sh');
  const updateUrl = options.updateUrl ?? '';
  const env = {
    WORK: work,
    SOURCE_DATE_EPOCH: String(epoch),
    TZ: 'UTC',
    SUITE,
    ROOT_PART,
    UPDATE_URL: updateUrl,
  };
  try {
    writeFileSync(join(work, 'sources'), sources(mirror));
    writeFileSync(join(work, 'preferences'), PREFERENCES);
    writeFileSync(join(work, 'packages'), `${PACKAGES.join('\n')}\n`);
    writeFileSync(join(work, 'fstab'), FSTAB);
    say(`the store's release ${version}`);
    await buildWeb();
    const archive = await release({ arch: 'arm64', into: work, version, key: options.key });
    copyFileSync(archive, join(work, 'release.tar.gz'));
    say('Debian, and the store in it');
    await runApart({ script, args: ['make'], env, say });
    const locked = lockOf(
      readFileSync(join(work, 'installed'), 'utf8'),
      readFileSync(join(work, 'indexes'), 'utf8'),
    );
    const other = options.lock === undefined ? [] : differences(options.lock, locked);
    if (other.length > 0)
      throw new Error(
        `Debian gives other packages than the list (${other.length}): ${other.slice(0, 8).join('; ')}`,
      );
    const layout = layoutFor(contentBytes(join(work, 'root')));
    say(`file systems: ${Math.round(layout.bytes / 1024 / 1024)} MB`);
    const [boot, disk] = [join(work, 'boot.fat'), join(work, 'root.ext4')];
    await makeBoot({
      from: join(work, 'boot'),
      extra: join(root, 'deploy/pi/card'),
      into: boot,
      bytes: layout.boot.bytes,
      epoch,
    });
    const words = [disk, String(layout.root.bytes), ROOT_UUID, ROOT_HASH_SEED, ROOT_LABEL];
    await runApart({ script, args: ['filesystem', ...words], env, say });
    await assemble(layout, boot, disk, join(work, 'card.img'));
    renameSync(join(work, 'card.img'), file);
    const lock = `${file.slice(0, -'.img'.length)}.packages.txt`;
    writeFileSync(lock, writeLock(locked));
    return { file, lock };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function contentBytes(folder: string): number {
  const told = execFileSync('du', ['-s', `--block-size=${BLOCK_BYTES}`, folder]).toString();
  return Number(told.split('\t', 1)[0]) * BLOCK_BYTES;
}

if (import.meta.main) {
  endWithCommands();
  const startedAt = performance.now();
  const word = (name: string): string | undefined =>
    process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
  const into = join(root, 'dist', 'image');
  const reason = whyNoImage();
  try {
    if (reason !== null) throw new Error(reason);
    mkdirSync(into, { recursive: true });
    // Gigabytes, when the run before was ended from outside.
    for (const name of readdirSync(into).filter((one) => one.startsWith(MAKING)))
      rmSync(join(into, name), { recursive: true });
    const epoch = Number(process.env.SOURCE_DATE_EPOCH ?? (await committedAt()));
    const lockFile = word('lock');
    const keyFile = process.env.RELEASE_KEY ?? '';
    const updateUrl = process.env.UPDATE_URL ?? '';
    if (keyFile === '' || updateUrl === '')
      console.log('! without RELEASE_KEY and UPDATE_URL: its store takes no newer release by itself');
    const mirror = word('mirror');
    const { file, lock } = await makeImage({
      into,
      epoch,
      ...(mirror === undefined ? {} : { mirror }),
      lock: lockFile === undefined ? undefined : readFileSync(lockFile, 'utf8'),
      key: keyFile === '' ? undefined : readFileSync(keyFile, 'utf8'),
      updateUrl: updateUrl === '' ? undefined : updateUrl,
      say: (line) => console.log(`  ${line}`),
    });
    const zip = file.replace(/\.img$/, '.zip');
    const name = relative(into, file);
    await zipFile(file, name, zip);
    const sums = await Promise.all(
      [file, lock, zip].map(async (one) => `${await sha256Of(one)}  ${relative(into, one)}\n`),
    );
    writeFileSync(join(into, 'SHA256SUMS'), sums.join(''));
    console.log(`${sums.join('')}✓ dist/image/${name} (${seconds(performance.now() - startedAt)})`);
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
