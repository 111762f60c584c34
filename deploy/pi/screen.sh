#!/usr/bin/env bash
# On the screen of a machine made from the image: where the shop is, the setup code while there is no owner, what became of the
# Wi-Fi. Called by balcao-screen.service; `screen.sh --once` shows it where one stands.
HERE=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib.sh
. "$HERE/lib.sh"
LOOK_SECONDS=5

# Asked as a phone would; the little that is needed of HTTP, so that no program has to start every few seconds.
needs_owner() { # yes, no, or nothing while the store does not answer
  local answer
  answer=$( (
    exec 3<>"/dev/tcp/127.0.0.1/$(setting EDGE_PORT 80)" || exit 1
    printf 'GET /api/setup HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n' >&3
    timeout 5 cat <&3
  ) 2>/dev/null) || return 0
  case "$answer" in
    *'"needed":true'*) printf yes ;;
    *'"needed":false'* | *' 404 '*) printf no ;;
  esac
}

page() {
  local address owner code note
  address=$(lan_address)
  owner=$(needs_owner)
  say ''
  say "  Balcão $(installed_version || true)"
  say ''
  if [ "$owner" = '' ]; then
    say '  A loja está ligando. Da primeira vez leva alguns minutos.'
  elif [ "$owner" = yes ]; then
    code=$(setup_code)
    say '  No celular, no Wi-Fi da loja, abra:'
    say ''
    say "      $(with_port balcao.local)"
    [ -z "$address" ] || say "      $(with_port "$address")    (se o celular não achar o nome)"
    say ''
    say '  Código de instalação:'
    say ''
    say "      ${code:-está no papel que a impressora soltou}"
  else
    say "  A loja está no ar: $(with_port balcao.local)${address:+  ou  $(with_port "$address")}"
  fi
  say ''
  [ -n "$address" ] || say '  Sem rede: ligue o cabo do roteador, ou escreva o Wi-Fi no arquivo balcao-wifi.txt do cartão.'
  for note in "$P/run/balcao/wifi" "$P/run/balcao/first-boot"; do
    [ ! -f "$note" ] || sed 's/^/  /' "$note"
  done
}

if [ "${1:-}" = --once ]; then
  page
  exit 0
fi
# Letters of Portuguese that the kernel's own font lacks, and large enough to be read from the door.
setfont Lat15-Terminus28x14 2>/dev/null || setfont Lat15-Fixed16 2>/dev/null || true
# The kernel's own words and the blinking cursor stay away from it.
dmesg -n 1 2>/dev/null || true
before=''
while :; do
  now=$(page)
  if [ "$now" != "$before" ]; then printf '\033[?25l\033[H\033[2J%s\n' "$now"; fi
  before=$now
  sleep "$LOOK_SECONDS"
done
