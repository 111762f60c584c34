# shellcheck shell=bash disable=SC2034,SC2154
# Where newer releases come from: the apt repository at UPDATE_URL (decision 050). Fetched with the store's rights, judged by root on its own
# copy: the index by the key that is installed, its age by the last one seen, the package by the index, the archive in it by its seal.
SOURCE="$UPDATES/source"
SOURCE_TOLD="$UPDATES/source.json"
# Versions that were tried here, however it ended: none of them is installed by itself again.
TRIED="$UPDATES/tried"
TRIED_MAX=50
INDEX_BYTES_MAX=65536
INDEX_SECONDS_MAX=60
PACKAGE_SECONDS_MAX=1200

deb_arch() { case "$(machine_arch)" in x64) printf amd64 ;; *) machine_arch ;; esac; }

fetch() { # PATH TARGET BYTES SECONDS: 2 when the source was not reached
  local result=0 words="$SOURCE/words"
  # Through a pipe: a process of the store's never holds root's file open.
  as_store "$CURRENT/bin/node" "$CURRENT/pi/fetch.mjs" "$(setting UPDATE_URL '')" "$1" "$3" "$4" 2>"$words" | head -c "$3" >"$2" || result=$?
  WHY=$(tail -n 1 "$words" 2>/dev/null || true)
  WHY=${WHY:-O disco não grava.}
  return "$result"
}

trouble_of() { [ "$1" = 2 ] && printf offline || printf refused; } # what fetch ended with

known() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\)\"\{0,1\}[,}].*/\1/p" "$SOURCE_TOLD" 2>/dev/null || true; }

# What the browser shows of it. STATE: none (nothing heard yet), newest, available, tried. TROUBLE: none, offline, refused.
tell_source() { # STATE VERSION HEARD-AT-S INDEX-AT-S TROUBLE MESSAGE
  {
    printf '{"channel":"%s","state":"%s","version":"%s","heardAtMs":%s,"indexAtMs":%s,"trouble":"%s","message":"%s","askedAtMs":%s000}\n' \
      "$SUITE" "$1" "$2" "$(($3 * 1000))" "$(($4 * 1000))" "$5" "$(printf '%s' "$6" | tr '\n' ' ' | tr -d '"\134\000-\037' | cut -c 1-300)" \
      "$(date +%s)" >"$SOURCE_TOLD.new" &&
      chmod 644 "$SOURCE_TOLD.new" && mv "$SOURCE_TOLD.new" "$SOURCE_TOLD"
  } 2>/dev/null || true
}

# What was heard before stays heard.
tell_trouble() { # KIND MESSAGE
  local heard index
  heard=$(known heardAtMs)
  index=$(known indexAtMs)
  if [ "$(known channel)" = "$SUITE" ] && [ -n "$heard" ]; then
    tell_source "$(known state)" "$(known version)" "$((heard / 1000))" "$((index / 1000))" "$1" "$2"
  else
    tell_source none '' 0 0 "$1" "$2"
  fi
  WHY=$2
}

# Ends with $FOUND (newest, available, tried), $FOUND_VERSION and where it is; or fails with the reason in $WHY, told already.
look() {
  local key="$CURRENT/pi/release-key.pem" seen="$UPDATES/seen-$SUITE"
  local index_at packages_size packages_sum
  FOUND=''
  WHY=''
  rm -rf "$SOURCE"
  (umask 077 && mkdir "$SOURCE") || return 1
  [ -f "$key" ] || {
    tell_trouble refused 'Esta instalação não tem a chave de quem faz o Balcão: ela não aceita versões pela internet.'
    return 1
  }
  fetch "dists/$SUITE/Release" "$SOURCE/Release" "$INDEX_BYTES_MAX" "$INDEX_SECONDS_MAX" &&
    fetch "dists/$SUITE/Release.sig" "$SOURCE/Release.sig" 1024 "$INDEX_SECONDS_MAX" || {
    tell_trouble "$(trouble_of $?)" "$WHY"
    return 1
  }
  judge release "$key" "$SOURCE/Release" "$SOURCE/Release.sig" "$SUITE" "$(deb_arch)" "$(cat "$seen" 2>/dev/null || printf 0)" || return 1
  read -r index_at packages_size packages_sum <<<"$SAYS"
  [ "$packages_size" -le "$INDEX_BYTES_MAX" ] || packages_size=$INDEX_BYTES_MAX
  fetch "dists/$SUITE/main/binary-$(deb_arch)/Packages" "$SOURCE/Packages" "$packages_size" "$INDEX_SECONDS_MAX" || {
    tell_trouble "$(trouble_of $?)" "$WHY"
    return 1
  }
  judge packages "$SOURCE/Packages" "$packages_sum" "$(deb_arch)" || return 1
  read -r FOUND_VERSION FOUND_PATH FOUND_SIZE FOUND_SUM <<<"$SAYS"
  # From now on no older index counts, however well it is signed.
  { printf '%s\n' "$index_at" >"$seen.new" && mv "$seen.new" "$seen"; } 2>/dev/null || return 1
  if ! is_older "$(installed_version)" "$FOUND_VERSION"; then
    FOUND=newest
  elif grep -qxF "$FOUND_VERSION" "$TRIED" 2>/dev/null; then
    FOUND=tried
  else
    FOUND=available
  fi
  tell_source "$FOUND" "$FOUND_VERSION" "$(date +%s)" "$index_at" none ''
}

