// Joins the Wi-Fi that `balcao-wifi.txt` on the card's first partition tells, at each start (balcao-wifi.service). What came of it is
// said beside the file and on the screen (screen.sh). The password leaves the file once the system has it: anybody can read that partition.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FILE_BYTES_MAX, readWifiFile, withoutPassword, type Network } from './wifi-file.ts';
import {
  CONNECTION,
  iwdFile,
  networkdFile,
  networkManagerFile,
  wpaSupplicantFile,
  type SystemFile,
} from './wifi-systems.ts';

/** A root of its own for the quick tests; empty on a real machine. */
const root = process.env.BALCAO_PREFIX ?? '';
const boot = ['/boot/firmware', '/boot'].map((path) => root + path).find(existsSync) ?? `${root}/boot`;
const SCREEN = `${root}/run/balcao/wifi`;
const ANSWER = join(boot, 'balcao-wifi-resposta.txt');
const JOIN_SECONDS = 60;
/** The card's own program is loaded while the system starts. */
const CARD_SECONDS = Number(process.env.BALCAO_CARD_SECONDS ?? 30);
/** Windows hides how a name ends, and Bloco de Notas puts another ending behind it. */
const FILE_NAME = /^balcao-wifi(\.txt)+$/i;

type Joined = 'joined' | 'wrong-password' | 'not-found' | 'no-address' | 'failed';

await main();

async function main(): Promise<void> {
  const name = readdirSync(boot)
    .toSorted()
    .find((entry) => FILE_NAME.test(entry));
  if (name === undefined) return;
  const file = join(boot, name);
  const bytes = readFileSync(file).subarray(0, FILE_BYTES_MAX + 1);
  const settings = readWifiFile(bytes);
  if (settings.kind === 'empty') return;
  if (settings.kind === 'wrong') {
    say(`✗ ${settings.words}`, `Corrija o arquivo ${name} neste cartão e ligue o aparelho de novo.`);
    return;
  }
  const card = await wirelessCard();
  if (card === null) {
    say('✗ Este aparelho não tem Wi-Fi, ou ele não respondeu. Ligue o cabo do roteador.');
    return;
  }
  const system = systemHere(settings, card);
  if (system === null) {
    say('✗ Este sistema não tem o que liga o Wi-Fi (NetworkManager, iwd ou wpa_supplicant).');
    return;
  }
  const stored = store(settings, system.files);
  if (!stored) {
    say(
      `✗ A senha da rede "${settings.name}" não está neste aparelho.`,
      `Escreva-a na linha senha= do arquivo ${name} e ligue de novo.`,
    );
    return;
  }
  if (settings.password !== null) overwrite(file, withoutPassword(bytes));
  allow(settings.country);
  say(...answerOf(await system.join(), settings, name));
}

/** What came of it, and what to do now. */
function answerOf(joined: Joined, { name }: Network, file: string): string[] {
  const again = `Escreva de novo nome= e senha= no arquivo ${file} deste cartão e ligue o aparelho de novo.`;
  switch (joined) {
    case 'joined':
      return [`✓ O aparelho está na rede "${name}".`];
    case 'wrong-password':
      return [`✗ A rede "${name}" não aceitou a senha.`, again];
    case 'not-found': {
      const seen = networksSeen();
      const alike = seen.find((other) => other !== name && other.toLowerCase() === name.toLowerCase());
      return [
        `✗ A rede "${name}" não foi encontrada. O aparelho a procura de novo sozinho.`,
        ...(alike === undefined ? [] : [`Existe a rede "${alike}": letras grandes e pequenas contam.`]),
        ...(seen.length === 0 ? ['O aparelho não vê nenhuma rede.'] : [`O aparelho vê: ${seen.join(', ')}.`]),
        again,
      ];
    }
    case 'no-address':
      return [`✗ A rede "${name}" aceitou a senha, mas não deu um endereço. Reinicie o roteador.`];
    case 'failed':
      return [`✗ O aparelho não entrou na rede "${name}". Confira nome e senha.`, again];
  }
}

// ---- the systems ---------------------------------------------------------------------------------------------------------------

type System = { files: SystemFile[]; join(): Joined | Promise<Joined> };

function systemHere(network: Network, card: string): System | null {
  if (isActive('NetworkManager')) {
    const file = networkManagerFile(network);
    return { files: [file], join: () => joinByNetworkManager(file) };
  }
  if (isActive('iwd'))
    return { files: [iwdFile(network), networkdFile], join: () => joinByIwd(network.name, card) };
  if (ask('wpa_supplicant', ['-v']).ok)
    return { files: [wpaSupplicantFile(network, card), networkdFile], join: () => joinByWpa(card) };
  return null;
}

function joinByNetworkManager(file: SystemFile): Joined {
  ask('nmcli', ['connection', 'load', root + file.path]);
  ask('nmcli', ['radio', 'wifi', 'on']);
  const { ok, output } = ask('nmcli', ['-w', String(JOIN_SECONDS), 'connection', 'up', CONNECTION]);
  if (ok) return 'joined';
  if (/secrets were required|no-secrets|\(7\)/i.test(output)) return 'wrong-password';
  if (/could not be found|ssid-not-found|\(53\)/i.test(output)) return 'not-found';
  if (/ip configuration could not|\(5\)/i.test(output)) return 'no-address';
  return 'failed';
}

