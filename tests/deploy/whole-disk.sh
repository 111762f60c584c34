#!/usr/bin/env bash
# A whole Debian for arm64 as one disk, for arm-debian.ts, in a namespace of its own (scripts/image/apart.ts), never by hand.
# Of the environment: WORK, SUITE, PACKAGES (with commas), DISK_MB. Leaves $WORK/disk.img, $WORK/kernel and $WORK/initrd.
set -euo pipefail
ROOT="$WORK/root"

# The initrd has what an emulated board begins with, and nothing for a thousand others: it is made and unpacked by an emulated processor.
mmdebstrap --mode=root --format=directory --arch=arm64 --variant=minbase \
  --aptopt='Apt::Install-Recommends "false"' --aptopt='Acquire::Retries "3"' --dpkgopt=force-unsafe-io \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --setup-hook='mkdir -p "$1/etc/initramfs-tools/conf.d"' \
  --setup-hook='echo MODULES=list >"$1/etc/initramfs-tools/conf.d/balcao"' \
  --setup-hook='printf "%s\n" virtio_pci virtio_blk ext4 crc32c crc32c_generic >"$1/etc/initramfs-tools/modules"' \
  --include="$PACKAGES" "$SUITE" "$ROOT" http://deb.debian.org/debian
echo balcao >"$ROOT/etc/hostname"
printf '127.0.0.1\tlocalhost\n127.0.1.1\tbalcao\n' >"$ROOT/etc/hosts"
printf '/dev/vda / ext4 defaults 0 1\n' >"$ROOT/etc/fstab"
: >"$ROOT/etc/machine-id"
cp "$ROOT"/boot/vmlinuz-* "$WORK/kernel"
cp "$ROOT"/boot/initrd.img-* "$WORK/initrd"
# What was made while it was no machine yet.
rm -rf "$ROOT"/dev/* "$ROOT"/run/* "$ROOT"/var/cache/apt/archives/*.deb "$ROOT"/var/lib/apt/lists/*
truncate -s "${DISK_MB}M" "$WORK/disk.img"
mkfs.ext4 -q -F -d "$ROOT" "$WORK/disk.img"
rm -rf "$ROOT"
