#!/usr/bin/env bash
# The image's root as a folder, and its file system. Run by scripts/image.ts in a namespace of its own (apart.ts), never by hand.
#
#   root.sh make      $WORK/{sources,preferences,packages,fstab,release.tar.gz} become $WORK/root, $WORK/boot, $WORK/installed, $WORK/indexes
#   root.sh filesystem FILE BYTES UUID SEED LABEL
#   root.sh take      gives the folder up
#
# As `mmdebstrap` calls it back: root.sh before ROOT, root.sh settle ROOT. Of the environment: WORK, SOURCE_DATE_EPOCH, SUITE,
# ROOT_PART, UPDATE_URL (may be empty).
set -euo pipefail
ROOT="$WORK/root"
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
HOSTNAME_HERE=balcao

make_root() {
  local call="WORK='$WORK' bash '$HERE/root.sh'"
  # Texts that nobody reads on it; licences stay.
  mmdebstrap --mode=root --format=directory --arch=arm64 --variant=minbase \
    --aptopt='Apt::Install-Recommends "false"' --aptopt='Acquire::Retries "3"' \
    --dpkgopt=force-unsafe-io --dpkgopt=force-confold --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/info/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    --setup-hook="$call before \"\$1\"" --customize-hook="$call settle \"\$1\"" \
    --include="$(paste -sd, "$WORK/packages")" "$SUITE" "$ROOT" - <"$WORK/sources"
  leave_no_trace
  find "$ROOT" "$WORK/boot" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

# Before the first package: what their scripts look at.
before() { # ROOT
  mkdir -p "$1/etc/apt/preferences.d" "$1/etc/default" "$1/boot/firmware"
  # raspi-firmware asks for a partition there, and does not see from inside of a namespace that it is in a chroot.
  mount -t tmpfs -o mode=755 tmpfs "$1/boot/firmware"
  cp "$WORK/preferences" "$1/etc/apt/preferences.d/balcao"
  cp "$WORK/fstab" "$1/etc/fstab"
  # CMA: told, it would keep a Raspberry Pi 4 from starting; the device tree has what each board needs.
  printf 'CMA=0\nCONSOLES=tty0\nROOTPART=%s\n' "$ROOT_PART" >"$1/etc/default/raspi-firmware"
  # The screen is the shop's, not the kernel's.
  printf 'quiet loglevel=3 consoleblank=0 panic=10\n' >"$1/etc/default/raspi-extra-cmdline"
}

settle() { # ROOT
  local root=$1 release
  printf '%s\n' "$HOSTNAME_HERE" >"$root/etc/hostname"
  printf '127.0.0.1\tlocalhost\n127.0.1.1\t%s\n::1\tlocalhost ip6-localhost ip6-loopback\n' "$HOSTNAME_HERE" >"$root/etc/hosts"
  ln -sfn /usr/share/zoneinfo/America/Sao_Paulo "$root/etc/localtime"
  printf 'LANG=C.UTF-8\n' >"$root/etc/default/locale"
  printf 'APT::Periodic::Update-Package-Lists "1";\nAPT::Periodic::Unattended-Upgrade "1";\n' >"$root/etc/apt/apt.conf.d/20auto-upgrades"
  # Debian's own corrections come while nobody sells.
  mkdir -p "$root/etc/systemd/system/apt-daily-upgrade.timer.d"
  printf '[Timer]\nOnCalendar=\nOnCalendar=*-*-* 04:30\nRandomizedDelaySec=30min\n' >"$root/etc/systemd/system/apt-daily-upgrade.timer.d/balcao.conf"
  # The store itself, by its own installer.
  mkdir "$root/opt/incoming"
  tar -C "$root/opt/incoming" -xzf "$WORK/release.tar.gz"
  release=$(ls "$root/opt/incoming")
  chroot "$root" "/opt/incoming/$release/pi/install.sh" --image
  rm -rf "$root/opt/incoming"
  chroot "$root" systemctl --quiet disable ssh.service getty@tty1.service
  chroot "$root" systemctl --quiet enable NetworkManager.service systemd-timesyncd.service
  touch "$root/etc/balcao/first-boot"
  # Whole files or none, from now on: cards lose their power.
  sed -i '/force-unsafe-io/d; /force-confold/d' "$root"/etc/dpkg/dpkg.cfg.d/*
  chroot "$root" dpkg-query -W -f '${Package}\t${Version}\t${Architecture}\n' >"$WORK/installed"
  for list in "$root"/var/lib/apt/lists/*_Packages*; do /usr/lib/apt/apt-helper cat-file "$list"; done >"$WORK/indexes"
  for file in start4.elf cmdline.txt config.txt; do
    [ -s "$root/boot/firmware/$file" ] || { echo "no $file: raspi-firmware has not laid it down" >&2; exit 1; }
  done
  mkdir "$WORK/boot"
  cp -a "$root/boot/firmware/." "$WORK/boot/"
  umount "$root/boot/firmware"
}

# What tells two runs apart, and what would make two cards one machine.
leave_no_trace() {
  rm -rf "$ROOT"/dev/* "$ROOT"/run/* "$ROOT"/tmp/* "$ROOT"/var/tmp/* "$ROOT"/var/lib/apt/lists/* "$ROOT"/var/cache/apt/*.bin
  rm -f "$ROOT"/etc/ssh/ssh_host_* "$ROOT"/var/lib/dbus/machine-id "$ROOT"/etc/resolv.conf "$ROOT"/var/cache/ldconfig/aux-cache \
    "$ROOT"/var/lib/systemd/random-seed "$ROOT"/etc/*- "$ROOT"/var/cache/debconf/*-old "$ROOT"/var/lib/dpkg/*-old "$ROOT"/var/lib/balcao-update/*.log
  find "$ROOT/var/log" -type f -delete
  : >"$ROOT/etc/machine-id"
}

# By the image's own mke2fs, whatever this machine has: only since 1.47.1 does it take the time that it is told for everything.
make_filesystem() { # FILE BYTES UUID SEED LABEL
  rm -f "$1"
  truncate -s "$2" "$1"
  MKE2FS_CONFIG="$ROOT/etc/mke2fs.conf" "$ROOT/usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1" \
    --library-path "$ROOT/usr/lib/aarch64-linux-gnu" "$ROOT/usr/sbin/mke2fs" -q -F -t ext4 -m 1 -d "$ROOT" -L "$5" -U "$3" \
    -E "hash_seed=$4,lazy_itable_init=0,lazy_journal_init=0" "$1"
}

case "$1" in
  make) make_root ;;
  before) before "$2" ;;
  settle) settle "$2" ;;
  filesystem) make_filesystem "${@:2}" ;;
  take) rm -rf "$ROOT" ;;
esac
