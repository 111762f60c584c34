#!/usr/bin/env bash
# A backup of the relay's PostgreSQL into BACKUP_DIR, kept for KEEP_DAYS: from cron or a systemd timer, once a night.
#   DATABASE_URL=postgres://… BACKUP_DIR=/var/backups/balcao deploy/relay/backup.sh
#   deploy/relay/backup.sh --compose     the database of compose.yaml, which nothing outside of its network reaches
# The stores' sealed copies are not in it: each store brings its own again.
# Back again: README.md. SECRETS_KEY is not in it, and without it the payment credentials in it cannot be read: keep a copy of
# relay.env in another place.
set -euo pipefail
umask 077
if [ "${1:-}" = --compose ]; then
  # By the socket inside its container, as the user that compose.yaml names.
  DATABASE_URL=postgres://balcao@/balcao
  dump=(docker compose -f "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/compose.yaml" exec -T db pg_dump)
else
  dump=("${PG_DUMP:-pg_dump}")
fi
: "${DATABASE_URL:?set it as in relay.env}"
dir=${BACKUP_DIR:-/var/backups/balcao}
keep=${KEEP_DAYS:-14}
mkdir -p "$dir"
file="$dir/relay-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
trap 'rm -f "$file.part"' EXIT
"${dump[@]}" --format=custom --exclude-table-data='cop*' --dbname="$DATABASE_URL" >"$file.part"
# What is cut short has no such head.
[ "$(head -c 5 "$file.part")" = PGDMP ] || {
  echo '✗ pg_dump wrote no backup' >&2
  exit 1
}
mv "$file.part" "$file"
find "$dir" -name 'relay-*.dump' -mtime "+$keep" -delete
echo "✓ $file ($(du -h "$file" | cut -f1))"
