#!/usr/bin/env bash
# The settings of compose.yaml for one host name or more: .env (what compose itself reads: the database's password, Caddy's names) and
# relay.env (the relay's), with secrets of chance, for their owner alone. What is there already stays as it is.
#   ./compose-settings.sh acai.example.com [centro.example.com …]
set -euo pipefail
umask 077
cd "$(dirname "${BASH_SOURCE[0]}")"
[ $# -gt 0 ] || {
  echo '✗ name the host name of the first store: ./compose-settings.sh acai.example.com' >&2
  exit 1
}
for name in "$@"; do
  [[ $name =~ ^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$ ]] || {
    echo "✗ $name is no host name: give it without https:// and without a path" >&2
    exit 1
  }
done

write() { # FILE: whole or not at all
  cat >"$1.new"
  if [ -e "$1" ]; then
    rm "$1.new"
    echo "• $1 is there already and stays as it is"
  else
    mv "$1.new" "$1"
    echo "✓ $1"
  fi
}

names=$(printf '%s, ' "$@")
write .env <<END
# What compose.yaml asks for. The password is read when the database is made; later it is changed inside of it first.
POSTGRES_PASSWORD=$(openssl rand -hex 24)
# The host names of the stores, separated by commas: Caddy gets a certificate for each.
SITE_ADDRESS=${names%, }
END
sed -e "s|^PUBLIC_URL=.*|PUBLIC_URL=https://$1|" -e "s|^SECRETS_KEY=.*|SECRETS_KEY=$(openssl rand -hex 32)|" \
  -e 's|^DATABASE_URL=.*|# DATABASE_URL: compose.yaml makes it of the password in .env.|' relay.env.example | write relay.env
echo '  Keep a copy of both in another place: without SECRETS_KEY the payment credentials in a backup cannot be read.'
