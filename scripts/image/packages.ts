// What of Debian is in the image, and the list that pins it: name, version and checksum of every package, written beside the image.
// With the same list the same bytes come out; another list is named before anything is made of it.

export const SUITE = 'trixie';
/** Debian's newest kernel for this suite: the one before it has no driver for what a Raspberry Pi 5 has its USB and network on. */
export const KERNEL_SUITE = 'trixie-backports';

/** Beside Debian's own minimum; nothing that is merely recommended comes with it. */
export const PACKAGES = [
  // What starts: kernel, the board's firmware, system.
  ...['linux-image-arm64', 'raspi-firmware', 'initramfs-tools', 'zstd', 'systemd-sysv', 'libpam-systemd'],
  ...['systemd-timesyncd', 'udev', 'dbus', 'e2fsprogs', 'dosfstools', 'fdisk'],
  // The network, by cable and without.
  ...['network-manager', 'wpasupplicant', 'iw', 'rfkill', 'wireless-regdb', 'firmware-brcm80211', 'iproute2'],
  // Who looks after it: letters of Portuguese on the screen, SSH for a technician, Debian's own security updates.
  ...['kbd', 'console-setup-linux', 'openssh-server', 'sudo', 'procps', 'less', 'nano', 'iputils-ping'],
  ...['ca-certificates', 'tzdata', 'unattended-upgrades'],
] as const;

export function sources(mirror: string): string {
  const line = (path: string, suite: string): string =>
    `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror}/${path} ${suite} main non-free-firmware`;
  return `${[
    line('debian', SUITE),
    line('debian', `${SUITE}-updates`),
    line('debian-security', `${SUITE}-security`),
    line('debian', KERNEL_SUITE),
  ].join('\n')}\n`;
}

/** Only the kernel and what belongs to it come from there, now and at each upgrade. */
export const PREFERENCES = [
  'Package: /^linux-(image|base|binary|modules)(-|$)/ firmware-brcm80211',
  `Pin: release n=${KERNEL_SUITE}`,
  'Pin-Priority: 500',
  '',
].join('\n');

/** "name version arch sha256" a line, by name. */
export type Locked = { name: string; version: string; arch: string; sha256: string };

/**
 * `installed`: "name<tab>version<tab>arch" a line, as dpkg-query says it. `indexes`: Debian's lists of packages, one after another. Throws
 * when a package that is installed stands in none of them: then nobody could fetch it again.
 */
export function lockOf(installed: string, indexes: string): Locked[] {
  const sums = new Map<string, string>();
  for (const paragraph of indexes.split('\n\n')) {
    const field = (name: string): string => new RegExp(`^${name}: (.+)$`, 'm').exec(paragraph)?.[1] ?? '';
    if (field('Package') !== '')
      sums.set(`${field('Package')} ${field('Version')} ${field('Architecture')}`, field('SHA256'));
  }
  return installed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', version = '', arch = ''] = line.split('\t');
      const sha256 = sums.get(`${name} ${version} ${arch}`);
      if (sha256 === undefined || sha256 === '')
        throw new Error(`${name} ${version} is in no list of Debian`);
      return { name, version, arch, sha256 };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

export function writeLock(locked: readonly Locked[]): string {
  return locked.map(({ name, version, arch, sha256 }) => `${name} ${version} ${arch} ${sha256}\n`).join('');
}

/** What differs from the list that was given, in words; none when it is the very same. */
export function differences(given: string, locked: readonly Locked[]): string[] {
  const before = new Map(given.split('\n').map((line) => [line.split(' ', 1)[0] ?? '', line]));
  before.delete('');
  const now = new Map(
    writeLock(locked)
      .split('\n')
      .map((line) => [line.split(' ', 1)[0] ?? '', line]),
  );
  now.delete('');
  const versionOf = (line: string): string => line.split(' ')[1] ?? '';
  return [
    ...[...before].flatMap(([name, line]) => {
      const other = now.get(name);
      if (other === undefined) return [`${name} ${versionOf(line)} is not there`];
      if (other === line) return [];
      return versionOf(other) === versionOf(line)
        ? [`${name} ${versionOf(line)} has other bytes`]
        : [`${name} is ${versionOf(other)} instead of ${versionOf(line)}`];
    }),
    ...[...now.keys()].filter((name) => !before.has(name)).map((name) => `${name} is new`),
  ];
}
