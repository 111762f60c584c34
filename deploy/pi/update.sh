#!/usr/bin/env bash
# Brings an installed store to another release and takes it back by itself when that one is not well.
#
#   update.sh FILE.tar.gz       a release file, given by root; --unsigned when it has no signature, --older for one of before
#   update.sh --folder FOLDER   an unpacked release
#   update.sh --web             the newest release of the source at UPDATE_URL, signed; --early for who wants it first
#   update.sh --requested       what an administrator asked for in the browser, signed
#   update.sh --rollback        back to the release before this one, while that is kept
#   update.sh --quiet-hour      what balcao-quiet.timer has done while nobody sells
#   update.sh --recover         finishes or takes back what was interrupted
#
# Nothing is given up for it: the shop is tried on a copy of its data before it is stopped, the data is copied before the new release
# may touch it, and what was taken in meanwhile is never thrown away. Killed, cut off or out of room at any step, the release of
# before goes on, or the new one when it is well already.
HERE=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib.sh
. "$HERE/lib.sh"
# shellcheck source=incoming.sh
. "$HERE/incoming.sh"
# shellcheck source=source.sh
. "$HERE/source.sh"
STEPS=8
REQUESTS="$DATA/updates"
# The release of before is kept for one day of selling: who misses something then goes back in a minute.
PREVIOUS_KEPT_HOURS=20

# What the browser shows. Root writes it, the store only reads it.
# On a full disk it stays as it was: no reason to stop.
tell() { # STATE MESSAGE [VERSION]
  {
    printf '{"state":"%s","message":"%s","version":"%s","atMs":%s000}\n' "$1" "$(printf '%s' "$2" | tr -d '"\134' | tr '\n' ' ')" "${3:-}" \
      "$(date +%s)" >"$UPDATES/status.json.new" &&
      chmod 644 "$UPDATES/status.json.new" &&
      mv "$UPDATES/status.json.new" "$UPDATES/status.json"
  } 2>/dev/null || true
}

give_up() { # MESSAGE LINES…
  tell failed "$1"
  fail "$@"
}

progress() { # NUMBER TEXT
  step "$1/$STEPS" "$2"
  tell running "$2" "${TO_VERSION:-}"
}

OLDER=no
SUITE=stable
# The second after which an update that nobody asked for does not begin.
NOT_AFTER=''
# The store stands still and nothing was decided yet: whatever ends this script now takes the release of before up again.
MOVING=no
at_end() { # CODE
  [ "$1" = 0 ] || [ "$MOVING" = no ] || take_back "Parou em: $STEP."
  rm -rf "$INCOMING" "$RELEASES/.unpacking" "$SOURCE"
  [ "$1" = 0 ] || [ "$SAID" = yes ] || tell failed "Parou em: $STEP."
  at_exit "$1"
}
trap 'at_end $?' EXIT

refuse_older() { # VERSION
  local now
  now=$(installed_version)
  [ "$OLDER" = no ] && is_older "$1" "$now" || return 0
  [ ! -d "$PREVIOUS/" ] || give_up "A versão $1 é mais antiga que a instalada ($now)." 'Para voltar à anterior: sudo balcao rollback'
  give_up "A versão $1 é mais antiga que a instalada ($now)." "$HOW_TO_GO_BACK"
}
HOW_TO_GO_BACK='Se é o que você quer: sudo balcao update ARQUIVO --older'

# ---- the update ------------------------------------------------------------------------------------------------------------

# TOUCHED: whether the new release may have been at the data.
write_state() { # FROM TO SEQ TOUCHED
  printf 'FROM=%s\nTO=%s\nSEQ=%s\nTOUCHED=%s\n' "$1" "$2" "$3" "$4" 2>/dev/null >"$STATE.new" &&
    sync "$STATE.new" 2>/dev/null && mv "$STATE.new" "$STATE" && sync "$UPDATES" 2>/dev/null
}
state() { sed -n "s/^$1=//p" "$STATE"; }

log_head() { # FOLDER: the last number of the store's log
  if as_store test -f "$DATA/edge/store.db"; then store_data "$1" head "$DATA/edge/store.db"; else printf 0; fi
}

move_to() { # FOLDER: from the release of now to that one
  local to=$1 from seq
  from=$(readlink -f "$CURRENT")
  TO_VERSION=$(fact "$to" version)
  remember_tried "$TO_VERSION" || give_up 'O disco não grava. Nada foi mudado.' "${MORE_ROOM[@]}"
  progress 3 'Experimentando a versão com uma cópia dos dados'
  trial "$to" || give_up "A versão $TO_VERSION não consegue abrir os dados da loja. Nada foi mudado." "$NO_TRIAL"
  progress 4 'Parando a loja'
  seq=$(log_head "$from")
  write_state "$from" "$to" "$seq" no || give_up 'O disco não grava. Nada foi mudado.' "${MORE_ROOM[@]}"
  MOVING=yes
  systemctl stop "$STORE_UNIT"
  progress 5 'Guardando uma cópia dos dados'
  keep_copy || take_back 'Não foi possível guardar uma cópia dos dados.'
  seq=$(log_head "$from")
  write_state "$from" "$to" "$seq" no
  progress 6 'Trocando a versão'
  install_system_files "$to"
  # Before the new release has its place: the next start would begin with it.
  write_state "$from" "$to" "$seq" yes
  point "$CURRENT" "$to"
  progress 7 'Ligando a loja'
  start_store
  progress 8 'Esperando a loja responder'
  healthy "$to" || take_back "A versão $TO_VERSION não respondeu, ou sem as suas telas."
  MOVING=no
  finish
}

