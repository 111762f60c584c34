// The installer of one line in whole Debians, offline but for a source of releases, under their own systemd and their own apt (12 verifies
// with gpgv, 13 with sqv): `npm run soak -- apt`; DEBIAN=trixie for one suite alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../shared/version.ts';
import type { Soak } from '../support/soak.ts';
import { bootDebian, whyNot, type Debian } from './debian.ts';
import { codeIn, firstDay, ORDERS, OWNER } from './first-day.ts';
import {
  byApt,
  dayAfter,
  keepOld,
  mustRun,
  NEXT,
  restored,
  timed,
  updatesAreOn,
  updatesItself,
} from './source-life.ts';
import { makeSource } from './source-site.ts';

const SUITES = process.env.DEBIAN === undefined ? ['bookworm', 'trixie'] : [process.env.DEBIAN];

export const soak: Soak = {
  name: 'apt',
  title: 'the installer of one line, its updates and a restore in whole Debians',
  async run() {
    const reason = whyNot();
    if (reason !== null) return `NOT RUN: ${reason}`;
    const seen: string[] = [];
    for (const suite of SUITES) {
      const folder = mkdtempSync(join(tmpdir(), 'balcao-source-'));
      let debian: Debian | null = null;
      try {
        const publishNext = await makeSource(folder);
        debian = await bootDebian(suite);
        seen.push(`${suite}: ${(await wholeLife(debian, folder, publishNext)).join('; ')}`);
      } finally {
        await debian?.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    }
    return seen.join('\n  ');
  },
};

async function wholeLife(
  debian: Debian,
  folder: string,
  publishNext: () => Promise<unknown>,
): Promise<string[]> {
  const { run } = debian;
  const source = await debian.serve(join(folder, 'site'));
  const line = (from: string): string => `curl -fsSL ${from}/instalar.sh | sh -s -- ${from}`;
  const seen = [await judgesSignatures(run)];

  const refused = await run(line(`${source}/foreign`), { mayFail: true });
  if (!refused.includes('não tem a assinatura desta chave. Nada foi instalado.'))
    throw new Error(`a source of another key:\n${refused}`);
  await run('! dpkg -s balcao-store && test ! -e /opt/balcao');
  seen.push('nothing taken from a source that another key signed');

  let told = '';
  seen.push(await timed('installed by the line', async () => (told = await run(line(source)))));
  if (/^[WE]:/m.test(told)) throw new Error(`apt is not content:\n${told}`);
  await mustRun(run, VERSION);
  seen.push(`${(await run('du -sm /opt/balcao')).split('\t', 1)[0]} MB installed`);
  await firstDay(debian, codeIn(told));
  seen.push(await updatesAreOn(run, OWNER, source));

  const { site, old } = keepOld(folder);
  await publishNext();
  seen.push(...(await updatesItself(run, site, old, VERSION)));
  seen.push(await byApt(run));
  seen.push(await dayAfter(run));
  seen.push(await restored(run, OWNER, ORDERS, () => run(line(source))));
  await mustRun(run, NEXT);
  await run('DEBIAN_FRONTEND=noninteractive apt-get -y purge balcao-store');
  await run('test ! -e /opt/balcao && test -s /var/lib/balcao/edge/store.db');
  seen.push('purged by apt, with the data left');
  return seen;
}

/** What the machine's apt calls; where both are there it takes the stricter one. */
async function judgesSignatures(run: Debian['run']): Promise<string> {
  const found = await run('apt-get --version | head -n 1; command -v sqv || command -v gpgv');
  const [apt = '', verifier = ''] = found.trim().split('\n');
  return `${apt.replace(/ \(.*/, '')} with ${verifier.replace('/usr/bin/', '')}`;
}
