// An owner's first day on a whole Debian, to the first paid order: first-day.main.ts, run where the phone is.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../scripts/ports.ts';
import { root } from '../../scripts/root.ts';
import type { Debian } from './debian.ts';
import type { Run } from './source-life.ts';

/** How a machine in qemu's own network calls the one that it runs on. */
const EMULATED_HOST = '10.0.2.2';
const EMULATED_STEP_MS_MAX = 600_000;

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
  await layCable(debian.run, 4000, debian.phoneAddress);
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
    await takeCable(debian.run);
  }
}

/** The same on a machine that is emulated here: `url` is the store's, and nothing is heard by name through qemu's network. */
export async function firstDayEmulated(url: string, run: Run, code: string): Promise<Record<string, number>> {
  const [port = 0] = await freePorts(1);
  await layCable(run, port, EMULATED_HOST);
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-first-day-'));
  try {
    const env = {
      ...process.env,
      STORE: url,
      HERE: '127.0.0.1',
      PRINTER_HOST: EMULATED_HOST,
      RELAY_PORT: String(port),
      CODE: code,
      DATA_DIR: dataDir,
      STEP_MS_MAX: String(EMULATED_STEP_MS_MAX),
    };
    const day = execFileSync(process.execPath, ['tests/deploy/first-day.main.ts'], { cwd: root, env });
    return JSON.parse(day.toString()) as Record<string, number>;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    await takeCable(run);
  }
}

/** The seconds of all steps. */
export const daySeconds = (steps: Record<string, number>): string =>
  (Object.values(steps).reduce((sum, ms) => sum + ms, 0) / 1000).toFixed(1);

/** From the store's own loopback to the relay's port on another machine. */
async function layCable(run: Run, port: number, host: string): Promise<void> {
  const cable = `require('node:net').createServer((s) => s.pipe(require('node:net').connect(${port}, '${host}')).pipe(s)).listen(${port}, '127.0.0.1')`;
  await run(`systemd-run --unit=relay-cable /opt/balcao/current/bin/node -e "${cable}"`);
}

/** It leads to a relay that is gone now, and fails as soon as the store asks for it. */
async function takeCable(run: Run): Promise<void> {
  await run('systemctl stop relay-cable; systemctl reset-failed relay-cable || true', { mayFail: true });
}