# Root's own copy, read with the store's rights: a link laid there leads nowhere.
keep_copy() {
  rm -f "$UPDATES/store.db"
  as_store test -f "$DATA/edge/store.db" || return 0
  as_store rm -rf "$DATA/.update-copy"
  store_data "$(readlink -f "$CURRENT")" copy "$DATA/edge/store.db" "$DATA/.update-copy/store.db" 2>/dev/null || return 1
  # Everybody who ever ordered is in it: nobody else's to read.
  (umask 077 && as_store cat "$DATA/.update-copy/store.db" 2>/dev/null >"$UPDATES/store.db.new") || return 1
  sync "$UPDATES/store.db.new" 2>/dev/null && mv "$UPDATES/store.db.new" "$UPDATES/store.db" || return 1
  as_store rm -rf "$DATA/.update-copy"
}

# Beside it first; where there is no room for both, in its place: root's own copy stays until the older release is well.
put_copy_back() {
  [ -f "$UPDATES/store.db" ] || return 0
  # shellcheck disable=SC2016 # the inner shell expands it
  as_store sh -c 'cat >"$1/store.db.back" && sync "$1/store.db.back" && rm -f "$1/store.db-wal" "$1/store.db-shm" &&
    mv "$1/store.db.back" "$1/store.db" || { rm -f "$1/store.db.back"; exit 1; }' _ "$DATA/edge" <"$UPDATES/store.db" 2>/dev/null ||
    as_store sh -c 'rm -f "$1/store.db-wal" "$1/store.db-shm"; cat >"$1/store.db" && sync "$1/store.db"' \
      _ "$DATA/edge" <"$UPDATES/store.db" 2>/dev/null
}

finish() {
  local from to version
  from=$(state FROM)
  to=$(state TO)
  version=$(fact "$to" version)
  # Without it the release of before would go as one too many: then all of this is done at the next start.
  [ "$from" = "$to" ] || point "$PREVIOUS" "$from" 2>/dev/null || {
    warn "A loja está na versão $version, mas o disco não grava mais. Libere espaço."
    return 0
  }
  rm -f "$STATE" "$UPDATES/store.db"
  rm -rf "$INCOMING"
  remove_other_releases
  tell 'done' "A loja está na versão $version." "$version"
  say "✓ A loja está na versão $version."
}

remove_other_releases() {
  find "$RELEASES" -mindepth 1 -maxdepth 1 -type d ! -path "$(readlink -f "$CURRENT")" ! -path "$(readlink -f "$PREVIOUS" || true)" \
    -exec rm -rf {} +
}

# Not while the release of now is unwell: then somebody is about to go back.
end_previous() {
  local now
  now=$(date +%s)
  if [ -L "$PREVIOUS" ]; then
    [ $((now - $(stat -c %Y "$PREVIOUS"))) -ge $((PREVIOUS_KEPT_HOURS * 3600)) ] && healthy "$(readlink -f "$CURRENT")" || return 0
    rm -f "$PREVIOUS"
  fi
  remove_other_releases
}

take_back() { # REASON
  local from to seq live
  MOVING=no
  from=$(state FROM)
  to=$(state TO)
  seq=$(state SEQ)
  warn "$1 Voltando à versão $(fact "$from" version)."
  systemctl stop "$STORE_UNIT" || true
  rm -rf "$INCOMING" "$RELEASES/.placing"
  # Data that the older release can still read stays as it is: nothing taken in meanwhile is lost.
  if [ "$(state TOUCHED)" != no ] && ! trial "$from"; then
    live=$(log_head "$from" 2>/dev/null || true)
    if [ -n "$live" ] && [ "$live" != "$seq" ]; then
      start_store
      rm -f "$STATE"
      tell stuck "A versão $(fact "$to" version) está com problemas, mas já gravou pedidos. Chame o suporte." "$(fact "$to" version)"
      fail "A versão $(fact "$to" version) gravou pedidos que a anterior não sabe ler: ela continua no ar." \
        "A cópia de antes está em $UPDATES/store.db. Chame o suporte."
    fi
    put_copy_back || true
  fi
  install_system_files "$from" || warn 'Os serviços do sistema não puderam ser gravados.'
  point "$CURRENT" "$from" || warn 'A troca da versão não pôde ser gravada.'
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
  # It took long to come, and the shop opens: left alone.
  [ -z "$NOT_AFTER" ] || [ "$(date +%s)" -le "$NOT_AFTER" ] ||
    give_up "A versão $TO_VERSION chegou, mas a loja já vai abrir: fica para a próxima noite."
  progress 2 "Copiando a versão $TO_VERSION"
  room_or_give_up "$OPT" "$(size_mb "$1")" "$(count_files "$1")"
  place_release "$1" || give_up 'Os arquivos da versão não puderam ser copiados sem defeito. A loja continua na versão de antes.' \
    'O disco pode estar cheio, ou o cartão com defeito: libere espaço ou troque o cartão, e tente de novo.'
  move_to "$PLACE"
}

