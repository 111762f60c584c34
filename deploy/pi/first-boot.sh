#!/usr/bin/env bash
# What a card that was just written does once, before its store starts: takes the whole card, makes keys of its own, lets the
# shop's technician in when there is a key for that. Called by balcao-first-boot.service; cut off in the middle, it runs again.
HERE=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib.sh
. "$HERE/lib.sh"
MARK="$P/etc/balcao/first-boot"
# On the partition that any computer shows: who may come in by SSH, as a public key.
KEY="$P/boot/firmware/balcao-ssh.pub"
TECHNICIAN=tecnico

# The partition to the end of the card, then its file system, both while they are in use.
grow_root() {
  local part disk number
  part=$(findmnt -nvro SOURCE /) || return 1
  disk=$(lsblk -ndo PKNAME "$part") || return 1
  number=$(cat "$P/sys/class/block/${part##*/}/partition") || return 1
  printf ',+\n' | sfdisk --no-reread --no-tell-kernel -q -N "$number" "/dev/$disk" || return 1
  partx --update --nr "$number" "/dev/$disk" || return 1
  resize2fs "$part" || return 1
}

# Two cards from one image must not be one machine. systemd makes the machine's own id by itself.
new_keys() {
  find "$P/etc/ssh" -maxdepth 1 -name 'ssh_host_*' -delete || return 1
  ssh-keygen -A ${P:+-f "$P"} >/dev/null || return 1
}

let_technician_in() {
  local home="$P/home/$TECHNICIAN"
  [ -f "$KEY" ] || return 0
  grep -Eq '^(ssh-(ed25519|rsa)|ecdsa-sha2-nistp256) [A-Za-z0-9+/=]+' "$KEY" || {
    warn 'balcao-ssh.pub não é uma chave pública de SSH.'
    return 1
  }
  getent passwd "$TECHNICIAN" >/dev/null || useradd --create-home --shell /bin/bash --groups sudo,systemd-journal "$TECHNICIAN" || return 1
  mkdir -p "$home/.ssh" && tr -d '\r' <"$KEY" >"$home/.ssh/authorized_keys" || return 1
  chmod 700 "$home/.ssh" && chmod 600 "$home/.ssh/authorized_keys" && chown -R "$TECHNICIAN:$TECHNICIAN" "$home/.ssh" || return 1
  # No password exists that anybody could know.
  mkdir -p "$P/etc/sudoers.d" && printf '%s ALL=(ALL) NOPASSWD: ALL\n' "$TECHNICIAN" >"$P/etc/sudoers.d/balcao-tecnico" || return 1
  chmod 440 "$P/etc/sudoers.d/balcao-tecnico" || return 1
  systemctl enable --quiet ssh.service && systemctl start --no-block ssh.service
}

need_root
mkdir -p "$P/run/balcao"
failed=()
# One that fails keeps nobody from selling: it is said, and tried again at the next start.
grow_root || failed+=('usar o cartão inteiro')
new_keys || failed+=('fazer as chaves deste aparelho')
let_technician_in || failed+=('abrir para o técnico (balcao-ssh.pub)')
if [ ${#failed[@]} -gt 0 ]; then
  printf '! Não consegui %s.\n' "${failed[@]}" | tee "$P/run/balcao/first-boot"
  exit 1
fi
rm -f "$MARK" "$P/run/balcao/first-boot"
sync
say '✓ Primeiro início: o cartão inteiro em uso, chaves novas.'
