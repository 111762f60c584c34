// A card of `npm run image` (Debian 13 for arm64) in an emulated machine whose cable comes late: at its very first start under NetworkManager,
// then under systemd-networkd. `IMAGE=dist/image/balcao-0.1.0.img npm run soak -- card-network`; the same on x64, with updates and a
// restore: network.soak.ts.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layoutFor } from '../../scripts/image/layout.ts';
import type { Soak } from '../support/soak.ts';
import { onMachine, technicianKey, writeToCard } from './card-access.ts';
import { until } from './debian.ts';
import { startEmulated, takeBoot, type Emulated } from './emulated.ts';
import type { Run } from './source-life.ts';

const CARD_BYTES = 4 * 1024 ** 3;
const START_SECONDS_MAX = 2400;
/** Who asks in vain for an address asks ever more seldom; and every instruction is emulated. */
const NETWORK_SECONDS_MAX = 600;
/** Says on the serial line when the store said that it is ready, and which addresses the machine has then. */
const TELLER = `[Unit]\nAfter=balcao-store.service\nRequires=balcao-store.service\n[Service]\nType=oneshot\nExecStart=/bin/sh /etc/balcao-teller.sh\n[Install]\nWantedBy=multi-user.target\n`;
const TELLER_SCRIPT = `echo "balcao-teller: [$(hostname -I | tr -d ' ')]" >/dev/ttyAMA0\n`;
const TOLD = /balcao-teller: \[(\S*)\]/g;
const NETWORKD = '[Match]\nName=en* eth*\n[Network]\nDHCP=yes\n';

export const soak: Soak = {
  name: 'card-network',
  title: 'the card of a Raspberry Pi started without a network, under NetworkManager and networkd',
  async run() {
    const image = process.env.IMAGE;
    if (image === undefined) return 'NOT RUN: IMAGE=FILE, a card that `npm run image` made';
    const folder = mkdtempSync(join(tmpdir(), 'balcao-card-'));
    let machine: Emulated | null = null;
    try {
      const card = join(folder, 'card.img');
      copyFileSync(image, card);
      truncateSync(card, CARD_BYTES);
      const { boot, root } = layoutFor(0);
      const key = technicianKey(folder);
      writeToCard(card, boot.startBytes, 'balcao-ssh.pub', readFileSync(`${key}.pub`, 'utf8'));
      layTeller(card, root.startBytes, folder);
      const started = await startEmulated(
        card,
        takeBoot(card, boot.startBytes, join(folder, 'boot')),
        folder,
      );
      machine = started;
      const pulled = (): Promise<void> =>
        until('the cable is out', async () => {
          await started.cable(false);
          return true;
        });
      await pulled();
      const run = onMachine(started.sshPort, key);
      const seen = [`NetworkManager: ${await startsWithoutNetwork(started, run, 1)}`];
      await run('cat >/etc/systemd/network/20-cabo.network', { input: NETWORKD });
      await run('systemctl disable --quiet NetworkManager && systemctl enable --quiet systemd-networkd');
      await run('systemd-run --quiet --on-active=10 systemctl reboot');
      await pulled();
      seen.push(`networkd: ${await startsWithoutNetwork(started, run, 2)}`);
      await started.off();
      return seen.join('; ');
    } finally {
      await machine?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function layTeller(card: string, rootAt: number, folder: string): void {
  const [unit, script] = [join(folder, 'unit'), join(folder, 'script')];
  writeFileSync(unit, TELLER);
  writeFileSync(script, TELLER_SCRIPT);
  const units = '/etc/systemd/system';
  const commands = [
    `write ${unit} ${units}/balcao-teller.service`,
    `write ${script} /etc/balcao-teller.sh`,
    `symlink ${units}/multi-user.target.wants/balcao-teller.service ${units}/balcao-teller.service`,
  ];
  execFileSync('debugfs', ['-w', '-f', '-', `${card}?offset=${rootAt}`], {
    input: `${commands.join('\n')}\n`,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** The cable is out; puts it back once the store was ready. `starts`: how often the machine has started by now. */
async function startsWithoutNetwork(machine: Emulated, run: Run, starts: number): Promise<string> {
  const beganAt = machine.secondsSinceStart();
  let told: string[] = [];
  await until(
    'the store is ready',
    async () => {
      told = [...machine.serial().matchAll(TOLD)].map(([, addresses = '']) => addresses);
      return Promise.resolve(told.length >= starts);
    },
    START_SECONDS_MAX,
  );
  const readyS = machine.secondsSinceStart() - beganAt;
  if (told.at(-1) !== '') throw new Error(`it has an address, so nothing is shown: ${told.at(-1)}`);
  const state = 'systemctl show -p MainPID -p NRestarts balcao-store';
  await machine.cable(true);
  const pluggedAt = machine.secondsSinceStart();
  const answeredAt = await machine.answers('/readyz', pluggedAt + NETWORK_SECONDS_MAX);
  const restarts = await run(state);
  if (!restarts.includes('NRestarts=0')) throw new Error(`the store was started again:\n${restarts}`);
  return `ready without an address ${readyS.toFixed(0)} s after power, answering its network ${(answeredAt - pluggedAt).toFixed(0)} s after the cable was put in, nothing restarted`;
}
