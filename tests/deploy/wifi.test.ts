// What becomes of the Wi-Fi file on a machine: the real script, a folder as root, and stand-ins for the programs that know the network.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;
let bin: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'balcao-wifi-'));
  bin = join(root, 'bin');
  mkdirSync(bin);
  mkdirSync(join(root, 'boot/firmware'), { recursive: true });
  mkdirSync(join(root, 'sys/class/net/wlan0/wireless'), { recursive: true });
  runs('NetworkManager');
  for (const name of ['iw', 'rfkill']) command(name, '');
});
afterEach(() => rmSync(root, { recursive: true }));

const at = (path: string): string => join(root, path);
const text = (path: string): string => readFileSync(at(path), 'utf8');
const CARD = 'boot/firmware/balcao-wifi.txt';
const ANSWER = 'boot/firmware/balcao-wifi-resposta.txt';
const CONNECTION = 'etc/NetworkManager/system-connections/balcao-wifi.nmconnection';

function command(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> '${at('calls')}'\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
}
function runs(unit: string): void {
  command('systemctl', `case "$*" in "is-active --quiet ${unit}") exit 0 ;; is-active*) exit 3 ;; esac`);
}
function put(path: string, words: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), words);
}
function start(): string {
  return execFileSync(process.execPath, ['deploy/pi/wifi.ts'], {
    env: { PATH: bin, BALCAO_PREFIX: root, BALCAO_CARD_SECONDS: '0' },
  }).toString();
}
const calls = (): string => (existsSync(at('calls')) ? text('calls') : '');

describe('with NetworkManager', () => {
  beforeEach(() => {
    command('nmcli', '');
    put(CARD, '# loja\r\nnome=Loja da Ana\r\nsenha=acai1234\r\npais=BR\r\n');
  });

  it('the machine joins, says so, and the password is only where root reads it', () => {
    const before = statSync(at(CARD)).ino;
    expect(start()).toBe('✓ O aparelho está na rede "Loja da Ana".\n');
    expect(text('run/balcao/wifi')).toBe('✓ O aparelho está na rede "Loja da Ana".\n');
    expect(text(ANSWER)).toBe('\uFEFF✓ O aparelho está na rede "Loja da Ana".\r\n');
    expect(text(CONNECTION)).toContain('psk=acai1234');
    expect(statSync(at(CONNECTION)).mode & 0o777).toBe(0o600);
    expect(text(CARD)).toBe('# loja\r\nnome=Loja da Ana\r\nsenha=(guardada no aparelho)\r\npais=BR\r\n');
    // In its own place on the card, so that nothing of before is left in what is free.
    expect(statSync(at(CARD)).ino).toBe(before);
    expect(calls()).toContain('nmcli -w 60 connection up balcao-wifi');
    expect(calls()).toContain('iw reg set BR');
    expect(text('etc/modprobe.d/balcao-wifi.conf')).toContain('ieee80211_regdom=BR');
  });

  it('started again without the password, keeps the one that it has', () => {
    start();
    const connection = text(CONNECTION);
    expect(start()).toContain('✓');
    expect(text(CONNECTION)).toBe(connection);
    expect(connection).toContain('psk=acai1234');
  });

  it.each([
    [
      'Error: Connection activation failed: Secrets were required, but not provided.',
      '✗ A rede "Loja da Ana" não aceitou a senha.',
    ],
    [
      'Error: Connection activation failed: The Wi-Fi network could not be found',
      '✗ A rede "Loja da Ana" não foi encontrada.',
    ],
    [
      'Error: Connection activation failed: IP configuration could not be reserved (no available address, timeout, etc.)',
      'não deu um endereço',
    ],
    ['Error: something else', '✗ O aparelho não entrou na rede "Loja da Ana".'],
  ])('says what the owner can do when it hears %j', (heard, words) => {
    command(
      'nmcli',
      `case "$*" in *" up "*) echo '${heard}' >&2; exit 4 ;; *list) echo 'LOJA DA ANA' ;; esac`,
    );
    const said = start();
    expect(said).toContain(words);
    expect(said.includes('Existe a rede "LOJA DA ANA"')).toBe(heard.includes('could not be found'));
    expect(text(ANSWER)).toContain(words);
    expect(text(CARD)).not.toContain('acai1234');
    expect(said).not.toContain('acai1234');
  });

  it('asks for the password of another network than the one that it has', () => {
    start();
    put(CARD, 'nome=Casa\nsenha=(guardada no aparelho)\n');
    expect(start()).toContain('A senha da rede "Casa" não está neste aparelho.');
    expect(text(CONNECTION)).toContain('psk=acai1234');
  });

  it('asks for the password that stands in no file of this machine', () => {
    put(CARD, 'nome=Loja da Ana\nsenha=(guardada no aparelho)\n');
    expect(start()).toContain('A senha da rede "Loja da Ana" não está neste aparelho.');
    expect(calls()).not.toContain('connection up');
  });

  it.each(['balcao-wifi.txt.txt', 'Balcao-WiFi.TXT'])('finds the file as %s', (name) => {
    rmSync(at(CARD));
    put(`boot/firmware/${name}`, 'nome=Loja\nsenha=acai1234');
    expect(start()).toContain('✓');
    expect(text(`boot/firmware/${name}`)).not.toContain('acai1234');
  });

  it('leaves a file alone that it did not understand, and says why', () => {
    put(CARD, 'nome=Loja\nsenha=acai');
    expect(start()).toContain('A senha do Wi-Fi tem de 8 a 63');
    expect(text(CARD)).toBe('nome=Loja\nsenha=acai');
    expect(existsSync(at(CONNECTION))).toBe(false);
  });

  it('says that there is no Wi-Fi, and keeps the password for a machine that has', () => {
    rmSync(at('sys/class/net/wlan0'), { recursive: true });
    expect(start()).toContain('Este aparelho não tem Wi-Fi');
    expect(text(CARD)).toContain('acai1234');
  });
});

