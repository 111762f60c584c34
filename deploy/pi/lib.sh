# shellcheck shell=bash disable=SC2034
# What install.sh, update.sh and uninstall.sh share: where things are, how they speak, and the steps that more than one takes.
# Everything can be run again after a kill at any point: what is half-made has another name, and gets its own by one rename.
set -euo pipefail
# What is asked for inside $( ) ends at its first failure too.
shopt -s inherit_errexit
umask 022

# A root of its own for the quick tests; empty on a real machine.
P="${BALCAO_PREFIX:-}"
OPT="$P/opt/balcao"
RELEASES="$OPT/releases"
CURRENT="$OPT/current"
PREVIOUS="$OPT/previous"
DATA="$P/var/lib/balcao"
# Root's own: nothing that the store's process could lead astray with a link.
UPDATES="$P/var/lib/balcao-update"
STATE="$UPDATES/unfinished"
ENV_FILE="$P/etc/balcao/store.env"
UNITS="$P/etc/systemd/system"
# There before the store starts: what is mounted below it later is seen by the store too.
STICKS="$P/media/balcao"
STORE_USER=balcao
STORE_UNIT=balcao-store.service
HEALTH_SECONDS="${BALCAO_HEALTH_SECONDS:-60}"
MB=1048576

# Where words go. What a command says of its own failure is for who knows the system: update.sh keeps that in a file.
WORDS=2
say() { printf '%s\n' "$*"; }
warn() { printf '! %s\n' "$*" >&"$WORDS"; }
STEP=''
SAID=no
step() {
  STEP=$2
  printf '[%s] %s\n' "$1" "$2"
}
fail() {
  SAID=yes
  printf '✗ %s\n' "$1" >&"$WORDS"
  shift
  for line in "$@"; do printf '  %s\n' "$line" >&"$WORDS"; done
  exit 1
}

# Whatever ends a step without words of its own, the disk nearly always: said all the same.
at_exit() { # CODE
  [ "$1" != 0 ] && [ "$SAID" = no ] && [ -n "$STEP" ] || return 0
  fail "Parou em: $STEP." 'O disco pode estar cheio, ou o cartão com defeito: libere espaço ou troque o cartão, e rode de novo.'
}
trap 'at_exit $?' EXIT

need_root() {
  [ "$(id -u)" = 0 ] || [ -n "$P" ] || fail 'É preciso ser administrador.' "Rode de novo com sudo: sudo $0"
}

# Two at once would pull the ground from under each other.
take_turn() { # FLOCK'S WORDS: -n unless told
  mkdir -p "$P/run/lock"
  exec 9>"$P/run/lock/balcao.lock"
  flock "${@:--n}" 9
}

one_at_a_time() { # FLOCK'S WORDS
  take_turn "$@" || fail 'Outra instalação ou atualização está em andamento.' 'Espere terminar e rode de novo.'
}

as_store() { runuser -u "$STORE_USER" -- "$@"; }

setting() { # NAME DEFAULT: a variable of the store's environment file
  local value=''
  [ -f "$ENV_FILE" ] && value=$(sed -n "s/^$1=//p" "$ENV_FILE" | tail -n 1)
  printf '%s' "${value:-$2}"
}

change_setting() { # NAME VALUE
  cp -p "$ENV_FILE" "$ENV_FILE.new"
  { grep -v "^$1=" "$ENV_FILE" || true; printf '%s=%s\n' "$1" "$2"; } >"$ENV_FILE.new"
  mv "$ENV_FILE.new" "$ENV_FILE"
}

fact() { sed -n "s/^ *\"$2\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$1/release.json" | head -n 1; } # FOLDER NAME

is_version() { printf '%s' "$1" | grep -Eq '^[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}(-[A-Za-z0-9.]{1,32})?$'; }
# For sort, 1.2.0~rc.1 comes before 1.2.0.
is_older() { [ "$1" != "$2" ] && [ "$(printf '%s\n%s\n' "$1" "$2" | tr - '~' | sort -V | head -n 1 | tr '~' -)" = "$1" ]; }

installed_version() {
  local folder
  folder=$(readlink -f "$CURRENT" 2>/dev/null) && [ -f "$folder/release.json" ] && fact "$folder" version
}

machine_arch() {
  case "$(uname -m)" in
    x86_64 | amd64) printf x64 ;;
    aarch64 | arm64) printf arm64 ;;
    *) printf unknown ;;
  esac
}

