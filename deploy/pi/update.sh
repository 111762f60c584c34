#!/usr/bin/env bash
# Brings an installed store to another release and takes it back by itself when that one is not well.
#
#   update.sh FILE.tar.gz       a release file, given by root; --unsigned when it has no signature
#   update.sh --folder FOLDER   an unpacked release
#   update.sh --web             the newest release at UPDATE_URL, signed
#   update.sh --requested       what an administrator asked for in the browser, signed
#   update.sh --rollback        back to the release before this one
#   update.sh --recover         finishes or takes back what was interrupted
#
# Nothing is given up for it: the shop is tried on a copy of its data before it is stopped, the data is copied before the new release
# may touch it, and what was taken in meanwhile is never thrown away.
HERE=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib.sh
. "$HERE/lib.sh"
STEPS=8
INCOMING="$RELEASES/.incoming"
REQUESTS="$DATA/updates"
ARCHIVE_MB_MAX=512

# What the browser shows. Root writes it, the store only reads it.
tell() { # STATE MESSAGE [VERSION]
  printf '{"state":"%s","message":"%s","version":"%s","atMs":%s000}\n' "$1" "$(printf '%s' "$2" | tr -d '"\134' | tr '\n' ' ')" "${3:-}" \
    "$(date +%s)" >"$UPDATES/status.json.new"
  chmod 644 "$UPDATES/status.json.new"
  mv "$UPDATES/status.json.new" "$UPDATES/status.json"
}

give_up() { # MESSAGE LINES…
  tell failed "$1"
  fail "$@"
}

progress() { # NUMBER TEXT
  step "$1/$STEPS" "$2"
  tell running "$2" "${TO_VERSION:-}"
}

# ---- taking a release in ---------------------------------------------------------------------------------------------------

unpack() { # FILE: into $INCOMING
  local file=$1 mb
  [ -f "$file" ] || give_up "Não há arquivo $file."
  mb=$(size_mb "$file")
  [ "$mb" -le "$ARCHIVE_MB_MAX" ] || give_up "O arquivo tem $mb MB: não é uma versão do Balcão."
  space_or_give_up $((mb * 5 + $(size_mb "$DATA/edge") * 2 + 100))
  rm -rf "$INCOMING"
  mkdir -p "$INCOMING"
  tar -xzf "$file" -C "$INCOMING" --no-same-owner --no-same-permissions 2>/dev/null || {
    rm -rf "$INCOMING"
    give_up "$TAMPERED" 'Baixe de novo. A loja continua na versão de antes.'
  }
}

space_or_give_up() { # MB
  (need_space "$OPT" "$1") || {
    tell failed "O disco está quase cheio: são precisos $1 MB livres."
    exit 1
  }
}

# Prints the folder of the release within $INCOMING, verified, or gives up.
accept() { # FOLDER SIGNED(yes|no|if-known)
  verify_folder "$1" || give_up "$TAMPERED" 'Baixe de novo. A loja continua na versão de antes.'
  case "$2" in
    yes) is_signed "$1" || give_up 'Esta versão não tem a assinatura de quem faz o Balcão, e não foi instalada.' \
      'Se você confia no arquivo, use a linha de comando: sudo balcao update ARQUIVO --unsigned' ;;
    if-known) [ ! -f "$CURRENT/pi/release-key.pem" ] || is_signed "$1" ||
      give_up 'Esta versão não tem a assinatura de quem faz o Balcão.' 'Se você confia no arquivo, repita com --unsigned.' ;;
  esac
  (check_facts "$1") || {
    tell failed 'Este arquivo não serve para esta máquina.'
    exit 1
  }
}

refuse_older() { # VERSION
  local now
  now=$(installed_version)
  ! is_older "$1" "$now" || give_up "A versão $1 é mais antiga que a instalada ($now)." \
    'Para voltar à anterior: sudo balcao rollback'
}

# ---- the update ------------------------------------------------------------------------------------------------------------

write_state() { printf 'FROM=%s\nTO=%s\nSEQ=%s\n' "$1" "$2" "$3" >"$STATE.new" && sync -f "$STATE.new" 2>/dev/null; mv "$STATE.new" "$STATE"; }
state() { sed -n "s/^$1=//p" "$STATE"; }

