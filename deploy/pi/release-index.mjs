// Reads the index of a source of releases, an apt repository, once it was verified by the key that is installed already. Reads files that
// only root can change. Says what it found, or why it is refused, in words, and ends with 1.
//   release-index.mjs release KEY Release Release.sig SUITE DEB-ARCH SEEN-AT   prints: the index's second, size and SHA-256 of Packages
//   release-index.mjs packages Packages SHA256 DEB-ARCH                        prints: version, path, size and SHA-256 of the package
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isSignedByOne } from './keys.mjs';

const INDEXED = 'balcao index 1 ';
const PACKAGE_BYTES_MAX = 512 * 1024 * 1024;

const refuse = (words) => {
  process.stderr.write(`${words}\n`);
  process.exit(1);
};
const fieldOf = (text, name) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';

function readRelease(key, file, signatureFile, suite, arch, seenAt) {
  const text = readFileSync(file);
  const digest = createHash('sha512').update(text).digest('hex');
  const signature = readFileSync(signatureFile);
  if (!isSignedByOne(key, Buffer.from(INDEXED + digest), signature))
    refuse('A lista de versões não tem a assinatura de quem faz o Balcão.');
  const index = text.toString('utf8');
  if (fieldOf(index, 'Suite') !== suite) refuse('A lista de versões é de outro canal.');
  const atS = Date.parse(fieldOf(index, 'Date')) / 1000;
  if (!Number.isInteger(atS)) refuse('A lista de versões não diz de quando é.');
  if (atS < Number(seenAt)) refuse('A lista de versões é mais antiga que a que esta loja já viu.');
  const entry = new RegExp(`^ ([0-9a-f]{64}) +(\\d{1,6}) main/binary-${arch}/Packages$`, 'm').exec(index);
  if (entry === null) refuse('A lista não tem versão para este processador.');
  return `${atS} ${entry[2]} ${entry[1]}`;
}

function readPackages(file, sha256, arch) {
  const bytes = readFileSync(file);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    refuse('A lista de versões chegou alterada.');
  const entries = bytes
    .toString('utf8')
    .split('\n\n')
    .filter((text) => fieldOf(text, 'Package') === 'balcao-store' && fieldOf(text, 'Architecture') === arch);
  const [entry] = entries;
  if (entries.length !== 1 || entry === undefined) refuse('A lista não tem versão para este processador.');
  const version = fieldOf(entry, 'Version').replace('~', '-');
  const path = fieldOf(entry, 'Filename');
  const size = Number(fieldOf(entry, 'Size'));
  const sum = fieldOf(entry, 'SHA256');
  const isWellMade =
    /^\d{1,6}\.\d{1,6}\.\d{1,6}(-[A-Za-z0-9.]{1,32})?$/.test(version) &&
    /^pool(\/[A-Za-z0-9][\w.~-]*)+\.deb$/.test(path) &&
    size > 0 &&
    size <= PACKAGE_BYTES_MAX &&
    /^[0-9a-f]{64}$/.test(sum);
  if (!isWellMade) refuse('A lista de versões não foi entendida.');
  return `${version} ${path} ${size} ${sum}`;
}

const [what, ...words] = process.argv.slice(2);
process.stdout.write(`${what === 'release' ? readRelease(...words) : readPackages(...words)}\n`);
