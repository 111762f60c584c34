#!/usr/bin/env bash
# On the screen of a machine made from the image: where the shop is, the setup code while there is no owner, what became of the
# Wi-Fi. Called by balcao-screen.service; `screen.sh --once` shows it where one stands.
HERE=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib.sh
. "$HERE/lib.sh"
LOOK_SECONDS=5
# What the page takes: its longest line that must not break is an address, and with the words about the Wi-Fi it has 18 lines.
COLUMNS_MIN=64
ROWS_MIN=18

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
    # No letters of a Linux console have the tick.
    [ ! -f "$note" ] || sed -e 's/^✓ //' -e 's/^/  /' "$note"
  done
}

if [ "${1:-}" = --once ]; then
  page
  exit 0
fi
# Letters of Portuguese, which the kernel's own font lacks, and the largest in which the page has room: they are read from the door.
SIZES=(32x16 28x14 24x12 20x10)
fit_letters() {
  local font rows columns
  for font in "${SIZES[@]/%/ -d}" "${SIZES[@]}"; do
    # -d, twice as large: since Linux 6.2, and not on every screen.
    # shellcheck disable=SC2086 # a font and its option
    setfont Lat15-Terminus$font 2>/dev/null && read -r rows columns < <(stty size) || continue
    [ "$rows" -lt "$ROWS_MIN" ] || [ "$columns" -lt "$COLUMNS_MIN" ] || return 0
  done
  setfont Lat15-Fixed16 2>/dev/null || true
}
# The kernel's own words and the blinking cursor stay away from it.
dmesg -n 1 2>/dev/null || true
screen=none before=''
while :; do
  # A screen may be plugged in, or be another one, at any time; then the kernel begins again with its own font.
  if [ "$(stty size 2>/dev/null)" != "$screen" ]; then
    fit_letters
    screen=$(stty size 2>/dev/null || true) before=''
  fi
  columns=${screen#* }
  now=$(page | sed 's/^  //' | fold -s -w $((${columns:-80} - 2)) | sed 's/^/  /')
  if [ "$now" != "$before" ]; then printf '\033[?25l\033[H\033[2J%s\n' "$now"; fi
  before=$now
  sleep "$LOOK_SECONDS"
done
