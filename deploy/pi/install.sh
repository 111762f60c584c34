#!/usr/bin/env bash
# Installs the Balcão store server on Raspberry Pi OS or Debian 12/13 (arm64, x64) from an unpacked release, without the internet.
#
#   tar xzf balcao-store-1.2.3-linux-arm64.tar.gz
#   sudo balcao-store-1.2.3-linux-arm64/pi/install.sh
#
# Again at any time: after an interruption, to mend an installation, or from a newer release to update. Settings by environment:
#   PORT=8080 (80)    RELAY_URL=https://…    TIME_ZONE=America/Manaus    UPDATE_URL=https://… (a source of releases)
# With --image it lays everything down in a root that is not running, for `npm run image`: no clock, no port, nothing is started.
# What it makes: user balcao; /opt/balcao, /etc/balcao, /var/lib/balcao, /var/lib/balcao-update; systemd units; udev rules for
# USB printers and sticks, which are mounted below /media/balcao; limits for the system's log; the command `balcao`. What uninstall.sh takes away again.
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=lib.sh
. "$HERE/lib.sh"
RELEASE=$(cd "$HERE/.." && pwd)
STEPS=8
IMAGE=no
[ "${1:-}" != --image ] || IMAGE=yes

check_machine() {
  command -v systemctl >/dev/null || fail 'Esta máquina não usa systemd. O Balcão precisa de Raspberry Pi OS ou Debian 12 ou 13.'
  if [ -r "$P/etc/os-release" ]; then
    # shellcheck disable=SC1091
    case "$(. "$P/etc/os-release" && printf '%s %s' "${ID:-}" "${VERSION_ID:-}")" in
      'debian 12' | 'debian 13' | 'raspbian 12' | 'raspbian 13') ;;
      *) warn 'Este sistema não é Raspberry Pi OS nem Debian 12 ou 13: o Balcão não foi experimentado nele.' ;;
    esac
  fi
  check_facts "$RELEASE"
  has_room "$OPT" $(($(size_mb "$RELEASE") * 2 + 100)) $(($(count_files "$RELEASE") + 1000)) "$DATA" 100 500 ||
    fail "$NO_ROOM" "${MORE_ROOM[@]}" 'Nada foi mudado.'
  if [ "$IMAGE" = yes ]; then return 0; fi
  check_clock "$RELEASE"
  check_port "${PORT:-$(setting EDGE_PORT 80)}"
}

make_user_and_folders() {
  getent group lp >/dev/null || groupadd --system lp
  getent passwd "$STORE_USER" >/dev/null ||
    useradd --system --user-group --home-dir /var/lib/balcao --no-create-home --shell /usr/sbin/nologin "$STORE_USER"
  usermod -a -G lp "$STORE_USER"
  mkdir -p "$OPT" "$RELEASES" "$UPDATES" "$P/etc/balcao" "$DATA"
  chown "$STORE_USER:$STORE_USER" "$DATA"
  chmod 750 "$DATA"
}

write_settings() {
  if [ ! -f "$ENV_FILE" ]; then
    sed -e "s|^# EDGE_PORT=.*|EDGE_PORT=${PORT:-80}|" -e 's|^RELAY_URL=|# &|' -e 's|^DATA_DIR=.*|DATA_DIR=/var/lib/balcao|' \
      "$RELEASE/pi/store.env.example" >"$ENV_FILE.new"
    chown root:"$STORE_USER" "$ENV_FILE.new"
    chmod 640 "$ENV_FILE.new"
    mv "$ENV_FILE.new" "$ENV_FILE"
  fi
  if [ -n "${PORT:-}" ]; then change_setting EDGE_PORT "$PORT"; fi
  if [ -n "${RELAY_URL:-}" ]; then change_setting RELAY_URL "$RELAY_URL"; fi
  if [ -n "${UPDATE_URL:-}" ]; then change_setting UPDATE_URL "$UPDATE_URL"; fi
  if [ -n "${TIME_ZONE:-}" ]; then change_setting TIME_ZONE "$TIME_ZONE"; fi
}

no_answer() {
  local words
  words=$(journalctl -u "$STORE_UNIT" -n 15 -o cat --no-pager 2>/dev/null || true)
  if [ -z "$words" ]; then
    words=$(systemctl show -p ActiveState -p SubState -p Result "$STORE_UNIT" 2>/dev/null | tr '\n' ' ' || true)
    fail 'A loja não respondeu, e não disse nada.' "O sistema diz dela: ${words:-nada}" 'Espere um minuto e rode de novo. Para ver mais: sudo systemctl status balcao-store'
  fi
  fail 'A loja não respondeu. O que ela disse por último:' "$words" 'Depois de resolver, rode de novo.'
}

main() {
  local version before place code address
  need_root
  one_at_a_time
  step "1/$STEPS" 'Conferindo os arquivos desta versão'
  verify_folder "$RELEASE" || fail "$TAMPERED" 'Baixe de novo e confira a soma SHA-256. Nada foi mudado.'
  version=$(fact "$RELEASE" version)
  step "2/$STEPS" 'Conferindo esta máquina: espaço, relógio, porta'
  check_machine
  before=$(installed_version || true)
  if [ -n "$before" ] && { [ "$before" != "$version" ] || [ -f "$STATE" ]; }; then
    exec 9>&-
    exec "$CURRENT/pi/update.sh" --folder "$RELEASE"
  fi
  step "3/$STEPS" 'Criando o usuário e as pastas'
  make_user_and_folders
  step "4/$STEPS" "Copiando a versão $version"
  place_release "$RELEASE" || fail 'Os arquivos não puderam ser copiados sem defeito para esta máquina.' \
    'O disco pode estar cheio, ou o cartão com defeito: libere espaço ou troque o cartão, e rode de novo.'
  place=$PLACE
  step "5/$STEPS" 'Gravando as configurações e os serviços'
  write_settings
  install_system_files "$place" || fail 'Os serviços não puderam ser gravados.' "${MORE_ROOM[@]}"
  systemctl try-restart systemd-journald.service 2>/dev/null || true
  step "6/$STEPS" 'Experimentando a versão com os dados da loja'
  trial "$place" || fail 'Esta versão não consegue abrir os dados da loja.' "$NO_TRIAL"
  step "7/$STEPS" 'Ligando a loja'
  point "$CURRENT" "$place" || fail 'O disco não grava.' 'Libere espaço ou troque o cartão, e rode de novo.'
  systemctl enable --quiet balcao-store.service balcao-update.path balcao-recover.service
  if [ "$IMAGE" = yes ]; then
    systemctl enable --quiet balcao-first-boot.service balcao-wifi.service balcao-screen.service
    say "✓ Balcão $version está na imagem."
    return 0
  fi
  systemctl restart balcao-update.path
  start_store
  step "8/$STEPS" 'Esperando a loja responder'
  healthy "$place" || no_answer
  say ''
  say "✓ Balcão $version instalado e no ar."
  say "  Abra no celular, na mesma rede: $(with_port balcao.local)"
  address=$(lan_address)
  if [ -n "$address" ]; then
    say "  Se o celular não achar esse nome: $(with_port "$address")"
  else
    say '  Esta máquina ainda não tem rede: ligue o cabo do roteador, ou o Wi-Fi com sudo nmtui (ou raspi-config).'
    say '  A loja a acha sozinha, sem reiniciar. O endereço: sudo balcao status'
  fi
  code=$(setup_code)
  [ -z "$code" ] || say "  Código de instalação: $code  (para ver de novo: sudo balcao code)"
}

main "$@"