free_mb() { df -Pk "$1" | awk 'NR == 2 { print int($4 / 1024) }'; }
size_mb() { { du -sk "$@" 2>/dev/null || true; } | awk '{ total += $1 } END { print int(total / 1024) + 1 }'; }
count_files() { { find "$1" 2>/dev/null || true; } | wc -l; }

existing_parent() {
  local folder=$1
  while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
  printf '%s' "$folder"
}

# Room where it is used: folders on one disk share it. Says what is missing, in $NO_ROOM, and fails.
has_room() { # FOLDER MB FILES [FOLDER MB FILES…]
  local at name device free
  declare -A megabytes=() files=() folders=()
  while [ $# -gt 0 ]; do
    at=$(existing_parent "$1")
    device=$(stat -c %d "$at")
    folders[$device]=$at
    megabytes[$device]=$((${megabytes[$device]:-0} + $2))
    files[$device]=$((${files[$device]:-0} + $3))
    shift 3
  done
  for device in "${!folders[@]}"; do
    at=${folders[$device]}
    name=${at#"$P"}
    name=${name:-/}
    free=$(free_mb "$at")
    NO_ROOM="O disco está quase cheio: em $name há ${free} MB livres e são precisos ${megabytes[$device]} MB."
    [ "$free" -ge "${megabytes[$device]}" ] || return 1
    # Some file systems make inodes as they need them, and say that there are none.
    free=$(df -Pi "$at" 2>/dev/null | awk 'NR == 2 && $2 + 0 > 0 { print $4 }') || free=''
    NO_ROOM="O disco não aceita mais arquivos: em $name cabem ${free} e são precisos ${files[$device]}."
    [ -z "$free" ] || [ "$free" -ge "${files[$device]}" ] || return 1
  done
  NO_ROOM=''
}

MORE_ROOM=('Libere espaço e rode de novo. O que costuma ajudar:' '  sudo apt-get clean' '  sudo journalctl --vacuum-size=50M')

# ---- the clock -------------------------------------------------------------------------------------------------------------

# A Pi has no clock of its own: without the internet it wakes up in the past, and every order would carry that date.
check_clock() { # FOLDER of the release
  local made now
  made=$(fact "$1" committedAt)
  now=$(date +%s)
  timedatectl set-ntp true >/dev/null 2>&1 || warn 'Não há serviço de hora certa (systemd-timesyncd). Instale: sudo apt-get install systemd-timesyncd'
  [ "$(timedatectl show -p NTPSynchronized --value 2>/dev/null || true)" = yes ] && return 0
  # A day of grace for who made it; no release is installed five years later.
  if [ "${made:-0}" != 0 ] && { [ "$now" -lt $((made - 86400)) ] || [ "$now" -gt $((made + 5 * 31557600)) ]; }; then
    fail "O relógio desta máquina está errado: ela pensa que hoje é $(date '+%d/%m/%Y %H:%M')." \
      'Ligue a internet, espere um minuto e rode de novo. Sem internet, acerte à mão:' \
      "  sudo date -s 'AAAA-MM-DD HH:MM'" \
      'Nada foi mudado.'
  fi
  warn "A hora ainda não foi conferida pela internet. Esta máquina marca $(date '+%d/%m/%Y %H:%M'): confira se está certo."
}

# ---- ports -----------------------------------------------------------------------------------------------------------------

check_port() { # PORT
  local holder
  holder=$(ss -Hltnp "sport = :$1" 2>/dev/null | sed -n 's/.*users:(("\([^"]*\)",pid=\([0-9]*\).*/\1 (processo \2)/p' | head -n 1)
  [ -n "$(ss -Hltn "sport = :$1" 2>/dev/null)" ] || return 0
  if systemctl is-active --quiet "$STORE_UNIT" && [ "$(setting EDGE_PORT 80)" = "$1" ]; then return 0; fi
  fail "A porta $1 já está em uso${holder:+ por $holder}." \
    'Desligue esse programa (por exemplo: sudo systemctl disable --now nginx) e rode de novo,' \
    'ou use outra porta: sudo PORT=8080 ./install.sh' \
    'Nada foi mudado.'
}

# ---- a release and its seal ------------------------------------------------------------------------------------------------

# Every file is the one that was packed, and there is no other.
verify_folder() { # FOLDER
  local folder=$1
  [ -f "$folder/SHA256SUMS" ] && [ -f "$folder/release.json" ] || return 1
  [ -z "$(find "$folder" ! -type d ! -type f -print -quit)" ] || return 1
  (cd "$folder" && sha256sum --quiet --strict -c SHA256SUMS >/dev/null 2>&1) || return 1
  [ "$(cd "$folder" && find . -type f ! -path ./SHA256SUMS ! -path ./SHA256SUMS.sig | sed 's/^\.\///' | LC_ALL=C sort)" = \
    "$(cut -c 67- "$folder/SHA256SUMS" | LC_ALL=C sort)" ]
}

# Judged by the Node and the key that are installed already, never by those that came with the file.
is_signed() { # FOLDER
  [ -f "$CURRENT/pi/release-key.pem" ] && [ -f "$1/SHA256SUMS.sig" ] || return 1
  "$CURRENT/bin/node" --input-type=module -e '
    import { readFileSync } from "node:fs";
    const [keys, sums, signature, key] = process.argv.slice(1);
    const { isSignedByOne } = await import(keys);
    process.exit(isSignedByOne(key, readFileSync(sums), readFileSync(signature)) ? 0 : 1);
  ' "$(readlink -f "$CURRENT")/pi/keys.mjs" "$1/SHA256SUMS" "$1/SHA256SUMS.sig" "$CURRENT/pi/release-key.pem"
}

# The archive as a whole, before it is opened: by the Node and the key that are installed already.
is_sealed() { # FILE
  [ -f "$CURRENT/pi/release-key.pem" ] && "$CURRENT/bin/node" "$CURRENT/pi/verify-archive.mjs" "$CURRENT/pi/release-key.pem" "$1" 2>/dev/null
}

TAMPERED='O arquivo da versão está corrompido ou foi alterado.'

check_facts() { # FOLDER
  local version arch
  version=$(fact "$1" version)
  arch=$(fact "$1" arch)
  if [ "$(fact "$1" product)" != balcao-store ] || ! is_version "$version"; then fail 'Este arquivo não é uma versão do Balcão.'; fi
  [ "$arch" = "$(machine_arch)" ] || fail "Este arquivo é para outro processador ($arch); esta máquina é $(machine_arch)." \
    "Baixe o que termina em linux-$(machine_arch).tar.gz."
}

# The verified folder becomes releases/<version>, named in $PLACE, by one rename: whole on the disk and read back before it has its name.
place_release() { # FOLDER
  local version target placing="$RELEASES/.placing"
  version=$(fact "$1" version) || return 1
  target="$RELEASES/$version"
  # What runs is never taken away from under itself: one that has been damaged is mended beside it.
  if [ "$(readlink -f "$CURRENT" 2>/dev/null || true)" = "$(readlink -f "$target" 2>/dev/null || printf none)" ] && ! is_copy "$1" "$target"; then
    target="$target.mended"
  fi
  PLACE=$target
  if [ "$(readlink -f "$1")" = "$(readlink -f "$target" 2>/dev/null || true)" ] || is_copy "$1" "$target"; then return 0; fi
  mkdir -p "$RELEASES" && rm -rf "$placing" && cp -R "$1" "$placing" 2>/dev/null || return 1
  chown -R 0:0 "$placing" 2>/dev/null || [ -n "$P" ] || return 1
  sync -f "$placing" 2>/dev/null && is_copy "$1" "$placing" || return 1
  rm -rf "$target" && mv -T "$placing" "$target" && sync "$RELEASES" 2>/dev/null
}

is_copy() { # FOLDER COPY: with every file as it was packed
  [ -f "$2/SHA256SUMS" ] && cmp -s "$1/SHA256SUMS" "$2/SHA256SUMS" && verify_folder "$2"
}

point() { # LINK TARGET: by one rename, so that there is always a current one
  [ "$(readlink "$1" 2>/dev/null || true)" != "$2" ] || return 0
  ln -sfn "$2" "$1.next" && mv -Tf "$1.next" "$1" && sync -f "$OPT" 2>/dev/null
}

# ---- what the system has of us ---------------------------------------------------------------------------------------------

install_system_files() { # FOLDER of the release
  local unit rules
  mkdir -p "$UNITS" "$P/etc/udev/rules.d" "$P/etc/systemd/journald.conf.d" "$P/usr/local/sbin" "$P/etc/balcao" "$STICKS" || return 1
  for unit in "$1"/pi/units/*; do put_file "$unit" "$UNITS/${unit##*/}" || return 1; done
  for rules in "$1"/pi/*.rules; do put_file "$rules" "$P/etc/udev/rules.d/${rules##*/}" || return 1; done
  put_file "$1/pi/journald.conf" "$P/etc/systemd/journald.conf.d/balcao.conf" || return 1
  ln -sfn /opt/balcao/current/pi/balcao "$P/usr/local/sbin/balcao" || return 1
  systemctl daemon-reload || return 1
  # For what is plugged in already.
  if udevadm control --reload 2>/dev/null; then udevadm trigger --subsystem-match=usbmisc --subsystem-match=block || true; fi
}