update_to_unpacked() { # SIGNED
  local folder
  folder=$(find "$INCOMING" -mindepth 1 -maxdepth 1)
  [ -d "$folder" ] || give_up 'Este arquivo não é uma versão do Balcão.'
  update_to "$folder" "$1"
}

take_request() {
  local words kind channel until
  words=$(as_store head -c 100 "$REQUESTS/request" 2>/dev/null || true)
  # First of all: a request that fails is not asked for again and again.
  as_store rm -f "$REQUESTS/request"
  read -r kind channel until <<<"$words" || true
  [ "$channel" != early ] || SUITE=early
  case "$kind" in
    file)
      room_or_give_up "$UPDATES" "$(size_mb "$REQUESTS/release.tar.gz")" 1
      as_store head -c $((ARCHIVE_MB_MAX * MB)) "$REQUESTS/release.tar.gz" 2>/dev/null >"$UPDATES/release.tar.gz" || give_up 'O arquivo enviado não está mais aqui.'
      as_store rm -f "$REQUESTS/release.tar.gz"
      unpack "$UPDATES/release.tar.gz" yes
      update_to_unpacked yes
      ;;
    web) update_from_source ;;
    # What there is, and no more. Why not is told already.
    look) [ -z "$(setting UPDATE_URL '')" ] || look || true ;;
    night)
      printf '%s' "$until" | grep -Eq '^[0-9]{1,12}$' || give_up 'O pedido de atualização não foi entendido.'
      update_at_night "$until"
      ;;
    # Somebody was erased, or it is too old: the copy of an update that got stuck still knows everybody.
    forget) rm -f "$UPDATES/store.db" "$UPDATES/store.db.new" ;;
    *) give_up 'O pedido de atualização não foi entendido.' ;;
  esac
}

main() {
  local signed=if-known action='' argument='' log
  while [ $# -gt 0 ]; do
    case "$1" in
      --unsigned) signed=no ;;
      --older) OLDER=yes ;;
      --early) SUITE=early ;;
      --folder) action=folder argument=${2:-} && shift ;;
      --web | --requested | --rollback | --recover | --quiet-hour) action=${1#--} ;;
      -*) fail "Não conheço a opção $1." ;;
      *) action=file argument=$1 ;;
    esac
    shift
  done
  [ -n "$action" ] || [ "$SUITE" = stable ] || action=web
  [ -n "$action" ] || fail 'Diga qual arquivo: sudo balcao update balcao-store-1.2.3-linux-arm64.tar.gz'
  need_root
  case "$action" in
    # What was asked for waits for the hour's own work, which is short; else it would be asked for again at once, and again.
    requested) one_at_a_time -w 300 ;;
    # The next hour does as well: no unit has failed because an update was under way.
    quiet-hour) take_turn || exit 0 ;;
    *) one_at_a_time ;;
  esac
  STEP='Lendo o arquivo da versão'
  exec 8>&2
  WORDS=8
  # What an update said of its failure outlives the hours after it.
  log="$UPDATES/update.log"
  case "$action $(as_store head -c 4 "$REQUESTS/request" 2>/dev/null || true)" in 'quiet-hour '* | 'requested look') log="$UPDATES/quiet.log" ;; esac
  { : >"$log"; } 2>/dev/null && exec 2>"$log" || exec 2>/dev/null
  [ -n "$(installed_version || true)" ] || fail 'O Balcão ainda não está instalado nesta máquina.' 'Rode o install.sh da versão.'
  recover
  case "$action" in
    file)
      unpack "$argument" "$signed"
      update_to_unpacked "$signed"
      ;;
    folder) update_to "$(cd "$argument" && pwd)" "$signed" ;;
    web) update_from_source ;;
    requested) take_request ;;
    rollback)
      [ -d "$(readlink -f "$PREVIOUS" || true)" ] || fail "Não há versão anterior guardada: ela fica só no primeiro dia da nova." \
        "$HOW_TO_GO_BACK"
      room_or_give_up
      move_to "$(readlink -f "$PREVIOUS")"
      ;;
    quiet-hour) end_previous ;;
    recover) ;;
  esac
}

main "$@"
