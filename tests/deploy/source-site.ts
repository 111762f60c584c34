// A source of releases as a folder that any web server serves: what a shop that updates itself reads.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from '../../scripts/build.ts';
import { packRelease, release } from '../../scripts/release.ts';
import { releaseApt } from '../../scripts/release-apt.ts';
import { VERSION } from '../../shared/version.ts';
import { NEXT } from './source-life.ts';

const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
const AT_S = 1_790_000_000;

/** `site` with this version, `site/foreign` with the same installer and another hand's releases. Answers what publishes NEXT. */
export async function makeSource(folder: string): Promise<() => Promise<unknown>> {
  const newKey = (): string =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const [key, stranger] = [newKey(), newKey()];
  const site = join(folder, 'site');
  const publish = (into: string, archive: string, version: string, by: string, atS: number) =>
    releaseApt({ archives: { [arch]: archive }, version, into, key: by, suites: ['stable'], atS });
  await buildWeb();
  const first = await release({ arch, into: folder, key });
  const next = await release({ arch, into: folder, version: NEXT, key });
  await publish(site, first, VERSION, key, AT_S);
  const foreign = join(folder, 'foreign');
  mkdirSync(foreign);
  execFileSync('tar', ['-C', foreign, '-xzf', first]);
  const name = `balcao-store-${VERSION}-linux-${arch}`;
  const forged = join(folder, 'forged.tar.gz');
  await packRelease(join(foreign, name), forged, stranger);
  await publish(join(site, 'foreign'), forged, VERSION, stranger, AT_S);
  cpSync(join(site, 'instalar.sh'), join(site, 'foreign', 'instalar.sh'));
  return () => publish(site, next, NEXT, key, AT_S + 1);
}
