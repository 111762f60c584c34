#!/bin/sh
# Installs the Balcão store server on Raspberry Pi OS or Debian 12/13 from a source of releases, by apt:
#
#   curl -fsSL https://FONTE/instalar.sh | sudo sh -s -- https://FONTE
#
# It makes two files, /etc/apt/keyrings/balcao.asc and /etc/apt/sources.list.d/balcao.sources, reads that source alone, and installs
# the package balcao-store. apt believes nothing there that the key below has not signed.
set -eu
P="${BALCAO_PREFIX:-}"

stop() {
  for line in "$@"; do printf '%s\n' "$line" >&2; done
  exit 1
}

# All of it in here: half a script that came through a cut line does nothing.
install_balcao() {
  case "${1:-}" in
    http://* | https://* | file:/*) ;;
    *) stop '✗ Diga o endereço da fonte: curl -fsSL https://FONTE/instalar.sh | sudo sh -s -- https://FONTE' ;;
  esac
  case "$1" in *[[:space:]]*) stop '✗ Este endereço não serve: tem espaços.' ;; esac
  [ "$(id -u)" = 0 ] || [ -n "$P" ] || stop '✗ É preciso ser administrador: use sudo.'
  command -v apt-get >/dev/null || stop '✗ Esta máquina não tem apt. O Balcão precisa de Raspberry Pi OS ou Debian 12 ou 13.'
  case "$(dpkg --print-architecture)" in
    arm64 | amd64) ;;
    *) stop '✗ Este sistema não serve: o Balcão precisa do Raspberry Pi OS de 64 bits (arm64), ou de Debian arm64 ou amd64.' ;;
  esac
  printf 'Fonte: %s\nChave: %s\n' "$1" '@FINGERPRINT@'
  mkdir -p "$P/etc/apt/keyrings" "$P/etc/apt/sources.list.d"
  cat >"$P/etc/apt/keyrings/balcao.asc" <<'KEY'
@KEY@
KEY
  chmod 644 "$P/etc/apt/keyrings/balcao.asc"
  printf 'Types: deb\nURIs: %s\nSuites: stable\nComponents: main\nSigned-By: %s\n' "${1%/}" "$P/etc/apt/keyrings/balcao.asc" \
    >"$P/etc/apt/sources.list.d/balcao.sources"
  chmod 644 "$P/etc/apt/sources.list.d/balcao.sources"
  # This source alone: whatever else the machine has is none of ours. apt warns, and goes on with what it had: not here.
  apt-get update -o Dir::Etc::SourceList="$P/etc/apt/sources.list.d/balcao.sources" -o Dir::Etc::SourceParts=- \
    -o APT::Get::List-Cleanup=0 -o APT::Update::Error-Mode=any ||
    stop '✗ A fonte não pôde ser lida, ou não tem a assinatura desta chave. Nada foi instalado.'
  apt-get install -y balcao-store
  # Taken off by `balcao uninstall`, which apt knows nothing of: for apt there is nothing to do.
  [ -e "$P/opt/balcao/current" ] || apt-get install -y --reinstall balcao-store
}

install_balcao "$@"