function joinByIwd(name: string, card: string): Joined {
  ask('networkctl', ['reload']);
  ask('iwctl', ['station', card, 'scan']);
  const { ok, output } = ask('iwctl', ['--dont-ask', 'station', card, 'connect', name]);
  if (ok) return 'joined';
  return /invalid network name|not found/i.test(output) ? 'not-found' : 'failed';
}

async function joinByWpa(card: string): Promise<Joined> {
  ask('systemctl', ['enable', 'systemd-networkd.service', `wpa_supplicant@${card}.service`]);
  // What it said of another password in this start of the machine is over.
  const since = `--since=@${(Date.now() / 1000).toFixed(3)}`;
  ask('systemctl', ['restart', 'systemd-networkd.service', `wpa_supplicant@${card}.service`]);
  for (let second = 0; second < JOIN_SECONDS; second += 1) {
    if (ask('wpa_cli', ['-i', card, 'status']).output.includes('wpa_state=COMPLETED')) return 'joined';
    const log = ask('journalctl', ['-b', since, '-u', `wpa_supplicant@${card}`, '-o', 'cat', '--no-pager']);
    if (log.output.includes('reason=WRONG_KEY')) return 'wrong-password';
    await delay(1000);
  }
  return 'not-found';
}

function networksSeen(): string[] {
  const { output } = ask('nmcli', ['-t', '-e', 'no', '-f', 'SSID', 'device', 'wifi', 'list']);
  return [...new Set(output.split('\n').filter((line) => line.trim() !== ''))].slice(0, 8);
}

async function wirelessCard(): Promise<string | null> {
  for (let second = 0; ; second += 1) {
    const cards = existsSync(`${root}/sys/class/net`) ? readdirSync(`${root}/sys/class/net`) : [];
    const card = cards.toSorted().find((one) => existsSync(`${root}/sys/class/net/${one}/wireless`));
    if (card !== undefined) return card;
    if (second >= CARD_SECONDS) return null;
    await delay(1000);
  }
}

function allow(country: string): void {
  write(`${root}/etc/modprobe.d/balcao-wifi.conf`, `options cfg80211 ieee80211_regdom=${country}\n`, 0o644);
  ask('rfkill', ['unblock', 'wifi']);
  ask('iw', ['reg', 'set', country]);
}

function isActive(unit: string): boolean {
  return ask('systemctl', ['is-active', '--quiet', unit]).ok;
}

/** In the language that the answers are looked through in. A command that is not there has failed. */
function ask(command: string, args: readonly string[]): { ok: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, {
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
    timeout: (JOIN_SECONDS + 30) * 1000,
  });
  return { ok: status === 0, output: `${stdout ?? ''}${stderr ?? ''}` };
}

// ---- files ---------------------------------------------------------------------------------------------------------------------

/** Whether the system has the network now, with a password where it needs one. */
function store({ kept }: Network, files: SystemFile[]): boolean {
  // Made without its password it would never be joined: what is there stays, if it is this network's.
  if (kept)
    return files.slice(0, 1).every(({ path, text }) => has(root + path.replace(/\.open$/, '.psk'), text));
  for (const { path, text } of files) write(root + path, text, 0o600);
  return true;
}

function has(path: string, text: string): boolean {
  const nameIn = (one: string): string => /^\s*ssid=(.*)$/m.exec(one)?.[1] ?? '';
  return existsSync(path) && nameIn(readFileSync(path, 'utf8')) === nameIn(text);
}

function write(path: string, text: string, mode: number): void {
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  const newFile = join(dirname(path), `.balcao-${process.pid}.new`);
  writeFileSync(newFile, text, { mode, flush: true });
  renameSync(newFile, path);
}

/** In its own place on the disk: another file beside it would leave the password behind in what is free then. */
function overwrite(file: string, text: string): void {
  const oldLength = statSync(file).size;
  const newBytes = Buffer.from(text);
  const disk = openSync(file, 'r+');
  try {
    writeSync(
      disk,
      Buffer.concat([newBytes, Buffer.alloc(Math.max(0, oldLength - newBytes.length), ' ')]),
      0,
      undefined,
      0,
    );
    fsyncSync(disk);
    ftruncateSync(disk, newBytes.length);
    fsyncSync(disk);
  } finally {
    closeSync(disk);
  }
}

/** For who stands at the screen, for who puts the card into a computer, and for the log. */
function say(...words: string[]): void {
  process.stdout.write(`${words.join('\n')}\n`);
  write(SCREEN, `${words.join('\n')}\n`, 0o644);
  // Bloco de Notas of an older Windows needs the mark and both ends of a line.
  write(ANSWER, `\uFEFF${words.join('\r\n')}\r\n`, 0o644);
}
