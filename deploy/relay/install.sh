#!/usr/bin/env bash
# Installs the relay on Debian 12/13 (x64, arm64) from an unpacked release, without the internet and without Docker:
#
#   tar xzf balcao-relay-1.2.3-linux-x64.tar.gz
#   sudo PUBLIC_URL=https://acai.example.com balcao-relay-1.2.3-linux-x64/relay/install.sh
#
# Again at any time: after an interruption, to mend an installation, or from a newer release to update. PostgreSQL and the proxy that speaks
# https are the machine's own (README.md). Also by environment: DATABASE_URL (another one than that of this machine), PORT (4000).
# --rollback goes back to the release before.
#
# What it makes: user balcao-relay; /opt/balcao-relay, /etc/balcao/relay.env; a systemd unit; the command `balcao-relay`.
HERE=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib.sh
. "$HERE/lib.sh"
STEPS=7
# By its socket and under the name of its user: there is no password that anybody could read.
LOCAL_DATABASE='postgres:///balcao?host=/var/run/postgresql&user=balcao-relay'

check_machine() { # FOLDER
  local version arch
  version=$(fact "$1" version)
  arch=$(fact "$1" arch)
  command -v systemctl >/dev/null || fail 'Esta máquina não usa systemd. O relay precisa de Debian 12 ou 13, ou de Docker (README.md).'
  if [ "$(fact "$1" product)" != balcao-relay ] || ! is_version "$version"; then fail 'Este arquivo não é uma versão do relay do Balcão.'; fi
  [ "$arch" = "$(machine_arch)" ] || fail "Este arquivo é para outro processador ($arch); esta máquina é $(machine_arch)." \
    "Baixe o que termina em linux-$(machine_arch).tar.gz."
  if [ ! -f "$ENV_FILE" ] && [ -z "${PUBLIC_URL:-}" ]; then
    fail 'Diga o endereço https dos clientes: sudo PUBLIC_URL=https://acai.exemplo.com.br relay/install.sh' 'Nada foi mudado.'
  fi
}

make_user_and_folders() {
  getent passwd "$STORE_USER" >/dev/null ||
    useradd --system --user-group --home-dir /var/lib/balcao-relay --no-create-home --shell /usr/sbin/nologin "$STORE_USER"
  mkdir -p "$RELEASES" "$P/etc/balcao" "$DATA"
  chown "$STORE_USER:$STORE_USER" "$DATA"
  chmod 750 "$DATA"
}

# The verified folder becomes releases/<version> by one rename, read back before; its place is in $PLACE.
place() { # FOLDER
  PLACE="$RELEASES/$(fact "$1" version)"
  [ "$(readlink -f "$1")" != "$PLACE" ] || return 0
  if [ -f "$PLACE/SHA256SUMS" ] && cmp -s "$1/SHA256SUMS" "$PLACE/SHA256SUMS" && verify_folder "$PLACE"; then return 0; fi
  rm -rf "$RELEASES/.placing"
  cp -R "$1" "$RELEASES/.placing" && { chown -R 0:0 "$RELEASES/.placing" || [ -n "$P" ]; } && sync -f "$RELEASES/.placing" &&
    verify_folder "$RELEASES/.placing" || fail 'A versão não pôde ser copiada: o disco pode estar cheio.' 'Nada foi mudado.'
  rm -rf "$PLACE"
  mv -T "$RELEASES/.placing" "$PLACE"
}

write_settings() { # FOLDER
  if [ ! -f "$ENV_FILE" ]; then
    (
      umask 077
      sed -e "s|^PUBLIC_URL=.*|PUBLIC_URL=$PUBLIC_URL|" \
        -e "s|^SECRETS_KEY=.*|SECRETS_KEY=$("$1/bin/node" -p 'require("node:crypto").randomBytes(32).toString("hex")')|" \
        -e 's|^DATABASE_URL=.*||' "$1/relay/relay.env.example" >"$ENV_FILE.new"
      printf 'DATABASE_URL=%s\n' "${DATABASE_URL:-$LOCAL_DATABASE}" >>"$ENV_FILE.new"
    )
    chown root:"$STORE_USER" "$ENV_FILE.new"
    chmod 640 "$ENV_FILE.new"
    mv "$ENV_FILE.new" "$ENV_FILE"
  fi
  [ -z "${PUBLIC_URL:-}" ] || change_setting PUBLIC_URL "$PUBLIC_URL"
  [ -z "${DATABASE_URL:-}" ] || change_setting DATABASE_URL "$DATABASE_URL"
  [ -z "${PORT:-}" ] || change_setting CLOUD_PORT "$PORT"
}

install_unit() { # FOLDER
  mkdir -p "$UNITS" "$P/usr/local/sbin"
  install -m 644 "$1/relay/balcao-relay.service" "$UNITS/balcao-relay.service.new"
  mv "$UNITS/balcao-relay.service.new" "$UNITS/balcao-relay.service"
  ln -sfn /opt/balcao-relay/current/relay/balcao-relay "$P/usr/local/sbin/balcao-relay"
  systemctl daemon-reload
}

