# shellcheck shell=bash disable=SC2034
# What install.sh, update.sh and uninstall.sh share: where things are, how they speak, and the steps that more than one takes.
# Everything can be run again after a kill at any point: what is half-made has another name, and gets its own by one rename.
set -euo pipefail
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
STORE_USER=balcao
STORE_UNIT=balcao-store.service
HEALTH_SECONDS="${BALCAO_HEALTH_SECONDS:-60}"
MB=1048576

say() { printf '%s\n' "$*"; }
warn() { printf '! %s\n' "$*" >&2; }
step() { printf '[%s] %s\n' "$1" "$2"; }
fail() {
  printf '✗ %s\n' "$1" >&2
  shift
  for line in "$@"; do printf '  %s\n' "$line" >&2; done
  exit 1
}

need_root() {
  [ "$(id -u)" = 0 ] || [ -n "$P" ] || fail 'É preciso ser administrador.' "Rode de novo com sudo: sudo $0"
}

# Two at once would pull the ground from under each other.
one_at_a_time() {
  mkdir -p "$P/run/lock"
  exec 9>"$P/run/lock/balcao.lock"
  flock -n 9 || fail 'Outra instalação ou atualização está em andamento.' 'Espere terminar e rode de novo.'
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
size_mb() { du -sk "$1" 2>/dev/null | awk '{ total += $1 } END { print int(total / 1024) + 1 }'; }

need_space() { # FOLDER MB
  local free
  free=$(free_mb "$1")
  [ "$free" -ge "$2" ] || fail "O disco está quase cheio: há ${free} MB livres e são precisos $2 MB." \
    'Libere espaço e rode de novo. O que costuma ajudar:' \
    '  sudo apt-get clean' \
    '  sudo journalctl --vacuum-size=50M' \
    'Nada foi mudado.'
}

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
  "$CURRENT/bin/node" -e '
    const { readFileSync } = require("node:fs");
    const [sums, signature, key] = process.argv.slice(1).map((file) => readFileSync(file));
    process.exit(require("node:crypto").verify(null, sums, key, signature) ? 0 : 1);
  ' "$1/SHA256SUMS" "$1/SHA256SUMS.sig" "$CURRENT/pi/release-key.pem"
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

# The verified folder becomes releases/<version>, by one rename.
place_release() { # FOLDER: prints its place
  local version target
  version=$(fact "$1" version)
  target="$RELEASES/$version"
  if [ "$(readlink -f "$1")" != "$(readlink -f "$target" 2>/dev/null || true)" ]; then
    if [ -d "$target" ] && verify_folder "$target" && cmp -s "$1/SHA256SUMS" "$target/SHA256SUMS"; then
      :
    else
      rm -rf "$target"
      mkdir -p "$RELEASES"
      rm -rf "$RELEASES/.placing"
      cp -R "$1" "$RELEASES/.placing"
      chown -R 0:0 "$RELEASES/.placing" 2>/dev/null || [ -n "$P" ]
      sync -f "$RELEASES" 2>/dev/null || sync
      mv -T "$RELEASES/.placing" "$target"
    fi
  fi
  printf '%s' "$target"
}

point() { # LINK TARGET: by one rename, so that there is always a current one
  ln -sfn "$2" "$1.next"
  mv -Tf "$1.next" "$1"
  sync -f "$OPT" 2>/dev/null || sync
}

# ---- what the system has of us ---------------------------------------------------------------------------------------------

install_system_files() { # FOLDER of the release
  local unit
  mkdir -p "$UNITS" "$P/etc/udev/rules.d" "$P/etc/systemd/journald.conf.d" "$P/usr/local/sbin" "$P/etc/balcao"
  for unit in "$1"/pi/units/*; do install -m 644 "$unit" "$UNITS/"; done
  install -m 644 "$1/pi/60-balcao-printer.rules" "$P/etc/udev/rules.d/"
  install -m 644 "$1/pi/journald.conf" "$P/etc/systemd/journald.conf.d/balcao.conf"
  ln -sfn /opt/balcao/current/pi/balcao "$P/usr/local/sbin/balcao"
  systemctl daemon-reload
}

# ---- the store -------------------------------------------------------------------------------------------------------------

store_data() { as_store "$1/bin/node" --disable-warning=ExperimentalWarning "$1/pi/store-data.mjs" "${@:2}"; } # FOLDER COMMAND…

# Whether the release can serve the data of today, tried on a copy. The shop goes on meanwhile.
trial() { # FOLDER
  local copy result=0
  as_store find "$DATA" -maxdepth 1 -name '.trial.*' -exec rm -rf {} + 2>/dev/null || true
  copy=$(as_store mktemp -d "$DATA/.trial.XXXXXX")
  if as_store test -f "$DATA/edge/store.db"; then store_data "$1" copy "$DATA/edge/store.db" "$copy/edge/store.db" || result=1; fi
  [ "$result" = 1 ] || as_store env -i PATH="$PATH" DATA_DIR="$copy" LOG_LEVEL=silent TIME_ZONE="$(setting TIME_ZONE America/Sao_Paulo)" \
    "$1/bin/node" "$1/edge/main.js" check >"$UPDATES/check.log" 2>&1 || result=1
  as_store rm -rf "$copy"
  return "$result"
}

# Not waited for: systemd would wait for one that hangs twice as long as we do. `healthy` tells whether it came.
start_store() { systemctl restart --no-block "$STORE_UNIT" || true; }

# The very version answers and can write, within the minute.
# shellcheck disable=SC2016 # Node's own ${}
healthy() { # FOLDER
  "$1/bin/node" -e '
    const [port, version, seconds] = process.argv.slice(1);
    const until = Date.now() + Number(seconds) * 1000;
    const ask = async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(3000) });
      return { ok: answer.ok, body: await answer.json() };
    };
    const isWell = async () => (await ask("/healthz")).body.version === version && (await ask("/readyz")).ok;
    (async () => {
      while (Date.now() < until) {
        if (await isWell().catch(() => false)) process.exit(0);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      process.exit(1);
    })();
  ' "$(setting EDGE_PORT 80)" "$(fact "$1" version)" "$HEALTH_SECONDS"
}

lan_address() { hostname -I 2>/dev/null | tr ' ' '\n' | grep -E '^[0-9.]+$' | head -n 1; }

with_port() { if [ "$(setting EDGE_PORT 80)" = 80 ]; then printf 'http://%s' "$1"; else printf 'http://%s:%s' "$1" "$(setting EDGE_PORT 80)"; fi; }