# Whole or as it was before: a unit of half a file would keep the shop shut at the next start.
put_file() { # FILE TARGET
  ! cmp -s "$1" "$2" || return 0
  install -m 644 "$1" "$2.new" 2>/dev/null && sync "$2.new" 2>/dev/null && mv "$2.new" "$2"
}

# ---- the store -------------------------------------------------------------------------------------------------------------

store_data() { as_store "$1/bin/node" --disable-warning=ExperimentalWarning "$1/pi/store-data.mjs" "${@:2}"; } # FOLDER COMMAND…

# Whether the release can serve the data of today, tried on a copy. The shop goes on meanwhile. Why not is in $NO_TRIAL.
TRIAL="$UPDATES/check.log"
NO_TRIAL=''
trial() { # FOLDER
  local copy result=0
  NO_TRIAL=''
  as_store find "$DATA" -maxdepth 1 -name '.trial.*' -exec rm -rf {} + 2>/dev/null || true
  rm -f "$TRIAL"
  copy=$(as_store mktemp -d "$DATA/.trial.XXXXXX" 2>/dev/null) || {
    NO_TRIAL='O disco dos dados está cheio ou não grava.'
    return 1
  }
  try_data "$1" "$copy" 2>/dev/null || result=1
  [ "$result" = 0 ] || NO_TRIAL=$(tail -n 3 "$TRIAL" 2>/dev/null || true)
  as_store rm -rf "$copy"
  return "$result"
}