move_to() { # FOLDER: from the release of now to that one
  local to=$1 from seq=0
  from=$(readlink -f "$CURRENT")
  TO_VERSION=$(fact "$to" version)
  progress 3 'Experimentando a versão com uma cópia dos dados'
  trial "$to" || give_up "A versão $TO_VERSION não consegue abrir os dados da loja. Nada foi mudado." "$(tail -n 3 "$UPDATES/check.log")"
  progress 4 'Parando a loja'
  if as_store test -f "$DATA/edge/store.db"; then seq=$(store_data "$from" head "$DATA/edge/store.db"); fi
  write_state "$from" "$to" "$seq"
  systemctl stop "$STORE_UNIT"
  progress 5 'Guardando uma cópia dos dados'
  keep_copy || take_back 'Não foi possível guardar uma cópia dos dados.'
  if as_store test -f "$DATA/edge/store.db"; then write_state "$from" "$to" "$(store_data "$from" head "$DATA/edge/store.db")"; fi
  progress 6 'Trocando a versão'
  install_system_files "$to"
  point "$CURRENT" "$to"
  progress 7 'Ligando a loja'
  start_store
  progress 8 'Esperando a loja responder'
  healthy "$to" || take_back "A versão $TO_VERSION não respondeu."
  finish
}

# Root's own copy, read with the store's rights: a link laid there leads nowhere.
keep_copy() {
  rm -f "$UPDATES/store.db"
  as_store test -f "$DATA/edge/store.db" || return 0
  as_store rm -rf "$DATA/.update-copy"
  store_data "$(readlink -f "$CURRENT")" copy "$DATA/edge/store.db" "$DATA/.update-copy/store.db" || return 1
  as_store cat "$DATA/.update-copy/store.db" >"$UPDATES/store.db.new" && mv "$UPDATES/store.db.new" "$UPDATES/store.db"
  as_store rm -rf "$DATA/.update-copy"
}

put_copy_back() {
  [ -f "$UPDATES/store.db" ] || return 0
  # shellcheck disable=SC2016 # the inner shell expands it
  as_store sh -c 'cat >"$1/store.db.back" && rm -f "$1/store.db-wal" "$1/store.db-shm" && mv "$1/store.db.back" "$1/store.db"' \
    _ "$DATA/edge" <"$UPDATES/store.db"
}

finish() {
  local from to version
  from=$(state FROM)
  to=$(state TO)
  version=$(fact "$to" version)
  [ "$from" = "$to" ] || point "$PREVIOUS" "$from"
  rm -f "$STATE" "$UPDATES/store.db"
  rm -rf "$INCOMING"
  find "$RELEASES" -mindepth 1 -maxdepth 1 -type d ! -path "$to" ! -path "$(readlink -f "$PREVIOUS" || true)" -exec rm -rf {} +
  tell 'done' "A loja está na versão $version." "$version"
  say "✓ A loja está na versão $version."
}

take_back() { # REASON
  local from to seq live
  from=$(state FROM)
  to=$(state TO)
  seq=$(state SEQ)
  warn "$1 Voltando à versão $(fact "$from" version)."
  systemctl stop "$STORE_UNIT" || true
  # Data that the older release can still read stays as it is: nothing taken in meanwhile is lost.
  if ! trial "$from"; then
    live=$(store_data "$from" head "$DATA/edge/store.db" 2>/dev/null || true)
    if [ -n "$live" ] && [ "$live" != "$seq" ]; then
      start_store
      rm -f "$STATE"
      tell stuck "A versão $(fact "$to" version) está com problemas, mas já gravou pedidos. Chame o suporte." "$(fact "$to" version)"
      fail "A versão $(fact "$to" version) gravou pedidos que a anterior não sabe ler: ela continua no ar." \
        "A cópia de antes está em $UPDATES/store.db. Chame o suporte."
    fi
    put_copy_back
  fi
  install_system_files "$from"
  point "$CURRENT" "$from"
  start_store
  healthy "$from" || {
    tell stuck "$1 A versão anterior também não respondeu. Chame o suporte." "$(fact "$from" version)"
    fail 'A versão anterior também não respondeu.' 'Veja: sudo balcao log'
  }
  rm -f "$STATE" "$UPDATES/store.db"
  tell rolled-back "$1 A loja voltou sozinha à versão $(fact "$from" version)." "$(fact "$from" version)"
  fail "$1 A loja voltou sozinha à versão $(fact "$from" version) e está no ar." 'Veja o motivo: sudo balcao log'
}

