// A whole Debian that nobody touches: the shop closes, and the store's own clock, its path unit and its updater bring what the source has.
// `npm run soak -- night`, up to an hour, most of it waited; DEBIAN=trixie for another suite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../shared/version.ts';
import type { Soak } from '../support/soak.ts';
import { bootDebian, whyNot, type Debian } from './debian.ts';
import { codeIn, firstDay, OWNER } from './first-day.ts';
import { mustRun, timed, updatesAreOn, updatesByNight } from './source-life.ts';
import { makeSource } from './source-site.ts';

export const soak: Soak = {
  name: 'night',
  title: 'a release that comes by itself while the shop is closed, in a whole Debian',
  async run() {
    const reason = whyNot();
    if (reason !== null) return `NOT RUN: ${reason}`;
    const suite = process.env.DEBIAN ?? 'bookworm';
    const folder = mkdtempSync(join(tmpdir(), 'balcao-night-'));
    let debian: Debian | null = null;
    try {
      const publishNext = await makeSource(folder);
      debian = await bootDebian(suite);
      const { run } = debian;
      const source = await debian.serve(join(folder, 'site'));
      const told = await run(`curl -fsSL ${source}/instalar.sh | sh -s -- ${source}`);
      await mustRun(run, VERSION);
      await firstDay(debian, codeIn(told));
      const seen = [await updatesAreOn(run, OWNER, source)];
      await publishNext();
      seen.push(...(await updatesByNight(run, OWNER)));
      seen.push(await timed('rolled back by hand', () => run('balcao rollback')));
      await mustRun(run, VERSION);
      return `${suite}: ${seen.join('; ')}`;
    } finally {
      await debian?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