try_data() { # FOLDER COPY
  : >"$TRIAL" || return 1
  if as_store test -f "$DATA/edge/store.db"; then store_data "$1" copy "$DATA/edge/store.db" "$2/edge/store.db" 2>"$TRIAL" || return 1; fi
  as_store env -i PATH="$PATH" DATA_DIR="$2" LOG_LEVEL=silent TIME_ZONE="$(setting TIME_ZONE America/Sao_Paulo)" \
    "$1/bin/node" "$1/edge/main.js" check >"$TRIAL" 2>&1
}

# Not waited for: systemd would wait for one that hangs twice as long as we do. `healthy` tells whether it came.
start_store() { systemctl restart --no-block "$STORE_UNIT" || true; }

# The very version answers and can write, and its web app opens with all that the page asks for, within the minute.
# shellcheck disable=SC2016 # Node's own ${}
healthy() { # FOLDER
  "$1/bin/node" -e '
    const [port, version, seconds] = process.argv.slice(1);
    const until = Date.now() + Number(seconds) * 1000;
    const get = (path) => fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(3000) });
    const opens = async (path, kind) => {
      const answer = await get(path);
      const text = await answer.text();
      return answer.ok && text !== "" && (answer.headers.get("content-type") ?? "").includes(kind) ? text : null;
    };
    const isServed = async () => {
      const page = await opens("/", "html");
      const parts = [...(page ?? "").matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path);
      if (!parts.some((path) => path.endsWith(".js"))) return false;
      for (const path of parts) if ((await opens(path, path.endsWith(".js") ? "javascript" : "css")) === null) return false;
      return true;
    };
    const isWell = async () =>
      (await (await get("/healthz")).json()).version === version && (await get("/readyz")).ok && (await isServed());
    (async () => {
      while (Date.now() < until) {
        if (await isWell().catch(() => false)) process.exit(0);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      process.exit(1);
    })();
  ' "$(setting EDGE_PORT 80)" "$(fact "$1" version)" "$HEALTH_SECONDS"
}

lan_address() { hostname -I 2>/dev/null | tr ' ' '\n' | grep -E '^[0-9.]+$' | grep -v '^169\.254\.' | head -n 1 || true; }

with_port() { if [ "$(setting EDGE_PORT 80)" = 80 ]; then printf 'http://%s' "$1"; else printf 'http://%s:%s' "$1" "$(setting EDGE_PORT 80)"; fi; }

# As the store said it when it started, or nothing.
setup_code() { journalctl -u "$STORE_UNIT" -o cat --no-pager 2>/dev/null | sed -n 's/.*Código de instalação: *//p' | tail -n 1; }
