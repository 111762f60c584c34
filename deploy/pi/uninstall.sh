#!/usr/bin/env bash
# Takes the store server off this machine. The shop's data and settings stay, unless --delete-data is given and confirmed.
HERE=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib.sh
. "$HERE/lib.sh"

main() {
  local delete=no answer unit
  case "${1:-}" in
    '') ;;
    --delete-data) delete=yes ;;
    *) fail "Não conheço a opção $1." 'Uso: sudo balcao uninstall [--delete-data]' ;;
  esac
  need_root
  one_at_a_time
  if [ "$delete" = yes ]; then
    say 'Isto apaga para sempre os pedidos, o cardápio, os usuários e as cópias de segurança desta máquina.'
    printf 'Digite APAGAR para confirmar: '
    read -r answer || answer=''
    [ "$answer" = APAGAR ] || fail 'Não confirmado. Nada foi mudado.'
  fi
  step 1/3 'Parando a loja'
  systemctl disable --quiet --now balcao-update.path balcao-quiet.timer balcao-recover.service "$STORE_UNIT" 2>/dev/null || true
  systemctl stop 'balcao-stick@*.service' 2>/dev/null || true
  step 2/3 'Tirando os serviços e o programa'
  for unit in "$HERE"/units/*; do rm -f "$UNITS/${unit##*/}"; done
  rm -f "$P/etc/udev/rules.d/60-balcao-printer.rules" "$P/etc/udev/rules.d/61-balcao-stick.rules" \
    "$P/etc/systemd/journald.conf.d/balcao.conf" "$P/usr/local/sbin/balcao"
  systemctl daemon-reload
  rmdir "$STICKS" 2>/dev/null || true
  rm -rf "$OPT"
  if [ "$delete" = yes ]; then
    step 3/3 'Apagando os dados da loja'
    rm -rf "$DATA" "$UPDATES" "$P/etc/balcao"
    userdel "$STORE_USER" 2>/dev/null || true
    say '✓ O Balcão e os dados da loja foram apagados.'
  else
    step 3/3 'Deixando os dados da loja onde estão'
    say '✓ O Balcão saiu desta máquina. Os dados da loja continuam em /var/lib/balcao e as configurações em /etc/balcao.'
    say '  Para voltar: rode o install.sh de uma versão. Para apagar também os dados: --delete-data.'
  fi
}

# Read whole before it runs: it deletes the folder that it lies in.
{
  main "$@"
  exit
}
