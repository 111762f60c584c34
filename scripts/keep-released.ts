// Keeps the servers of a release in the tree, for the test that runs them against the present ones (docs/decisions/048): built from that
// commit with its own build, packed with the same bytes every time. In a checkout without that history nothing has to be built.
//
//   node scripts/keep-released.ts <commit>     tests/faults/versions/servers.tar.br and released.json
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { root } from './root.ts';

const WORKSPACES = ['shared', 'edge', 'cloud', 'web'];
const into = join(root, 'tests/faults/versions');
const BUILD = `
const { bundleServer } = await import('./scripts/build.ts');
const { VERSION } = await import('./shared/version.ts');
const { PROTOCOL_VERSION } = await import('./shared/link/protocol-version.ts');
for (const server of ['edge', 'cloud']) await bundleServer(server, 'released/' + server, { sourcemap: false });
console.log(JSON.stringify({ version: VERSION, protocol: PROTOCOL_VERSION }));
`;

const git = (...words: string[]): Buffer =>
  execFileSync('git', words, { cwd: root, maxBuffer: 512 * 1024 * 1024 });

function build(commit: string, folder: string): { version: string; protocol: number } {
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: git('archive', commit) });
  // Packages as they are here; the workspaces are its own.
  mkdirSync(join(folder, 'node_modules/@balcao'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@balcao') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const name of WORKSPACES) symlinkSync(join(folder, name), join(folder, 'node_modules/@balcao', name));
  writeFileSync(join(folder, 'build.mjs'), BUILD);
  return JSON.parse(execFileSync(process.execPath, ['build.mjs'], { cwd: folder }).toString()) as ReturnType<
    typeof build
  >;
}

const [given] = process.argv.slice(2);
if (given === undefined) throw new Error('which commit? node scripts/keep-released.ts <commit>');
const commit = git('rev-parse', given).toString().trim();
const folder = mkdtempSync(join(tmpdir(), 'balcao-released-'));
try {
  const facts = build(commit, folder);
  const still = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--format=ustar'];
  const tar = execFileSync('tar', ['-C', join(folder, 'released'), ...still, '-cf', '-', 'edge', 'cloud'], {
    maxBuffer: 512 * 1024 * 1024,
  });
  const packed = brotliCompressSync(tar, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
  const sha256 = createHash('sha256').update(packed).digest('hex');
  writeFileSync(join(into, 'servers.tar.br'), packed);
  writeFileSync(join(into, 'released.json'), `${JSON.stringify({ commit, ...facts, sha256 }, null, 2)}\n`);
  console.log(`✓ ${facts.version}, protocol ${facts.protocol}, ${packed.length} bytes`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
