// The servers of the last release, as they are kept in the tree: unpacked beside the packages that are here.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { root } from '../../../scripts/root.ts';

export type Released = {
  version: string;
  protocol: number;
  store: string;
  relay: string;
  folder: string;
  ownerPassword: string;
};

/** Throws when the archive is not the pinned one. Whoever asks for it removes the folder. */
export function unpackReleased(): Released {
  const packed = readFileSync(join(import.meta.dirname, 'servers.tar.br'));
  const { sha256, version, protocol } = JSON.parse(
    readFileSync(join(import.meta.dirname, 'released.json'), 'utf8'),
  ) as { sha256: string; version: string; protocol: number };
  if (createHash('sha256').update(packed).digest('hex') !== sha256)
    throw new Error('servers.tar.br is not what released.json pins: node scripts/keep-released.ts');
  const folder = mkdtempSync(join(tmpdir(), 'balcao-released-'));
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: brotliDecompressSync(packed) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    version,
    protocol,
    folder,
    // As its own demo shop has it.
    ownerPassword: 'acai-dona',
    store: join(folder, 'edge/main.js'),
    relay: join(folder, 'cloud/main.js'),
  };
}
