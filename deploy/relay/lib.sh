# shellcheck shell=bash disable=SC2034
# What install.sh and balcao-relay share: where the relay is on its machine. How they speak, and how a release is judged, is the store's.
# shellcheck source=../pi/lib.sh
. "$HERE/../pi/lib.sh"

OPT="$P/opt/balcao-relay"
RELEASES="$OPT/releases"
CURRENT="$OPT/current"
PREVIOUS="$OPT/previous"
# From which release the relay is being brought to another one, until that one is known to be well.
STATE="$OPT/unfinished"
DATA="$P/var/lib/balcao-relay"
ENV_FILE="$P/etc/balcao/relay.env"
# A user of its own: a store on the same machine has another, and neither reads what is the other's.
STORE_USER=balcao-relay
STORE_UNIT=balcao-relay.service

# As the relay's user and with its settings, which Node reads itself: on a command line everybody would see the key.
relay_main() { # FOLDER WORDS…
  as_store env -i PATH="$PATH" NODE_ENV=production WEB_DIR="$1/web" "$1/bin/node" --env-file="$ENV_FILE" "$1/cloud/main.js" "${@:2}"
}
