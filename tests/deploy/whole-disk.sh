#!/usr/bin/env bash
# A whole Debian for arm64 as one disk, for arm-debian.ts, in a namespace of its own (scripts/image/apart.ts), never by hand.
# Of the environment: WORK, SUITE, PACKAGES (with commas), DISK_MB. Leaves $WORK/disk.img, $WORK/kernel and $WORK/initrd.
set -euo pipefail
ROOT="$WORK/root"

mmdebstrap --mode=root --format=directory --arch=arm64 --variant=minbase \
  --aptopt='Apt::Install-Recommends "false"' --aptopt='Acquire::Retries "3"' --dpkgopt=force-unsafe-io \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --include="$PACKAGES" "$SUITE" "$ROOT" http://deb.debian.org/debian
echo balcao >"$ROOT/etc/hostname"
printf '127.0.0.1\tlocalhost\n127.0.1.1\tbalcao\n' >"$ROOT/etc/hosts"
printf '/dev/vda / ext4 defaults 0 1\n' >"$ROOT/etc/fstab"
: >"$ROOT/etc/machine-id"
cp "$ROOT"/boot/vmlinuz-* "$WORK/kernel"
cp "$ROOT"/boot/initrd.img-* "$WORK/initrd"
rm -rf "$ROOT"/var/cache/apt/archives/*.deb "$ROOT"/var/lib/apt/lists/*
truncate -s "${DISK_MB}M" "$WORK/disk.img"
mkfs.ext4 -q -F -d "$ROOT" "$WORK/disk.img"
rm -rf "$ROOT"
