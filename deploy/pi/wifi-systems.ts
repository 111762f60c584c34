// A Wi-Fi network as each system's own file: NetworkManager (Raspberry Pi OS, our image), iwd, wpa_supplicant. Pure. Names that people
// gave their networks stand there as numbers wherever the system takes it: then no letter of them means anything.
import { pbkdf2Sync } from 'node:crypto';
import type { Network } from './wifi-file.ts';

export type SystemFile = { path: string; text: string };
type Settings = Pick<Network, 'name' | 'password' | 'country' | 'hidden'>;

const IS_KEY = /^[0-9a-f]{64}$/i;
const bytesOf = (name: string): number[] => [...Buffer.from(name)];

/** The id by which nmcli knows it. */
export const CONNECTION = 'balcao-wifi';

export function networkManagerFile({ name, password, hidden }: Settings): SystemFile {
  // wpa-psk: WPA2, and WPA3 where the router has it.
  const security =
    password === null ? [] : ['', '[wifi-security]', 'key-mgmt=wpa-psk', `psk=${keyfileValue(password)}`];
  return {
    path: `/etc/NetworkManager/system-connections/${CONNECTION}.nmconnection`,
    text: lines(
      ...['[connection]', `id=${CONNECTION}`, 'type=wifi', 'autoconnect=true', 'autoconnect-retries=0'],
      ...['', '[wifi]', `ssid=${bytesOf(name).join(';')};`, `hidden=${hidden}`],
      ...security,
      ...['', '[ipv4]', 'method=auto', '', '[ipv6]', 'method=auto'],
    ),
  };
}

/** A name of other than plain letters stands in the file's own name as numbers. */
export function iwdFile({ name, password, hidden }: Settings): SystemFile {
  const stem = /^[A-Za-z0-9 _-]+$/.test(name) ? name : `=${Buffer.from(name).toString('hex')}`;
  const settings = ['[Settings]', 'AutoConnect=true', `Hidden=${hidden}`];
  if (password === null) return { path: `/var/lib/iwd/${stem}.open`, text: lines(...settings) };
  const secret = IS_KEY.test(password)
    ? `PreSharedKey=${password.toLowerCase()}`
    : `Passphrase=${keyfileValue(password)}`;
  return { path: `/var/lib/iwd/${stem}.psk`, text: lines('[Security]', secret, '', ...settings) };
}

export function wpaSupplicantFile(settings: Settings, card: string): SystemFile {
  const { name, password, country, hidden } = settings;
  const key = password === null ? 'key_mgmt=NONE' : `psk=${wpaKey(name, password)}`;
  return {
    path: `/etc/wpa_supplicant/wpa_supplicant-${card}.conf`,
    text: lines(
      ...['ctrl_interface=DIR=/run/wpa_supplicant', `country=${country}`, 'network={'],
      ...[`\tssid=${Buffer.from(name).toString('hex')}`, `\tscan_ssid=${hidden ? 1 : 0}`, `\t${key}`, '}'],
    ),
  };
}

/** Beside iwd and wpa_supplicant, which ask for no address themselves. */
export const networkdFile: SystemFile = {
  path: '/etc/systemd/network/25-balcao-wifi.network',
  text: lines('[Match]', 'Type=wlan', '', '[Network]', 'DHCP=yes'),
};

/** What WPA makes of name and password (IEEE 802.11i, H.4): 64 digits. */
function wpaKey(name: string, password: string): string {
  if (IS_KEY.test(password)) return password.toLowerCase();
  return pbkdf2Sync(password, name, 4096, 32, 'sha1').toString('hex');
}

/** As GLib and ell read a value: a backslash is written as two, a space at its beginning is said. */
function keyfileValue(text: string): string {
  return text.replaceAll('\\', String.raw`\\`).replace(/^ /, String.raw`\s`);
}

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`;
}
