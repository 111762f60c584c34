// A Debian package around a release's archive, made without dpkg: an `ar` of three files, with no time, owner or machine in it.
// The archive lies in it as it is, once compressed and sealed: package and archive are the same release.
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './root.ts';
import { run } from './run.ts';

export type DebArch = 'arm64' | 'amd64';
/** Where the package lays the archive; deploy/pi/source.sh and the package's own script read it there. */
export const ARCHIVE_IN_PACKAGE = 'usr/share/balcao/release.tar.gz';
const NAME = 'balcao-store';
const STILL = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--format=ustar'];

/** In Debian's order 0.2.0~rc.1 comes before 0.2.0; a hyphen would mean something else. */
export const debVersion = (version: string): string => version.replace('-', '~');

/** The words of `control`, which an index repeats. */
export function controlOf(version: string, arch: DebArch, installedBytes: number): string {
  return [
    `Package: ${NAME}`,
    `Version: ${debVersion(version)}`,
    `Architecture: ${arch}`,
    'Maintainer: Balcao',
    `Installed-Size: ${Math.ceil(installedBytes / 1024)}`,
    'Depends: systemd',
    'Section: misc',
    'Priority: optional',
    'Description: store server of an acai shop',
    ' Orders, kitchen, counter, tickets and payments on a small machine in the shop.',
    '',
  ].join('\n');
}

/** Makes `file`. `work` is an empty folder of the caller's, for what is half-made. */
export async function writeDeb(options: {
  archive: string;
  control: string;
  version: string;
  file: string;
  work: string;
}): Promise<void> {
  const { archive, control, version, file, work } = options;
  const scripts = join(work, 'control');
  const content = join(work, 'data');
  mkdirSync(scripts, { recursive: true });
  writeFileSync(join(scripts, 'control'), control, { mode: 0o644 });
  for (const name of ['postinst', 'prerm']) {
    const text = readFileSync(join(root, 'deploy/apt', name), 'utf8');
    writeFileSync(join(scripts, name), text.replaceAll('@VERSION@', debVersion(version)), { mode: 0o755 });
  }
  mkdirSync(join(content, ARCHIVE_IN_PACKAGE, '..'), { recursive: true });
  copyFileSync(archive, join(content, ARCHIVE_IN_PACKAGE));
  await tar(scripts, join(work, 'control.tar'));
  await tar(content, join(work, 'data.tar'));
  const zipped = join(work, 'control.tar.gz');
  writeFileSync(zipped, gzipSync(readFileSync(join(work, 'control.tar'))));
  const kind = join(work, 'debian-binary');
  writeFileSync(kind, '2.0\n');
  const target = openSync(file, 'w');
  try {
    writeSync(target, '!<arch>\n');
    for (const part of [kind, zipped, join(work, 'data.tar')]) appendPart(target, part);
  } finally {
    closeSync(target);
  }
}

/** Modes are set by tar: a file keeps none of what the maker's umask made of it. */
async function tar(folder: string, file: string): Promise<void> {
  const packed = await run('tar', ['-C', folder, ...STILL, '--mode=u=rwX,go=rX', '-cf', file, '.']);
  if (!packed.ok) throw new Error(`tar: ${packed.output.trim()}`);
}

function appendPart(target: number, part: string): void {
  const { size } = statSync(part);
  const name = part.slice(part.lastIndexOf('/') + 1);
  const head = [
    [name, 16],
    ['0', 12],
    ['0', 6],
    ['0', 6],
    ['100644', 8],
    [String(size), 10],
  ] as const;
  writeSync(target, `${head.map(([text, width]) => text.padEnd(width)).join('')}\`\n`);
  writeSync(target, readFileSync(part));
  if (size % 2 === 1) writeSync(target, '\n');
}