recover() {
  [ -f "$STATE" ] || return 0
  say '• Uma atualização foi interrompida. Conferindo …'
  local to
  to=$(state TO)
  if [ "$(readlink -f "$CURRENT")" = "$to" ]; then
    start_store
    if healthy "$to"; then
      finish
      return 0
    fi
  fi
  # In a shell of its own: taking back ends with a failure, and the update that was asked for now may still go on.
  (take_back 'A atualização foi interrompida.') || [ ! -f "$STATE" ]
}

update_to() { # FOLDER SIGNED
  progress 1 'Conferindo a versão'
  accept "$1" "$2"
  TO_VERSION=$(fact "$1" version)
  if [ "$TO_VERSION" = "$(installed_version)" ]; then
    tell 'done' "A loja já está na versão $TO_VERSION." "$TO_VERSION"
    say "✓ A loja já está na versão $TO_VERSION."
    return 0
  fi
  refuse_older "$TO_VERSION"
  progress 2 "Copiando a versão $TO_VERSION"
  space_or_give_up $(($(size_mb "$1") + $(size_mb "$DATA/edge") * 2 + 100))
  move_to "$(place_release "$1")"
}

only_folder() {
  local folder
  folder=$(find "$INCOMING" -mindepth 1 -maxdepth 1)
  [ -d "$folder" ] || give_up 'Este arquivo não é uma versão do Balcão.'
  printf '%s' "$folder"
}

take_request() {
  local kind
  kind=$(as_store cat "$REQUESTS/request" 2>/dev/null || true)
  # First of all: a request that fails is not asked for again and again.
  as_store rm -f "$REQUESTS/request"
  case "$kind" in
    file)
      as_store head -c $((ARCHIVE_MB_MAX * MB)) "$REQUESTS/release.tar.gz" >"$UPDATES/release.tar.gz" || give_up 'O arquivo enviado não está mais aqui.'
      as_store rm -f "$REQUESTS/release.tar.gz"
      ;;
    web) fetch_newest ;;
    *) give_up 'O pedido de atualização não foi entendido.' ;;
  esac
  unpack "$UPDATES/release.tar.gz"
  rm -f "$UPDATES/release.tar.gz"
  update_to "$(only_folder)" yes
}

fetch_newest() {
  local url
  url=$(setting UPDATE_URL '')
  [ -n "$url" ] || give_up 'Não há endereço de atualizações (UPDATE_URL em /etc/balcao/store.env).'
  tell running 'Baixando a versão nova'
  as_store rm -rf "$DATA/.download"
  as_store mkdir "$DATA/.download"
  as_store "$CURRENT/bin/node" "$CURRENT/pi/fetch-release.mjs" "$url" "$(machine_arch)" "$DATA/.download/release.tar.gz" ||
    give_up "Não foi possível baixar a versão de $url." 'Confira a internet e tente de novo. A loja continua na versão de antes.'
  as_store cat "$DATA/.download/release.tar.gz" >"$UPDATES/release.tar.gz"
  as_store rm -rf "$DATA/.download"
}

main() {
  local signed=if-known action='' argument=''
  while [ $# -gt 0 ]; do
    case "$1" in
      --unsigned) signed=no ;;
      --folder) action=folder argument=${2:-} && shift ;;
      --web | --requested | --rollback | --recover) action=${1#--} ;;
      -*) fail "Não conheço a opção $1." ;;
      *) action=file argument=$1 ;;
    esac
    shift
  done
  [ -n "$action" ] || fail 'Diga qual arquivo: sudo balcao update balcao-store-1.2.3-linux-arm64.tar.gz'
  need_root
  one_at_a_time
  [ -n "$(installed_version || true)" ] || fail 'O Balcão ainda não está instalado nesta máquina.' 'Rode o install.sh da versão.'
  recover
  case "$action" in
    file)
      unpack "$argument"
      update_to "$(only_folder)" "$signed"
      ;;
    folder) update_to "$(cd "$argument" && pwd)" "$signed" ;;
    web)
      fetch_newest
      unpack "$UPDATES/release.tar.gz"
      rm -f "$UPDATES/release.tar.gz"
      update_to "$(only_folder)" yes
      ;;
    requested) take_request ;;
    rollback)
      [ -d "$(readlink -f "$PREVIOUS" || true)" ] || fail 'Não há versão anterior guardada.'
      move_to "$(readlink -f "$PREVIOUS")"
      ;;
    recover) ;;
  esac
}

main "$@"
