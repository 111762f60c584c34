// What a release is made of beside our own code: the texts of its licences, and its parts as a CycloneDX list (SBOM). Both are made of the
// lock file and of what the bundlers say that they took in; no time and no chance is in them.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LockedPackages } from './release-packages.ts';
import { root } from './root.ts';

type Manifest = {
  name: string;
  version: string;
  license?: string;
  author?: string | { name?: string };
  repository?: string | { url?: string };
};
/** A package that is in the release: where it lies here, and as which path the lock file knows it. */
export type Part = { folder: string; path: string };

const STANDARD_TEXTS = join(root, 'scripts/licences');
const TEXT_FILE = /^(licen[sc]e|copying|notice|unlicense)/i;
/** Node names its own parts and theirs in one file. */
const NODE_CPE = (version: string): string => `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`;

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Writes `licences/` and `sbom.cdx.json` into the release's folder. */
export function writeLicences(options: {
  into: string;
  product: string;
  version: string;
  parts: readonly Part[];
  /** The package of Node, which has Node's own licences. */
  node: string;
  locked: LockedPackages;
}): void {
  const folder = join(options.into, 'licences');
  const parts = options.parts
    .map((part) => ({ ...part, manifest: readManifest(part.folder) }))
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .filter((part, at, all) => at === 0 || keyOf(part) !== keyOf(all[at - 1] ?? part));
  mkdirSync(folder);
  const texts = parts.map((part) => `# ${keyOf(part)}\n\n${licenceText(part.folder, part.manifest)}\n`);
  writeFileSync(join(folder, 'packages.txt'), texts.join('\n\n'));
  writeFileSync(join(folder, 'node.txt'), readFileSync(join(options.node, 'LICENSE')));
  const vips = parts.find(({ manifest }) => manifest.name.startsWith('@img/sharp-libvips-'));
  if (vips) {
    writeFileSync(join(folder, 'libvips.md'), readFileSync(join(vips.folder, 'README.md')));
    for (const name of ['LGPL-3.0.txt', 'GPL-3.0.txt'])
      writeFileSync(join(folder, name), readFileSync(join(STANDARD_TEXTS, name)));
  }
  const node = readManifest(options.node);
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: options.product, version: options.version } },
    components: [
      {
        type: 'platform',
        name: 'node',
        version: node.version,
        cpe: NODE_CPE(node.version),
        ...componentFacts(node, options.locked[`node_modules/${node.name}`]?.integrity),
      },
      ...parts.map(({ manifest, path, folder: from }) => ({
        type: 'library',
        name: manifest.name,
        version: manifest.version,
        ...componentFacts(manifest, options.locked[path]?.integrity),
        ...builtIn(from),
      })),
    ],
  };
  writeFileSync(join(options.into, 'sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`);
}

const keyOf = ({ manifest }: { manifest: Manifest }): string => `${manifest.name}@${manifest.version}`;

/** The texts that the package brings; the standard text of the licence that it names, if it brings none. */
function licenceText(folder: string, manifest: Manifest): string {
  const files = readdirSync(folder)
    .filter((name) => TEXT_FILE.test(name))
    .toSorted();
  if (files.length > 0)
    return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
  const { license = 'none', author, repository } = manifest;
  // libvips and what is in it: licences/libvips.md says under which licence each part is.
  const isVips = manifest.name.startsWith('@img/sharp-libvips-');
  const standard = join(STANDARD_TEXTS, `${isVips ? 'LGPL-3.0' : license}.txt`);
  if (!existsSync(standard)) throw new Error(`${keyOf({ manifest })} has no licence text (${license})`);
  const holder = typeof author === 'string' ? author : author?.name;
  const source = typeof repository === 'string' ? repository : repository?.url;
  const copyright = `Copyright (c) ${holder ?? `the authors of ${manifest.name}`}${source === undefined ? '' : `, ${source}`}`;
  return `${copyright}\n\n${readFileSync(standard, 'utf8').trim()}`;
}

function componentFacts(manifest: Manifest, integrity: string | undefined): object {
  const { name, version, license } = manifest;
  const [algorithm, digest] = integrity?.split('-', 2) ?? [];
  return {
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    'bom-ref': `${name}@${version}`,
    ...(license === undefined ? {} : { licenses: [licenceOf(license)] }),
    ...(algorithm === 'sha512' && digest !== undefined
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
      : {}),
  };
}

/** An SPDX id, an expression of several, or what somebody wrote instead. */
const licenceOf = (license: string): object =>
  / (AND|OR|WITH) /.test(license)
    ? { expression: license.replaceAll(/^\(|\)$/g, '') }
    : /^[A-Za-z0-9.+-]+$/.test(license)
      ? { license: { id: license } }
      : { license: { name: license } };

/** What is compiled into libvips, which is one file. */
function builtIn(folder: string): object {
  const file = join(folder, 'versions.json');
  if (!existsSync(file)) return {};
  const versions = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return {
    components: Object.entries(versions).map(([name, version]) => ({
      type: 'library',
      name,
      version,
      'bom-ref': `libvips/${name}@${version}`,
    })),
  };
}