it('an empty file, or none, asks for nothing and writes nothing', () => {
  expect(start()).toBe('');
  put(CARD, 'nome=\r\nsenha=\r\npais=BR\r\n');
  expect(start()).toBe('');
  expect(existsSync(at(ANSWER))).toBe(false);
  expect(calls()).toBe('');
});

it('with iwd, the network and who asks for an address are its files', () => {
  runs('iwd');
  command('iwctl', '');
  command('networkctl', '');
  put(CARD, 'nome=Açaí\nsenha=acai1234');
  expect(start()).toContain('✓');
  expect(text('var/lib/iwd/=41c3a761c3ad.psk')).toContain('Passphrase=acai1234');
  expect(text('etc/systemd/network/25-balcao-wifi.network')).toContain('DHCP=yes');
  expect(calls()).toContain('iwctl --dont-ask station wlan0 connect Açaí');
});

it('with wpa_supplicant, a wrong password is read in its log', () => {
  runs('nothing');
  command('wpa_supplicant', '');
  command('wpa_cli', 'echo wpa_state=SCANNING');
  command('journalctl', 'echo "CTRL-EVENT-SSID-TEMP-DISABLED id=0 reason=WRONG_KEY"');
  put(CARD, 'nome=Loja\nsenha=acai1234');
  expect(start()).toContain('não aceitou a senha');
  expect(text('etc/wpa_supplicant/wpa_supplicant-wlan0.conf')).not.toContain('acai1234');
  expect(calls()).toContain('wpa_supplicant@wlan0.service');
});

it('with wpa_supplicant, what it said of the password of before does not count for the new one', () => {
  runs('nothing');
  command('wpa_supplicant', '');
  command(
    'wpa_cli',
    `if [ -e '${at('asked')}' ]; then echo wpa_state=COMPLETED; else echo >'${at('asked')}'; echo wpa_state=SCANNING; fi`,
  );
  // All of this start of the machine, or since a moment of it.
  command('journalctl', 'case "$*" in *--since=@*) ;; *) echo "id=0 reason=WRONG_KEY" ;; esac');
  put(CARD, 'nome=Loja\nsenha=acai1234');
  expect(start()).toBe('✓ O aparelho está na rede "Loja".\n');
});
