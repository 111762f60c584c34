# shellcheck shell=bash disable=SC2154
# How update.sh, and the relay's command, take a release in: an archive that somebody brought becomes root's own folder, whole, from who makes it, and for this
# machine; or it is refused in words, with nothing changed.
INCOMING="$RELEASES/.incoming"
ARCHIVE_MB_MAX=512
# A release has 150 MB in some thousand files.
UNPACKED_MB_MAX="${BALCAO_UNPACKED_MB_MAX:-600}"
ENTRIES_MAX="${BALCAO_ENTRIES_MAX:-20000}"

# Verified first, then unpacked by somebody who may nothing, within bounds; what comes of it is root's own copy, verified once more.
unpack() { # FILE SIGNED(yes|no|if-known): into $INCOMING
  local file=$1 mb own="$UPDATES/release.tar.gz" raw="$RELEASES/.unpacking"
  [ -f "$file" ] || give_up "Não há arquivo $file."
  mb=$(size_mb "$file")
  [ "$mb" -le "$ARCHIVE_MB_MAX" ] || give_up "O arquivo tem $mb MB: não é uma versão do Balcão."
  room_or_give_up "$OPT" $((mb * 7)) $(($(count_files "$CURRENT/") * 3)) "$UPDATES" "$mb" 1
  # What is verified is what is unpacked: nobody else can change this copy.
  [ "$file" = "$own" ] || cp -- "$file" "$own" 2>/dev/null || give_up 'O arquivo não pôde ser lido ou copiado.' "${MORE_ROOM[@]}"
  if [ "$2" = yes ] || { [ "$2" = if-known ] && [ -f "$CURRENT/pi/release-key.pem" ]; }; then
    is_sealed "$own" || not_signed
  fi
  rm -rf "$INCOMING" "$raw"
  may_be_unpacked "$own" || give_up "$TAMPERED" 'Baixe de novo. A loja continua na versão de antes.'
  unpack_as_nobody "$own" "$raw" || {
    has_room "$OPT" 20 100 || {
      rm -rf "$raw" "$INCOMING"
      give_up "$NO_ROOM" "${MORE_ROOM[@]}" 'A loja continua na versão de antes.'
    }
    rm -rf "$raw" "$INCOMING"
    give_up "$TAMPERED" 'Baixe de novo. A loja continua na versão de antes.'
  }
  rm -rf "$raw" "$own"
}

# Within bounds, in a folder of nobody's; what comes of it is root's own copy in $INCOMING.
unpack_as_nobody() { # FILE FOLDER
  mkdir -p "$2" && chown nobody "$2" && chmod 700 "$2" || return 1
  # shellcheck disable=SC2016 # the inner shell expands it
  as_nobody bash -c 'set -o pipefail; ulimit -f $(($1 * 1024)); gzip -dc | head -c $(($1 * 1048576)) |
    tar -xf - -C "$2" --no-same-owner --no-same-permissions' _ "$UNPACKED_MB_MAX" "$2" <"$1" 2>/dev/null &&
    cp -R "$2" "$INCOMING" 2>/dev/null && chown -R 0:0 "$INCOMING" && chmod 755 "$INCOMING"
}

# Only plain files and folders, all below one folder, no more and no larger than a release can be. Read, not unpacked.
may_be_unpacked() { # FILE
  # shellcheck disable=SC2016 # the inner shell expands it
  as_nobody bash -c 'set -o pipefail; gzip -dc | head -c $(($1 * 1048576)) | tar -tvf - --numeric-owner --quoting-style=escape' \
    _ "$UNPACKED_MB_MAX" <"$1" 2>/dev/null | awk -v bytes_max=$((UNPACKED_MB_MAX * MB)) -v entries_max="$ENTRIES_MAX" '
      { bytes += $3; name = $6; split(name, part, "/"); if (NR == 1) top = part[1] }
      !/^[-d]/ || name ~ /^\// || name ~ /(^|\/)\.\.(\/|$)/ || part[1] != top || top ~ /^\.?$/ { bad = 1; exit }
      NR > entries_max || bytes > bytes_max { bad = 1; exit }
      END { exit bad || NR == 0 }'
}

as_nobody() { runuser -u nobody -- "$@"; }

not_signed() {
  rm -f "$UPDATES/release.tar.gz"
  give_up 'Esta versão não tem a assinatura de quem faz o Balcão, e não foi instalada.' \
    'Se você confia no arquivo, use a linha de comando: sudo balcao update ARQUIVO --unsigned'
}

# For what is brought in, and for the copies of the data that the way there needs: one to try on, one to go back to, and room to work.
room_or_give_up() { # FOLDER MB FILES…
  local data
  data=$(size_mb "$DATA"/edge/store.db*)
  has_room "$@" "$DATA" $((data * 2 + 50)) 50 "$UPDATES" $((data + 10)) 20 "$OPT" 40 50 ||
    give_up "$NO_ROOM" "${MORE_ROOM[@]}" 'A loja continua na versão de antes.'
}

# Whole, from who makes it, and for this machine; or gives up.
accept() { # FOLDER SIGNED(yes|no|if-known)
  verify_folder "$1" || give_up "$TAMPERED" 'Baixe de novo. A loja continua na versão de antes.'
  case "$2" in
    yes) is_signed "$1" || not_signed ;;
    if-known) [ ! -f "$CURRENT/pi/release-key.pem" ] || is_signed "$1" || not_signed ;;
  esac
  (check_facts "$1") || {
    SAID=yes
    tell failed 'Este arquivo não serve para esta máquina.'
    exit 1
  }
}
