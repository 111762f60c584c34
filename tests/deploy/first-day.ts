// An owner's first day on a whole Debian, to the first paid order: first-day.main.ts, run where the phone is.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Debian } from './debian.ts';

/** Whom it makes, and how many orders there are then. */
export const OWNER = { email: 'ana@loja.com', password: 'segredo-de-teste' };
export const ORDERS = 1;

/** The setup code in what install.sh said. */
export function codeIn(told: string): string {
  const code = /Código de instalação: (\S+)/.exec(told)?.[1];
  if (code === undefined) throw new Error(`no setup code was told:\n${told}`);
  return code;
}

/** Answers how many milliseconds each step took the machines. */
export async function firstDay(debian: Debian, code: string): Promise<Record<string, number>> {
  const cable = `require('node:net').createServer((s) => s.pipe(require('node:net').connect(4000, '${debian.phoneAddress}')).pipe(s)).listen(4000, '127.0.0.1')`;
  await debian.run(`systemd-run --unit=relay-cable /opt/balcao/current/bin/node -e "${cable}"`);
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-first-day-'));
  try {
    const steps = debian.asPhone('tests/deploy/first-day.main.ts', {
      STORE: `http://${debian.address}`,
      HERE: debian.phoneAddress,
      CODE: code,
      DATA_DIR: dataDir,
    });
    return JSON.parse(steps) as Record<string, number>;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    // It leads to a relay that is gone now, and fails as soon as the store asks for it.
    await debian.run('systemctl stop relay-cable; systemctl reset-failed relay-cable || true', {
      mayFail: true,
    });
  }
}
