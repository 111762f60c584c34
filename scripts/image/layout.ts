// Where things lie on the card. Pure: sizes and the texts that name the parts to each other. Everything that a machine would
// choose by chance is chosen here, so that the same inputs give the same bytes; what must differ between two cards is made at the first start.

const MB = 1024 * 1024;
const SECTOR_BYTES = 512;
/** What flash is erased in, at most: no partition begins inside such a piece. */
const PIECE_BYTES = 4 * MB;
/** Two kernels with their initrds during an upgrade, the firmware and the device trees. */
const BOOT_BYTES = 512 * MB;
/** Of the root before it is grown to the card: what the first start writes. */
const ROOT_SPARE_BYTES = 256 * MB;

export const DISK_ID = 'ba1ca000';
export const BOOT_LABEL = 'BALCAO';
/** FAT's volume id, as mkfs.vfat takes it. */
export const BOOT_ID = 'ba1ca001';
export const ROOT_LABEL = 'balcao';
export const ROOT_UUID = 'ba1ca000-0000-4000-8000-000000000002';
export const ROOT_HASH_SEED = 'ba1ca000-0000-4000-8000-000000000003';
/** By the partition table: the same on a card, a USB disk and an emulated machine. */
export const BOOT_PART = `PARTUUID=${DISK_ID}-01`;
export const ROOT_PART = `PARTUUID=${DISK_ID}-02`;

export type Partition = { startBytes: number; bytes: number };
export type Layout = { boot: Partition; root: Partition; bytes: number };

const whole = (bytes: number): number => Math.ceil(bytes / PIECE_BYTES) * PIECE_BYTES;

/** `contentBytes`: what the files of the root take. The file system's own tables are about a twentieth of it. */
export function layoutFor(contentBytes: number): Layout {
  const boot = { startBytes: PIECE_BYTES, bytes: BOOT_BYTES };
  const root = {
    startBytes: boot.startBytes + boot.bytes,
    bytes: whole(contentBytes * 1.08 + ROOT_SPARE_BYTES),
  };
  return { boot, root, bytes: root.startBytes + root.bytes };
}

/** What sfdisk reads. An MBR: every Raspberry Pi starts from one, also those that know no other. */
export function sfdiskScript({ boot, root }: Layout): string {
  const sectors = ({ startBytes, bytes }: Partition): string =>
    `start=${startBytes / SECTOR_BYTES}, size=${bytes / SECTOR_BYTES}`;
  return [
    'label: dos',
    `label-id: 0x${DISK_ID}`,
    'unit: sectors',
    '',
    `${sectors(boot)}, type=c, bootable`,
    `${sectors(root)}, type=83`,
    '',
  ].join('\n');
}

/**
 * The boot partition is opened when somebody looks into it and shut a minute later: FAT does not like the power to go. Damaged or gone, it
 * keeps nobody from selling.
 */
export const FSTAB = [
  `${ROOT_PART} / ext4 defaults,noatime,errors=remount-ro 0 1`,
  `${BOOT_PART} /boot/firmware vfat defaults,noatime,umask=0077,flush,nofail,x-systemd.automount,x-systemd.idle-timeout=60,x-systemd.device-timeout=10 0 2`,
  '',
].join('\n');
