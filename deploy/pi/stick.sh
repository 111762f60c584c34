#!/usr/bin/env bash
# Mounts a stick below /media/balcao, for the store alone, as it comes and as the machine starts. Called by balcao-stick@.service.
#
#   stick.sh mount /dev/sda1
#   stick.sh unmount /dev/sda1
#
# Which copies go to it is nobody's business here: an administrator takes a stick for that in the browser.
HERE=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib.sh
. "$HERE/lib.sh"

# The disk that a partition lies on, or the device itself.
disk_of() { # DEVICE
  local parent
  parent=$(lsblk -ndo PKNAME "$1" 2>/dev/null | head -n 1)
  printf '%s' "/dev/${parent:-${1#/dev/}}"
}

# The machine's own disk may hang on USB too. What somebody mounts, now or by fstab, is theirs.
is_anothers() { # DEVICE
  local own path
  for path in / /boot/firmware "$DATA"; do
    own=$(findmnt -nvro SOURCE -T "$path" 2>/dev/null || true)
    case "$own" in /dev/*) [ "$(disk_of "$own")" != "$(disk_of "$1")" ] || return 0 ;; esac
  done
  [ -n "$(findmnt -nro TARGET -S "$1" 2>/dev/null || true)" ] || [ -n "$(findmnt --fstab -nro TARGET -S "$1" 2>/dev/null || true)" ]
}

mount_stick() { # DEVICE
  local device=$1 type label at options own
  if is_anothers "$device"; then
    say "$device é da própria máquina ou já está montado: fica como está."
    return 0
  fi
  own="uid=$(id -u "$STORE_USER"),gid=$(id -g "$STORE_USER"),umask=077"
  type=$(blkid -o value -s TYPE "$device" 2>/dev/null || true)
  case "$type" in
    # Written as soon as it is: whoever pulls a stick out asks nobody.
    vfat) options="$own,flush" ;;
    exfat) options=$own ;;
    ntfs) type=ntfs3 options=$own ;;
    *)
      say "$device tem o sistema de arquivos ${type:-desconhecido}: use um pen drive em FAT32, exFAT ou NTFS, como vêm da loja."
      return 0
      ;;
  esac
  # A name that somebody else chose: letters, digits and dashes of it.
  label=$(blkid -o value -s LABEL "$device" 2>/dev/null | tr -c 'A-Za-z0-9_\n' - | sed 's/^-*//; s/-*$//' | cut -c 1-32 | head -n 1)
  at="$STICKS/${label:-pen-drive}"
  if mountpoint -q "$at"; then at="$at-${device#/dev/}"; fi
  mkdir -p "$at"
  chmod 755 "$STICKS"
  mount -t "$type" -o "nosuid,nodev,noexec,nosymfollow,noatime,$options" "$device" "$at" || {
    rmdir "$at" || true
    fail "$device não pôde ser montado: o pen drive parece estar com defeito."
  }
  # The kernel mounts a protected or broken one for reading only, and calls that a success.
  # shellcheck disable=SC2016 # the inner shell expands it
  as_store sh -c 'f="$1/.prova-do-balcao.part"; echo balcao >"$f" && sync "$f"; r=$?; rm -f "$f" || r=1; exit $r' _ "$at" 2>/dev/null ||
    warn "O pen drive em $at não pode ser gravado: tire a trava de proteção ou use outro."
  say "✓ $device está em $at."
}

# Also of one that is not there any more.
unmount_stick() { # DEVICE
  local at
  findmnt -nro TARGET -S "$1" 2>/dev/null | while read -r at; do
    case "$at" in "$STICKS"/*)
      umount -l "$at"
      rmdir "$at" || true
      ;;
    esac
  done
}

case "${1:-}" in
  mount) mount_stick "$2" ;;
  unmount) unmount_stick "$2" || true ;;
  *) fail 'Uso: stick.sh mount|unmount DISPOSITIVO' ;;
esac