judge() { # WORDS…: what the index says, in $SAYS, or the reason told
  SAYS=$("$CURRENT/bin/node" "$CURRENT/pi/release-index.mjs" "$@" 2>"$SOURCE/words") || {
    tell_trouble refused "$(tail -n 1 "$SOURCE/words")"
    return 1
  }
}

# The package that the index names becomes $UPDATES/release.tar.gz, an archive like any other.
take_package() {
  local mb=$((FOUND_SIZE / MB + 1))
  room_or_give_up "$UPDATES" $((mb * 2)) 2
  tell running "Baixando a versão $FOUND_VERSION"
  fetch "$FOUND_PATH" "$SOURCE/release.deb" "$FOUND_SIZE" "$PACKAGE_SECONDS_MAX" ||
    give_up "A versão $FOUND_VERSION não chegou inteira." 'Confira a internet e tente de novo. A loja continua na versão de antes.'
  printf '%s  %s\n' "$FOUND_SUM" "$SOURCE/release.deb" | sha256sum --quiet --strict -c - >/dev/null 2>&1 ||
    give_up "A versão $FOUND_VERSION não chegou como foi publicada." 'Tente de novo mais tarde. A loja continua na versão de antes.'
  dpkg-deb --fsys-tarfile "$SOURCE/release.deb" | tar -xOf - ./usr/share/balcao/release.tar.gz |
    head -c $((ARCHIVE_MB_MAX * MB)) >"$UPDATES/release.tar.gz" || give_up "$TAMPERED" 'A loja continua na versão de antes.'
  rm -rf "$SOURCE"
}

# Before the release touches anything: whatever comes of it, and be it a power cut, the night does not try it twice.
remember_tried() { # VERSION
  { { tail -n "$TRIED_MAX" "$TRIED" 2>/dev/null || true; } | grep -vxF "$1" || true; printf '%s\n' "$1"; } >"$TRIED.new" 2>/dev/null &&
    sync "$TRIED.new" 2>/dev/null && mv "$TRIED.new" "$TRIED"
}

update_from_source() { # by a person's word: also one that was tried before
  [ -n "$(setting UPDATE_URL '')" ] || give_up 'Não há endereço de atualizações (UPDATE_URL em /etc/balcao/store.env).'
  tell running 'Procurando a versão mais nova'
  look || give_up "Não foi possível saber da versão mais nova: ${WHY:-o disco não grava}" 'A loja continua na versão de antes.'
  if [ "$FOUND" = newest ]; then
    rm -rf "$SOURCE"
    tell 'done' "A loja já está na versão mais nova ($(installed_version))." "$(installed_version)"
    say "✓ A loja já está na versão mais nova ($(installed_version))."
    return 0
  fi
  install_found
}

# Unasked, while nobody sells: says nothing where there is nothing to do. UNTIL: from then on somebody may sell again.
update_at_night() { # UNTIL-S
  [ -n "$(setting UPDATE_URL '')" ] && look && [ "$FOUND" = available ] || return 0
  NOT_AFTER=$1
  install_found
}

install_found() {
  take_package
  unpack "$UPDATES/release.tar.gz" yes
  update_to_unpacked yes
}