# The very version answers, with its database, within the minute.
# shellcheck disable=SC2016 # Node's own ${}
is_well() { # FOLDER
  "$1/bin/node" -e '
    const [port, version, seconds] = process.argv.slice(1);
    const until = Date.now() + Number(seconds) * 1000;
    const get = (path) => fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(3000) });
    const isWell = async () => (await (await get("/healthz")).json()).version === version && (await get("/readyz")).ok;
    (async () => {
      while (Date.now() < until) {
        if (await isWell().catch(() => false)) process.exit(0);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      process.exit(1);
    })();
  ' "$(setting CLOUD_PORT 4000)" "$(fact "$1" version)" "$HEALTH_SECONDS"
}

run_release() { # FOLDER: it becomes the one that runs
  install_unit "$1"
  point "$CURRENT" "$1"
  systemctl enable --quiet "$STORE_UNIT"
  systemctl restart --no-block "$STORE_UNIT"
}

# Migrations only add: the release of before goes on with the database as it is.
take_back() { # FROM REASON
  if [ -z "$1" ] || [ ! -d "$1" ]; then
    fail "$2" 'O que ele disse por último:' "$(journalctl -u "$STORE_UNIT" -n 15 -o cat --no-pager 2>/dev/null || true)" \
      'Depois de resolver, rode de novo.'
  fi
  warn "$2 Voltando à versão $(fact "$1" version)."
  run_release "$1"
  is_well "$1" || fail 'A versão anterior também não respondeu.' 'Veja: sudo balcao-relay log'
  rm -f "$STATE"
  fail "$2 O relay voltou sozinho à versão $(fact "$1" version) e está no ar." 'Veja o motivo: sudo balcao-relay log'
}

switch_to() { # FOLDER
  local from
  from=$(readlink -f "$CURRENT" 2>/dev/null || true)
  [ ! -d "$from" ] || [ "$from" = "$1" ] || [ -f "$STATE" ] || printf '%s' "$from" >"$STATE"
  [ ! -f "$STATE" ] || from=$(cat "$STATE")
  [ "$from" != "$1" ] || from=''
  step "6/$STEPS" "Ligando a versão $(fact "$1" version)"
  run_release "$1"
  step "7/$STEPS" 'Esperando o relay responder'
  is_well "$1" || take_back "$from" "A versão $(fact "$1" version) não respondeu."
  [ -z "$from" ] || point "$PREVIOUS" "$from"
  rm -f "$STATE"
  find "$RELEASES" -mindepth 1 -maxdepth 1 -type d ! -path "$1" ! -path "$(readlink -f "$PREVIOUS" || true)" -exec rm -rf {} +
  say "✓ Relay $(fact "$1" version) no ar, na porta $(setting CLOUD_PORT 4000)."
}

try_release() { # FOLDER
  local told
  step "5/$STEPS" 'Experimentando a versão: configurações, banco de dados, páginas'
  told=$(relay_main "$1" check 2>&1) || fail 'Esta versão não pode funcionar aqui. O relay continua como estava.' "$told" \
    "As configurações estão em ${ENV_FILE#"$P"}. Depois de acertar, rode de novo."
}

main() {
  local release signed=if-known version
  release=$(cd "$HERE/.." && pwd)
  while [ $# -gt 0 ]; do
    case "$1" in
      --folder)
        release=$(cd "$2" && pwd)
        shift
        ;;
      --unsigned) signed=no ;;
      --rollback) release='' ;;
      *) fail "Não conheço a opção $1." ;;
    esac
    shift
  done
  need_root
  one_at_a_time
  if [ -z "$release" ]; then
    release=$(readlink -f "$PREVIOUS" || true)
    [ -d "$release" ] || fail 'Não há versão anterior guardada.'
    try_release "$release"
    switch_to "$release"
    return 0
  fi
  step "1/$STEPS" 'Conferindo os arquivos desta versão'
  verify_folder "$release" || fail "$TAMPERED" 'Baixe de novo e confira a soma SHA-256. Nada foi mudado.'
  if [ "$signed" = if-known ] && [ -f "$CURRENT/pi/release-key.pem" ] && ! is_signed "$release"; then
    fail 'Esta versão não tem a assinatura de quem faz o Balcão, e não foi instalada.' \
      'Se você confia no arquivo: relay/install.sh --unsigned'
  fi
  version=$(fact "$release" version)
  step "2/$STEPS" 'Conferindo esta máquina'
  check_machine "$release"
  if [ -n "$(installed_version || true)" ] && is_older "$version" "$(installed_version)"; then
    fail "A versão $version é mais antiga que a instalada ($(installed_version))." 'Para voltar à anterior: sudo balcao-relay rollback'
  fi
  step "3/$STEPS" 'Criando o usuário e as pastas'
  make_user_and_folders
  step "4/$STEPS" "Copiando a versão $version e as configurações"
  place "$release"
  write_settings "$PLACE"
  try_release "$PLACE"
  switch_to "$PLACE"
}

main "$@"
